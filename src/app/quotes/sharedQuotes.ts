import * as v from 'valibot';
import type { LiveQuote } from '../../domain/quotes/liveQuote';
import type { SharedFile } from '../platform/ports';
import { onFirstUse, readStored } from '../platform/storedJson';

const figure = onFirstUse(() => v.pipe(v.string(), v.maxLength(60)));
const session = onFirstUse(() =>
  v.object({
    price: figure(),
    at: v.pipe(
      v.optional(v.nullable(v.number()), null),
      v.transform((at) => at ?? undefined),
    ),
    highPrice: figure(),
    lowPrice: figure(),
    volume: figure(),
    turnover: figure(),
    change: figure(),
    changeRate: figure(),
  }),
);
const quote = onFirstUse(() =>
  v.object({
    symbol: v.pipe(v.string(), v.maxLength(80)),
    name: v.pipe(v.string(), v.maxLength(400)),
    at: v.number(),
    receivedAt: v.number(),
    source: v.picklist(['feed', 'snapshot']),
    bestAt: v.number(),
    lastPrice: figure(),
    previousClose: figure(),
    openPrice: figure(),
    highPrice: figure(),
    lowPrice: figure(),
    bidPrice: figure(),
    askPrice: figure(),
    bidVolume: figure(),
    askVolume: figure(),
    volume: figure(),
    turnover: figure(),
    lotSize: figure(),
    priceSpread: figure(),
    isSuspended: v.boolean(),
    contractSize: v.fallback(v.optional(figure()), undefined),
    preMarket: v.fallback(v.optional(session()), undefined),
    afterMarket: v.fallback(v.optional(session()), undefined),
    overnight: v.fallback(v.optional(session()), undefined),
  }),
);
const contents = onFirstUse(() =>
  v.object({
    owner: v.string(),
    quotes: v.array(v.unknown()),
    missing: v.fallback(v.record(v.pipe(v.string(), v.maxLength(80)), v.number()), {}),
  }),
);

/** Older prices are of no use to another window. */
const keptMs = 5 * 60_000;
const mostKept = 2_000;

/** What the windows of one user know of prices. */
export interface Shared {
  readonly quotes: readonly LiveQuote[];
  /** When the service answered that it has no price of a symbol, in its time. */
  readonly missing: ReadonlyMap<string, number>;
}

const nothing: Shared = { quotes: [], missing: new Map() };

/** Prices that one window read, for the others: they look here before they ask the service. */
export class SharedQuotes {
  /** The file's last text and content: validating hundreds of prices takes longer than comparing a text. */
  #known: (Shared & { readonly text: string; readonly owner: string }) | undefined;

  constructor(private readonly file: Pick<SharedFile, 'read' | 'write'>) {}

  /** @param owner - The signed-in user and service: other owners' prices are not returned. */
  async read(owner: string): Promise<Shared> {
    // Without them, this window asks the service.
    const text = await this.file.read().catch(() => undefined);
    if (text !== undefined && text === this.#known?.text) return this.#known.owner === owner ? this.#known : nothing;
    const stored = readStored(contents(), text);
    if (text === undefined || stored?.owner !== owner) return nothing;
    const quotes = stored.quotes.flatMap((entry): readonly LiveQuote[] => {
      const read = v.safeParse(quote(), entry);
      if (!read.success) return [];
      const { preMarket, afterMarket, overnight, ...rest } = read.output;
      return [{ ...rest, preMarket, afterMarket, overnight }];
    });
    this.#known = { text, owner, quotes, missing: new Map(Object.entries(stored.missing)) };
    return this.#known;
  }

  /** Adds prices for the other windows to read, and symbols of which the service has none. */
  async publish(owner: string, quotes: readonly LiveQuote[], serverMs: number, missing: readonly string[] = []): Promise<void> {
    const before = await this.read(owner);
    const merged = new Map<string, LiveQuote>();
    for (const quote of [...before.quotes, ...quotes]) {
      const known = merged.get(quote.symbol);
      if (known === undefined || known.at <= quote.at) merged.set(quote.symbol, quote);
    }
    const isKept = (at: number): boolean => serverMs - at < keptMs;
    const kept = [...merged.values()].filter(({ receivedAt }) => isKept(receivedAt)).slice(-mostKept);
    const absent = new Map([...before.missing, ...missing.map((symbol) => [symbol, serverMs] as const)]);
    for (const [symbol, at] of absent) if (!isKept(at) || merged.has(symbol)) absent.delete(symbol);
    const lacking = Object.fromEntries([...absent].slice(-mostKept));
    const text = JSON.stringify({ owner, quotes: kept, missing: lacking });
    await this.file.write(text);
    this.#known = { text, owner, quotes: kept, missing: new Map(Object.entries(lacking)) };
  }
}
