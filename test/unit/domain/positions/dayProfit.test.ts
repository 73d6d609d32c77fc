import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addedDays, dayPercent, dayProfit, daySum } from '../../../../src/domain/positions/dayProfit';
import type { DayProfit } from '../../../../src/domain/positions/dayProfit';
import { dayTotals } from '../../../../src/domain/positions/dayTotals';
import { readHolding } from '../../../../src/domain/positions/holding';
import type { ReadHolding } from '../../../../src/domain/positions/holding';
import { holdingToday, isFreshRead } from '../../../../src/domain/positions/liveHolding';
import { parseAmount, plainAmount } from '../../../../src/domain/values/amount';
import { holding } from '../../../support/builders/holdings';

type Example = Readonly<Record<'symbol' | 'side' | 'quantity' | 'value' | 'last' | 'close' | 'day' | 'percent', string>> & {
  readonly currency?: string;
  readonly stated?: string;
  readonly profit?: string;
  readonly kind?: 'live' | 'simulated';
};

/** Worked out by hand, with the percentage truncated after six digits. */
const examples: readonly Example[] = [
  // Hong Kong, 3 lots of 100: 562.50 − 555.00 = 7.50 each; 2,250 of 166,500.
  { symbol: 'HK.00700', side: 'long', quantity: '300', value: '168750', last: '562.5', close: '555', day: '2250', percent: '1.351351' },
  // An odd lot: 137 × (98.65 − 99.40) = −102.75 of 13,617.80.
  {
    symbol: 'HK.00005',
    side: 'long',
    quantity: '137',
    value: '13515.05',
    last: '98.65',
    close: '99.4',
    day: '-102.75',
    percent: '-0.754527',
  },
  // Short: the price rises by 0.35, so 400 shares lose 140 of the 10,600 that they were worth.
  { symbol: 'HK.00066', side: 'short', quantity: '400', value: '10740', last: '26.85', close: '26.5', day: '-140', percent: '-1.320754' },
  // The same, with the signs that some services write.
  { symbol: 'HK.00066', side: 'short', quantity: '-400', value: '-10740', last: '26.85', close: '26.5', day: '-140', percent: '-1.320754' },
  // United States, a fraction of a share: 0.125 × (213.40 − 210.00) = 0.425 of 26.25.
  { symbol: 'US.AAPL', side: 'long', quantity: '0.125', value: '26.675', last: '213.40', close: '210', day: '0.425', percent: '1.619047' },
  // A short position whose price falls: 10 × (172.88 − 170.00) = 28.80 of 1,728.80.
  { symbol: 'US.NVDA', side: 'short', quantity: '10', value: '1700', last: '170', close: '172.88', day: '28.8', percent: '1.665895' },
  // Japan, 100 shares, with one decimal: 100 × (2,931.5 − 2,950.0) = −1,850 of 295,000.
  { symbol: 'JP.7203', side: 'long', quantity: '100', value: '293150', last: '2931.5', close: '2950', day: '-1850', percent: '-0.627118' },
  // Nothing moved.
  { symbol: 'SG.D05', side: 'long', quantity: '100', value: '4512', last: '45.12', close: '45.12', day: '0', percent: '0' },
  // Opened today at 505, as the service reports: 20 × (510 − 505), not 20 × (510 − 490).
  {
    symbol: 'US.MSFT',
    side: 'long',
    quantity: '20',
    value: '10200',
    last: '510',
    close: '490',
    stated: '100',
    profit: '100',
    day: '100',
    percent: '0.990099',
  },
  // All sold today: only the service knows the proceeds.
  { symbol: 'US.AMZN', side: 'long', quantity: '0', value: '0', last: '225', close: '220', stated: '35.50', day: '35.5', percent: '' },
  // All but one share were sold at a loss: the previous value is not 9 + 100.
  {
    symbol: 'CA.SHOP',
    side: 'long',
    quantity: '1',
    value: '9',
    last: '9',
    close: '10',
    stated: '-100',
    profit: '-20',
    day: '-100',
    percent: '',
  },
  // A contract is worth more than its price by an unknown factor, so only a stated figure counts.
  {
    symbol: 'HK.HSImain',
    side: 'long',
    quantity: '2',
    value: '2438600',
    last: '24386',
    close: '24300',
    stated: '8600',
    day: '8600',
    percent: '',
  },
  { symbol: 'HK.MHImain', side: 'long', quantity: '2', value: '487780', last: '24389', close: '24300', day: 'noProduct', percent: '' },
  // No previous close, an impossible one, and an unknown side.
  { symbol: 'HK.09999', side: 'long', quantity: '100', value: '1000', last: '10', close: '', day: 'noClose', percent: '' },
  { symbol: 'HK.09998', side: 'long', quantity: '100', value: '1000', last: '10', close: '0', day: 'noClose', percent: '' },
  { symbol: 'HK.09997', side: 'other', quantity: '100', value: '1000', last: '10', close: '9', day: 'side', percent: '' },
  { symbol: 'HK.09996', side: 'long', quantity: '-100', value: '-1000', last: '10', close: '9', day: 'side', percent: '' },
];

