/** What every proof gets: its seed decides everything that is left to chance. */
export interface ProofContext {
  readonly seed: number;
  /** How many cases to try; what a case is, the proof says in `tried`. */
  readonly runs: number;
  /** Number of the first case, so that one case of a long run can be repeated alone. */
  readonly from: number;
  readonly quick: boolean;
  /** Folder for replay files, existing. */
  readonly replayFolder: string;
  progress(done: number): void;
}

/** A promise that did not hold, with the shortest case that shows it. */
export interface Breach {
  readonly summary: string;
  /** JSON-compatible description from which the case can be repeated. A member `case` is the number of the case. */
  readonly replay: unknown;
}

export interface ProofResult {
  /** What was tried, with the numbers as counted. */
  readonly tried: string;
  /** What was found, with the numbers as counted. */
  readonly found: string;
  readonly breaches: readonly Breach[];
  /** Cases as counted, for the table; the number of runs where it is left out. */
  readonly cases?: number;
}

interface Counts {
  readonly quickRuns: number;
  readonly fullRuns: number;
}

/** One of the promises of the product, as a program that tries to break it. */
export interface Proof extends Counts {
  readonly number: number;
  readonly promise: string;
  run(context: ProofContext): Promise<ProofResult>;
}

export interface NumberedPromise {
  readonly number: number;
  readonly promise: string;
}

/** Several promises about the same events: one run, judged from several sides, one result for each. */
export interface SharedProof extends Counts {
  readonly promises: readonly NumberedPromise[];
  run(context: ProofContext): Promise<ReadonlyMap<number, ProofResult>>;
}
