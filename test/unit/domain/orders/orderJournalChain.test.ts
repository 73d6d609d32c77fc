import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChainWalk, chainStart, isIntact, parseLine, sealLine } from '../../../../src/domain/orders/orderJournalChain';
import type { ChainEntry } from '../../../../src/domain/orders/orderJournalChain';
import { sha256 } from '../../../support/orders/orderFakes';

const at = '2026-11-21T00:00:00.000Z';
/** The lines of records in one chain. */
function chain(records: readonly unknown[], change: (entry: ChainEntry) => ChainEntry = (entry) => entry): string[] {
  let prev = chainStart;
  return records.map((record, index) => {
    const { line, hash } = sealLine(change({ seq: index + 1, at, prev, record }), sha256);
    prev = hash;
    return line;
  });
}
function walked(lines: readonly string[]): ChainWalk {
  const walk = new ChainWalk(sha256);
  for (const line of lines) walk.next(line, Buffer.byteLength(line));
  return walk;
}
const records = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1, maxLength: 6 });
/** A text with the correct hash, whatever its content. */
const sealed = (text: string): string => `${text.slice(0, -1)},"hash":"${sha256(text)}"}`;

describe('a line of the journal chain', () => {
  it('returns what was sealed, byte for byte', () =>
    fc.assert(
      fc.property(fc.jsonValue(), fc.option(fc.nat(), { nil: undefined }), (record, torn) => {
        const entry: ChainEntry = { seq: 7, at, prev: chainStart, ...(torn === undefined ? {} : { torn }), record };
        const { line, hash } = sealLine(entry, sha256);
        expect(parseLine(line)).toStrictEqual({ ok: true, entry: JSON.parse(JSON.stringify(entry)) as unknown, hash });
        expect(isIntact(line, sha256)).toBe(true);
      }),
    ));

  it('has its own hash, whatever its record contains', () => {
    const record = { x: 1, hash: chainStart };
    const { line, hash } = sealLine({ seq: 1, at, prev: chainStart, record }, sha256);
    expect(parseLine(line)).toMatchObject({ ok: true, hash, entry: { record } });
    expect(isIntact(line, sha256)).toBe(true);
  });

  it('is not intact when any character of it is changed', () =>
    fc.assert(
      fc.property(records, fc.nat(), fc.constantFrom('x', '0', '"', ' '), (all, where, other) => {
        const [line = ''] = chain(all);
        const place = where % line.length;
        fc.pre(line[place] !== other);
        const edited = `${line.slice(0, place)}${other}${line.slice(place + 1)}`;
        expect(isIntact(edited, sha256)).toBe(false);
        expect(walked([edited]).fault).toMatchObject({ line: 1 });
      }),
    ));

  it.each([
    '',
    'by hand',
    '{}',
    '{"seq":1}',
    `{"seq":1,"at":"${at}","prev":"x","record":{}}`,
    sealed('{"seq":1,"at":"","prev":""}'),
    sealed(`{"at":"${at}","prev":"","record":{}}`),
    sealed('{"seq":1,"prev":"","record":{}}'),
    sealed(`{"seq":1,"at":"${at}","record":{}}`),
    sealed(`{"seq":"1","at":"${at}","prev":"","record":{}}`),
    sealed(`{"seq":1.5,"at":"${at}","prev":"","record":{}}`),
    sealed('{"seq":1,"at":1,"prev":"","record":{}}'),
    sealed(`{"seq":1,"at":"${at}","prev":null,"record":{}}`),
    sealed(`{"seq":1,"at":"${at}","prev":"","torn":"7","record":{}}`),
    sealed(`{"seq":1,"at":"${at}","prev":"","record":}`),
    `${chain([{}]).join('')} and more`,
    `{"seq":1,"at":"${at}","prev":"${chainStart}","record":{}${'x'.repeat(75)}`,
    `${chain([{}]).join('').slice(0, -2)}Z"}`,
  ])('is not recognized in: %s', (line) => {
    expect(parseLine(line)).toStrictEqual({ ok: false });
    expect(walked([line]).fault).toEqual({ line: 1, fault: 'unreadable' });
  });

  it('is not intact without a hash, or with a wrong one', () => {
    expect(isIntact('by hand', sha256)).toBe(false);
    expect(isIntact(`{"a":1,"hash":"${chainStart}"}`, sha256)).toBe(false);
  });
});