const sides = { long: 'long', short: 'short', other: 'other' } as const;

function read({ symbol, side, quantity, value, last, currency, stated, profit = '0' }: Example): ReadHolding {
  return readHolding(
    holding({
      id: `${symbol}|${side}|${quantity}`,
      symbol,
      side: side === 'long' || side === 'short' ? sides[side] : 'other',
      quantity,
      price: last,
      marketValue: value,
      profit,
      currency,
      ...(stated === undefined ? {} : { dayProfit: stated }),
    }),
  );
}

function today(example: Example, isOld = false): ReadHolding {
  return holdingToday(read(example), { lastPrice: example.last, previousClose: example.close }, { isOld, isFresh: true });
}

function written(day: DayProfit): readonly [string, string] {
  if (day.kind === 'unknown') return [day.gap, ''];
  const percent = dayPercent(day);
  return [plainAmount(day.amount), percent === undefined ? '' : plainAmount(percent).replace(/(\.\d{6})\d*$/, '$1')];
}

describe('day P&L', () => {
  it.each(examples)('for $symbol $side × $quantity from $close to $last is $day', (example) => {
    expect(written(today(example).day)).toEqual([example.day, example.percent]);
    expect(today(example).day.kind).toBe(/[a-z]/i.test(example.day) ? 'unknown' : example.stated === undefined ? 'calculated' : 'stated');
  });

  it('is not calculated from a price that is out of date', () => {
    const [tencent] = examples;
    if (tencent === undefined) return expect.unreachable();
    expect(today(tencent, true).day).toEqual({ kind: 'unknown', gap: 'oldPrice' });
  });

  it('follows the price from a stated figure only while both are from the same moment', () => {
    const told = readHolding(holding({ quantity: '100', price: '10', marketValue: '1000', profit: '200', dayProfit: '50', side: 'short' }));
    const at = (isOld: boolean): DayProfit => holdingToday(told, { lastPrice: '10.5', previousClose: '9' }, { isOld, isFresh: true }).day;
    expect(written(at(false))[0]).toBe('0');
    expect(written(at(true))[0]).toBe('50');
    for (const dayProfit of ['', 'N/A', '--']) expect(readHolding(holding({ dayProfit })).day).toEqual({ kind: 'unknown', gap: 'noClose' });
  });

  it('is empty when the stated figure is too old, with or without a quote', () => {
    const told = readHolding(holding({ quantity: '100', price: '10', marketValue: '1000', dayProfit: '50' }));
    for (const quote of [undefined, { lastPrice: '10.5', previousClose: '9' }, { lastPrice: '', previousClose: '' }])
      for (const isOld of [false, true])
        expect(holdingToday(told, quote, { isOld, isFresh: false }).day).toEqual({ kind: 'unknown', gap: 'oldPrice' });
  });

  it('is not calculated from a close and a price of different days', () => {
    const held = readHolding(holding({ quantity: '100', price: '10', marketValue: '1000' }));
    const at = (lastPrice: string, isFresh: boolean): readonly [string, string] =>
      written(holdingToday(held, { lastPrice, previousClose: '9' }, { isOld: false, isFresh }).day);
    expect(at('', false)[0]).toBe('oldPrice');
    expect(at('', true)[0]).toBe('100');
    expect(at('10.5', false)[0]).toBe('150');
  });

  it('counts as fresh for ten minutes, but not past midnight in its market', () => {
    // Midnight in Hong Kong.
    const midnight = Date.UTC(2026, 10, 23, 16);
    const minute = 60_000;
    expect(isFreshRead('HK.00700', midnight, midnight + 9 * minute)).toBe(true);
    expect(isFreshRead('HK.00700', midnight, midnight + 10 * minute)).toBe(false);
    expect(isFreshRead('HK.00700', midnight - minute, midnight + minute)).toBe(false);
    expect(isFreshRead('US.AAPL', midnight - minute, midnight + minute)).toBe(true);
    for (const unknown of [undefined, null]) expect(isFreshRead('HK.00700', unknown, midnight)).toBe(false);
  });

  it('has no percentage when the stated gain differs, however small it is compared with the value', () => {
    const percentOf = (stated: string): string =>
      written(
        holdingToday(
          readHolding(holding({ quantity: '1000', price: '100', marketValue: '100000', profit: '5000', dayProfit: stated })),
          { lastPrice: '100', previousClose: '99.96' },
          { isOld: false, isFresh: true },
        ).day,
      )[1];
    // Calculated: 40 of 99,960.
    expect(percentOf('40')).toBe('0.040016');
    expect(percentOf('40.5')).not.toBe('');
    expect(percentOf('90')).toBe('');
    expect(percentOf('-40')).toBe('');
  });

  it('is price less close times quantity to the last digit, and its negative for a short position', () => {
    const figure = fc
      .tuple(fc.bigInt(1n, 10n ** 9n), fc.integer({ min: 0, max: 6 }))
      .map(([units, digits]) => new Big(`${units}e-${digits}`));
    fc.assert(
      fc.property(figure, figure, figure, (price, close, quantity) => {
        const of = (side: 'long' | 'short'): DayProfit =>
          dayProfit(
            {
              side,
              quantity: quantity.toFixed(),
              price: price.toFixed(),
              marketValue: parseAmount(price.times(quantity).toFixed()),
              profit: undefined,
              stated: undefined,
            },
            { previousClose: close.toFixed(), isOld: false },
          );
        const expected = price.minus(close).times(quantity);
        expect(written(of('long'))[0]).toBe(expected.toFixed());
        expect(written(of('short'))[0]).toBe(expected.times(-1).toFixed());
      }),
    );
  });
});

