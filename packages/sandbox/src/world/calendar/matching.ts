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

/** Whether Chinese characters of a match are wrapped as one, or each by itself, in all texts or in a third of them. */
export type Wrapping = 'whole' | 'apart' | 'sometimes apart';

/**
 * Wraps every match in `<em>`, keeping the text's own case; the rest of the text stays unchanged, including markup.
 * Services of this family were observed to wrap every Chinese character of a match separately.
 */
export function highlighted(text: string, words: readonly string[], wrapping: Wrapping): string {
  const pattern = new RegExp(
    words
      .toSorted((a, b) => b.length - a.length)
      .map(escaped)
      .join('|'),
    'giu',
  );
  const apart = wrapping === 'apart' || (wrapping === 'sometimes apart' && hash32(text) % 3 === 0);
  return text.replaceAll(pattern, (match) =>
    apart && han.test(match) ? Array.from(match, (character) => `<em>${character}</em>`).join('') : `<em>${match}</em>`,
  );
}
