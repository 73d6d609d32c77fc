import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactText, isObject, member, parseJson, parseStrictJson, typeName, wholeNumber } from '../../../../src/service/schema/json';
import type { JsonValue } from '../../../../src/service/schema/json';

const parse = (text: string): JsonValue | undefined => parseJson(Buffer.from(text));

describe('parseJson', () => {
  it('keeps every digit of every number', () => {
    const text = '{"id":9223372036854775807,"price":1.10,"tiny":0.1000000000000000055511151231257827,"big":1e400}';
    expect(compactText(parse(text) ?? null)).toBe(text);
  });

  it('keeps every number as it was written, whatever stands around it', () => {
    const number = fc.stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{1,20})?([eE][+-]?\d{1,3})?$/);
    const blank = fc.stringMatching(/^[ \t\n]{0,2}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(blank, number)), fc.array(fc.tuple(blank, number)), (list, values) => {
        const text =
          `[${list.map(([space, digits]) => `${space}${digits}`).join()},{${values.map(([space, digits], index) => `"k${index}":${space}${digits}`).join()}}]`.replace(
            '[,',
            '[',
          );
        expect(compactText(parse(text) ?? null)).toBe(text.replace(/\s/g, ''));
      }),
    );
  });

  it('agrees with JSON.parse on any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value = parse(text);
        expect(JSON.parse(compactText(value === undefined ? null : [value]))).toEqual([JSON.parse(text)]);
      }),
    );
  });

  it.each([
    '',
    ' ',
    '{',
    '{"a":1,}',
    '[1,]',
    '{"a":1}x',
    '{"a":1}{"a":1}',
    'NaN',
    '+1',
    '01',
    "{'a':1}",
    '{"a":undefined}',
    '\u0000',
    '"\n"',
  ])('refuses %j', (text) => {
    expect(parse(text)).toBeUndefined();
  });

  it('refuses what is not UTF-8', () => {
    expect(parseJson(Uint8Array.of(0x22, 0xff, 0x22))).toBeUndefined();
  });

  it.each([
    ['lists', (levels: number) => '['.repeat(levels) + ']'.repeat(levels)],
    ['objects', (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`],
    ['exact numbers', (levels: number) => `${'['.repeat(levels)}1.10${']'.repeat(levels)}`],
  ])('reads 64 levels of %s and refuses 65', (_name, nested) => {
    expect(parse(nested(64))).toBeDefined();
    expect(parse(nested(65))).toBeUndefined();
    expect(parseStrictJson(Buffer.from(nested(65)))).toBeUndefined();
  });

  it('counts no bracket within a text as a level, nor lists that are closed', () => {
    const text = JSON.stringify({ a: '['.repeat(100), [`"\\${'{'.repeat(100)}`]: Array.from({ length: 100 }, () => [['\\"']]) });
    expect(compactText(parse(text) ?? null)).toBe(text);
  });

  it.each(['{"a":1,"a":2}', '{"a":1.50,"a":2}', '{"a":1.50,"a":"2"}', '{"a":{"b":2},"a":2}'])(
    'takes the last value of a repeated key: %s',
    (text) => {
      expect(compactText(parse(text) ?? null)).toMatch(/^\{"a":"?2"?\}$/);
    },
  );

  it('takes __proto__ as an ordinary key', () => {
    const value = parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    if (!isObject(value)) throw new Error('no object');
    expect(member(value, 'polluted')).toBeUndefined();
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });
});

describe('parseStrictJson', () => {
  const strict = (text: string): JsonValue | undefined => parseStrictJson(Buffer.from(text));

  it('refuses a key with two values and takes one repeated with the same value', () => {
    expect(strict('{"a":1,"a":2}')).toBeUndefined();
    expect(strict('{"x":{"a":1,"a":"1"}}')).toBeUndefined();
    expect(compactText(strict('{"a":1,"a":1}') ?? null)).toBe('{"a":1}');
  });

  it('reads everything else as parseJson does', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(compactText([strict(text) ?? null])).toBe(compactText([parse(text) ?? null]));
      }),
    );
  });
});

describe('member', () => {
  it('finds nothing inherited', () => {
    const value = parse('{}');
    expect(isObject(value) && [member(value, 'toString'), member(value, '__proto__')]).toEqual([undefined, undefined]);
  });
});

describe('wholeNumber', () => {
  it.each([
    ['0', 0],
    ['-12006', -12006],
    ['"7"', 7],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', undefined],
    ['99999999999999999999', undefined],
    ['1.0', undefined],
    ['1e3', undefined],
    ['" 7"', undefined],
    ['""', undefined],
    ['true', undefined],
    ['null', undefined],
    ['[1]', undefined],
  ])('%s is %s', (text, expected) => {
    const list = parse(`[${text}]`);
    expect(wholeNumber(Array.isArray(list) ? (list[0] as JsonValue) : undefined)).toBe(expected);
  });
});

it('names types and never values', () => {
  expect(['null', '1', '"a"', '[]', '{}', 'true', ''].map((text) => typeName(parse(text)))).toEqual([
    'null',
    'number',
    'string',
    'array',
    'object',
    'boolean',
    'nothing',
  ]);
});
