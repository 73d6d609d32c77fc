import { describe, expect, it } from 'vitest';

const { chosenSymbol } = await import('../../../../../src/ui/platform/say/askSymbol');

const softBank = { label: 'JP.9984', description: 'SoftBank Group', symbol: 'JP.9984' };

describe('the security that Enter opens', () => {
  it('takes the typed symbol while the list still shows another one', () => {
    expect(chosenSymbol('US.AAPL', softBank)).toBe('US.AAPL');
    expect(chosenSymbol('apple', softBank)).toBeUndefined();
    expect(chosenSymbol('hk.700', undefined)).toBe('HK.00700');
  });

  it('is the chosen row when it fits the typed text, by symbol or by name', () => {
    expect(['', '9984', 'soft', 'softbank g', 'jp.9984'].map((value) => chosenSymbol(value, softBank))).toEqual(Array(5).fill('JP.9984'));
    expect(chosenSymbol('hk.700', { label: 'HK.00700', description: 'TENCENT', symbol: 'HK.00700' })).toBe('HK.00700');
  });
});
