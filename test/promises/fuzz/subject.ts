import type { Random } from '../random';

/** Something that takes text from outside, and the means to attack it. Inputs are text, so that any of them can be shortened. */
export interface Subject {
  readonly name: string;
  /** Share of all cases. */
  readonly weight: number;
  draw(random: Random): string;
  /** What is wrong with the product's handling of the input; undefined if nothing is. Does not know how the input was drawn. */
  check(input: string): string | undefined | Promise<string | undefined>;
}

/** Judges an input; an exception that the subject did not expect is a finding as well. */
export async function judge(subject: Subject, input: string): Promise<string | undefined> {
  try {
    return await subject.check(input);
  } catch (error) {
    return `threw ${error instanceof Error ? `${error.name}: ${error.message}` : typeof error}`;
  }
}

const mostTries = 2_000;

/** Removes ever smaller pieces from a failing input as long as it fails in the same way. */
export async function shortest(subject: Subject, input: string): Promise<string> {
  const way = (await judge(subject, input))?.slice(0, 12);
  let best = input;
  let tries = 0;
  for (let piece = Math.ceil(best.length / 2); piece >= 1 && tries < mostTries; piece = piece === 1 ? 0 : Math.ceil(piece / 2)) {
    for (let from = 0; from < best.length && tries < mostTries;) {
      const candidate = best.slice(0, from) + best.slice(from + piece);
      tries += 1;
      if ((await judge(subject, candidate))?.slice(0, 12) !== way) from += piece;
      else best = candidate;
    }
  }
  return best;
}
