import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisPlaces } from '../../../../../src/domain/security/day/dayAxis';
import { dayEvents, fillsOf, ordersLackingFills, ordersPlaced } from '../../../../../src/domain/security/day/dayEvents';
import type { DayChange, DayFill, DayOrder, DayParts, Owner } from '../../../../../src/domain/security/day/dayEvents';
import { daySums } from '../../../../../src/domain/security/day/daySums';
import { dateAt, isWithin, marketDay, nearestDay } from '../../../../../src/domain/security/day/marketDay';
import type { CalendarEvent, OrderRecord } from '../../../../../src/service/records';

const zone = 'Asia/Hong_Kong';
const day = marketDay('2026-03-11', zone);
if (day === undefined) throw new Error('there is such a day');
const at = (time: string): number => Date.parse(`2026-03-11T${time}+08:00`);
const micro = (ms: number): string => `${String(ms)}000`;

const live: Owner = { kind: 'live', id: '8001', name: 'Margin' };
const paper: Owner = { kind: 'simulated', id: '8001', name: 'Paper' };

function order(over: Partial<OrderRecord> = {}, account = live): DayOrder {
  return {
    account,
    order: {
      ...{ orderId: 'OK-1', code: 'HK.00700', name: '', securityType: 'STOCK', side: 'BUY', orderType: 'LIMIT', status: 'SUBMITTED' },
      ...{ timeInForce: 'DAY', currency: 'HKD', quantity: '300', price: '560', auxPrice: '', dealtQuantity: '0', dealtAveragePrice: '' },
      ...{ createdAt: micro(at('10:00:00')), updatedAt: micro(at('10:00:00')), lastError: '', remark: '', unknown: {} },
      ...over,
    },
  };
}
function fill(over: Partial<DayFill> = {}): DayFill {
  return {
    ...{
      account: live,
      id: 'D-1',
      orderId: 'OK-1',
      atMs: at('10:05:00'),
      side: 'BUY',
      quantity: '100',
      price: '560',
      currency: '',
      standing: 'counts',
      isSum: false,
    },
    ...over,
  };
}
const change = (over: Partial<DayChange> = {}): DayChange => ({
  ...{ account: live, id: 'a1', orderId: 'OK-1', atMs: at('10:02:00'), isTaken: true },
  fields: [{ field: 'price', old: '559', kept: '560' }],
  ...over,
});
const release = (time: string, uniqueId: string): CalendarEvent => ({
  ...{
    text: 'CPI',
    previous: '1',
    predictive: '2',
    announce: '',
    star: 3,
    time: at(time) / 1000,
    country: 'CN',
    currency: null,
    unit: '%',
  },
  ...{ uniqueId, detailUrl: null },
});
const none: DayParts = { orders: [], fills: [], changes: [], releases: [] };
const kinds = (parts: Partial<DayParts>): readonly string[] => dayEvents(day, { ...none, ...parts }).map(({ kind }) => kind);

describe('a day in the local time of an exchange', () => {
  it('has the local hours there', () => {
    const hours = (date: string): number => {
      const found = marketDay(date, 'America/New_York');
      return found === undefined ? 0 : (found.to - found.from) / 3_600_000;
    };
    expect(['2026-03-07', '2026-03-08', '2026-11-01'].map(hours)).toEqual([24, 23, 25]);
    expect(marketDay('2026-02-30', zone)).toBeUndefined();
  });

  it('contains its first instant and not the one after its last', () => {
    expect([day.from - 1, day.from, day.to - 1, day.to].map((ms) => isWithin(day, ms))).toEqual([false, true, true, false]);
    expect(dateAt(zone, day.to - 1)).toBe('2026-03-11');
  });

  it('has the nearest trading day before and after it, as far as they are known', () => {
    const known = { from: '2026-03-01', to: '2026-03-31', dates: new Set(['2026-03-10', '2026-03-13', '2026-03-16']) };
    expect(nearestDay('2026-03-13', -1, '2026-03-20', known)).toBe('2026-03-10');
    expect(nearestDay('2026-03-13', 1, '2026-03-20', known)).toBe('2026-03-16');
    expect(nearestDay('2026-03-13', 1, '2026-03-15', known)).toBeUndefined();
    expect(nearestDay('2026-03-10', -1, '2026-03-20', known)).toBeUndefined();
    expect(nearestDay('2026-03-10', -1, '2026-03-20')).toBe('2026-03-09');
    expect(nearestDay('2026-03-10', 1, '2026-03-10')).toBeUndefined();
    expect(nearestDay('2026-02-30', -1, '2026-03-20', known)).toBeUndefined();
  });
});

