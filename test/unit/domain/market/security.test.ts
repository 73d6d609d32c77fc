import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalCode,
  compareSecurities,
  currencyOf,
  exchangeZone,
  isQuotable,
  isSameSecurity,
  isShare,
  kindOf,
  marketOf,
  securityOf,
} from '../../../../src/domain/market/security';

describe('a security', () => {
  it.each([
    ['HK.00700', 'HK.00700', true],
    ['00700', 'HK.00700', true],
    ['700', 'HK.00700', true],
    ['BRK.B', 'US.BRK.B', true],
    ['US.BRK.B', 'US.BRK.B', true],
    ['US.BRK-B', 'US.BRK.B', true],
    ['US.BRK B', 'US.BRK.B', true],
    ['CA.RCI B', 'CA.RCI.B', true],
    ['US.BRK B', 'US.BRK.A', false],
    ['AAPL', 'US.AAPL', true],
    ['B', 'US.BRK.B', false],
    ['00700', 'HK.100700', false],
    ['US.00700', 'HK.00700', false],
    ['AAPL', 'AAPL.X', false],
    ['', 'US.AAPL', false],
    ['', '', false],
    ['SEHK.09988', 'HK.09988', true],
    ['SEHK.9988', 'HK.09988', true],
    ['HK.700', 'HK.00700', true],
    ['hk.00700', 'HK.00700', true],
    ['SSE.600519', 'SH.600519', true],
    ['SZSE.1', 'SZ.000001', true],
    ['HKCC.600519', 'SH.600519', true],
    ['HKCC.000001', 'SZ.000001', true],
    ['SGX.D05', 'SG.D05', true],
    ['NASDAQ.AAPL', 'US.AAPL', true],
    ['NYSE.BRK.B', 'US.BRK.B', true],
    ['AMEX.SPY', 'US.SPY', true],
    ['CBOE.AAPL261218C00200000', 'US.AAPL261218C00200000', true],
    ['HKFE.HSI2612', 'HK.HSI2612', true],
    ['CME.ES2612', 'US.ES2612', true],
    ['KRX.0013V0', 'KR.0013V0', true],
    ['KR.0013v0', 'KR.0013V0', true],
    ['HK.MCAMAIN', 'HK.MCAmain', true],
    ['00700.HK', 'HK.00700', true],
    ['600519.SH', 'SH.600519', true],
    ['ＨＫ.００７００', 'HK.00700', true],
    ['SSE.600519', 'SZ.600519', false],
    ['SEHK.00700', 'HK.00701', false],
    ['JP.7203', 'MY.7203', false],
  ])('that is sent as %j is %j: %s', (sent, symbol, isSame) => {
    expect([isSameSecurity(sent, symbol), isSameSecurity(symbol, sent)]).toEqual([isSame, isSame]);
  });

  it.each([
    ['Foo.00700', 'HK.00700', 'unknown'],
    ['LSE.VOD', 'HK.00700', 'unknown'],
    ['LSE.VOD', 'LSE.SHEL', 'different'],
    ['UK.VOD', 'HK.00700', 'different'],
    ['KYG875721634', 'HK.00700', 'unknown'],
    ['Tencent Holdings', 'HK.00700', 'unknown'],
    ['', 'HK.00700', 'unknown'],
    ['AAPL', 'HK.00700', 'different'],
    ['CC.BTC', 'HK.00700', 'different'],
    ['SEHK.00700', 'HK.00700', 'same'],
  ])('that is sent as %j compares with %j: %s', (sent, symbol, expected) => {
    expect([compareSecurities(sent, symbol), compareSecurities(symbol, sent)]).toEqual([expected, expected]);
  });

  it.each([
    ['HK.00700', 'HK'],
    ['US.BRK.B', 'US'],
    ['US.A', 'US'],
    ['US.AAPL281215C230000', 'US'],
    ['JP_FUTURE.NK', 'JP'],
    ['SEHK.00700', 'HK'],
    ['TSE.7203', 'JP'],
    ['TSE.RY', 'CA'],
    ['KR.US', 'US'],
    ['CME.US', 'US'],
    ['NYSE.SG', 'US'],
    ['NYSE.SH', 'US'],
    ['HK.BK1000', 'HK'],
    ['XX.0700', 'XX'],
    ['XX.NAME', 'XX'],
    ['BRK.B', undefined],
    ['REI.UN', undefined],
    ['HEI.A', undefined],
    ['BRK.', undefined],
    ['00700', undefined],
    ['AAPL', undefined],
    ['', undefined],
  ])('has a market: %s in %s', (symbol, market) => {
    expect(marketOf(symbol)).toBe(market);
    if (market === undefined) expect(isQuotable(symbol)).toBe(false);
  });

  it.each([
    ['US.BRK B', 'US.BRK.B'],
    ['CA.RCI B', 'CA.RCI.B'],
    ['CA.BCE PR A', 'CA.BCE.PR.A'],
    ['US.BC-PC', 'US.BC-PC'],
  ])('is asked of quotes as they know it: %j as %s', (sent, code) => {
    expect([canonicalCode(sent), isQuotable(canonicalCode(sent))]).toEqual([code, true]);
  });

  it('keeps the form that was sent, and has the market of its record', () => {
    expect(securityOf('SEHK.00700', { type: 'STOCK', currency: 'CNY' })).toEqual({
      code: 'HK.00700',
      sent: 'SEHK.00700',
      market: 'HK',
      kind: 'share',
      currency: 'CNY',
    });
    expect(securityOf('700', { market: 'SEHK' })).toMatchObject({ code: 'HK.00700', sent: '700', market: 'HK' });
    expect(securityOf('BRK.B', { market: 'US' }).code).toBe('US.BRK.B');
  });

  it.each([
    ['CA.RCI.B'],
    ['CA.BBD.B'],
    ['CA.REI.UN'],
    ['AU.BHP'],
    ['MY.1155'],
    ['BJ.430047'],
    ['KR.00104K'],
    ['KR.0013V0'],
    ['SEHK.00700'],
    ['SSE.600519'],
    ['US.BC-PC'],
    ['US.T-PA'],
    ['JP.130A'],
    ['SG.D05'],
  ])('%s is a share by its look', (code) => {
    expect(isShare(code, 'unknown')).toBe(true);
  });

  it.each([['SG.CN2612'], ['JP.NK2612'], ['HK.HSImain'], ['US.AAPL261218C00200000'], ['HK.800000'], ['CC.BTC'], ['HK.BK1000']])(
    '%s is no share by its look, but it is if the record says so',
    (code) => {
      expect([isShare(code, 'unknown'), isShare(code, kindOf('STOCK'))]).toEqual([false, true]);
    },
  );

  it('is no share if the record says something else, whatever its look', () => {
    expect([isShare('US.AAPL', kindOf('OPTION')), isShare('HK.00700', kindOf('FUTURES')), isShare('SH.000001', kindOf('INDEX'))]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('has the currency of its record, otherwise that of its code', () => {
    expect(currencyOf(securityOf('SG.AJBU', { currency: 'USD' }))).toBe('USD');
    expect(currencyOf(securityOf('SEHK.80700'))).toBe('CNY');
    expect(currencyOf(securityOf('SSE.900901'))).toBe('USD');
    expect(currencyOf(securityOf('SEHK.00700', { currency: ' ' }))).toBe('HKD');
    expect(currencyOf(securityOf('XX.NAME'))).toBeUndefined();
  });

  it('is traded in the zone of its exchange', () => {
    expect(['SEHK.00700', 'NASDAQ.AAPL', 'AAPL', 'XX.NAME'].map(exchangeZone)).toEqual([
      'Asia/Hong_Kong',
      'America/New_York',
      'UTC',
      'UTC',
    ]);
  });

  it('has one code, however often it is read', () => {
    const piece = fc.constantFrom(
      'HK',
      'US',
      'SEHK',
      'SSE',
      'TSE',
      'NYSE',
      'CA',
      '.',
      ':',
      '700',
      '00700',
      'AAPL',
      'brk',
      'B',
      '-',
      '600519',
      'main',
      'ES',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const once = canonicalCode(pieces.join(''));
        expect(canonicalCode(once)).toBe(once);
        if (pieces.join('') !== '' && once !== '') expect(isSameSecurity(pieces.join(''), once)).toBe(true);
      }),
      { numRuns: 2_000, examples: [[['CA', '.', 'HK', '-', 'NYSE']], [['CA', '.', 'HK', '-', 'ES', '-', 'B']]] },
    );
  });
});
