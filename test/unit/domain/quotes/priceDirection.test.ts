import { describe, expect, it } from 'vitest';
import { arrowOf, colourOf, directionOf, drawnDirection } from '../../../../src/domain/quotes/priceDirection';

describe('the colors of price directions', () => {
  it('depend on the sign of the change', () => {
    expect([1n, -1n, 0n].map((amount) => arrowOf(directionOf(amount)))).toEqual(['▲', '▼', '■']);
  });

  it('are none for an amount whose digits are all drawn as zeros', () => {
    const drawn = [drawnDirection('0.00%', -1n), drawnDirection('0.01%', 1n), drawnDirection('−10', -1n)];
    expect(drawn).toEqual(['flat', 'up', 'down']);
  });

  it.each([
    ['auto', 'en', 'green', 'red'],
    ['auto', 'de', 'green', 'red'],
    ['auto', 'zh-cn', 'red', 'green'],
    ['auto', 'zh-tw', 'red', 'green'],
    ['auto', 'JA', 'red', 'green'],
    ['auto', 'ko', 'red', 'green'],
    ['greenUp', 'zh-cn', 'green', 'red'],
    ['redUp', 'en', 'red', 'green'],
    ['neutral', 'zh-cn', undefined, undefined],
  ] as const)('are right for %s in %s: up is %s, down is %s', (setting, language, up, down) => {
    expect(colourOf('up', setting, language)).toBe(up);
    expect(colourOf('down', setting, language)).toBe(down);
    expect(colourOf('flat', setting, language)).toBeUndefined();
  });
});
