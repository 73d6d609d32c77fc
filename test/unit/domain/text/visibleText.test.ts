import { describe, expect, it } from 'vitest';
import { checkLink } from '../../../../src/domain/text/linkGate';
import { visibleText, withStop } from '../../../../src/domain/text/visibleText';

/** One of each kind that is invisible or changes how others are shown, and both ends of each range. */
const unseen = [
  0x00, 0x1b, 0x7f, 0x9f, 0xad, 0x034f, 0x061c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d, 0x200f, 0x2028,
  0x202a, 0x202e, 0x2060, 0x2064, 0x2065, 0x2066, 0x2069, 0x206a, 0x206f, 0x2800, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff0, 0xfff9,
  0xfffb, 0xfffe, 0x1bca0, 0x1d173, 0x1d17a, 0xe0000, 0xe0041, 0xe007f, 0xe0100, 0xe01ef, 0xd800, 0xdfff,
];

describe('visibleText', () => {
  it.each(unseen.map((code) => [code.toString(16).toUpperCase().padStart(4, '0'), String.fromCodePoint(code)] as const))(
    'shows U+%s by its code point, so that two texts with and without it differ',
    (code, character) => {
      expect(visibleText(`OK-1${character}`)).toBe(`OK-1⟨U+${code}⟩`);
    },
  );

  it.each(unseen.map((code) => [code.toString(16).toUpperCase(), String.fromCodePoint(code)] as const))(
    'rejects a link with U+%s in it',
    (_, character) => {
      expect(checkLink(`https://example.com/${character}`)).toEqual({ allowed: false, reason: 'hidden-characters' });
    },
  );

  it.each(['Tencent 騰訊控股（HK）', 'Société Générale', '+1.5% − ▲', 'Ω Ж שלום مرحبا ไทย 한국 日本語 é 😀', '£€¥ “x” ‘y’…'])(
    'leaves %s as it is',
    (text) => {
      expect(visibleText(text)).toBe(text);
    },
  );

  it('writes line breaks and tabs as one space', () => {
    expect(visibleText('a\r\n\tb')).toBe('a b');
  });
});

describe('a text that other sentences follow', () => {
  it.each([
    ['too early', 'too early.'],
    ['Price out of range (code 7)', 'Price out of range (code 7).'],
    ['Are you sure?', 'Are you sure?'],
    ['“No!”', '“No!”'],
    ['余额不足。', '余额不足。'],
    ['…', '…'],
    ['', ''],
  ])('has an end: %j', (text, ended) => {
    expect(withStop(text)).toBe(ended);
  });
});
