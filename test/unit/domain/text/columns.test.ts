import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf, nameWithin } from '../../../../src/domain/text/columns';

describe('columns', () => {
  it.each([
    ['', 0],
    ['Tencent', 7],
    ['腾讯', 4],
    ['Tencent 腾讯', 12],
    ['한국', 4],
  ])('of %s are %i', (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });

  it.each([
    ['Tencent', 11, 'Tencent'],
    ['ALIBABA GROUP', 11, 'ALIBABA GR…'],
    ['ALIBABA GROUP', 9, 'ALIBABA…'],
    ['阿里巴巴集团控股', 11, '阿里巴巴集…'],
    ['阿里巴巴集团控股', 10, '阿里巴巴…'],
    ['A股 ETF 基金', 6, 'A股 E…'],
  ])('of %s within %i: %s', (name, most, shown) => {
    expect(nameWithin(name, most)).toBe(shown);
  });

  it('of a short name are the longest beginning of whole characters that leaves room for the ellipsis', () => {
    const names = fc.string({ unit: fc.constantFrom('a', '.', '腾', 'ᄀ', '😀'), maxLength: 14 });
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 14 }), (name, most) => {
        const beginnings = Array.from(name, (_, at) => Array.from(name).slice(0, at).join('')).filter(
          (text) => columnsOf(text) <= most - 1,
        );
        expect(nameWithin(name, most)).toBe(columnsOf(name) <= most ? name : `${beginnings.at(-1) ?? ''}…`);
      }),
    );
  });
});
