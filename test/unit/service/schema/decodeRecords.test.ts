import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeRecords } from '../../../../src/service/schema/decode';
import { text } from '../../../../src/service/schema/fields';
import type { JsonValue } from '../../../../src/service/schema/json';

const place = { request: { method: 'GET', route: '/list' }, path: 'd' };
const read = (list: readonly JsonValue[]): ReturnType<typeof decodeRecords<string>> =>
  decodeRecords(list, place, (record, here) => text(record, 'id', here));

describe('the records of a list', () => {
  it('are all counted, and no readable record is lost behind unreadable ones', () => {
    const record = fc.oneof({ weight: 1, arbitrary: fc.constant({ id: 'a' }) }, { weight: 3, arbitrary: fc.constant({}) });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 900 }), (list) => {
        const { items, unreadable } = read(list);
        expect(items).toHaveLength(list.filter((each) => 'id' in each).length);
        expect(items.length + unreadable.length).toBe(list.length);
        expect(new Set(unreadable).size).toBeLessThanOrEqual(100);
      }),
      { numRuns: 50 },
    );
    const late = [{ id: 'first' }, ...Array.from({ length: 5_000 }, () => ({})), { id: 'last' }];
    expect(read(late).items).toEqual(['first', 'last']);
  });

  it('are read in a limited time, however many an answer contains', () => {
    const good = read(Array.from({ length: 230_000 }, (_, at) => ({ id: String(at) })));
    expect([good.items.length, good.unreadable.length]).toEqual([10_000, 220_000]);
    expect(new Set(good.unreadable).size).toBe(1);
    const bad = read(Array.from({ length: 230_000 }, () => ({ order: 1 })));
    expect([bad.items.length, bad.unreadable.length, new Set(bad.unreadable).size]).toEqual([0, 230_000, 101]);
  });
});
