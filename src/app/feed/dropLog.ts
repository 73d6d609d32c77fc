import type { Log, MachineClock } from '../platform/ports';

const quietMs = 60_000;
const mostKinds = 50;

interface Kind {
  count: number;
  loggedAt: number | undefined;
}

/** Counts frames from a feed that could not be used, and logs each kind at most once a minute. */
export class DropLog {
  readonly #kinds = new Map<string, Kind>();

  constructor(private readonly dependencies: { readonly log: Pick<Log, 'warn'>; readonly clock: Pick<MachineClock, 'monotonicMs'> }) {}

  /** @param what - Only the program's own words, or text that the redactor sees before it is written. */
  add(what: string): void {
    const kind = this.#kindOf(what);
    kind.count += 1;
    const now = this.dependencies.clock.monotonicMs();
    if (kind.loggedAt !== undefined && now - kind.loggedAt < quietMs) return;
    kind.loggedAt = now;
    this.dependencies.log.warn(`feed: ${what} dropped, ${kind.count} so far`);
  }

  /** Everything dropped since the start. */
  get total(): number {
    return [...this.#kinds.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** A frame's type is text from the service, so the number of kinds is limited to what a person can read. */
  #kindOf(what: string): Kind {
    const name = this.#kinds.size < mostKinds || this.#kinds.has(what) ? what : 'other frames';
    const known = this.#kinds.get(name) ?? { count: 0, loggedAt: undefined };
    this.#kinds.set(name, known);
    return known;
  }
}
