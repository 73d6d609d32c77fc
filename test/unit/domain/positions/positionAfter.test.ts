import { describe, expect, it } from 'vitest';
import { heldOf, positionAfter } from '../../../../src/domain/positions/positionAfter';
import { parseAmount, plainAmount } from '../../../../src/domain/values/amount';
import { holding } from '../../../support/builders/holding';

const heldIn = (code: string, ...fields: readonly Parameters<typeof holding>[0][]): string | undefined => {
  const held = heldOf(fields.map(holding), code);
  return held && plainAmount(held.quantity);
};

describe('what an account holds of a security', () => {
  it('is found by any name of the security, with its cost', () => {
    expect(heldOf([holding({ symbol: '00700', quantity: '2000', costPrice: '645.95' })], 'HK.00700')).toEqual({
      quantity: parseAmount('2000'),
      costPrice: '645.95',
      price: holding().price,
      currency: holding().currency,
    });
    expect(heldIn('HK.00700', { symbol: 'HK.00005' }, { symbol: 'US.AAPL' })).toBe('0');
  });

  it('is negative for a short position, whatever sign the service writes', () => {
    expect(heldIn('HK.00700', { side: 'short', quantity: '300' })).toBe('-300');
    expect(heldIn('HK.00700', { side: 'short', quantity: '-300' })).toBe('-300');
  });

  it.each([
    ['two positions in it', [{ quantity: '100' }, { quantity: '50' }]],
    ['a side that is neither', [{ side: 'other' }]],
    ['a long position below zero', [{ quantity: '-5' }]],
    ['a quantity that is no number', [{ quantity: '' }]],
    ['a name that may be that of the security', [{ symbol: 'NEW_MARKET.00700', sentSymbol: 'NEW_MARKET.00700' }]],
  ] as const)('is not known with %s', (_, fields) => expect(heldIn('HK.00700', ...fields)).toBeUndefined());

  it('leaves out a position that was closed', () => expect(heldIn('HK.00700', { quantity: '0' }, { quantity: '50' })).toBe('50'));
});

describe('a position after an order', () => {
  it.each([
    ['2000', 'BUY', '100', '2100', undefined],
    ['2000', 'SELL', '100', '1900', undefined],
    ['2000', 'SELL', '2000', '0', 'closed'],
    ['2000', 'SELL', '2300', '-300', 'short'],
    ['0', 'BUY', '100', '100', undefined],
    ['0', 'SELL_SHORT', '100', '-100', 'short'],
    ['-300', 'SELL_SHORT', '100', '-400', undefined],
    ['-300', 'BUY_BACK', '300', '0', 'closed'],
    ['-300', 'BUY_BACK', '500', '200', 'long'],
    ['0.5', 'SELL', '0.2', '0.3', undefined],
  ])('of %s is after %s %s: %s, %s', (held, side, quantity, after, turns) => {
    const found = positionAfter({ quantity: parseAmount(held) ?? 0n }, side, quantity);
    expect(found && [plainAmount(found.quantity), found.turns]).toEqual([after, turns]);
  });

  it('is not known for an unknown side or quantity', () => {
    expect(positionAfter({ quantity: 0n }, '', '100')).toBeUndefined();
    expect(positionAfter({ quantity: 0n }, 'BUY', '')).toBeUndefined();
    expect(positionAfter({ quantity: 0n }, 'BUY', '-5')).toBeUndefined();
  });
});
