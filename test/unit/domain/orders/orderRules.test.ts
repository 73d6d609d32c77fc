import { describe, expect, it } from 'vitest';
import {
  deriveExchange,
  exchanges,
  hasEnded,
  hasLimitPrice,
  isAShare,
  mayHoldFutures,
  needsAuxPrice,
  normaliseExchange,
  normaliseId,
  orderTypes,
  suggestExchanges,
  withoutZero,
} from '../../../../src/domain/orders/orderRules';

describe('the exchange of an order', () => {
  it.each([
    ['HK.00700', 'STOCK', 'SEHK'],
    ['SH.600519', 'STOCK', 'SSE'],
    ['SZ.000001', 'STOCK', 'SZSE'],
    ['SG.D05', 'STOCK', 'SGX'],
    ['US.AAPL', 'STOCK', 'US'],
    ['JP.7203', 'STOCK', 'JP'],
    ['KR.005930', 'STOCK', 'KR'],
    ['CA.RY', 'STOCK', 'CA'],
    ['HK.HSImain', 'FUTURES', 'HKFE'],
    ['SG.CNmain', 'FUTURES', 'SGX'],
    ['JP.NK225main', 'FUTURES', 'JP'],
    ['KR.K', 'FUTURES', 'KR'],
    ['US.AAPL261120C', 'OPTION', 'CBOE'],
    ['us.aapl', 'STOCK', 'US'],
  ])('for %s, %s, is %s', (code, type, exchange) => expect(deriveExchange(code, type)).toBe(exchange));

  it.each([
    ['US.ESmain', 'FUTURES'],
    ['HK.TCH', 'OPTION'],
    ['HK.00700', 'MULTILEG_OPTION'],
    ['US.AAPL', 'MULTILEG_OPTION'],
    ['US.AAPL', ''],
    ['HK.00700', ''],
    ['00700', 'STOCK'],
    ['HKX', 'STOCK'],
    ['', 'STOCK'],
    ['XX.1', 'STOCK'],
  ])('for %s, %s, must be asked for', (code, type) => {
    expect(deriveExchange(code, type)).toBeUndefined();
  });

  it('is suggested with the likely ones first and all known ones after them, once each', () => {
    expect(suggestExchanges('US.ESmain', 'FUTURES').slice(0, 5)).toEqual(['CME', 'CBOT', 'NYMEX', 'COMEX', 'US']);
    expect(suggestExchanges('HK.00700', '').slice(0, 2)).toEqual(['SEHK', 'HKFE']);
    expect(suggestExchanges('US.AAPL', 'STOCK')[0]).toBe('US');
    expect(suggestExchanges('?', '')).toEqual(exchanges);
    for (const code of ['US.ESmain', 'HK.00700', 'JP.1'])
      expect([...suggestExchanges(code, 'FUTURES')].sort()).toEqual([...exchanges].sort());
  });

  it('is normalized to a name that can be sent', () => {
    expect([' sehk ', 'US', 'A_1', `A${'B'.repeat(15)}`].map(normaliseExchange)).toEqual(['SEHK', 'US', 'A_1', `A${'B'.repeat(15)}`]);
    expect(['', '1US', 'US!', 'U S', `A${'B'.repeat(16)}`, '_US', '!US'].map(normaliseExchange)).toEqual(Array(7).fill(undefined));
  });
});

describe('the needs of an order type', () => {
  it('include a trigger price for four types', () => {
    expect(orderTypes.filter(needsAuxPrice)).toEqual(['STOP', 'STOP_LIMIT', 'MARKET_IF_TOUCHED', 'LIMIT_IF_TOUCHED']);
    expect(needsAuxPrice('')).toBeUndefined();
    expect(needsAuxPrice('NEW')).toBe(false);
  });

  it('include no price for four types', () => {
    expect(orderTypes.filter((type) => !hasLimitPrice(type))).toEqual(['MARKET', 'AUCTION', 'STOP', 'MARKET_IF_TOUCHED']);
    expect(hasLimitPrice('')).toBe(true);
  });
});

