import * as v from 'valibot';

const feed = v.picklist(['quote', 'trade']);
const integer = v.pipe(v.number(), v.integer());
const count = v.pipe(integer, v.minValue(1));
const text = v.pipe(v.string(), v.maxLength(123));
/** As much as a control may make of a frame: enough for any limit, too little to fill the memory of an editor. */
const bytes = v.pipe(integer, v.minValue(1), v.maxValue(64 * 1024 * 1024));
const topic = v.picklist(['quote', 'order_book', 'ticker', 'kline']);

/** Everything that can go wrong with a feed. A fault waits for the moment that its kind belongs to. */
export const feedFaultAction = v.variant('kind', [
  /** The next connection: the upgrade is answered by this HTTP status. */
  v.object({ kind: v.literal('refuse'), status: v.pipe(integer, v.minValue(400), v.maxValue(599)) }),
  /** From the next accepted authentication on the connection says nothing any more; with `pongs` false not even that it lives. */
  v.object({ kind: v.literal('silence'), pongs: v.optional(v.boolean()) }),
  /** The next accepted authentication is answered after so many milliseconds. */
  v.object({ kind: v.literal('delayAuth'), ms: v.pipe(integer, v.minValue(0), v.maxValue(600_000)) }),
  /** The next acknowledgement is not sent. */
  v.object({ kind: v.literal('loseAck') }),
  /** The next acknowledgement comes in this form: `{id, code}` or `{ret_code, ret_msg, data}`. */
  v.object({ kind: v.literal('ackForm'), form: v.picklist(['short', 'long']) }),
  /** The next push is not sent. */
  v.object({ kind: v.literal('drop') }),
  /** The next push is sent this often; twice unless told. */
  v.object({ kind: v.literal('duplicate'), copies: v.optional(v.pipe(count, v.maxValue(100))) }),
  /** The next push is held back until so many others were sent; one unless told. */
  v.object({ kind: v.literal('reorder'), behind: v.optional(v.pipe(count, v.maxValue(1_000))) }),
  /** In the place of the next push: what is no JSON, or bytes that are no text. */
  v.object({ kind: v.literal('garbage'), binary: v.optional(v.boolean()) }),
  /** In the place of the next push: valid JSON of at least so many bytes, 5 MiB unless told. */
  v.object({ kind: v.literal('oversize'), bytes: v.optional(bytes) }),
  /** The next push says that it is of this type. */
  v.object({ kind: v.literal('unknownType'), type: v.optional(text) }),
  /** The next push has its prices as texts, or as nulls. */
  v.object({ kind: v.literal('textPrices') }),
  v.object({ kind: v.literal('nullPrices') }),
  /** The times of the next push are moved by so many milliseconds. */
  v.object({ kind: v.literal('shiftTime'), ms: v.pipe(integer, v.minValue(-1e13), v.maxValue(1e13)) }),
  /** The next push claims to be of this symbol. */
  v.object({ kind: v.literal('stranger'), symbol: v.optional(text) }),
  /** In the place of the next push this text. */
  v.object({ kind: v.literal('say'), text: v.pipe(v.string(), v.maxLength(1_000_000)) }),
  /** Instead of the next push the connection is closed. */
  v.object({ kind: v.literal('close'), code: v.pipe(integer, v.minValue(1000), v.maxValue(4999)), reason: v.optional(text) }),
  /** Instead of the next push the connection is closed as that of a reader who lags behind. */
  v.object({ kind: v.literal('slowReader') }),
  /** Instead of the next push the connection breaks without a word. */
  v.object({ kind: v.literal('break') }),
]);

export type FeedFaultAction = v.InferOutput<typeof feedFaultAction>;

/** What a fault looks like on the control endpoint. */
export const feedFaultRequest = v.object({
  feed: v.optional(feed),
  action: feedFaultAction,
  /** How often it happens; 1 unless told. */
  times: v.optional(count),
  /** How many moments of its kind pass untouched first. */
  skip: v.optional(v.pipe(integer, v.minValue(0))),
});

/** Symbols that nobody has a right to, as a whole or for some topics. */
export const denialRequest = v.object({ symbols: v.pipe(v.array(v.string()), v.maxLength(5_000)), topics: v.optional(v.array(topic)) });

export type FeedName = v.InferOutput<typeof feed>;
export type Topic = v.InferOutput<typeof topic>;
const knownTopics: readonly Topic[] = topic.options;

/** The moments at which a fault can happen. */
export type FaultPoint = 'connect' | 'auth' | 'ack' | 'push';

const points: Readonly<Partial<Record<FeedFaultAction['kind'], FaultPoint>>> = {
  refuse: 'connect',
  silence: 'auth',
  delayAuth: 'auth',
  loseAck: 'ack',
  ackForm: 'ack',
};

/** What belongs to one moment. */
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
  left: number;
  skip: number;
}

const mostWaiting = 1_000;

/** Faults waiting for their moment, oldest first, and the rights that are denied until further notice. */
export class FeedFaults {
  #armed: Armed[] = [];
  readonly #denied = new Map<string, ReadonlySet<Topic>>();

  /** Lets the fault happen at the next moment of its kind, or the next `times` of them. False when too many wait already. */
  once({ feed: of, action, times = 1, skip = 0 }: FeedFaultRule): boolean {
    if (this.#armed.length >= mostWaiting) return false;
    this.#armed.push({ feed: of, point: points[action.kind] ?? 'push', action, left: times, skip });
    return true;
  }

  /** Takes away the right to symbols; pushes of subscriptions that exist end. */
  deny(symbols: readonly string[], topics: readonly Topic[] = knownTopics): void {
    for (const symbol of symbols) this.#denied.set(symbol, new Set(topics));
  }

  isDenied(symbol: string, of: Topic): boolean {
    return this.#denied.size > 0 && this.#denied.get(symbol)?.has(of) === true;
  }

  get waiting(): number {
    return this.#armed.length;
  }

  get denied(): readonly string[] {
    return [...this.#denied.keys()];
  }

  /** Forgets faults and gives all rights back. */
  clear(): void {
    this.#armed = [];
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
    if (this.#armed.length === 0) return undefined;
    const armed = this.#armed.find((candidate) => candidate.point === point && (candidate.feed === undefined || candidate.feed === of));
    if (armed === undefined) return undefined;
    if (armed.skip > 0) {
      armed.skip -= 1;
      return undefined;
    }
    armed.left -= 1;
    if (armed.left === 0) this.#armed = this.#armed.filter((candidate) => candidate !== armed);
    return armed.action;
  }
}

function isPushFault(action: FeedFaultAction): action is PushFault {
  return (points[action.kind] ?? 'push') === 'push';
}
