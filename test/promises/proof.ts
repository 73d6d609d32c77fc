/** The input of every proof: the seed decides everything that is random. */
export interface ProofContext {
  readonly seed: number;
  /** How many cases to try; `tried` says what a case is. */
  readonly runs: number;
  /** Number of the first case, so that one case of a long run can be repeated alone. */
  readonly from: number;
  readonly quick: boolean;
  /** Of the faults that are planted first, every `of`th one, from the one with this index on. */
  readonly plants: { readonly index: number; readonly of: number };
  /** The promises to judge: a shared proof leaves out what says nothing about them. */
  readonly chosen: readonly number[];
  /** An existing folder for replay files. */
  readonly replayFolder: string;
  progress(done: number): void;
}

/** A promise that did not hold, with the shortest case that shows it. */
export interface Breach {
  readonly summary: string;
  /** A JSON-compatible description from which the case can be repeated. A member `case` is the number of the case. */
  readonly replay: unknown;
}

export interface ProofResult {
  /** What was tried, with actual counts. */
  readonly tried: string;
  /** What was found, with actual counts. */
  readonly found: string;
  readonly breaches: readonly Breach[];
  /** The counted number of cases, for the table; by default the number of runs. */
  readonly cases?: number;
}

interface Counts {
  readonly quickRuns: number;
  readonly fullRuns: number;
}

/** One of the product's promises, as a program that tries to break it. */
export interface Proof extends Counts {
  readonly number: number;
  readonly promise: string;
  run(context: ProofContext): Promise<ProofResult>;
}

export interface NumberedPromise {
  readonly number: number;
  readonly promise: string;
}

/** Several promises about the same events: one run, judged from several sides, with one result for each promise. */
export interface SharedProof extends Counts {
  readonly promises: readonly NumberedPromise[];
  run(context: ProofContext): Promise<ReadonlyMap<number, ProofResult>>;
}