it('A-shares are recognized by exchange or by market only', () => {
  for (const traits of [
    { exchange: 'SSE', code: '' },
    { exchange: 'SZSE', code: '' },
    { exchange: '', code: 'SH.1' },
    { exchange: '', code: 'sz.1' },
    { exchange: '', code: 'BJ.1' },
    ...[
      'SH',
      'SSE',
      'SHSE',
      'SHA',
      'SHG',
      'XSHG',
      'SS',
      'SZ',
      'SZSE',
      'SHE',
      'XSHE',
      'BJ',
      'BSE',
      'BJSE',
      'XBSE',
      'XBEI',
      'CN',
      'HKCC',
    ].flatMap((market) => [
      { exchange: '', code: `${market}.600519` },
      { exchange: '', code: `600519.${market}` },
      { exchange: market, code: '' },
    ]),
    { exchange: '', code: 'ＳＨ.600519' },
    { exchange: '', code: ' ６００５１９．ｓｈ ' },
    { exchange: ' ｓｓｅ ', code: '' },
  ])
    expect(isAShare(traits)).toBe(true);
  for (const traits of [
    { exchange: 'SEHK', code: 'HK.1' },
    { exchange: '', code: 'SHX' },
    { exchange: '', code: '.SH' },
    { exchange: '', code: 'US.SH' },
    { exchange: '', code: 'BRK.SH' },
    { exchange: '', code: '09988.HK' },
    { exchange: '', code: 'SEHK.09988' },
    { exchange: '', code: '' },
  ])
    expect(isAShare(traits)).toBe(false);
});

it('an id is accepted when a path can carry it, without the space around it', () => {
  expect([' 1 ', 'a.b', '...', 'x'.repeat(128)].map(normaliseId)).toEqual(['1', 'a.b', '...', 'x'.repeat(128)]);
  expect(['', '  ', '.', ' .. ', 'x'.repeat(129), 'a\u0000b', 'a\u202eb'].map(normaliseId)).toEqual(Array(7).fill(undefined));
});

it('a status counts as ended only when it certainly ends an order', () => {
  expect(['FILLED_ALL', 'CANCELLED_PART', 'CANCELLED_ALL', 'FAILED', 'SUBMIT_FAILED', 'DISABLED', 'DELETED'].every(hasEnded)).toBe(true);
  expect(['', 'SUBMITTED', 'FILLED_PART', 'NEVER_SEEN', 'filled_all'].some(hasEnded)).toBe(false);
});

it('an exchange is taken from a code that names it, in front or behind', () => {
  expect(deriveExchange('SEHK.09988', '')).toBe('SEHK');
  expect(deriveExchange('09988.SEHK', '')).toBe('SEHK');
  expect(deriveExchange('09988.HK', 'STOCK')).toBe('SEHK');
  expect(deriveExchange('ＨＫ.00700', 'STOCK')).toBe('SEHK');
  expect(deriveExchange('US.AAPL', '')).toBeUndefined();
  expect(['JP', 'KR', 'CA'].map((market) => deriveExchange(`${market}.1`, 'STOCK'))).toEqual(['JP', 'KR', 'CA']);
  expect(['JP', 'KR', 'CA'].map((market) => deriveExchange(`${market}.1`, 'OPTION'))).toEqual([undefined, undefined, undefined]);
  // Only a code of digits can precede its market.
  expect([deriveExchange('A9988.HK', 'STOCK'), deriveExchange('9988A.HK', 'STOCK')]).toEqual([undefined, undefined]);
  expect(deriveExchange('US.BRK.B', 'STOCK')).toBe('US');
  expect(deriveExchange('SGX.CN', 'FUTURES')).toBe('SGX');
});

it('the user is asked about futures only when the code leaves that open', () => {
  expect(['SGX', 'JP', 'KR', 'CA', 'ASX'].map(mayHoldFutures)).toEqual([true, true, true, true, true]);
  expect(['SEHK', 'US', 'CBOE', 'HKFE', 'CME', 'SSE'].map(mayHoldFutures)).toEqual([false, false, false, false, false, false]);
});

describe('a price that may be empty', () => {
  it.each(['', ' ', '0', '00', '0.', '0.0', '0.000', '.00', ' 0.00 '])('is empty as “%s”', (price) => expect(withoutZero(price)).toBe(''));

  it.each(['12.30', '10', '0.01', '100.0', '0.0001', '1.', '-0', ' 5 ', 'n/a', '0x', 'x0', '0.0x', '0 0'])(
    'is kept as written at “%s”',
    (price) => expect(withoutZero(price)).toBe(price),
  );
});