describe('day P&L of several positions', () => {
  const accounts = [
    {
      kind: 'live' as const,
      holdings: examples
        .filter(({ symbol }) => /^(HK|US)/.test(symbol))
        .map((example) => today({ ...example, currency: example.symbol.startsWith('HK') ? 'HKD' : 'USD' })),
    },
    // The specification names no currency: each market is added separately.
    { kind: 'simulated' as const, holdings: examples.filter(({ symbol }) => /^(HK\.00|JP)/.test(symbol)).map((example) => today(example)) },
  ];

  it('is added by kind of account and currency, or market, and says what it leaves out', () => {
    const totals = dayTotals(accounts).map(({ kind, currency, market, count, day }) => [
      kind,
      currency ?? market,
      day.amount === undefined ? undefined : plainAmount(day.amount),
      `${day.counted} of ${count}`,
      day.calculated,
    ]);
    expect(totals).toEqual([
      // 2,250 − 102.75 − 140 − 140 + 8,600
      ['live', 'HKD', '10467.25', '5 of 10', 4],
      // 0.425 + 28.80 + 100 + 35.50
      ['live', 'USD', '164.725', '4 of 4', 2],
      // 2,250 − 102.75 − 140 − 140
      ['simulated', 'HK', '1867.25', '4 of 4', 4],
      ['simulated', 'JP', '-1850', '1 of 1', 1],
    ]);
  });

  it('is never added when neither currency nor market is known', () => {
    const unknown = (id: string): ReadHolding => readHolding(holding({ id, symbol: '00700', market: undefined, dayProfit: '5' }));
    const kind = 'live' as const;
    const totals = dayTotals([
      { kind, holdings: [unknown('1'), unknown('2')] },
      { kind, holdings: [unknown('1')] },
    ]);
    expect(totals.map(({ count, day }) => [count, plainAmount(day.amount ?? 0n)])).toEqual([
      [1, '5'],
      [1, '5'],
      [1, '5'],
    ]);
  });

  it('is not complete when holdings of an account of its kind may be missing', () => {
    const totals = dayTotals([...accounts, { kind: 'simulated', holdings: [], isWhole: false }]);
    expect(totals.map(({ kind, isWhole }) => [kind, isWhole])).toEqual([
      ['live', true],
      ['live', true],
      ['simulated', false],
      ['simulated', false],
    ]);
  });

  it('has a percentage only if it is known for everything that is counted', () => {
    const [hongKong, states, paper] = dayTotals(accounts);
    // 1,867.25 of 166,500 + 13,617.80 + 10,600 + 10,600 = 201,317.80
    expect(plainAmount(paper?.day.percent ?? 0n, 6)).toBe('0.927514');
    expect([hongKong?.day.percent, states?.day.percent]).toEqual([undefined, undefined]);
    expect(daySum([]).amount).toBeUndefined();
    expect(daySum([{ kind: 'unknown', gap: 'noClose' }])).toMatchObject({ amount: undefined, percent: undefined, counted: 0 });
  });

  it('is the same however the positions are divided', () => {
    const day = fc.oneof(
      fc.record({
        kind: fc.constantFrom('stated' as const, 'calculated' as const),
        amount: fc.bigInt(),
        basis: fc.option(fc.bigInt({ min: 1n }), { nil: undefined }),
      }),
      fc.constant<DayProfit>({ kind: 'unknown', gap: 'noClose' }),
    );
    fc.assert(
      fc.property(fc.array(day), fc.array(day), (one, other) => {
        expect(addedDays(daySum(one), daySum(other))).toEqual(daySum([...one, ...other]));
      }),
    );
  });
});
