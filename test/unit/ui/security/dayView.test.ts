import { describe, expect, it } from 'vitest';
import type { DayReviewState } from '../../../../src/app/security/dayReview';
import type { Account } from '../../../../src/app/session/accounts/accounts';
import { marketDay } from '../../../../src/domain/security/day/marketDay';
import { listOf } from '../../../../src/service/lists/list';
import { orderRecord } from '../../../support/orders/orderFakes';
import { dayReviewView } from '../../../../src/ui/security/day/dayView';

const account: Account = { id: '8001', name: 'Margin', kind: 'live', markets: [], source: 'service' };
const date = '2026-01-05';

function reviewed(symbol: string, ...currencies: readonly string[]): DayReviewState {
  const day = marketDay(date, 'UTC');
  if (day === undefined) throw new Error('no day');
  const fill = {
    id: 'D1',
    orderId: 'O1',
    side: 'BUY',
    quantity: '5',
    price: '9.69',
    currency: '',
    standing: 'counts',
    isSum: false,
  } as const;
  return {
    ...{ symbol, day, today: date, session: 'whole', earlier: undefined, later: undefined, isReading: false, isListing: false },
    parts: {
      orders: [],
      fills: (currencies.length === 0 ? [''] : currencies).map((currency, at) => ({
        ...fill,
        id: String(at),
        currency,
        account,
        atMs: day.from + 1,
      })),
      changes: [],
      releases: [],
    },
    accounts: [{ account, orders: listOf([]), fills: listOf([]) }],
    directory: [],
    releases: { kind: 'read', value: listOf([]) },
    changes: { kind: 'read', value: [] },
    bars: { kind: 'loading' },
  };
}

describe('what was traded on a reviewed day', () => {
  const bought = (symbol: string, ...currencies: readonly string[]): string | undefined =>
    dayReviewView(reviewed(symbol, ...currencies), false).sums[0]?.facts.find(([name]) => name === 'Bought')?.[1];

  it('came to an amount in a currency, except for contracts, whose price is not that of one share', () => {
    expect(bought('HK.00005')).toBe('5 @ 9.69 = 48.45 HKD');
    expect(bought('HK.00005', 'USD', '')).toBe('10 @ 9.69 = 96.9 USD');
    expect(bought('HK.00005', 'USD', 'HKD')).toBe('10');
    expect(bought('US.NVDA281215P150000')).toBe('5 @ 9.69');
  });
});

it('the side of an order is known of each of its events', () => {
  const state = reviewed('HK.00005');
  const at = String((state.day.from + 5_000) * 1000);
  const order = orderRecord({
    orderId: 'O2',
    code: 'HK.00005',
    side: 'SELL_SHORT',
    status: 'CANCELLED_ALL',
    createdAt: at,
    updatedAt: `${at.slice(0, -8)}90000000`,
  });
  const parts = { ...state.parts, orders: [{ account, order }] };
  const events = dayReviewView({ ...state, parts }, false).events.map(({ kind, side }) => `${kind} ${side ?? ''}`);
  expect(events).toEqual(expect.arrayContaining(['filled buy', 'placed sell']));
});
