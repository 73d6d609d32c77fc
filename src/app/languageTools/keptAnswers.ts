import type { ReadTool } from './readTool';

/** A program that asks the same again so soon gets the same answer. */
const keptMs = 15_000;
const mostKept = 100;

interface Kept {
  readonly atMs: number;
  readonly answer: Promise<object>;
}

/** Answers that cost requests, kept for a moment: programs ask the same in a loop, and the service counts each request. */
export class KeptAnswers {
  readonly #names = new WeakMap<ReadTool, number>();
  readonly #kept = new Map<string, Kept>();
  #count = 0;

  constructor(private readonly nowMs: () => number) {}

  /**
   * @param whose - What else the answer depends on: the session, and what may be told.
   * @param ask - Gets the answer. Failures, and answers of which the caller no longer waits for, are not kept.
   */
  async answer(
    tool: ReadTool,
    input: unknown,
    whose: readonly unknown[],
    signal: AbortSignal,
    ask: (signal: AbortSignal) => Promise<object>,
  ): Promise<object> {
    // What the user changes by themselves is told at once.
    if (!tool.isKept) return ask(signal);
    const key = JSON.stringify([this.#nameOf(tool), input ?? {}, whose]);
    const known = this.#kept.get(key);
    if (known !== undefined && this.nowMs() - known.atMs < keptMs) return known.answer;
    const answer = ask(signal);
    this.#kept.delete(key);
    this.#kept.set(key, { atMs: this.nowMs(), answer });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
    answer.catch(() => (this.#kept.get(key)?.answer === answer ? this.#kept.delete(key) : undefined));
    return answer;
  }

  #nameOf(tool: ReadTool): number {
    const known = this.#names.get(tool) ?? (this.#count += 1);
    this.#names.set(tool, known);
    return known;
  }
}
