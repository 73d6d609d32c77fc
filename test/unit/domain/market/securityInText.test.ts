import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { canonicalCode, securityAt } from '../../../../src/domain/market/security';

describe('securityAt', () => {
  it.each([
    ['HK.00700', 'HK.00700'],
    ['const code = "US.AAPL";', 'US.AAPL'],
    ['buy US.BRK.B today', 'US.BRK.B'],
    ['(SH.600519)', 'SH.600519'],
    ['sell HK.00005.', 'HK.00005'],
    ['SG.D05,JP.7203', 'SG.D05'],
    ['KR.005930', 'KR.005930'],
    ["ticker = '0700.HK'", '0700.HK', 'HK.00700'],
    ['00700.HK, 9988.HK', '00700.HK', 'HK.00700'],
    ['600519.SS', '600519.SS', 'SH.600519'],
    ['005930.KS', '005930.KS', 'KR.005930'],
  ])('finds the security in %s', (line, text, code = text) => {
    const start = line.indexOf(text);
    for (const column of [start, start + 3, start + text.length])
      expect(securityAt(line, column)).toEqual({ code, start, end: start + text.length });
  });

  it.each([
    'HK.BK1000',
    'HK.007',
    'XX.00700',
    'hk.00700',
    'HK.007001',
    'SHK.00700',
    'a.US.AAPL',
    'US.TOOLONGNAME',
    'Math.PI',
    'US.aapl',
    '',
    'CA.client',
    '700.HK',
    '1.0700.HK',
    '0700.HKEX',
    'AAPL.US',
    '0700.SG',
    '1234.56',
  ])('finds nothing in %s', (line) => {
    for (let column = 0; column <= line.length; column += 1) expect(securityAt(line, column)).toBeUndefined();
  });

  it('finds the security under the pointer', () => {
    const line = 'HK.00700 US.AAPL';
    expect(securityAt(line, 0)?.code).toBe('HK.00700');
    expect(securityAt(line, 12)?.code).toBe('US.AAPL');
  });

  it('finds only a code that occurs in the line, whatever the line', () => {
    const piece = fc.constantFrom('HK.', 'US.', '.HK', '00700', '0700', 'AAPL', '.', ' ', 'x', '\u{1F600}', 'BRK.B');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(60), (pieces, column) => {
        const line = pieces.join('');
        const found = securityAt(line, column);
        if (found === undefined) return;
        expect(line.slice(found.start, found.end)).toSatisfy((text: string) => canonicalCode(text) === found.code);
        expect(found.start <= column && column <= found.end).toBe(true);
      }),
    );
  });
});
