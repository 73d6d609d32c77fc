import { isQuotable } from '../../domain/market/security';
import { mostCodes } from '../../service/endpoints/rules';
import { snapshotPart } from '../../service/endpoints/sources';
import { ServiceError } from '../../service/errors';
import { chunksOf } from '../../service/lists/chunks';
import { seen } from '../../service/lists/list';
import type { Gap } from '../../service/lists/list';
import { readList } from '../../service/lists/readList';
import type { SnapshotQuote } from '../../service/marketRecords';
import type { Constituent } from '../../service/records';
import type { Disposable } from '../platform/ports';
import type { LiveMarket } from '../quotes/liveMarket';
import { OpenPlates } from './openPlates';
import type { Ports } from '../ports';

export interface PlateScreenState {
  /** What is being read; `idle` before the first plate and after a plate was read. */
  readonly phase: 'idle' | 'constituents' | 'quotes';
  readonly constituents: readonly Constituent[];
  /** The service's count; undefined if it does not return one. */
  readonly total: number | undefined;
  readonly gaps: readonly Gap[];
  /** Whether the service has the two lists, as far as they were asked for. */
  readonly hasConstituents: boolean;
  readonly hasQuotes: boolean;
  /** Securities whose quotes were asked for, and those among them of which the service has none. */
  readonly asked: number;
  readonly missing: number;
  /** Why the last reading ended early. */
  readonly error: unknown;
  /** Wall clock of the oldest quotes; undefined before the first. */
  readonly quotedAtMs: number | undefined;
}

export interface PlateScreenEvents {
  /** The constituents, or what is known about them, changed. */
  readonly changed: () => void;
  /** Quotes arrived. */
  readonly quoted: (quotes: readonly SnapshotQuote[]) => void;
}

const none: readonly Constituent[] = [];

/**
 * All constituents of one plate with a quote of each: the constituents page by page, then their quotes in as few requests as the service
 * allows. Nothing is read again until that is asked for, or the service has come back after a failure.
 */
export class PlateScreen implements Disposable {
  readonly #plates: OpenPlates;
  readonly #subscriptions: readonly Disposable[];
  readonly #quotes = new Map<string, SnapshotQuote>();
  #plateId: string | undefined;
  #turn: AbortController | undefined;
  #phase: PlateScreenState['phase'] = 'idle';
  #gaps: readonly Gap[] = [];
  #hasQuotes = true;
  #asked = 0;
  #answered = 0;
  #error: unknown;
  #quotedAtMs: number | undefined;

  constructor(
    private readonly dependencies: Pick<Ports, 'access' | 'clock' | 'log'> & { readonly market: Pick<LiveMarket, 'book' | 'nowMs'> },
    private readonly events: PlateScreenEvents,
  ) {
    this.#plates = new OpenPlates(dependencies);
    this.#subscriptions = [
      this.#plates,
      this.#plates.onDidChange(() => events.changed()),
      dependencies.access.reach?.onDidReturn(() => {
        if (this.#failure() !== undefined) void this.refresh();
      }) ?? { dispose: () => undefined },
    ];
  }

  get state(): PlateScreenState {
    const list = this.#plateId === undefined ? undefined : this.#plates.state(this.#plateId)?.list;
    const { items, gaps, isOffered } = list === undefined ? { items: none, gaps: [], isOffered: true } : seen(list);
    return {
      phase: this.#phase,
      constituents: items,
      total: list === undefined || list.verdict === 'notOffered' ? undefined : list.total,
      gaps: [...gaps, ...this.#gaps],
      hasConstituents: isOffered,
      hasQuotes: this.#hasQuotes,
      asked: this.#asked,
      missing: this.#asked - this.#answered,
      error: isOffered ? this.#failure() : undefined,
      quotedAtMs: this.#quotedAtMs,
    };
  }

  /** The quotes that are known. */
  get quotes(): readonly SnapshotQuote[] {
    return [...this.#quotes.values()];
  }

  /** Reads a plate, unless it is this one already. */
  async open(plateId: string): Promise<void> {
    if (plateId === this.#plateId) return;
    this.forget();
    this.#plateId = plateId;
    await this.#read(plateId, 'opened');
  }

  /** Reads the plate again; what is known stays until then. */
  async refresh(): Promise<void> {
    if (this.#plateId !== undefined) await this.#read(this.#plateId, 'refreshed');
  }

  /** Forgets the plate. */
  forget(): void {
    this.#turn?.abort();
    this.#turn = undefined;
    if (this.#plateId !== undefined) this.#plates.forget(this.#plateId);
    this.#plateId = undefined;
    this.#quotes.clear();
    this.#begin('idle');
    this.#hasQuotes = true;
    this.#quotedAtMs = undefined;
  }

  /** Forgets what was found out about the service, too: it belongs to another session. */
  reset(): void {
    this.forget();
    this.#plates.reset();
  }

  dispose(): void {
    this.#turn?.abort();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #failure(): unknown {
    return this.#error ?? (this.#plateId === undefined ? undefined : this.#plates.state(this.#plateId)?.error);
  }

  #begin(phase: PlateScreenState['phase']): void {
    this.#phase = phase;
    this.#gaps = [];
    [this.#asked, this.#answered] = [0, 0];
    this.#error = undefined;
  }

  async #read(plateId: string, why: 'opened' | 'refreshed'): Promise<void> {
    this.#turn?.abort();
    const turn = new AbortController();
    this.#turn = turn;
    this.#begin('constituents');
    this.events.changed();
    try {
      await this.#plates.readWhole(plateId, why);
      if (!turn.signal.aborted && this.#failure() === undefined) await this.#readQuotes(turn.signal);
    } catch (error) {
      if (!turn.signal.aborted) this.#failed(error);
    }
    if (this.#turn !== turn) return;
    this.#turn = undefined;
    this.#phase = 'idle';
    this.events.changed();
  }

  async #readQuotes(signal: AbortSignal): Promise<void> {
    const { access, market, clock } = this.dependencies;
    this.#phase = 'quotes';
    const codes = [...new Set(this.state.constituents.flatMap(({ code }) => code ?? []))].filter(isQuotable);
    const beganMs = clock.wallMs();
    for (const some of chunksOf(codes, mostCodes)) {
      const askedAt = market.nowMs();
      const list = await readList([snapshotPart(async () => access.client(), some)], { signal });
      if (signal.aborted) return;
      const { items, gaps, isOffered } = seen(list);
      this.#hasQuotes = isOffered;
      if (!isOffered) return;
      this.#gaps = [...this.#gaps, ...gaps];
      this.#asked += some.length;
      this.#answered += items.length;
      this.#quotedAtMs = beganMs;
      // One place knows what the latest price is: pushes may have come meanwhile.
      market.book.snapshots(items, askedAt);
      for (const quote of items) this.#quotes.set(quote.code, quote);
      this.events.quoted(items);
      this.events.changed();
    }
  }

  #failed(error: unknown): void {
    this.#error = error;
    if (!ServiceError.is(error)) this.dependencies.log.error('Quotes of a plate could not be read', error);
  }
}
