import type { SnapshotQuote } from '../../service/marketRecords';
import { isNotOffered } from '../../service/notOffered';
import type { Connection, ConnectionState } from '../session/connection';
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
 * it, nothing is found and it is not asked again until the connection or the session changes.
 */
export class QuoteLookup implements Disposable {
  readonly #known = new Map<string, Known>();
  readonly #subscription: Disposable;
  #isOffered = true;

  constructor(private readonly dependencies: { readonly access: ServiceAccess; readonly clock: MachineClock }) {
    this.#subscription = dependencies.access.onDidChange(() => this.#forget());
  }

  /**
   * @returns Undefined when not signed in, the service does not know the code, or it offers no quotes.
   * @throws {@link ServiceError} of a request that failed otherwise.
   */
  async find(code: string, signal: AbortSignal): Promise<FoundQuote | undefined> {
    const { access } = this.dependencies;
    const asked = access.current;
    if (!this.#isOffered || asked.session.kind !== 'signedIn') return undefined;
    const known = this.#known.get(code);
    if (known !== undefined && this.#isFresh(known)) return known.found;
    try {
      const client = await access.client();
      const quotes = await client.beyond.snapshot({ codes: [code] }, { signal });
      return this.#remember(
        asked,
        code,
        quotes.find((quote) => quote.code === code),
      );
    } catch (error) {
      if (!isNotOffered(error)) throw error;
      if (asked === access.current) this.#isOffered = false;
      return undefined;
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#forget();
  }

  #isFresh({ found, atMs }: Known): boolean {
    return this.dependencies.clock.monotonicMs() - atMs < (found === undefined ? unknownMs : freshMs);
  }

  #remember(asked: ConnectionState, code: string, quote: SnapshotQuote | undefined): FoundQuote | undefined {
    const { access, clock } = this.dependencies;
    // An answer to somebody who has left in the meantime is nobody's.
    if (asked !== access.current) return undefined;
    const found = quote === undefined ? undefined : { quote, readAtMs: clock.wallMs(), connection: asked.connection };
    this.#known.delete(code);
    this.#known.set(code, { found, atMs: clock.monotonicMs() });
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostKnown && oldest !== undefined) this.#known.delete(oldest);
    return found;
  }

  #forget(): void {
    this.#known.clear();
    this.#isOffered = true;
  }
}
