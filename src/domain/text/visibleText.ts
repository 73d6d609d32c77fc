/**
 * Characters that could make text look like something it is not: bidirectional controls, zero-width characters, the
 * byte order mark, line and paragraph separators, tags and C0/C1 controls.
 */
const deceptive = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * Nothing in such text needs a closer look: most text is like this, and there is much of it. ASCII, Latin letters, punctuation,
 * the minus sign, arrows of prices and Chinese.
 */
const harmless = /^[ -~\u00a0-\u036f\u2010-\u2027\u2212\u25a0-\u25ff\u4e00-\u9fff]*$/;

/** Replaces line breaks and tabs by a space and writes every other deceptive character as its visible code point. */
export function visibleText(text: string): string {
  if (harmless.test(text)) return text;
  return text
    .replace(/[\t\n\r]+/g, ' ')
    .replace(deceptive, (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
}

/** The beginning of a text of the service that is longer than `most` characters, with a mark that something is missing. */
export function shortened(text: string, most: number): string {
  // No half of a surrogate pair may remain.
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * An id, name or figure from outside, so that nothing in it can pretend to be something else: notifications would turn
 * `[text](command:…)` into a link that runs a command.
 */
export function idText(text: string): string {
  return visibleText(text).replaceAll('](', '] (');
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
