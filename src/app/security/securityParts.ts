import { isSameSecurity } from '../../domain/market/security';
import { mergedBook } from '../../domain/quotes/mergedBook';
import type { Depth } from '../../domain/quotes/mergedBook';
import { plainText } from '../../domain/text/segments';
import { capitalDistribution, capitalFlow } from '../../service/endpoints/quotes/capital';
import { marketStates } from '../../service/endpoints/quotes/marketStates';
import { orderBook } from '../../service/endpoints/quotes/orderBook';
import { ownerPlates } from '../../service/endpoints/quotes/plates';
import type { Capital, OwnerPlate, SnapshotQuote } from '../../service/marketRecords';
import { isNotOffered } from '../../service/notOffered';
import { readList } from '../../service/lists/readList';
import { seen } from '../../service/lists/list';
import type { List } from '../../service/lists/list';
import { searchPart, snapshotPart } from '../../service/endpoints/sources';
import type { CalendarEvent } from '../../service/records';
import type { CallOptions, ReadingClient } from '../../service/serviceClient';

/** The result of reading one part of a security's page. */
export type PartRead<T> = { readonly kind: 'read'; readonly value: T } | { readonly kind: 'notOffered' };

/** A part that is read again without being asked for has the rank of a refresh. */
type Reading = Pick<CallOptions, 'signal' | 'rank'>;

type Source = () => Promise<ReadingClient>;

/** Levels of the order book that the page shows on each side. */
const shownLevels = 10;
const mostActions = 60;
/** The windows that show a security share the state of its market for this long, in milliseconds. */
const sharedStateMs = 10_000;

/** Reads the parts of a security's page; each rejects with a {@link ServiceError} when its request failed. */
export class SecurityParts {
  constructor(
    readonly symbol: string,
    private readonly source: Source,
  ) {}

  /** Undefined if the service does not know the security, or gives no right to its price. */
  async quote(reading: Reading): Promise<PartRead<SnapshotQuote | undefined>> {
    const list = await readList([snapshotPart(this.source, [this.symbol])], reading);
    if (list.verdict === 'notOffered') return { kind: 'notOffered' };
    return { kind: 'read', value: seen(list).items.find(({ code }) => isSameSecurity(code, this.symbol)) };
  }

  /** State of its market, as sent; empty if none was sent. */
  async marketState(reading: Reading): Promise<PartRead<string>> {
    return this.#read(marketStates.route, reading.signal, async (client) => {
      const states = await client.beyond.marketStates({ codes: [this.symbol] }, { ...reading, maxAgeMs: sharedStateMs });
      return states.find(({ code }) => isSameSecurity(code, this.symbol))?.state ?? '';
    });
  }

  /**
   * Depth of market over all exchanges.
   *
   * @param maxAgeMs - What another window was sent since then will do, in milliseconds.
   */
  async book(reading: Reading, maxAgeMs: number): Promise<PartRead<Depth>> {
    return this.#read(orderBook.route, reading.signal, async (client) =>
      mergedBook(await client.beyond.orderBook({ code: this.symbol, levels: shownLevels }, { ...reading, maxAgeMs })),
    );
  }

  async plates(signal: AbortSignal): Promise<PartRead<readonly OwnerPlate[]>> {
    return this.#read(ownerPlates.route, signal, async (client) => client.beyond.ownerPlates({ code: this.symbol }, { signal }));
  }

  /**
   * The net inflow by minute, and the day's money by the size of orders.
   *
   * @returns not offered only if the service has neither of the two.
   */
  async capital(signal: AbortSignal): Promise<PartRead<Capital>> {
    const asked = { code: this.symbol };
    const options = { signal, rank: 'decoration' } as const;
    const [flow, distribution] = await Promise.all([
      this.#read(capitalFlow.route, signal, async (client) => client.beyond.capitalFlow(asked, options)),
      this.#read(capitalDistribution.route, signal, async (client) => client.beyond.capitalDistribution(asked, options)),
    ]);
    if (flow.kind === 'notOffered' && distribution.kind === 'notOffered') return { kind: 'notOffered' };
    return {
      kind: 'read',
      value: {
        flow: flow.kind === 'read' ? flow.value : [],
        distribution: distribution.kind === 'read' ? distribution.value : undefined,
      },
    };
  }

  /**
   * Corporate actions that name the security, by the calendar search of the specification.
   *
   * @returns the list as far as it was read, with its verdict.
   */
  async actions(signal: AbortSignal): Promise<List<CalendarEvent>> {
    return readList([searchPart(this.source, { keyword: this.symbol, searchType: 4, limit: 30 })], { signal, wanted: mostActions });
  }

  async #read<T>(route: string, signal: AbortSignal, ask: (client: ReadingClient) => Promise<T>): Promise<PartRead<T>> {
    const client = await this.source();
    signal.throwIfAborted();
    try {
      return { kind: 'read', value: await ask(client) };
    } catch (error) {
      if (isNotOffered(error, route)) return { kind: 'notOffered' };
      throw error;
    }
  }
}

/** Whether an event is about the security: it names its symbol, or the code alone as a word. */
export function concerns({ text }: Pick<CalendarEvent, 'text'>, symbol: string): boolean {
  const plain = plainText(text);
  if (plain.includes(symbol)) return true;
  const code = symbol.slice(symbol.indexOf('.') + 1);
  return new RegExp(`(?<![\\w.])${code.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.])`).test(plain);
}
