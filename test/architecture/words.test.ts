import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { root } from './sources';

const Texts = v.record(v.string(), v.string());

function textsOf(file: string): Readonly<Record<string, string>> {
  return v.parse(Texts, JSON.parse(readFileSync(path.join(root, file), 'utf8')));
}

const manifest = textsOf('package.nls.json');
const simplified = textsOf('l10n/bundle.l10n.zh-cn.json');
const traditional = textsOf('l10n/bundle.l10n.zh-tw.json');
/** Keys of manifest texts are ids, all others the English text itself, with a comment after a slash. */
const english = [...Object.values(manifest), ...Object.keys(simplified).filter((key) => !(key in manifest))];
const languages = [english, Object.values(simplified), Object.values(traditional)] as const;

/** The rows of the glossary: three terms, and what is said of it nowhere. */
function glossary(): readonly { readonly terms: readonly string[]; readonly never: readonly string[] }[] {
  const lines = readFileSync(path.join(root, 'docs/words.md'), 'utf8').split('\n');
  const rows = lines.filter((line) => line.startsWith('| ')).map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.slice(1).map(([, ...cells]) => ({ terms: cells.slice(0, 3), never: (cells[4] ?? '').split(', ') }));
}

/** Whole words, whatever their case. */
function says(text: string, words: string): boolean {
  const at = new RegExp(`(?<![\\p{L}\\p{N}])${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'iu');
  return at.test(text);
}

describe('the words of the product', () => {
  it('has a glossary', () => expect(glossary().length).toBeGreaterThan(40));

  it.each(glossary())('says “$terms.0” in all languages, and for it nothing else', ({ terms, never }) => {
    const used = terms.map((term, language) =>
      (languages[language] ?? []).some((text) => (language === 0 ? says(text, term) || says(text, `${term}s`) : text.includes(term))),
    );
    expect(used).toEqual([true, true, true]);
    expect(english.filter((text) => never.some((words) => says(text, words)))).toEqual([]);
  });

  it('writes American typography', () => {
    expect(english.filter((text) => /\w'\w|(?<![\w=:{[,(])"\w|\b(?:colour|behaviour|authoris|organis|licence)/i.test(text))).toEqual([]);
    expect(english.filter((text) => /\d\s%/.test(text))).toEqual([]);
  });
});
