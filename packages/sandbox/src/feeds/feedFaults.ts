import * as v from 'valibot';
import { Waiting } from '../faults/faultQueue';

const feed = v.picklist(['quote', 'trade']);
const integer = v.pipe(v.number(), v.integer());
const count = v.pipe(integer, v.minValue(1));
const text = v.pipe(v.string(), v.maxLength(123));
/** The largest frame that a control may create: enough for any limit, too little to fill the memory of an editor. */
const bytes = v.pipe(integer, v.minValue(1), v.maxValue(64 * 1024 * 1024));
const topic = v.picklist(['quote', 'order_book', 'ticker', 'kline']);

/** Everything that can go wrong with a feed. A fault waits for the event that its kind belongs to. */
export const feedFaultAction = v.variant('kind', [
  /** The next connection is answered with this HTTP status. */
  v.object({ kind: v.literal('refuse'), status: v.pipe(integer, v.minValue(400), v.maxValue(599)) }),
  /** Nothing is sent after the next authentication; with `pongs` false, not even pongs. */
  v.object({ kind: v.literal('silence'), pongs: v.optional(v.boolean()) }),
  /** The next authentication is answered so much later. */
  v.object({ kind: v.literal('delayAuth'), ms: v.pipe(integer, v.minValue(0), v.maxValue(600_000)) }),
  /** The next acknowledgement is not sent. */
  v.object({ kind: v.literal('loseAck') }),
  /** The next acknowledgement is `{id, code}` or `{ret_code, ret_msg, data}`. */
  v.object({ kind: v.literal('ackForm'), form: v.picklist(['short', 'long']) }),
  /** The next push is not sent. */
  v.object({ kind: v.literal('drop') }),
  /** The next push is sent this often; twice by default. */
  v.object({ kind: v.literal('duplicate'), copies: v.optional(v.pipe(count, v.maxValue(100))) }),
  /** The next push comes after so many others; one by default. */
  v.object({ kind: v.literal('reorder'), behind: v.optional(v.pipe(count, v.maxValue(1_000))) }),
  /** The next push is invalid JSON, or bytes that are no text. */
  v.object({ kind: v.literal('garbage'), binary: v.optional(v.boolean()) }),
  /** The next push has at least this many bytes; 5 MiB by default. */
  v.object({ kind: v.literal('oversize'), bytes: v.optional(bytes) }),
  /** The next push has this type. */
  v.object({ kind: v.literal('unknownType'), type: v.optional(text) }),
  /** The next push has its prices as texts. */
  v.object({ kind: v.literal('textPrices') }),
  /** The next push has its prices as nulls. */
  v.object({ kind: v.literal('nullPrices') }),
  /** The times of the next push are moved. */
  v.object({ kind: v.literal('shiftTime'), ms: v.pipe(integer, v.minValue(-1e13), v.maxValue(1e13)) }),
  /** The next push is of this symbol. */
  v.object({ kind: v.literal('stranger'), symbol: v.optional(text) }),
  /** The next push is this text. */
  v.object({ kind: v.literal('say'), text: v.pipe(v.string(), v.maxLength(1_000_000)) }),
  /** The connection closes instead of the next push. */
  v.object({ kind: v.literal('close'), code: v.pipe(integer, v.minValue(1000), v.maxValue(4999)), reason: v.optional(text) }),
  /** The same, as for a reader that lags behind. */
  v.object({ kind: v.literal('slowReader') }),
  /** The connection breaks without a close frame. */
  v.object({ kind: v.literal('break') }),
]);

export type FeedFaultAction = v.InferOutput<typeof feedFaultAction>;

/** A fault on the control endpoint. */
export const feedFaultRequest = v.object({
  feed: v.optional(feed),
  action: feedFaultAction,
  /** How often it happens; 1 by default. */
  times: v.optional(count),
  /** How many events of its kind are left unchanged first. */
  skip: v.optional(v.pipe(integer, v.minValue(0))),
});

/** Symbols that all users are denied, completely, for some topics, or on the feed only. */
export const denialRequest = v.object({
  symbols: v.pipe(v.array(v.string()), v.maxLength(5_000)),
  topics: v.optional(v.array(topic)),
  feed_only: v.optional(v.boolean()),
});

export type FeedName = v.InferOutput<typeof feed>;
export type Topic = v.InferOutput<typeof topic>;
const knownTopics: readonly Topic[] = topic.options;

/** The events at which a fault can happen. */
export type FaultPoint = 'connect' | 'auth' | 'ack' | 'push';

const points: Readonly<Partial<Record<FeedFaultAction['kind'], FaultPoint>>> = {
  refuse: 'connect',
  silence: 'auth',
  delayAuth: 'auth',
  loseAck: 'ack',
  ackForm: 'ack',
};

