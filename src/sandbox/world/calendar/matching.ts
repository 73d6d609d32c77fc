import { hash32 } from '../../random';

const han = /\p{Script=Han}/u;

function escaped(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

/** A keyword split into words; all of several words must occur. */
export function wordsOf(keyword: string): readonly string[] {
  return [...new Set(keyword.trim().toLowerCase().split(/\s+/u))].filter((word) => word !== '');
}

/** Whether every word occurs in the text, ignoring case. */
export function matches(lowerCaseText: string, words: readonly string[]): boolean {
  return words.every((word) => lowerCaseText.includes(word));
}

/**
 * Wraps every match in `<em>`, keeping the text's own case; the rest of the text stays unchanged, including markup.
 *
 * In some texts, or in all with `alwaysApart`, every Chinese character of a match is wrapped separately, as services of this family were
 * observed to do.
 */
export function highlighted(text: string, words: readonly string[], alwaysApart = false): string {
  const pattern = new RegExp(
    words
      .toSorted((a, b) => b.length - a.length)
      .map(escaped)
      .join('|'),
    'giu',
  );
  const apart = alwaysApart || hash32(text) % 3 === 0;
  return text.replaceAll(pattern, (match) =>
    apart && han.test(match) ? Array.from(match, (character) => `<em>${character}</em>`).join('') : `<em>${match}</em>`,
  );
}
