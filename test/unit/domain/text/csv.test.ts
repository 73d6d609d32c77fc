import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { tabbedLines, toCsv } from '../../../../src/domain/text/csv';

const cellOf = (text: string): string => toCsv(['a', 'b'], [[text, 'end']]).split('\r\n')[1] ?? '';

describe('toCsv', () => {
  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', ' =1', '＝1', '-', '+1-1', '\r=1'])(
    'keeps a spreadsheet from running %j',
    (text) => {
      expect(cellOf(text)).toMatch(/^"?'/);
    },
  );

  it.each(['-12.50', '+3', '0', '12', 'HK.00700', 'a=b', '-1'])('leaves %j unchanged', (text) => {
    expect(cellOf(text)).toBe(`${text},end`);
  });

  it.each(['A;=1+1;B', "A;=cmd|'/C calc'!A0;B", 'A\t@SUM(A1)', 'A; =1', 'A;-2+3'])(
    'keeps a spreadsheet that separates cells by other signs from running a part of %j',
    (text) => {
      for (const sign of [';', '\t', '|'])
        for (const cell of cellOf(text).split(sign)) expect(cell.trimStart(), cell).not.toMatch(/^(?:[=@]|[+-](?!\d+(?:\.\d+)?$))/);
    },
  );

  it('quotes fields only when needed', () => {
    expect(toCsv(['a'], [['x,"y"\nz']])).toBe('a\r\n"x,""y""\nz"');
  });

  it('also guards the names of columns', () => {
    expect(toCsv(['=x'], [['1']])).toMatch(/^"?'=x/);
  });

  it('writes what papaparse writes', () => {
    const texts = fc.string({ unit: fc.constantFrom('"', ',', ' ', '\n', '\r', '\t', ';', "'", '\ufeff', '=', '-', '1', '.', 'é', '買') });
    const guard = /^[\s\u00a0\ufeff]*(?:[=@\t\r\n\uff1d\uff20\uff0b\uff0d]|[+-](?!\d+(?:\.\d+)?$))|^[\t\r\n]/;
    const inner = /([;\t|])(?=[^\S\t]*(?:[=@\uff1d\uff20\uff0b\uff0d]|[+-](?!\d+(?:\.\d+)?(?:[;\t|]|$))))/g;
    fc.assert(
      fc.property(fc.array(fc.tuple(texts, texts), { minLength: 1 }), (rows) => {
        const guarded = rows.map((row) => row.map((cell) => cell.replaceAll(inner, "$1'")));
        const theirs = Papa.unparse({ fields: ['a', 'b'], data: guarded }, { escapeFormulae: guard, newline: '\r\n' });
        expect(toCsv(['a', 'b'], rows)).toBe(theirs);
      }),
    );
  });

  it('can be read back except for the guard', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
        const read = Papa.parse<string[]>(toCsv(['a', 'b'], rows)).data.slice(1);
        expect(read.map((row) => row.map((cell) => cell.replaceAll("'", '')))).toEqual(
          rows.map((row) => row.map((cell) => cell.replaceAll("'", ''))),
        );
      }),
    );
  });
});

describe('tabbedLines', () => {
  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', ' =1', '＝1', '+1-1', '-A1', "-1|cmd|' /C calc'!A0"])(
    'keep a spreadsheet from running %j',
    (text) => {
      expect(tabbedLines([['a', text]])).toMatch(/^a\t'/);
    },
  );

  it.each(['-12.50', '+1,234.5', '-0.4%', '+215 K', '-1.2万', '-', '\u22125', 'a=b', ''])('leave %j unchanged', (text) => {
    expect(tabbedLines([[text, 'end']])).toBe(`${text}\tend`);
  });

  it('keep each cell in its column', () => {
    expect(
      tabbedLines([
        ['a\tb', 'c'],
        ['d\r\n=e', 'f'],
      ]),
    ).toBe('a b\tc\nd =e\tf');
  });
});
