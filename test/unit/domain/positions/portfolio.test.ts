import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHolding } from '../../../../src/domain/positions/holding';
import {
  bucketSums,
  bucketTotals,
  compareAmounts,
  fits,
  groupKeyOf,
  portfolioPosition,
  shareOf,
  tradedIn,
} from '../../../../src/domain/positions/portfolio';
import type { PortfolioGrouping, PortfolioPosition } from '../../../../src/domain/positions/portfolio';
import { absolute, parseAmount } from '../../../../src/domain/values/amount';
import { gainingHolding } from '../../../support/builders/holdings';

const holdings = fc
  .array(
    fc.record({
      market: fc.constantFrom('HK', 'US', 'SH'),
      currency: fc.constantFrom('HKD', 'USD', undefined),
      side: fc.constantFrom<'long' | 'short' | 'other'>('long', 'short', 'other'),
      marketValue: fc.oneof(
        fc.integer({ min: -9999, max: 9999 }).map((cents) => (cents / 100).toFixed(2)),
        fc.constantFrom('', '--'),
      ),
    }),
  )
  .map((records) =>
    records.map(({ market, ...record }, at) =>
      readHolding(gainingHolding({ ...record, id: String(at), symbol: `${market}.${String(at)}`, profit: '1.00' })),
    ),
  );

const live = { key: 'a', kind: 'live' } as const;
const paper = { key: 'b', kind: 'simulated' } as const;
const otherLive = { key: 'c', kind: 'live' } as const;