/** The faults of one event. */
export type ConnectFault = Extract<FeedFaultAction, { readonly kind: 'refuse' }>;
export type AuthFault = Extract<FeedFaultAction, { readonly kind: 'silence' | 'delayAuth' }>;
export type AckFault = Extract<FeedFaultAction, { readonly kind: 'loseAck' | 'ackForm' }>;
export type PushFault = Exclude<FeedFaultAction, ConnectFault | AuthFault | AckFault>;

export interface FeedFaultRule {
  readonly feed?: FeedName | undefined;
  readonly action: FeedFaultAction;
  readonly times?: number | undefined;
  readonly skip?: number | undefined;
}

interface Armed {
  readonly feed: FeedName | undefined;
  readonly point: FaultPoint;
  readonly action: FeedFaultAction;
}

const mostWaiting = 1_000;

/** Faults waiting for their event, oldest first, and the rights that are denied until further notice. */
export class FeedFaults {
  readonly #armed = new Waiting<Armed>();
  readonly #denied = new Map<string, { readonly topics: ReadonlySet<Topic>; readonly isFeedOnly: boolean }>();

  /** Makes the fault happen at the next event of its kind, or the next `times` of them. False if too many are waiting already. */
  once({ feed: of, action, ...often }: FeedFaultRule): boolean {
    if (this.waiting >= mostWaiting) return false;
    this.#armed.add({ feed: of, point: points[action.kind] ?? 'push', action }, often);
    return true;
  }

  /**
   * Denies the right to symbols; existing subscriptions get no more pushes.
   *
   * @param isFeedOnly - Their quotes over HTTP are still allowed.
   */
  deny(symbols: readonly string[], topics: readonly Topic[] = knownTopics, isFeedOnly = false): void {
    for (const symbol of symbols) this.#denied.set(symbol, { topics: new Set(topics), isFeedOnly });
  }

  isDenied(symbol: string, of: Topic): boolean {
    return this.#denied.size > 0 && this.#denied.get(symbol)?.topics.has(of) === true;
  }

  /** Whether quotes over HTTP are denied, too. */
  isDeniedEverywhere(symbol: string): boolean {
    return this.isDenied(symbol, 'quote') && this.#denied.get(symbol)?.isFeedOnly === false;
  }

  get waiting(): number {
    return this.#armed.all.length;
  }

  get denied(): readonly string[] {
    return [...this.#denied.keys()];
  }

  /** Clears faults and restores all rights. */
  clear(): void {
    this.#armed.clear();
    this.#denied.clear();
  }

  connect(of: FeedName): ConnectFault | undefined {
    const action = this.#take('connect', of);
    return action?.kind === 'refuse' ? action : undefined;
  }

  auth(of: FeedName): AuthFault | undefined {
    const action = this.#take('auth', of);
    return action?.kind === 'silence' || action?.kind === 'delayAuth' ? action : undefined;
  }

  ack(of: FeedName): AckFault | undefined {
    const action = this.#take('ack', of);
    return action?.kind === 'loseAck' || action?.kind === 'ackForm' ? action : undefined;
  }

  push(of: FeedName): PushFault | undefined {
    const action = this.#take('push', of);
    return action === undefined || isPushFault(action) ? action : undefined;
  }

  #take(point: FaultPoint, of: FeedName): FeedFaultAction | undefined {
    return this.#armed.take((armed) => armed.point === point && (armed.feed === undefined || armed.feed === of))?.action;
  }
}

function isPushFault(action: FeedFaultAction): action is PushFault {
  return (points[action.kind] ?? 'push') === 'push';
}

type Rewriting = Extract<
  PushFault,
  { readonly kind: 'unknownType' | 'textPrices' | 'nullPrices' | 'shiftTime' | 'stranger' | 'oversize' | 'say' }
>;

const prices = /"((?:[a-z_]*_)?price|price|high|low|change_val)":(-?\d+(?:\.\d+)?)/g;
const times = /"(timestamp|data_time_ms|time_ms|time_key)":(\d+)/g;
const defaultOversize = 5 * 1024 * 1024;

/** The frame of a push, as changed by a fault. */
export function bentPush(frame: string, action: Rewriting): string {
  switch (action.kind) {
    case 'unknownType':
      return frame.replace(/"type":"[A-Z_]+"/, `"type":${JSON.stringify(action.type ?? 'HOROSCOPE')}`);
    case 'textPrices':
      return frame.replace(prices, '"$1":"$2"');
    case 'nullPrices':
      return frame.replace(prices, '"$1":null');
    case 'shiftTime':
      return frame.replace(times, (_, name: string, time: string) => `"${name}":${String(Number(time) + action.ms)}`);
    case 'stranger':
      return frame.replace(/"symbol":"[^"]*"/, `"symbol":${JSON.stringify(action.symbol ?? 'XX.STRANGER')}`);
    case 'oversize':
      return frame.replace(/}$/, `,"padding":"${'x'.repeat(action.bytes ?? defaultOversize)}"}`);
    case 'say':
      return action.text;
  }
}
