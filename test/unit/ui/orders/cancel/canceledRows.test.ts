import { expect, it } from 'vitest';
import type { AttemptState } from '../../../../../src/domain/orders/orderAttempts';
import type { CanceledFate } from '../../../../../src/panel/canceled/canceledProtocol';
import { canceledRow, leftIn, summaryText } from '../../../../../src/ui/orders/cancel/canceledRows';
import type { KnownOrder } from '../../../../../src/ui/orders/cancel/canceledRows';
import { orderRecord } from '../../../../support/orders/orderFakes';
import { attemptOf } from '../../../../support/orders/requests';

const order = orderRecord({ orderId: 'OK-1' });

/** One order of *Cancel All*. @param state - Of its request in the journal, which has none before it is sent. */
function known(state: AttemptState | undefined, isAnswered = true): KnownOrder {
  const account = { kind: 'live', id: '8001', name: '', markets: [], source: 'service' };
  const attempt = state === undefined ? undefined : attemptOf('cancel', false, state);
  const result = isAnswered ? { kind: 'settled' } : undefined;
  const canceled = { account, order, preview: { root: 'r', target: { orderId: 'OK-1' } }, result } as unknown as KnownOrder['canceled'];
  return { canceled, attempt, now: undefined };
}

it.each<[AttemptState | undefined, boolean, CanceledFate]>([
  [undefined, false, 'sending'],
  ['pending', false, 'sending'],
  ['accepted', true, 'waiting'],
  // As long as the service waits for the user, the order is certainly not canceled.
  ['needsConfirmation', true, 'open'],
  ['needsBrowser', true, 'open'],
  ['rejected', true, 'open'],
  ['unknown', true, 'unclear'],
  ['endUnknown', true, 'unclear'],
  ['applied', true, 'over'],
])('an order whose cancellation is %s, answered %s, counts as %s', (state, isAnswered, fate) => {
  const row = canceledRow(known(state, isAnswered), false);
  expect(row.fate).toBe(fate);
  expect(leftIn([row]).length).toBe(['open', 'unclear'].includes(fate) ? 1 : 0);
  if (fate === 'sending') expect(summaryText([row], { done: 0, isOver: true })).toBe('Not answered yet: 1.');
});

it.each<[AttemptState | undefined, string | undefined, string]>([
  ['rejected', undefined, 'Still open: 1 (rejected by the service: 1).'],
  ['notAuthorized', undefined, 'Still open: 1 (rejected by the service: 1).'],
  ['needsBrowser', undefined, 'Still open: 1 (not completed: 1).'],
  ['abandoned', undefined, 'Still open: 1 (not completed: 1).'],
  ['notApplied', undefined, 'Still open: 1 (accepted, but not canceled: 1).'],
  [undefined, undefined, 'Still open: 1 (not sent: 1).'],
  ['unknown', undefined, 'Not certain: 1.'],
  ['applied', undefined, 'No longer open: 1 of 1.'],
  ['rejected', 'CANCELLED_ALL', 'No longer open: 1 of 1.'],
  ['rejected', 'FILLED_ALL', 'No longer open: 1 of 1 (ended otherwise: 1).'],
  ['tooLate', undefined, 'No longer open: 1 of 1 (ended otherwise: 1).'],
])('a summary says of %s, with the order %s: %j', (state, status, text) => {
  const now = status === undefined ? undefined : orderRecord({ orderId: 'OK-1', status });
  expect(summaryText([canceledRow({ ...known(state), now }, false)], { done: 1, isOver: true })).toBe(text);
});
