import { plainText, splitSegments } from '../../../../src/domain/text/segments';
import { firstOf, isUnseen } from '../characters';
import { hostileText } from '../hostileText';
import type { Subject } from '../subject';

export interface Run {
  readonly text: string;
  readonly match: boolean;
}

/** The meaning of the text if exactly `<em>` and `</em>` are markup, read character by character. */
export function readRuns(text: string): readonly Run[] {
  const runs: { text: string; match: boolean }[] = [];
  let match = false;
  for (let at = 0; at < text.length;) {
    if (text.startsWith('<em>', at)) {
      match = true;
      at += 4;
    } else if (text.startsWith('</em>', at)) {
      match = false;
      at += 5;
    } else {
      const last = runs.at(-1);
      if (last?.match === match) last.text += text.charAt(at);
      else runs.push({ text: text.charAt(at), match });
      at += 1;
    }
  }
  return runs;
}

const mark = /⟨U\+[0-9A-F]{4,6}⟩/g;
/** The text without what the product may replace: white space, deceptive characters, and the marks that it puts in their place. */
export function essence(text: string): string {
  return Array.from(text.replace(mark, ''))
    .filter((character) => !/\s/.test(character) && !isUnseen(character))
    .join('');
}

/** The splitter preserves text, and only exact `<em>` is markup. */
export const emSplitter: Subject = {
  name: '<em> splitter',
  weight: 300,
  draw: (random) => hostileText(random),
  check: (text) => {
    const segments = splitSegments(text);
    const runs = readRuns(text);
    if (segments.length !== runs.length) return `${segments.length} segments instead of ${runs.length}`;
    for (const [index, segment] of segments.entries()) {
      const run = runs[index];
      if (segment.match !== run?.match) return `segment ${index} is ${segment.match ? '' : 'not '}marked`;
      if (segment.text === '') return `segment ${index} is empty`;
      if (essence(segment.text) !== essence(run.text)) return `segment ${index} changed its text`;
      const turning = firstOf(segment.text, isUnseen);
      if (turning !== undefined) return `segment ${index} still has ${turning}`;
    }
    const joined = plainText(text);
    if (essence(joined) !== essence(runs.map((run) => run.text).join(''))) return 'the plain text is another';
    const turning = firstOf(joined, isUnseen);
    return turning === undefined ? undefined : `the plain text still has ${turning}`;
  },
};
