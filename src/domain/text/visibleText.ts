import { invisibleCharacters } from './invisible';

const invisible = new RegExp(`[${invisibleCharacters}]`, 'gu');

/**
 * Text like this needs no closer look, and most text is like this: ASCII, Latin letters, punctuation, the minus sign, price arrows, Chinese and
 * its punctuation.
 */
const harmless = /^[ -~\u00a0-\u00ac\u00ae-\u034e\u0350-\u036f\u2010-\u2027\u2212\u25a0-\u25ff\u3000-\u3029\u4e00-\u9fff\uff01-\uff5e]*$/;

/** Replaces line breaks and tabs by a space and writes every other invisible character as its code point. */
export function visibleText(text: string): string {
  if (harmless.test(text)) return text;
  return text
    .replace(/[\t\n\r]+/g, ' ')
    .replace(invisible, (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
}

/** The beginning of a text from the service that is longer than `most` characters, with an ellipsis. */
export function shortened(text: string, most: number): string {
  // No half of a surrogate pair may remain.
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Keeps the part of a sentence after an id or a name from being cut off. */
const longestId = 200;

/**
 * An id, name, or figure from outside, made safe so that nothing in it can pretend to be something else: notifications would turn
 * `[text](command:…)` into a link that runs a command.
 */
export function idText(text: string): string {
  return shortened(visibleText(text), longestId).replaceAll('](', '] (');
}

/** A service's message for use inside or at the end of a sentence: without its own full stop. A text of full stops alone stays as it is. */
export function withoutStop(text: string): string {
  const bare = text.trimEnd().replace(/(?<![\s.\u2026\u3002\uff0e\uff61!?\uff01\uff1f])[\s.\u2026\u3002\uff0e\uff61!?\uff01\uff1f]+$/u, '');
  return bare === '' ? text : bare;
}

/** A text that other sentences follow: one without an end would run into them, as if they belonged to it. */
export function withStop(text: string): string {
  return text === '' || /[.\u2026\u3002\uff0e\uff61!?\uff01\uff1f][)\]"'\u2019\u201d\u300d\uff09]*$/u.test(text) ? text : `${text}.`;
}

/** A service's message as one line, without anything that a notification would turn into a link. */
export function serverText(text: string): string {
  const line = visibleText(text).replaceAll('[', '(').replaceAll(']', ')').trim();
  return line.length <= 300 ? line : `${line.slice(0, 299)}…`;
}
