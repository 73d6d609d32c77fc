import { visibleText } from './visibleText';

/** A run of event text; `match` runs are the ones that the service wrapped in `<em>` (Spec, Economic calendar event). */
export interface Segment {
  readonly text: string;
  readonly match: boolean;
}

const markup = /<em>|<\/em>/g;

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
