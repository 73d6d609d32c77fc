import { describe, expect, it } from 'vitest';
import { isSameSecurity, parseSymbol } from '../../../../src/domain/quotes/symbol';

describe('a security', () => {
  it.each([
    ['HK.00700', 'HK.00700', true],
    ['00700', 'HK.00700', true],
    ['BRK.B', 'US.BRK.B', true],
    ['US.BRK.B', 'US.BRK.B', true],
    ['AAPL', 'US.AAPL', true],
    ['B', 'US.BRK.B', false],
    ['00700', 'HK.100700', false],
    ['US.00700', 'HK.00700', false],
    ['AAPL', 'AAPL.X', false],
    ['', 'US.AAPL', false],
  ])('that is sent as %j is %j: %s', (sent, symbol, isSame) => {
    expect(isSameSecurity(sent, symbol)).toBe(isSame);
  });

  it('is read as it is typed, with five digits in Hong Kong', () => {
    expect(['hk.700', ' us:aapl ', 'SH.600519', '700', 'HK.'].map(parseSymbol)).toEqual([
      'HK.00700',
      'US.aapl',
      'SH.600519',
      undefined,
      undefined,
    ]);
  });
});
