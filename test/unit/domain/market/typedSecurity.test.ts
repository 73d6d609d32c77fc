import { describe, expect, it } from 'vitest';
import { typedCode, typedSecurity } from '../../../../src/domain/market/typedSecurity';

describe('a typed security', () => {
  it.each([
    ['hk.700', 'HK.00700'],
    [' us:aapl ', 'US.AAPL'],
    ['us.aapl', 'US.AAPL'],
    ['Us.Aapl', 'US.AAPL'],
    ['us.newco', 'US.NEWCO'],
    ['SH.600519', 'SH.600519'],
    ['AAPL.US', 'US.AAPL'],
    ['NASDAQ:AAPL', 'US.AAPL'],
    ['nasdaq:aapl', 'US.AAPL'],
    ['NYSE:BRK.B', 'US.BRK.B'],
    ['AAPL:US', 'US.AAPL'],
    ['AAPL US', 'US.AAPL'],
    ['AAPL US Equity', 'US.AAPL'],
    ['AAPL.O', 'US.AAPL'],
    ['AAPL.OQ', 'US.AAPL'],
    ['IBM.N', 'US.IBM'],
    ['700.HK', 'HK.00700'],
    ['0700.HK', 'HK.00700'],
    ['700 HK', 'HK.00700'],
    ['HKEX:700', 'HK.00700'],
    ['SEHK.00700', 'HK.00700'],
    ['hk00700', 'HK.00700'],
    ['600519.SS', 'SH.600519'],
    ['000001.SZ', 'SZ.000001'],
    ['sh600519', 'SH.600519'],
    ['600519 CH', 'SH.600519'],
    ['SSE:600519', 'SH.600519'],
    ['D05.SI', 'SG.D05'],
    ['7203.T', 'JP.7203'],
    ['130a.T', 'JP.130A'],
    ['TSE:7203', 'JP.7203'],
    ['jp.130a', 'JP.130A'],
    ['0013V0.KS', 'KR.0013V0'],
    ['kr.0013v0', 'KR.0013V0'],
    ['005930.KS', 'KR.005930'],
    ['RCI-B.TO', 'CA.RCI.B'],
    ['RCI.B.TO', 'CA.RCI.B'],
    ['ca.rci.b', 'CA.RCI.B'],
    ['REI-UN.TO', 'CA.REI.UN'],
    ['BHP.AX', 'AU.BHP'],
    ['1155.KL', 'MY.1155'],
    ['us.brk.b', 'US.BRK.B'],
    ['US.BRK-B', 'US.BRK.B'],
    ['US.BRK/B', 'US.BRK.B'],
    ['us.bc-pc', 'US.BC-PC'],
    ['ＨＫ．００７００', 'HK.00700'],
    ['ｕｓ．ａａｐｌ', 'US.AAPL'],
    ['“US.AAPL”', 'US.AAPL'],
    ['HK.MCAmain', 'HK.MCAmain'],
    ['hk.mcamain', 'HK.MCAmain'],
    ['US.MAIN', 'US.MAIN'],
    ['us.main', 'US.MAIN'],
    ['KR.US', 'US.KR'],
    ['CC.BTC', 'CC.BTC'],
    ['XX.NAME', 'XX.NAME'],
  ])('is understood: %j is %s', (typed, code) => {
    expect(typedCode(typed)).toBe(code);
  });

  it.each([
    ['', { problem: 'empty' }],
    ['AAPL', { problem: 'market', guess: 'US.AAPL' }],
    ['brk.b', { problem: 'market', guess: 'US.BRK.B' }],
    ['700', { problem: 'market', guess: 'HK.00700' }],
    ['600519', { problem: 'market', guess: 'SH.600519' }],
    ['130A', { problem: 'market', guess: 'JP.130A' }],
    ['0013V0', { problem: 'market', guess: 'KR.0013V0' }],
    ['FOO.BAR1', { problem: 'market', name: 'FOO' }],
    ['HK.', { problem: 'form' }],
    ['apple computer', { problem: 'form' }],
    ['HK.007 00', { problem: 'form' }],
    ['HK.700,HK.701', { problem: 'form' }],
    ['https://example.com/a.b', { problem: 'form' }],
    [`US.${'A'.repeat(60)}`, { problem: 'form' }],
  ])('is refused with what is wrong: %j', (typed, expected) => {
    expect(typedSecurity(typed)).toEqual({ ok: false, ...expected });
  });

  it('has its letters in upper case, but for the ending of a continuous future', () => {
    expect([typedSecurity('HK.Abc1'), typedSecurity('HK.MCAmain')]).toEqual([
      { ok: true, code: 'HK.ABC1' },
      { ok: true, code: 'HK.MCAmain' },
    ]);
  });
});
