import { canonicalCode, isSameSecurity } from '../../domain/market/security';
import type { LiveQuote } from '../../domain/quotes/liveQuote';
import { findIn } from '../../service/lists/list';
import { askAgainMs } from '../../service/lists/liveList';
import { readList } from '../../service/lists/readList';
import { snapshotPart } from '../../service/endpoints/sources';
import { isSameSession } from '../session/connection';
import type { Connection } from '../session/connection';
import type { Disposable } from '../platform/ports';
import type { LiveMarket } from './liveMarket';
import type { Ports } from '../ports';

export interface FoundQuote {
  readonly quote: LiveQuote;
  readonly isOld: boolean;
  readonly connection: Connection;
}

const freshMs = 5_000;
/** A code that the service does not know will not be known a moment later. */
const unknownMs = 600_000;
const mostKnown = 200;

/**
 * The latest price of one security, for a hover: from the quote book, or read anew if nothing keeps it current. The call is not in the
 * specification: if the service does not offer it, nothing is found, and it is tried again after ten minutes or when the connection or the
 * session changes.
 */
export class QuoteLookup implements Disposable {
  /** Monotonic times at which the service's response lacked a code. */
  readonly #unknown = new Map<string, number>();
  readonly #subscription: Disposable;
  #absentSinceMs: number | undefined;

  constructor(
    private readonly dependencies: Pick<Ports, 'access' | 'clock'> & {
      readonly market: Pick<LiveMarket, 'book' | 'isOld'>;
      readonly serverMs: () => number;
    },
  ) {
    this.#subscription = dependencies.access.onDidChange(() => this.#forget());
  }

  /**
   * @returns Undefined when not signed in, the service does not know the code, or it offers no quotes.
   * @throws {@link ServiceError} if a request failed otherwise.
   */
  async find(sent: string, signal: AbortSignal): Promise<FoundQuote | undefined> {
    const code = canonicalCode(sent);
    const { access, market, serverMs } = this.dependencies;
    const asked = access.current;
    if (asked.session.kind !== 'signedIn') return undefined;
    const confirmedAt = market.book.confirmedAt(code);
    const askedAt = serverMs();
    // A feed sends no names.
    const isNamed = (market.book.get(code)?.name ?? '') !== '';
    if (isNamed && confirmedAt !== undefined && askedAt - confirmedAt < freshMs) return this.#found(code);
    if (this.#isAbsent() || this.#isUnknown(code)) return this.#found(code);
    const list = await readList([snapshotPart(async () => access.client(), [code])], { signal });
    // The user signed out or switched in the meantime: the answer belongs to another session.
    if (!isSameSession(asked, access.current)) return undefined;
    const quote = findIn(list, (candidate) => isSameSecurity(candidate.code, code));
    if (quote === 'notOffered') this.#absentSinceMs = this.dependencies.clock.monotonicMs();
    else if (quote === 'absent') this.#rememberUnknown(code);
    else if (quote !== 'notKnown') market.book.snapshots([{ ...quote.item, code }], askedAt);
    return this.#found(code);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#forget();
  }

  #found(code: string): FoundQuote | undefined {
    const { market, access } = this.dependencies;
    const quote = market.book.get(code);
    return quote === undefined ? undefined : { quote, isOld: market.isOld(code), connection: access.current.connection };
  }

  #isAbsent(): boolean {
    return this.#absentSinceMs !== undefined && this.dependencies.clock.monotonicMs() - this.#absentSinceMs < askAgainMs;
  }

  #isUnknown(code: string): boolean {
    const since = this.#unknown.get(code);
    return since !== undefined && this.dependencies.clock.monotonicMs() - since < unknownMs;
  }

  #rememberUnknown(code: string): void {
    this.#unknown.delete(code);
    this.#unknown.set(code, this.dependencies.clock.monotonicMs());
    const [oldest] = this.#unknown.keys();
    if (this.#unknown.size > mostKnown && oldest !== undefined) this.#unknown.delete(oldest);
  }

  #forget(): void {
    this.#unknown.clear();
    this.#absentSinceMs = undefined;
  }
}
