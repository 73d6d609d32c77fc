import { AlertStore } from '../../../src/app/alerts/alertStore';
import { AlertWatch } from '../../../src/app/alerts/alertWatch';
import type { LiveStatus } from '../../../src/app/quotes/liveMarket';
import { FakeTime } from '../../support/machine/fakeTime';
import type { FakeFeedSocket } from '../../support/feed/fakeFeedSocket';
import { feedToken, FakeMarket, SharedMemory, noOrders } from '../../support/feed/liveWindows';
import type { FakeWindow } from '../../support/feed/liveWindows';
import { MemoryLocks } from '../../support/orders/orderFakes';
import type { Random } from '../random';
import { OrderCase } from './orderCase';
import type { Listening, OrderPlant } from './orderCase';

/** Distorts what the checks see, to test that the proof would notice it. */
export interface Plant extends OrderPlant {
  readonly status?: (status: LiveStatus) => LiveStatus;
  /** Stamps every push with the time at which it is sent. */
  readonly restamps?: boolean;
  readonly subscribesTwice?: boolean;
  readonly claimsAlways?: boolean;
  readonly leaks?: boolean;
}

const symbols = ['HK.00700', 'HK.09988', 'US.AAPL', 'SH.600519'];
const patience = 40_000;
const limit = 1_000;

interface Seen extends Listening {
  readonly window: FakeWindow;
  readonly watch: AlertWatch;
  /** Time of the latest price shown, by symbol. */
  readonly latest: Map<string, number>;
  handled: number;
  /** Since when the service has stopped sending on this window's connection. */
  deadSince: number | undefined;
}

/** One history of several windows and a service that lies, stalls, and recovers, with checks after every step. */
export class FeedCase {
  readonly #time = new FakeTime();
  readonly #world = new FakeMarket(this.#time);
  /** Every price that was ever true, by symbol and time. */
  readonly #truth = new Map<string, Map<number, string>>();
  readonly #seen: Seen[];
  readonly #problems: string[] = [];
  readonly #orders: OrderCase;
  readonly #subscribed = new Map<FakeFeedSocket, { frames: number; symbols: Set<string> }>();
  #told = 0;
  #base = 100;

