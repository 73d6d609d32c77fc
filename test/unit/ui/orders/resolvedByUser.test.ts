import { beforeEach, describe, expect, it } from 'vitest';
import { OrderReadBack } from '../../../../src/app/orders/eye/orderReadBack';
import type { OrderAction } from '../../../../src/domain/orders/orderAttempts';
import { orderDesk } from '../../../support/orders/orderFakes';
import { ResolveUi } from '../../../../src/ui/orders/resolveUi';
import { AttemptSubject } from '../../../../src/ui/orders/tree/attemptSubject';
import { editor } from '../../../support/editor/editor';

const told: string[] = [];

/** The user resolves a request with an unknown outcome, which an order status check may settle while the user is asked. */
async function resolved(
  action: OrderAction,
  answer: string,
  { isSettled = false, named = new AttemptSubject('r') }: { readonly isSettled?: boolean; readonly named?: object } = {},
): Promise<void> {
  const parts = orderDesk();
  const isNew = action === 'place';
  const target = {
    service: parts.client.baseUrl,
    isSandbox: false,
    accountId: '8001',
    orderId: isNew ? '' : 'OK-1',
    exchange: 'SEHK',
    ...(isNew ? { mark: '#abcdefgh' } : {}),
  };
  const order = { code: 'HK.00700', name: '', side: 'BUY', orderType: 'MARKET', status: '', filled: '', lastError: '' };
  const fields = [{ field: 'qty', old: undefined, typed: '200', kept: '200', isCut: false, isChanged: undefined }] as const;
  await parts.journal.append({ kind: 'intent', attempt: 'a', root: 'r', action, target, body: '', fields: [...fields], order });
  await parts.journal.append({ kind: 'outcome', attempt: 'a', root: 'r', outcome: { kind: 'unknown', reason: 'timeout' } });
  await parts.journal.append({
    kind: 'intent',
    attempt: 'b',
    root: 'other',
    action,
    target: { ...target, orderId: 'OK-2', mark: '' },
    body: '',
    fields: [],
  });
  const news = { tell: (_about: unknown, { message }: { readonly message: string }) => void told.push(message) };
  const readBack = new OrderReadBack(parts);
  const ui = new ResolveUi({ ...parts, readBack, news, orderRead: () => undefined, isPrivate: () => false });
  editor.answer(async (prompt) => {
    if (isSettled) await parts.journal.append({ kind: 'resolved', root: 'r', by: 'readBack', verdict: 'changed' });
    if (prompt.kind === 'pick') prompt.choose(({ label }) => label === answer);
  });
  await ui.resolveCommand(named);
}

beforeEach(() => {
  told.length = 0;
});

describe('a request that the user resolves', () => {
  it.each([
    ['place', 'Order Placed', 'Resolved by you as “placed”: BUY 200 HK.00700.'],
    ['place', 'Order Not Placed', 'Resolved by you as “not placed”: BUY 200 HK.00700.'],
    ['cancel', 'Order Canceled', 'Resolved by you as “canceled”: cancel BUY HK.00700 (OK-1).'],
    ['cancel', 'Order Not Canceled', 'Resolved by you as “not canceled”: cancel BUY HK.00700 (OK-1).'],
    ['modify', 'Order Changed', 'Resolved by you as “applied”: BUY HK.00700 (OK-1) → 200.'],
  ] as const)('is reported in the user’s own words when a %s is said to be “%s”', async (action, answer, message) => {
    await resolved(action, answer);
    expect(told).toEqual([message]);
  });

  it('is the one that a page names by its root, of several', async () => {
    await resolved('cancel', 'Order Canceled', { named: { root: 'r' } });
    expect(told).toHaveLength(1);
  });

  it('is reported as it was settled meanwhile, whatever the user said', async () => {
    await resolved('modify', 'Order Not Changed', { isSettled: true });
    expect(told).toEqual(['Change applied: BUY HK.00700 (OK-1) → 200.']);
  });
});