describe('the portfolio', () => {
  it('adds nothing across currencies, markets, or live and paper accounts, and says what it leaves out', () => {
    fc.assert(
      fc.property(holdings, fc.constantFrom<PortfolioGrouping>('none', 'account', 'market', 'currency', 'side'), (list, grouping) => {
        const account = (at: number) => (at < 3 ? live : at < 6 ? paper : otherLive);
        const positions = list.map((read, at) => portfolioPosition(account(at), read, undefined));
        expect(new Set(positions.map(({ id }) => id)).size).toBe(list.length);
        const keys = new Set(positions.map((position) => groupKeyOf(position, grouping)));
        for (const key of keys) {
          const members = positions.filter((position) => groupKeyOf(position, grouping) === key);
          for (const sum of bucketSums(members)) {
            const added = members.filter(({ bucket }) => bucket === sum.bucket);
            expect(new Set(added.map(({ read }) => read.holding.currency)).size).toBe(1);
            expect(new Set(added.map(({ accountKey }) => (accountKey === 'b' ? 'simulated' : 'live')))).toEqual(new Set([sum.kind]));
            if (sum.currency === undefined) expect(new Set(added.map(({ read }) => read.holding.symbol.slice(0, 2))).size).toBe(1);
            const readable = added.filter(({ read }) => read.marketValue !== undefined);
            // A short position takes from what the account is worth.
            const sided = ({ read: { holding, marketValue = 0n } }: PortfolioPosition): bigint =>
              holding.side === 'short' && marketValue > 0n ? -marketValue : marketValue;
            // Where anything is grouped, the one sum of a group is that of all its members.
            if (grouping !== 'none') expect(added).toEqual(members);
            expect(sum.marketValue).toBe(readable.reduce((total, position) => total + sided(position), 0n));
            expect([sum.count, sum.unreadable]).toEqual([added.length, added.length - readable.length]);
          }
        }
      }),
    );
  });

  it('never adds what is traded in two currencies that the service does not name', () => {
    const [inYuan, inDollars] = ['SH.600519', 'SH.900901'].map((symbol, id) =>
      portfolioPosition(paper, readHolding(gainingHolding({ id: String(id), symbol, currency: undefined })), undefined),
    );
    const sums = bucketSums([inYuan, inDollars].flatMap((position) => position ?? []));
    expect(sums.map(({ currency, assumedCurrency, market, count }) => [currency, assumedCurrency, market, count])).toEqual([
      [undefined, 'CNY', 'SH', 1],
      [undefined, 'USD', 'SH', 1],
    ]);
  });

  it('lists totals of live accounts first, then by currency', () => {
    const position = (account: typeof live | typeof paper, id: number, currency: string): PortfolioPosition =>
      portfolioPosition({ ...account, home: 'HKD' }, readHolding(gainingHolding({ id: String(id), currency })), undefined);
    const [usd, more, hkd, cny] = ['USD', 'USD', 'HKD', 'CNY'].map((currency, id) => position(live, id, currency));
    const sums = bucketSums([position(paper, 9, 'CNY'), usd, more, hkd, cny].flatMap((each) => each ?? []));
    expect(sums.map(({ kind, currency }) => `${kind} ${currency ?? ''}`)).toEqual(['live HKD', 'live CNY', 'live USD', 'simulated CNY']);
  });

  it('has short positions with a negative quantity, value, and share', () => {
    for (const [quantity, marketValue] of [
      ['100', '56000'],
      ['-100', '-56000'],
    ] as const) {
      const short = portfolioPosition(live, readHolding(gainingHolding({ side: 'short', quantity, marketValue })), undefined);
      const figures = [short.quantity, short.value, shareOf(short, bucketTotals([short]))];
      expect(figures).toEqual([-100n, -56_000n, -100n].map((figure) => figure * 10n ** 18n));
    }
  });

  it('knows the currency of a share that the service does not name', () => {
    const currencyOf = (symbol: string, currency?: string): string =>
      tradedIn(portfolioPosition(paper, readHolding(gainingHolding({ symbol, currency })), undefined));
    expect([
      currencyOf('HK.00700'),
      currencyOf('US.AAPL'),
      currencyOf('HK.80700'),
      currencyOf('US.AAPL', 'CAD'),
      currencyOf('X.1'),
    ]).toEqual([...['HKD', 'USD', 'CNY', 'CAD', '']]);
  });

  it('gives shares that add up to the whole total', () => {
    fc.assert(
      fc.property(holdings, (list) => {
        const positions = list.map((read) => portfolioPosition(live, read, undefined));
        const totals = bucketTotals(positions);
        for (const { bucket } of bucketSums(positions)) {
          const shares = positions.flatMap((position) => (position.bucket === bucket ? (shareOf(position, totals) ?? []) : []));
          const sum = shares.reduce((total, share) => total + absolute(share), 0n);
          // Each share is truncated after 18 decimals.
          if (shares.some((share) => share !== 0n)) expect(100n * 10n ** 18n - sum).toBeLessThanOrEqual(BigInt(shares.length));
        }
      }),
    );
  });

  it('finds positions by all typed words', () => {
    const position = portfolioPosition(live, readHolding(gainingHolding()), undefined);
    expect(['', ' ', '700 ten', 'TENCENT paper', '00700'].map((typed) => fits(position, typed, 'Paper'))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(['00701', 'tencent live'].map((typed) => fits(position, typed, 'Paper'))).toEqual([false, false]);
  });

  it('finds a position without a market in its symbol by the whole symbol, and any position by its market', () => {
    const found = (symbol: string, market: number, typed: string): boolean =>
      fits(portfolioPosition(paper, readHolding(gainingHolding({ symbol, market })), undefined), typed, 'Paper');
    expect(['HK.00700', 'hk.700', 'hk.00700 tencent', 'HK.00700 paper'].map((typed) => found('00700', 1, typed))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(found('AAPL', 2, 'us.aapl')).toBe(true);
    expect(['HK.00701', 'HK.00700 live'].map((typed) => found('00700', 1, typed))).toEqual([false, false]);
    // A position that names its market is in no other one.
    expect(found('SH.00700', 3, 'HK.00700')).toBe(false);
    expect([found('AAPL', 87, '87'), found('AAPL', 87, '88')]).toEqual([true, false]);
  });

  it('puts unreadable figures last in both directions', () => {
    const amounts = ['3', '', '1', '2'].map(parseAmount);
    const sorted = (direction: 'ascending' | 'descending') =>
      amounts.toSorted((one, other) => (direction === 'ascending' ? 1 : -1) * compareAmounts(one, other, direction));
    expect(sorted('ascending')).toEqual(['1', '2', '3', ''].map(parseAmount));
    expect(sorted('descending')).toEqual(['3', '2', '1', ''].map(parseAmount));
  });
});
