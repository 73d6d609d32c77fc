import { describe, expect, it } from 'vitest';
import { optionText } from '../../../../src/domain/market/optionText';

describe('the code of an option', () => {
  it.each([
    ['US.AAPL281215C230000', 'AAPL 281215 230.00C'],
    ['US.NVDA281215P1050500', 'NVDA 281215 1,050.50P'],
    ['US.F281215P12125', 'F 281215 12.125P'],
    ['HK.TCH281230C500', 'TCH 281230 0.50C'],
  ])('%s reads %s', (code, text) => {
    expect(optionText(code)).toBe(text);
  });

  it.each(['US.AAPL', 'HK.00700', 'US.AAPL281215COMBO', 'AAPL281215C230000', 'US.AAPL281215X230000', ''])('is not %s', (code) => {
    expect(optionText(code)).toBeUndefined();
  });
});
