import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compactText,
  isObject,
  member,
  parseJson,
  parseLargeJson,
  parseStrictJson,
  typeName,
  wholeNumber,
} from '../../../../src/service/schema/json';
import type { JsonValue } from '../../../../src/service/schema/json';

const parse = (text: string): JsonValue | undefined => parseJson(Buffer.from(text));

describe('parseJson', () => {
  it('keeps every digit of every number', () => {
    const text = '{"id":9223372036854775807,"price":1.10,"tiny":0.1000000000000000055511151231257827,"big":1e400}';
    expect(compactText(parse(text) ?? null)).toBe(text);
  });

  it('keeps every number as it was written, whatever surrounds it', () => {
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
  ])('rejects %j', (text) => {
    expect(parse(text)).toBeUndefined();
  });

  it('reads text as it reads its bytes', () => {
    const text = '{"id":9223372036854775807,"name":"騰訊","price":1.10}';
    expect(compactText(parseJson(text) ?? null)).toBe(text);
    expect(parseJson('['.repeat(65) + ']'.repeat(65))).toBeUndefined();
    expect(parseJson('{"a":1')).toBeUndefined();
  });

  it('rejects bytes that are not UTF-8', () => {
    expect(parseJson(Uint8Array.of(0x22, 0xff, 0x22))).toBeUndefined();
  });

  it.each([
    ['lists', (levels: number) => '['.repeat(levels) + ']'.repeat(levels)],
    ['objects', (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`],
    ['exact numbers', (levels: number) => `${'['.repeat(levels)}1.10${']'.repeat(levels)}`],
  ])('reads 64 levels of %s and rejects 65', (_name, nested) => {
    expect(parse(nested(64))).toBeDefined();
    expect(parse(nested(65))).toBeUndefined();
    expect(parseStrictJson(Buffer.from(nested(65)))).toBeUndefined();
  });

  it('counts neither brackets within a text nor closed lists as levels', () => {
    const text = JSON.stringify({ a: '['.repeat(100), [`"\\${'{'.repeat(100)}`]: Array.from({ length: 100 }, () => [['\\"']]) });
    expect(compactText(parse(text) ?? null)).toBe(text);
  });

  it.each(['{"a":1,"a":2}', '{"a":1.50,"a":2}', '{"a":1.50,"a":"2"}', '{"a":{"b":2},"a":2}'])(
    'uses the last value of a repeated key: %s',
    (text) => {
      expect(compactText(parse(text) ?? null)).toMatch(/^\{"a":"?2"?\}$/);
    },
  );

  it('treats __proto__ as an ordinary key', () => {
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

  it('rejects a key with two values and accepts one repeated with the same value', () => {
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
  it('finds no inherited member', () => {
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
  ])('reads %s as %s', (text, expected) => {
    const list = parse(`[${text}]`);
    expect(wholeNumber(Array.isArray(list) ? (list[0] as JsonValue) : undefined)).toBe(expected);
  });
});

it('a type name never contains the value', () => {
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

describe('parseLargeJson', () => {
  const large = async (text: string | Uint8Array): Promise<JsonValue | undefined> =>
    parseLargeJson(typeof text === 'string' ? Buffer.from(text) : text, async () => Promise.resolve());
  const record = '{"code":"HK.00700","name":"騰訊, [控]","price":1.10,"id":9223372036854775807,"parts":[1,{"a":[]}]}';
  const answer = (records: string): string => `{"s":"ok","d":{"orders":[${records}],"pagination":{"has_more":false}},"list":[1,2]}`;
  const many = (one: string, bytes = 200_000): string => Array.from({ length: Math.ceil(bytes / one.length) }, () => one).join();

  it.each([
    ['records with digits that a number would lose', many(record)],
    ['records without such', many('{"order_id":"1234567890123456789012345"}')],
    ['texts with brackets and quotes', many('{"a":"]}\\"[{,"}', 150_000)],
    ['lists', many('[1,2.50,"1234567890123456789012345"]')],
    ['figures', many('1234567890123456789012345.10')],
    ['blanks around them', many(' \n{"a":"1234567890123456789012345"} ')],
    ['one that is long', `{"a":"${'x'.repeat(200_000)}"}`],
  ])('reads %s as parseJson does', async (_name, records) => {
    const text = answer(records);
    expect(compactText((await large(text)) ?? null)).toBe(compactText(parse(text) ?? null));
  });

  it('lets other work run, and parses no more than a piece in between', async () => {
    let turns = 0;
    await parseLargeJson(Buffer.from(answer(many(record, 2_000_000))), async () => {
      turns += 1;
      return Promise.resolve();
    });
    expect(turns).toBeGreaterThan(2_000_000 / 140_000);
  });

  it.each([
    ['a comma at the end', `${many(record)},`],
    ['a comma at the beginning', `,${many(record)}`],
    ['two commas where a piece ends', `${many('11', 87_382)},,${many('11')}`],
    ['blanks after a comma', `${many(record)}, `],
    ['a bracket of another kind', `${many(record)},{"a":1]`],
    ['a bracket too many', `${many(record)}],[1`],
    ['a text without an end', `${many(record)},"a`],
    ['a word', `${many(record)},NaN`],
    ['a mark that belongs to the beginning of a file', `${many('1', 140_000)},\uFEFF1`],
    ['65 levels', `${many(record)},${'['.repeat(65)}${']'.repeat(65)}`],
  ])('rejects %s, as parseJson does', async (_name, records) => {
    expect(parse(answer(records))).toBeUndefined();
    expect(await large(answer(records))).toBeUndefined();
  });

  it('rejects bytes that are not UTF-8', async () => {
    const bytes = Buffer.from(answer(`${many(record)},"@"`));
    bytes[bytes.indexOf('"@"') + 1] = 0xff;
    expect(await large(bytes)).toBeUndefined();
  });

  it('uses the last value of a repeated key, even if that is not the long list', async () => {
    const list = many('"1234567890123456789012345"', 200_000);
    expect(await large(`{"d":[${list}],"d":[2]}`)).toEqual({ d: [2] });
    expect(await large(`{"d":[2],"d":[${list}]}`)).toEqual(parse(`{"d":[${list}]}`));
  });

  it('keeps only the count of items beyond ten thousand, yet rejects broken JSON among them', async () => {
    const read = await large(`[${many('1', 300_000)}]`);
    if (!Array.isArray(read)) throw new Error('no list');
    expect(read).toHaveLength(300_000);
    expect([read[9_999], read[10_000], read[299_999]]).toEqual([1, {}, {}]);
    expect(await large(`[${many('1', 300_000)},x]`)).toBeUndefined();
  });

  it('agrees with parseJson when any byte of an answer is lost, doubled, or changed', async () => {
    const text = Buffer.from(answer(many(record, 140_000)));
    const changes = fc.tuple(
      fc.nat(text.length - 1),
      fc.constantFrom(...Buffer.from('",:[]{}\\ 1.a-')),
      fc.constantFrom('drop', 'double', 'put'),
    );
    await fc.assert(
      fc.asyncProperty(changes, async ([at, byte, how]) => {
        const parts = [text.subarray(0, at), how === 'drop' ? '' : how === 'double' ? text.subarray(at, at + 1) : Uint8Array.of(byte)];
        const changed = Buffer.concat([...parts.map((part) => Buffer.from(part)), text.subarray(how === 'double' ? at : at + 1)]);
        expect(compactText((await large(changed)) ?? null)).toBe(compactText(parseJson(changed) ?? null));
      }),
      { numRuns: 60 },
    );
  });
});