  constructor(
    private readonly random: Random,
    private readonly plant: Plant = {},
  ) {
    this.#world.price = (symbol) => this.#now(symbol);
    for (const symbol of symbols) this.#trade(symbol);
    this.#orders = new OrderCase(random, this.#time, this.#world, () => this.#seen, plant);
    const count = random.integer(1, 3);
    const store = new AlertStore(new SharedMemory(), new MemoryLocks());
    const claim = store.claim.bind(store);
    if (plant.claimsAlways === true) store.claim = async (id, nowMs) => (await claim(id, nowMs)) || true;
    this.#seen = Array.from({ length: count }, (_, at) => {
      const window = this.#world.open();
      window.focus(at === 0);
      window.show(...symbols.filter(() => random.chance(0.8)));
      const listening: Listening = { hear: () => undefined };
      const watch = new AlertWatch({
        store,
        market: window.market,
        access: window.access,
        orderReads: window.orderReads,
        onDidReadOrders: noOrders,
        locks: this.#world.locks,
        listen: (listener) => {
          listening.hear = listener;
          return { dispose: () => (listening.hear = () => undefined) };
        },
        clock: this.#time,
        timers: this.#time,
        serverMs: () => this.#world.serverMs(),
        log: window.log,
        tellSplit: () => undefined,
        tell: (news) => {
          if (news.kind === 'order') this.#orders.tell(news);
          else this.#told += 1;
        },
      });
      void store
        .add({ id: 'limit', rule: { kind: 'above', symbol: 'HK.00700', price: String(limit) }, firedAtMs: undefined, quietUntilMs: 0 })
        .then(async () => (at === 0 ? undefined : store.remove('nothing')))
        .then(async () =>
          at === 0
            ? store.add({ id: 'fills', rule: { kind: 'order', event: 'filled' }, firedAtMs: undefined, quietUntilMs: 0 })
            : undefined,
        )
        .then(async () => watch.refresh());
      const hear: Listening['hear'] = (hints) => listening.hear(hints);
      return { window, watch, hear, latest: new Map<string, number>(), handled: 0, deadSince: undefined };
    });
  }

  /** What is wrong with this history; empty if the promise holds. */
  async run(steps: number): Promise<readonly string[]> {
    await this.#time.advance(1_000);
    for (let step = 0; step < steps && this.#problems.length === 0; step += 1) {
      await this.#step();
      this.#check();
    }
    if (this.#problems.length === 0) await this.#heal();
    for (const { window, watch } of this.#seen) {
      watch.dispose();
      window.market.dispose();
    }
    return [...this.#problems, ...this.#orders.problems];
  }

  async #step(): Promise<void> {
    const { random } = this;
    const seen = random.pick(this.#seen);
    const { window } = seen;
    const actions: readonly (() => unknown)[] = [
      () => this.#serve(seen, random.chance(0.85)),
      () => this.#serve(seen, true),
      () => this.#push(seen),
      () => this.#push(seen),
      () => this.#push(seen),
      () => this.#trade(random.pick(symbols)),
      () => this.#current(seen)?.breakOff(random.pick([1000, 1006, 1008, 1012]), 'bye'),
      () => this.#die(seen),
      () => this.#focus(random.pick(this.#seen)),
      () => (this.#world.failure = random.chance(0.5) ? new Error('down') : undefined),
      () => (this.#world.state = random.pick(['MORNING', 'MORNING', 'CLOSED'])),
      () => (this.#world.skewMs = random.integer(-30_000, 30_000)),
      () => window.market.book.watch('tree', () => undefined).show([random.pick(symbols)]),
      () => (random.chance(0.15) ? this.#signInAgain(seen) : undefined),
      () => (random.chance(0.1) ? this.#trade('HK.00700', limit + 1) : undefined),
      () => this.#orders.fill(),
      () => this.#orders.fill(),
      () => this.#orders.repeat(),
      () => (random.chance(0.4) ? this.#orders.trouble() : this.#orders.fill()),
      () =>
        this.#current(seen)?.listener.message(
          random.pick(['', '{', '[]', '{"type":"NEWS"}', '{"type":"QUOTE","symbol":"HK.00700","data":{"last_price":null}}']),
        ),
    ];
    await random.pick(actions)();
    if (this.plant.leaks === true && random.chance(0.1)) window.log.info(`feed: ${feedToken}`);
    await this.#time.advance(random.pick([0, 50, 500, 3_000, 12_000, 35_000]));
  }

  #current({ window }: Seen): FakeFeedSocket | undefined {
    const socket = window.feed.sockets.at(-1);
    return socket === undefined || socket.isClosed ? undefined : socket;
  }

  /** The service does its part on a connection: accepts credentials and subscriptions, or rejects some. */
  #serve(seen: Seen, isKind: boolean): void {
    const socket = this.#current(seen);
    if (socket === undefined || seen.deadSince !== undefined) return;
    if (socket.sent('auth').length === 0) {
      if (isKind) socket.accept();
      else socket.breakOff(1006);
      seen.handled = 0;
      return;
    }
    const asked = socket.frames.filter(({ action }) => action.endsWith('subscribe')).slice(seen.handled);
    seen.handled += asked.length;
    for (const { id, action } of asked) {
      if (isKind || this.random.chance(0.5)) socket.say({ id, code: 0 });
      else if (action === 'subscribe' && this.random.chance(0.5)) socket.say({ ret_code: -9, ret_msg: 'no right', data: { code: -9 } });
    }
  }

  #push(seen: Seen): void {
    const socket = this.#current(seen);
    if (socket === undefined || seen.deadSince !== undefined || socket.sent('auth').length === 0) return;
    const symbol = this.random.pick(symbols);
    if (this.random.chance(0.5)) this.#trade(symbol);
    const known = [...(this.#truth.get(symbol) ?? [])];
    // Usually the latest, sometimes an earlier one: late, or repeated.
    const entry = this.random.chance(0.6) ? known.at(-1) : this.random.pick(known);
    if (entry === undefined) return;
    const [at, price] = entry;
    socket.quote(symbol, price, this.plant.restamps === true ? this.#world.serverMs() : at);
    if (this.random.chance(0.05)) socket.quote(symbol, '999999', this.#world.serverMs() + 3_600_000);
  }

  #trade(symbol: string, price = (this.#base += 0.25)): void {
    const prices = this.#truth.get(symbol) ?? new Map<number, string>();
    const at = Math.max(this.#time.wallMs(), Math.max(0, ...prices.keys()) + 1);
    prices.set(at, String(price));
    this.#truth.set(symbol, prices);
  }

  #now(symbol: string): { readonly lastPrice: string; readonly at: number } | undefined {
    const last = [...(this.#truth.get(symbol) ?? [])].at(-1);
    return last === undefined ? undefined : { at: last[0], lastPrice: last[1] };
  }

  #die(seen: Seen): void {
    if (this.#current(seen) === undefined || seen.deadSince !== undefined) return;
    seen.deadSince = this.#time.wallMs();
    seen.window.feed.answersPings = false;
  }

  #revive(seen: Seen): void {
    seen.deadSince = undefined;
    seen.handled = 0;
    seen.window.feed.answersPings = true;
  }

  #focus(chosen: Seen): void {
    for (const { window } of this.#seen) window.focus(window === chosen.window);
  }

  async #signInAgain(seen: Seen): Promise<void> {
    const { access } = seen.window;
    const signedIn = access.current;
    access.become({ ...signedIn, session: { kind: 'signedOut' } });
    if (seen.latest.size > 0 && symbols.some((symbol) => seen.window.market.book.get(symbol) !== undefined))
      this.#problems.push('prices of a session outlive it');
    seen.latest.clear();
    const signedInAgain = this.#orders.signedOut();
    await this.#time.advance(1_000);
    access.become(signedIn);
    signedInAgain();
  }

  #check(): void {
    for (const seen of this.#seen) {
      const { window } = seen;
      const socket = this.#current(seen);
      if (seen.deadSince !== undefined && socket === undefined) this.#revive(seen);
      this.#checkPrices(seen);
      const status = this.plant.status?.(window.market.status) ?? window.market.status;
      if (status.feed.kind === 'live' && (socket === undefined || socket.sent('auth').length === 0))
        this.#problems.push('a feed that is gone is said to be live');
      if (status.feed.kind === 'live' && seen.deadSince !== undefined && this.#time.wallMs() - seen.deadSince > patience)
        this.#problems.push('a dead feed is said to be live');
      for (const each of window.feed.sockets) this.#count(each);
      if (window.log.lines.some((line) => line.includes(feedToken))) this.#problems.push('a credential is in the log');
      if (
        window.feed.sockets.some(
          (each) =>
            each.url.includes(feedToken) ||
            each.frames.some((frame) => frame.action === 'subscribe' && JSON.stringify(frame).includes(feedToken)),
        )
      )
        this.#problems.push('a credential is where it does not belong');
    }
    if (this.#told > 1) this.#problems.push('an alert fired twice');
  }

  #checkPrices({ window, latest }: Seen): void {
    for (const symbol of symbols) {
      const quote = window.market.book.get(symbol);
      if (quote === undefined) continue;
      if (quote.at < (latest.get(symbol) ?? 0)) this.#problems.push(`${symbol} went back in time`);
      latest.set(symbol, quote.at);
      if (this.#truth.get(symbol)?.get(quote.at) !== quote.lastPrice) this.#problems.push(`${symbol} shows a price that it never had then`);
    }
  }

  /** Nothing may be subscribed twice on one connection. */
  #count(socket: FakeFeedSocket): void {
    const known = this.#subscribed.get(socket) ?? { frames: 0, symbols: new Set<string>() };
    this.#subscribed.set(socket, known);
    for (const { action, quote = [] } of socket.frames.slice(known.frames)) {
      for (const symbol of quote) {
        if (action === 'unsubscribe') known.symbols.delete(symbol);
        if (action !== 'subscribe') continue;
        if (known.symbols.has(symbol) || this.plant.subscribesTwice === true) this.#problems.push(`${symbol} is subscribed twice`);
        known.symbols.add(symbol);
      }
    }
    known.frames = socket.frames.length;
  }

  /** After a feed has never answered, it is left alone for ten minutes and not longer. */
  async #waitForRest({ market }: FakeWindow): Promise<void> {
    const { feed } = market.status;
    if (feed.kind !== 'waiting') return;
    const restMs = feed.untilMs - this.#time.monotonicMs();
    if (restMs > 11 * 60_000) this.#problems.push(`the feed is left alone for ${String(restMs)} ms`);
    await this.#time.advance(Math.max(0, restMs));
  }

  /** Everything works again: every visible window soon shows the latest prices from a live feed. */
  async #heal(): Promise<void> {
    this.#world.failure = undefined;
    this.#world.state = 'MORNING';
    this.#orders.heal();
    const [focused] = this.#seen;
    if (focused === undefined) return;
    focused.window.show(...symbols);
    this.#focus(focused);
    await this.#waitForRest(focused.window);
    for (let second = 0; second < 180; second += 1) {
      if (second % 60 === 59) await this.#waitForRest(focused.window);
      for (const seen of this.#seen) {
        if (seen.deadSince !== undefined && this.#current(seen) === undefined) this.#revive(seen);
        this.#serve(seen, true);
      }
      if (second % 20 === 0) for (const symbol of symbols) this.#trade(symbol);
      await this.#time.advance(1_000);
      const socket = this.#current(focused);
      if (focused.deadSince === undefined && socket !== undefined && socket.sent('auth').length > 0)
        for (const symbol of symbols) {
          const now = this.#now(symbol);
          if (now !== undefined) socket.quote(symbol, now.lastPrice, now.at);
        }
      this.#check();
      if (this.#problems.length > 0) return;
    }
    if (focused.window.market.status.feed.kind !== 'live')
      this.#problems.push(`the feed did not come back: ${focused.window.market.status.feed.kind}`);
    for (const symbol of symbols)
      if (focused.window.market.book.get(symbol)?.lastPrice !== this.#now(symbol)?.lastPrice)
        this.#problems.push(`${symbol} did not catch up`);
    this.#trade('HK.00700', 2 * limit);
    const met = this.#now('HK.00700');
    if (met !== undefined) this.#current(focused)?.quote('HK.00700', met.lastPrice, met.at);
    await this.#time.advance(40_000);
    this.#check();
    if (this.#told === 0) this.#problems.push('an alert never fired');
    this.#orders.checkEnd();
  }
}