describe('the events in the review of a day', () => {
  it('are placing, changes, fills, the end, and releases, in order of time', () => {
    const ended = order({ status: 'CANCELLED_PART', updatedAt: micro(at('10:20:00')), dealtQuantity: '100' });
    const releases = [release('10:05:00', 'calendar_economic:1'), release('09:00:00', 'calendar_economic:2')];
    expect(kinds({ orders: [ended], fills: [fill()], changes: [change()], releases })).toEqual([
      ...['released', 'placed', 'changed', 'released', 'filled', 'ended'],
    ]);
  });

  it('leave out events of another day, even of the same order', () => {
    const yesterday = micro(at('10:00:00') - 86_400_000);
    expect(kinds({ orders: [order({ createdAt: yesterday, status: 'CANCELLED_ALL' })] })).toEqual(['ended']);
    expect(kinds({ orders: [order({ updatedAt: micro(at('10:00:00') + 86_400_000), status: 'CANCELLED_ALL' })] })).toEqual(['placed']);
    expect(kinds({ fills: [fill({ atMs: day.to })], changes: [change({ atMs: day.from - 1 })] })).toEqual([]);
  });

  it('show an update only if no placement, fill, or change in the journal already says the same', () => {
    const updated = (time: string, over: Partial<OrderRecord> = {}): DayOrder => order({ updatedAt: micro(at(time)), ...over });
    expect(kinds({ orders: [updated('10:00:00.900')] })).toEqual(['placed']);
    expect(kinds({ orders: [updated('10:02:05')] })).toEqual(['placed', 'updated']);
    expect(kinds({ orders: [updated('10:02:05')], changes: [change()] })).toEqual(['placed', 'changed']);
    expect(kinds({ orders: [updated('10:02:05')], changes: [change({ orderId: 'OK-2' })] })).toEqual(['placed', 'changed', 'updated']);
    expect(kinds({ orders: [updated('10:02:05', { status: 'FILLED_ALL' })] })).toEqual(['placed']);
  });

  it('use the latest update of an order in two lists, and keep accounts of both kinds separate', () => {
    const [older, newer] = [order(), order({ status: 'CANCELLED_ALL', updatedAt: micro(at('11:00:00')) })];
    expect(kinds({ orders: [newer, older] })).toEqual(['placed', 'ended']);
    expect(ordersPlaced(day, [older, newer, order({}, paper)])).toHaveLength(2);
  });

  it('name the account of a change by its order', () => {
    const [, found] = dayEvents(day, { ...none, orders: [order()], changes: [change()] });
    expect(found).toMatchObject({ kind: 'changed', account: live, order: { orderId: 'OK-1' } });
    const [alone] = dayEvents(day, { ...none, changes: [change()] });
    expect(alone).toMatchObject({ account: { id: '8001', name: '8001' }, order: undefined });
  });

  it('lose nothing of the day, duplicate nothing, and are in order of time', () => {
    const instant = fc.integer({ min: day.from - 3_600_000, max: day.to + 3_600_000 });
    const account = fc.constantFrom(live, paper);
    const id = fc.constantFrom('1', '2', '3', '4', '5');
    const parts = fc.record({
      orders: fc.array(
        fc
          .record({
            account,
            id,
            created: instant,
            lasts: fc.nat(7_200_000),
            status: fc.constantFrom('SUBMITTED', 'FILLED_ALL', 'CANCELLED_ALL'),
          })
          .map((made) =>
            order(
              { orderId: made.id, status: made.status, createdAt: micro(made.created), updatedAt: micro(made.created + made.lasts) },
              made.account,
            ),
          ),
      ),
      fills: fc.array(fc.record({ account, id, atMs: instant }).map((made) => fill(made))),
      changes: fc
        .array(fc.record({ account, orderId: id, atMs: instant }), { maxLength: 8 })
        .map((made) => made.map((each, place) => change({ ...each, id: String(place) }))),
      releases: fc.array(instant).map((made) => made.map((ms) => ({ ...release('00:00:00', ''), time: Math.floor(ms / 1000) }))),
    });
    fc.assert(
      fc.property(parts, (made) => {
        const events = dayEvents(day, made);
        const count = (kind: string): number => events.filter((event) => event.kind === kind).length;
        expect(events.map(({ atMs }) => atMs)).toEqual(events.map(({ atMs }) => atMs).toSorted((one, other) => one - other));
        expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
        expect(events.every(({ atMs }) => atMs >= day.from && atMs < day.to)).toBe(true);
        expect(count('changed')).toBe(made.changes.filter(({ atMs }) => isWithin(day, atMs)).length);
        expect(count('released')).toBe(made.releases.filter(({ time }) => isWithin(day, time * 1000)).length);
        expect(count('placed')).toBe(ordersPlaced(day, made.orders).length);
        expect(count('filled')).toBe(fillsOf(day, made.fills).length);
        // Calculated independently: of fills with the same ID the last one counts.
        const last = new Map(made.fills.map((each) => [`${each.account.kind} ${each.id}`, each.atMs]));
        expect(count('filled')).toBe([...last.values()].filter((ms) => isWithin(day, ms)).length);
      }),
    );
  });
});

