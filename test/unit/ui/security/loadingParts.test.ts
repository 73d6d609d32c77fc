import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../../src/app/platform/emitter';
import type { Wait } from '../../../../src/app/session/requestWaits';
import { waiting } from '../../../../src/ui/platform/trees/waiting';
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
