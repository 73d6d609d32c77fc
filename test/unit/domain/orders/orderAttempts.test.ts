import { describe, expect, it } from 'vitest';
import { orderLockName } from '../../../../src/app/orders/journal/orderLock';
import { attemptsAt, isSameAccount, isSameOrder } from '../../../../src/domain/orders/orderAttempts';
import type { Attempt, AttemptState, OrderTarget } from '../../../../src/domain/orders/orderAttempts';

const attempt = (root: string, service: string, state: AttemptState): Attempt => ({
  root,
  action: 'modify',
  startedAt: '2026-11-23T10:00:00Z',
  endedAt: undefined,
  target: { service, accountId: '8001', orderId: 'OK-1', exchange: 'SEHK' } as Attempt['target'],
  body: '{}',
  fields: [],
  order: undefined,
  state,
  outcome: undefined,
  requests: 1,
  resolution: undefined,
  followed: undefined,
});

describe('the changes that are shown for a service', () => {
  const here = attempt('1', 'https://api.example.com/', 'applied');
  const elsewhere = attempt('2', 'https://other.example.com', 'applied');
  const locked = attempt('3', 'https://other.example.com', 'unknown');

  it('are those of that service, even if another one has an order with the same account and ID', () =>
    expect(attemptsAt('https://api.example.com', [here, elsewhere])).toEqual([here]));

  it('include every change that still locks its order', () => {
    expect(attemptsAt('https://api.example.com', [elsewhere, locked])).toEqual([locked]);
    expect(attemptsAt(undefined, [here, locked])).toEqual([locked]);
  });
});

describe('two requests', () => {
  const live: OrderTarget = { service: 'https://broker.example', isSandbox: false, accountId: '8001', orderId: 'T-1', exchange: 'SEHK' };

  it('in two markets of a paper account are about two orders', () => {
    const [one, two] = [1, 2].map((market): OrderTarget => ({ ...live, isPaper: true, market }));
    if (one === undefined || two === undefined) throw new Error('two targets');
    expect([isSameAccount(one, two), isSameOrder(one, two), orderLockName(one) === orderLockName(two)]).toEqual([true, false, false]);
  });

  it.each<readonly [string, Partial<OrderTarget>, boolean, boolean]>([
    ['with another spelling of the address', { service: 'https://BROKER.example:443/' }, true, true],
    ['with what does not name the order', { exchange: '', isPaper: false, market: 1 }, true, true],
    ['with another ID', { orderId: 'T-2' }, true, false],
    ['with a mark', { mark: '#abcd1234' }, true, false],
    ['in a paper account of that number', { isPaper: true }, false, false],
    ['in another account', { accountId: '8002' }, false, false],
    ['at another service', { service: 'https://other.example' }, false, false],
  ])('%s are about one account and one order, or not', (_, over, isAccount, isOrder) => {
    const other = { ...live, ...over };
    for (const [one, two] of [[live, other] as const, [other, live] as const]) {
      expect(isSameAccount(one, two)).toBe(isAccount);
      expect(isSameOrder(one, two)).toBe(isOrder);
      // Whatever is one order has one lock, and no two have.
      expect(orderLockName(one) === orderLockName(two)).toBe(isOrder);
    }
  });
});