describe('the journal chain', () => {
  it('begins with 64 zeros', () => expect(chainStart).toBe('0000000000000000000000000000000000000000000000000000000000000000'));

  it('is intact as it was written, and says where it ends', () =>
    fc.assert(
      fc.property(records, (all) => {
        const walk = walked(chain(all));
        expect(walk.fault).toBeUndefined();
        expect([walk.lines, walk.head.seq]).toEqual([all.length, all.length]);
        expect(chain(all).at(-1)).toContain(walk.head.hash);
      }),
    ));

  it('is broken when a line is missing, moved, or duplicated', () =>
    fc.assert(
      fc.property(records, fc.nat(), (all, where) => {
        const lines = chain([{ first: true }, ...all, { last: true }]);
        const place = 1 + (where % all.length);
        const without = lines.filter((_, index) => index !== place);
        expect(walked(without).fault).toEqual({ line: place + 1, fault: 'not-linked' });
        expect(walked([...lines.slice(0, place + 1), ...lines.slice(place)]).fault).toEqual({ line: place + 2, fault: 'not-linked' });
      }),
    ));

  it('is broken by a wrong number as well as by a wrong link', () => {
    expect(walked(chain([{}, {}], (entry) => ({ ...entry, seq: entry.seq * 2 - 1 }))).fault).toEqual({ line: 2, fault: 'not-linked' });
    expect(walked(chain([{}, {}], (entry) => ({ ...entry, prev: chainStart }))).fault).toEqual({ line: 2, fault: 'not-linked' });
    expect(walked(chain([{}], (entry) => ({ ...entry, seq: 0 }))).fault).toEqual({ line: 1, fault: 'not-linked' });
  });

  it('reports the first fault after the last acknowledged line', () => {
    const [one = '', two = '', three = ''] = chain([{ n: 1 }, { n: 2 }, { n: 3 }]);
    const walk = new ChainWalk(sha256);
    expect(walk.next(one, 1)).toMatchObject({ ok: true, fault: undefined });
    expect(walk.next(two.replace('"n":2', '"n":9'), 1)).toMatchObject({ ok: true, fault: 'altered' });
    expect(walk.next(one, 1)).toMatchObject({ ok: true, fault: 'not-linked' });
    expect(walk.fault).toEqual({ line: 2, fault: 'altered' });
    walk.forgive();
    expect(walk.fault).toBeUndefined();
    expect(walk.next(three, 1)).toMatchObject({ fault: 'not-linked' });
    expect(walk.fault).toEqual({ line: 4, fault: 'not-linked' });
  });

  it('accepts an unfinished line only when the next entry says that it found exactly that', () => {
    const [one = '', two = '', three = ''] = chain([{ n: 1 }, { n: 2 }, { n: 3 }], (entry) =>
      entry.seq === 2 ? { ...entry, torn: 5 } : entry,
    );
    expect(walked([one, 'half ', two, three]).fault).toBeUndefined();
    expect(walked([one, 'halve ', two]).fault).toEqual({ line: 2, fault: 'unreadable' });
    expect(walked([one, 'half ', 'half ', two]).fault).toEqual({ line: 2, fault: 'unreadable' });
    expect(walked([one, two, 'half ', three]).fault).toEqual({ line: 3, fault: 'unreadable' });
    expect(walked([one, 'half ']).fault).toEqual({ line: 2, fault: 'unreadable' });
    // Nothing was skipped there, but the entry that says so is as valid as any other.
    expect(walked([one, two, three]).fault).toBeUndefined();
  });
});
