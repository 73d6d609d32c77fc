import { invisibleCharacters } from './invisible';

const invisible = new RegExp(`[${invisibleCharacters}]`, 'gu');

/**
 * Nothing in such text needs a closer look: most text is like this, and there is much of it. ASCII, Latin letters, punctuation,
 * the minus sign, arrows of prices, Chinese and its punctuation.
 */
const harmless = /^[ -~\u00a0-\u00ac\u00ae-\u034e\u0350-\u036f\u2010-\u2027\u2212\u25a0-\u25ff\u3000-\u3029\u4e00-\u9fff\uff01-\uff5e]*$/;

/** Replaces line breaks and tabs by a space and writes every other invisible character as its code point. */
export function visibleText(text: string): string {
  if (harmless.test(text)) return text;
  return text
    .replace(/[\t\n\r]+/g, ' ')
    .replace(invisible, (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
}

/** The beginning of a text of the service that is longer than `most` characters, with a mark that something is missing. */
export function shortened(text: string, most: number): string {
  // No half of a surrogate pair may remain.
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** So that what a sentence says behind an id or a name is never lost. */
const longestId = 200;

/**
 * An id, name or figure from outside, so that nothing in it can pretend to be something else: notifications would turn
 * `[text](command:…)` into a link that runs a command.
 */
export function idText(text: string): string {
  return shortened(visibleText(text), longestId).replaceAll('](', '] (');
}

/**
 * What a service said, to stand inside a sentence that goes on or ends after it: without the stop at its own end. A text of stops
 * alone stays as it is.
 */
export function withoutStop(text: string): string {
  const bare = text.trimEnd().replace(/(?<![\s.\u2026\u3002\uff0e\uff61!?\uff01\uff1f])[\s.\u2026\u3002\uff0e\uff61!?\uff01\uff1f]+$/u, '');
  return bare === '' ? text : bare;
}

/** One line of what a service said, without anything that a notification would turn into a link. */
export function serverText(text: string): string {
  const line = visibleText(text).replaceAll('[', '(').replaceAll(']', ')').trim();
  return line.length <= 300 ? line : `${line.slice(0, 299)}…`;
}
