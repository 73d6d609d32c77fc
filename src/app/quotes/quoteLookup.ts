import type { SnapshotQuote } from '../../service/marketRecords';
import { findIn } from '../../service/lists/list';
import { askAgainMs } from '../../service/lists/liveList';
import { readList } from '../../service/lists/readList';
import { snapshotPart } from '../../service/lists/sources';
import { isSameSession } from '../session/connection';
import type { Connection } from '../session/connection';
import type { Disposable, MachineClock } from '../platform/ports';
import type { ServiceAccess } from '../session/serviceAccess';

export interface FoundQuote {
  readonly quote: SnapshotQuote;
  /** When it was read, on the clock of this machine. */
  readonly readAtMs: number;
  readonly connection: Connection;
}

interface Known {
  readonly found: FoundQuote | undefined;
  readonly atMs: number;
}

const freshMs = 5_000;
/** A code that the service does not know will not be known a moment later. */
const unknownMs = 600_000;
const mostKnown = 200;

/**
 * The latest price of one security, for a hover. The call is beyond the specification: where the service does not offer
 * it, nothing is found, and it is asked again after ten minutes or when the connection or the session changes.
 */
export class QuoteLookup implements Disposable {
  readonly #known = new Map<string, Known>();
  readonly #subscription: Disposable;
  #absentSinceMs: number | undefined;

  constructor(private readonly dependencies: { readonly access: ServiceAccess; readonly clock: MachineClock }) {
    this.#subscription = dependencies.access.onDidChange(() => this.#forget());
  }

  /**
   * @returns Undefined when not signed in, the service does not know the code, or it offers no quotes.
   * @throws {@link ServiceError} of a request that failed otherwise.
   */
  async find(code: string, signal: AbortSignal): Promise<FoundQuote | undefined> {
    const { access, clock } = this.dependencies;
    const asked = access.current;
    if (asked.session.kind !== 'signedIn' || this.#isAbsent()) return undefined;
    const known = this.#known.get(code);
    if (known !== undefined && this.#isFresh(known)) return known.found;
    const list = await readList([snapshotPart(async () => access.client(), [code])], { signal });
    // An answer to somebody who has left in the meantime is nobody's.
    if (!isSameSession(asked, access.current)) return undefined;
    const quote = findIn(list, (candidate) => candidate.code === code);
    switch (quote) {
      case 'notOffered':
        this.#absentSinceMs = clock.monotonicMs();
        return undefined;
      case 'notKnown':
        return undefined;
      case 'absent':
        return this.#remember(code, undefined);
      default:
        return this.#remember(code, { quote: quote.item, readAtMs: clock.wallMs(), connection: asked.connection });
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#forget();
  }

  #isAbsent(): boolean {
    return this.#absentSinceMs !== undefined && this.dependencies.clock.monotonicMs() - this.#absentSinceMs < askAgainMs;
  }

  #isFresh({ found, atMs }: Known): boolean {
    return this.dependencies.clock.monotonicMs() - atMs < (found === undefined ? unknownMs : freshMs);
  }

  #remember(code: string, found: FoundQuote | undefined): FoundQuote | undefined {
    this.#known.delete(code);
    this.#known.set(code, { found, atMs: this.dependencies.clock.monotonicMs() });
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostKnown && oldest !== undefined) this.#known.delete(oldest);
    return found;
  }

  #forget(): void {
    this.#known.clear();
    this.#absentSinceMs = undefined;
  }
}
