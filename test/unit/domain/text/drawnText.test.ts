import { describe, expect, it } from 'vitest';
import { drawnLine, drawnLines } from '../../../../src/domain/text/drawnText';
import { linksIn } from '../../../support/editor/linkedText';

describe('drawnLine', () => {
  it.each(['[x](command:a.b)', '[x](https://e.example "t")', "[a](FILE:///etc 't')", '[[x](command:a)'])('makes no link of %s', (text) => {
    expect(linksIn(text)).not.toEqual([]);
    expect(linksIn(drawnLine(text, 900))).toEqual([]);
  });

  it('makes no icon of a text', () => {
    expect(drawnLine('$(verified) US$(HK)', 900)).toBe('$ (verified) US$ (HK)');
  });

  it('cuts a text that is too long, and never splits a character', () => {
    expect(drawnLine('abcdef', 4)).toBe('abc…');
    expect(drawnLine('ab😀cd', 4)).toBe('ab…');
  });

  it('leaves an ordinary sentence unchanged', () => {
    const text = 'OK-1 was not changed: price [too far] (code 28). 1,500 @ 70 → 71';
    expect(drawnLine(text, 900)).toBe(text);
  });
});

describe('drawnLines', () => {
  it('keeps line breaks and treats each line', () => {
    expect(drawnLines('a\n\n[x](command:b)\r\nc\u202e', 900)).toBe('a\n\n[x] (command:b)\nc⟨U+202E⟩');
  });

  it('cuts the whole text', () => {
    expect(drawnLines('aaa\nbbb', 5)).toBe('aaa\n…');
  });
});
