import { describe, expect, it } from 'vitest';
import { emsOf, nameWithinEms } from '../../../../src/domain/text/ems';

describe('a name in the room that it has', () => {
  it.each([
    ['TENCENT', 5, 'TENCENT'],
    ['TENCENT', 4, 'TENC…'],
    ['China Mobile', 5, 'China…'],
    ['腾讯控股', 3, '腾讯…'],
    // Part of a number would be another one.
    ['TCH 281215 560C', 6, 'TCH…'],
    ['TCH 281215 560C', 7.7, 'TCH 281215…'],
    ['1,810,000', 4, ''],
    ['Tencent', 2, ''],
    ['😀😀😀😀', 3.7, '😀😀…'],
  ])('%s in %d', (name, most, shown) => {
    expect(nameWithinEms(name, most)).toBe(shown);
    expect(emsOf(shown)).toBeLessThanOrEqual(most);
  });
});
