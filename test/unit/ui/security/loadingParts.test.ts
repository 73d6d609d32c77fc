import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../../src/app/platform/emitter';
import type { Wait } from '../../../../src/app/session/requestWaits';
import { waiting } from '../../../../src/ui/platform/trees/waiting';
import { listOf } from '../../../../src/service/lists/list';
import { orderRecord } from '../../../support/orders/orderFakes';
import { loadingPart, ordersOf, positionsOf } from '../../../../src/ui/security/securityViews';

describe('the loading parts of a security page', () => {
  it('say why loading takes long, separately for the accounts and for the market', () => {
    const waits: { trading?: Wait; market?: Wait } = {};
    const following = waiting.follow({ of: (kind) => waits[kind], onDidChange: new Emitter<void>().event });
    const unknown = { accounts: undefined, directory: [] };
    const parts = (): readonly unknown[] => [
      positionsOf(unknown, 'HK.00700', false),
      ordersOf([unknown], 'HK.00700', false).view,
      loadingPart('market'),
    ];
    expect(parts()).toEqual([{ kind: 'loading' }, { kind: 'loading' }, { kind: 'loading' }]);
    waits.trading = { kind: 'limit', seconds: 12 };
    waits.market = { kind: 'slow' };
    const reason = 'Waiting for the service’s limit: 12 s';
    expect(parts()).toEqual([
      { kind: 'loading', reason },
      { kind: 'loading', reason },
      { kind: 'loading', reason: 'The service is slow to respond…' },
    ]);
    following.dispose();
  });
});

describe('an open order beside the chart of its security', () => {
  const account = { kind: 'live', id: '8001', name: 'Margin', markets: [], source: 'service' } as const;
  const order = orderRecord({
    code: 'HK.00700',
    orderType: 'STOP_LIMIT',
    price: '562.5',
    auxPrice: '560',
    quantity: '1300',
    dealtQuantity: '100',
  });
  const viewed = (isPrivate: boolean): unknown =>
    ordersOf([{ accounts: [{ account, list: listOf([order]), updatedAtMs: 0 }], directory: [] }], 'HK.00700', isPrivate).view;

  it('says how long it lasts, what is filled, and which price it waits for', () => {
    expect(viewed(false)).toMatchObject({ value: [{ terms: 'DAY · 100/1,300', awaited: '560' }] });
  });

  it('hides quantity and price in privacy mode', () => {
    expect(viewed(true)).toMatchObject({ value: [{ terms: 'DAY · •••', awaited: '' }] });
  });
});