describe('an order whose filled quantity exceeds its fills', () => {
  const filled = order({ status: 'FILLED_ALL', dealtQuantity: '300', updatedAt: micro(at('10:06:00')) });

  it('is named until all its fills are there', () => {
    expect(ordersLackingFills(day, [filled], [fill()])).toHaveLength(1);
    expect(ordersLackingFills(day, [filled], [fill(), fill({ id: 'D-2', quantity: '200' })])).toEqual([]);
    expect(ordersLackingFills(day, [filled], [fill({ quantity: '300', orderId: 'OK-2' })])).toHaveLength(1);
  });

  it('is not reported when fills may lie on other days, or are not listed one by one', () => {
    expect(ordersLackingFills(day, [order({ dealtQuantity: '300', updatedAt: micro(day.to) })], [])).toEqual([]);
    expect(ordersLackingFills(day, [order({ dealtQuantity: '300', createdAt: micro(day.from - 1) })], [])).toEqual([]);
    expect(ordersLackingFills(day, [{ ...filled, account: paper }], [])).toEqual([]);
  });
});

describe('the totals of a day', () => {
  it('are exact, and count short sales as sales', () => {
    const fills = [
      fill({ quantity: '100', price: '0.1' }),
      fill({ quantity: '200', price: '0.2', side: 'BUY_BACK' }),
      fill({ quantity: '3', price: '10.333333333', side: 'SELL_SHORT' }),
      fill({ side: 'UNKNOWN' }),
      fill({ price: '' }),
    ];
    expect(daySums(fills)).toEqual({
      bought: { quantity: '300', value: '50', average: { text: '0.166666667', isExact: false } },
      sold: { quantity: '3', value: '30.999999999', average: { text: '10.333333333', isExact: true } },
      leftOut: 2,
    });
    expect(daySums([]).bought).toEqual({ quantity: '0', value: '0', average: undefined });
  });

  it('equal totals calculated in whole numbers', () => {
    const traded = fc.record({
      side: fc.constantFrom('BUY', 'SELL'),
      lots: fc.integer({ min: 1, max: 9_999 }),
      cents: fc.integer({ min: 1, max: 99_999_999 }),
    });
    fc.assert(
      fc.property(fc.array(traded), (made) => {
        const sums = daySums(
          made.map(({ side, lots, cents }) => ({
            side,
            standing: 'counts' as const,
            quantity: String(lots),
            price: `${String(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`,
          })),
        );
        for (const [side, sum] of [
          ['BUY', sums.bought],
          ['SELL', sums.sold],
        ] as const) {
          const own = made.filter((each) => each.side === side);
          const value = own.reduce((all, { lots, cents }) => all + BigInt(lots) * BigInt(cents), 0n);
          expect(sum.quantity).toBe(String(own.reduce((all, { lots }) => all + lots, 0)));
          expect(sum.value).toBe(plain(value));
        }
      }),
    );
  });
});

/** Cents as a decimal without trailing zeros. */
function plain(cents: bigint): string {
  return `${String(cents / 100n)}.${String(cents % 100n).padStart(2, '0')}`.replace(/\.?0+$/, '');
}

describe('the positions on the time axis of a day', () => {
  const bars = [{ time: 3600 }, { time: 3900 }, { time: 7200 }];

  it('are the bar around a time, or a separate minute without one', () => {
    expect(axisPlaces([3599, 3600, 4199, 4200, 7499, 7561], bars, 300)).toEqual([
      { time: 3540, hasBar: false },
      { time: 3600, hasBar: true },
      { time: 3900, hasBar: true },
      { time: 4200, hasBar: false },
      { time: 7200, hasBar: true },
      { time: 7560, hasBar: false },
    ]);
    expect(axisPlaces([61], [], 60)).toEqual([{ time: 60, hasBar: false }]);
  });
});
