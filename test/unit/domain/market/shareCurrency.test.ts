import { expect, it } from 'vitest';
import { shareCurrency, statedCurrency } from '../../../../src/domain/market/security';

it.each([
  ['HK.00700', 'HKD'],
  ['hk.00700', 'HKD'],
  ['HK.80700', 'CNY'],
  ['HK.08083', 'HKD'],
  ['HK.09010', undefined],
  ['HK.09834', undefined],
  ['HK.09618', 'HKD'],
  ['HK.09988', 'HKD'],
  ['SH.600519', 'CNY'],
  ['SH.900901', 'USD'],
  ['SZ.000001', 'CNY'],
  ['SZ.200002', 'HKD'],
  ['US.AAPL', 'USD'],
  ['XX.1', undefined],
  ['00700', undefined],
])('the currency of %s is %s', (code, currency) => {
  expect(shareCurrency(code)).toBe(currency);
});

it.each([
  ['SG.S27', ['USD'], 'USD'],
  ['SG.S27', ['', undefined, ' USD ', 'USD'], 'USD'],
  ['SG.S27', ['', undefined], 'SGD'],
  ['HK.09010', ['USD'], 'USD'],
  ['XX.1', [], undefined],
  ['SG.S27', ['USD', 'SGD'], undefined],
])('the currency of %s, of which records state %j, is %s', (code, stated, currency) => {
  expect(statedCurrency(code, stated)).toBe(currency);
});
