import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText, splitSegments } from '../../../../src/domain/text/segments';
import { shortened, visibleText } from '../../../../src/domain/text/visibleText';

const shape = (text: string): string =>
  splitSegments(text)
    .map((segment) => (segment.match ? `[${segment.text}]` : segment.text))
    .join('|');

describe('splitSegments', () => {
  it.each([
    ['US <em>CPI</em> YoY', 'US |[CPI]| YoY'],
    ['<em>C</em><em>P</em><em>I</em>', '[CPI]'],
    ['<em>消</em><em>费</em>者<em>物</em>', '[消费]|者|[物]'],
    ['no markup', 'no markup'],
    ['', ''],
    ['<em></em>', ''],
    ['<EM>x</EM>', '<EM>x</EM>'],
    ['<em class="x">y</em>', '<em class="x">y'],
    ['</em>a<em>b', 'a|[b]'],
    ['<em>a<em>b</em>c</em>d', '[ab]|cd'],
    ['<script>alert(1)</script> & &lt;em&gt;', '<script>alert(1)</script> & &lt;em&gt;'],
    ['<<em>em>x</em>', '<|[em>x]'],
    ['<em >x</em >', '<em >x</em >'],
  ])('splits %s', (text, expected) => expect(shape(text)).toBe(expected));

  it('loses and adds no character, merges all runs, and has no empty run', () => {
    const part = fc.oneof(fc.constantFrom('<em>', '</em>', '<', 'em>', '<b>', '&amp;', '費', ' '), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        const segments = splitSegments(text);
        expect(segments.map((segment) => segment.text).join('')).toBe(
          text
            .split(/<em>|<\/em>/)
            .map(visibleText)
            .join(''),
        );
        segments.forEach((segment, index) => {
          expect(segment.text).not.toBe('');
          if (index > 0) expect(segment.match).not.toBe(segments[index - 1]?.match);
        });
      }),
    );
  });
});

it('plainText drops the markup', () => {
  expect(plainText('<em>C</em>PI <b>')).toBe('CPI <b>');
});

describe('shortened', () => {
  it.each([
    ['abcd', 4, 'abcd'],
    ['abcde', 4, 'abc…'],
    ['ab😀de', 4, 'ab…'],
    ['', 4, ''],
  ])('cuts %s to %d characters', (text, most, expected) => expect(shortened(text, most)).toBe(expected));
});
