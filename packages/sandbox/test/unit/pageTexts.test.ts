import { describe, expect, it } from 'vitest';
import { scopes } from '../../src/auth/scopes';
import { chooseTexts } from '../../src/pageTexts/pageTexts';

/** The name of every text, with the placeholders in it. */
function placeholders(texts: object, within = ''): readonly string[] {
  return Object.entries(texts).flatMap(([name, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null
      ? placeholders(text, `${within}${name}.`)
      : [[within + name, ...(String(text).match(/\{\d\}/g) ?? []).toSorted()].join(' ')],
  );
}

describe('the texts of the pages', () => {
  const english = chooseTexts('en', 'en');

  it.each(['zh-CN', 'zh-TW'])('take the same values in English and %s', (language) => {
    const texts = chooseTexts(language, 'en');
    expect(texts.lang).toBe(language);
    // A text may name a value twice.
    const once = (all: readonly string[]): readonly string[] => all.map((line) => [...new Set(line.split(' '))].join(' '));
    expect(once(placeholders(texts))).toEqual(once(placeholders(english)));
    expect(placeholders(english)).toContain('portal.created {0} {1}');
  });

  it('describe every scope', () => {
    expect(Object.keys(english.consent.scopes)).toEqual(scopes);
  });
});
