/** A run of event text; `match` runs are the ones that the service wrapped in `<em>` (Spec, Economic calendar event). */
export interface Segment {
  readonly text: string;
  readonly match: boolean;
}

const markup = /<em>|<\/em>/g;

/**
 * Characters that could make text look like something it is not: bidirectional controls, zero-width characters, the
 * byte order mark, line and paragraph separators, tags and C0/C1 controls.
 */
const deceptive = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** Nothing in such text needs a closer look: most text is like this, and there is much of it. */
const harmless = /^[ -~\u4e00-\u9fff]*$/;

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
 * Splits event text into plain and matched runs.
 *
 * Exactly `<em>` and `</em>` are markup; everything else, other tags and entities included, stays text. Adjacent runs of
 * one kind merge, also across `</em><em>`, because CJK text may wrap every character. Unbalanced markup is tolerated:
 * nesting does not add up, a stray end ends nothing, a missing end reaches to the end of the text. No run is empty.
 */
export function splitSegments(text: string): readonly Segment[] {
  const segments: { text: string; match: boolean }[] = [];
  let match = false;
  let from = 0;
  const add = (run: string): void => {
    if (run === '') return;
    const last = segments.at(-1);
    if (last?.match === match) last.text += run;
    else segments.push({ text: run, match });
  };
  for (const found of text.matchAll(markup)) {
    add(text.slice(from, found.index));
    match = found[0] === '<em>';
    from = found.index + found[0].length;
  }
  add(text.slice(from));
  return segments.map((segment) => ({ text: visibleText(segment.text), match: segment.match }));
}

/** Event text without its `<em>` markup, deceptive characters made visible. */
export function plainText(text: string): string {
  return visibleText(text.replace(markup, ''));
}
