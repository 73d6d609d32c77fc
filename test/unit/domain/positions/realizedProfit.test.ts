import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayCrossSplit, realizedProfit } from '../../../../src/domain/positions/realizedProfit';
import type { Trade } from '../../../../src/domain/positions/realizedProfit';
import { parseAmount } from '../../../../src/domain/values/amount';
import type { Amount } from '../../../../src/domain/values/amount';

const amount = (text: string): Amount => parseAmount(text) ?? 0n;
const trade = (direction: Trade['direction'], quantity: string, price: string): Trade => ({
  ...{ direction, quantity: amount(quantity), price: amount(price) },
});
const trades = fc.array(
  fc
    .tuple(fc.constantFrom<Trade['direction']>('buy', 'sell'), fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 99_999 }))
    .map(([direction, quantity, cents]) => trade(direction, String(quantity), (cents / 100).toFixed(2))),
  { minLength: 1, maxLength: 20 },
);
const heldBy = (list: readonly Trade[]): Amount =>
  list.reduce((held, { direction, quantity }) => held + (direction === 'buy' ? quantity : -quantity), 0n);
const one = 10n ** 18n;
const cashOf = (list: readonly Trade[]): Amount =>
  list.reduce((cash, { direction, quantity, price }) => cash + ((direction === 'sell' ? 1n : -1n) * quantity * price) / one, 0n);

describe('the realized profit, first in, first out,', () => {
  it.each([
    ['of the oldest shares', [trade('buy', '100', '10'), trade('buy', '100', '12'), trade('sell', '150', '15')], '50', '650', '0'],
    ['of a short sale', [trade('sell', '100', '10'), trade('buy', '60', '8.5')], '-40', '90', '0'],
    [
      'of a sale that turns the position around',
      [trade('buy', '100', '10'), trade('sell', '150', '11'), trade('buy', '50', '9')],
      '0',
      '200',
      '0',
    ],
    ['of shares that were there before', [trade('buy', '100', '10'), trade('sell', '150', '15')], '150', '0', '150'],
    ['of some that were there before', [trade('buy', '100', '10'), trade('sell', '150', '15')], '20', '400', '70'],
    ['of the purchase that closes an older short sale', [trade('buy', '100', '10'), trade('sell', '40', '12')], '0', '80', '60'],
  ] as const)('%s', (_, list, held, profit, unknown) => {
    expect(realizedProfit(list, amount(held))).toEqual({ profit: amount(profit), unknown: amount(unknown) });
  });

  it('is the money that came in less the money that went out, once nothing is held', () => {
    fc.assert(
      fc.property(trades, fc.integer({ min: 1, max: 99_999 }), (list, cents) => {
        const held = heldBy(list);
        const price = (cents / 100).toFixed(2);
        const closing: Trade = { direction: held > 0n ? 'sell' : 'buy', quantity: held > 0n ? held : -held, price: amount(price) };
        const whole = held === 0n ? list : [...list, closing];
        expect(realizedProfit(whole, 0n)).toEqual({ profit: cashOf(whole), unknown: 0n });
      }),
    );
  });

  it('is unknown for no more than was held before', () => {
    fc.assert(
      fc.property(trades, fc.integer({ min: -500, max: 500 }), (list, before) => {
        const { unknown } = realizedProfit(list, heldBy(list) + amount(String(before)));
        expect(unknown >= 0n && unknown <= amount(String(Math.abs(before)))).toBe(true);
      }),
    );
  });
});

describe('trades that may be from before and after a split', () => {
  const crosses = (list: readonly Trade[], quantity: string, price?: string): boolean =>
    mayCrossSplit(list, { quantity: amount(quantity), price: price === undefined ? undefined : amount(price) });

  it.each([
    ['all sold after ten for one', [trade('buy', '100', '1000'), trade('sell', '1000', '100')], '0', undefined],
    ['part sold after ten for one', [trade('buy', '100', '1000'), trade('sell', '50', '101')], '950', '101'],
    ['all sold after three for two', [trade('buy', '100', '90'), trade('sell', '150', '60.5')], '0', undefined],
    ['all sold after one for ten', [trade('buy', '1000', '10'), trade('sell', '100', '99')], '0', undefined],
    ['a short sale before ten for one', [trade('sell', '100', '1000')], '-1000', '100'],
    ['a sale before ten for one, of shares from earlier', [trade('sell', '10', '1000'), trade('sell', '900', '100')], '0', undefined],
    ['a split after the last of them', [trade('buy', '100', '1000'), trade('sell', '50', '1010')], '500', '100'],
  ] as const)('are recognized: %s', (_, list, quantity, price) => expect(crosses(list, quantity, price)).toBe(true));

  it.each([
    ['add up to what is held', [trade('buy', '100', '1000'), trade('sell', '100', '500')], '0', undefined],
    ['have a price that moves the other way', [trade('buy', '100', '10'), trade('sell', '150', '15')], '20', '15'],
    ['have ordinary prices', [trade('buy', '100', '10'), trade('sell', '150', '12')], '150', '12.5'],
    ['are followed by no known price', [trade('sell', '50', '1000')], '50', undefined],
  ] as const)('are none that %s', (_, list, quantity, price) => expect(crosses(list, quantity, price)).toBe(false));
});
