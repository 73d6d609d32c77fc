import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasMark,
  longestRemark,
  markBytes,
  markedRemark,
  markOf,
  ownBytes,
  utf8Bytes,
} from '../../../../../src/domain/orders/placing/mark';

const random = fc.uint8Array({ minLength: markBytes, maxLength: markBytes });
const own = fc.string({ unit: 'grapheme', maxLength: 60 });

describe('the mark of a new order', () => {
  it('is one short word without any other meaning', () => {
    fc.assert(
      fc.property(random, (bytes) => {
        const mark = markOf(bytes);
        expect(mark).toMatch(/^#[0-9a-hjkmnp-tv-z]{8}$/);
        expect(utf8Bytes(mark)).toBe(9);
        expect(markOf(bytes)).toBe(mark);
      }),
    );
  });

  it('uses every character evenly', () => {
    const all = new Set(Array.from({ length: 256 }, (_, byte) => markOf(Uint8Array.of(byte))));
    expect(all.size).toBe(32);
  });

  it('is found only at the end of the remark that was sent, whatever the user wrote before it', () => {
    fc.assert(
      fc.property(own, random, random, (text, bytes, others) => {
        const [mark, other] = [markOf(bytes), markOf(others)];
        const remark = markedRemark(text, mark);
        expect(hasMark(remark, mark)).toBe(true);
        expect(hasMark(` ${remark} `, mark)).toBe(true);
        expect(hasMark(remark, other)).toBe(mark === other);
      }),
    );
  });

  it.each([
    ['inside another word', 'x#abcd1234'],
    ['before other words', '#abcd1234 mine'],
    ['cut off', '#abcd123'],
    ['nowhere', ''],
  ])('is not found %s', (_, remark) => {
    expect(hasMark(remark, '#abcd1234')).toBe(false);
  });

  it.each([true, false])('leaves the user the bytes that the service allows (paper: %s)', (isPaper) => {
    const mark = markOf(new Uint8Array(markBytes));
    const most = ownBytes(mark, { isPaper });
    expect(utf8Bytes(markedRemark('a'.repeat(most), mark))).toBe(longestRemark({ isPaper }));
    expect(longestRemark({ isPaper })).toBe(isPaper ? 100 : 64);
  });
});
