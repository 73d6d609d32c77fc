import { DropLog } from '../../../src/app/feed/dropLog';
import { FeedAddresses } from '../../../src/app/feed/feedAddresses';
import { OrderReads } from '../../../src/app/orders/eye/orderReads';
import { LiveMarket } from '../../../src/app/quotes/liveMarket';
import { SharedQuotes } from '../../../src/app/quotes/sharedQuotes';
import { Emitter } from '../../../src/app/platform/emitter';
import type { Disposable, StateStore } from '../../../src/app/platform/ports';
import { onlyPage } from '../../../src/service/schema/page';
import type { SessionQuote } from '../../../src/service/marketRecords';
import type { OrderRecord } from '../../../src/service/records';
import { createFeedClient } from '../../../src/service/feed/feedConnection';
import { Secret } from '../../../src/service/secret';
import { aQuote } from '../builders/quoteBuilders';
import { FakeAccess, fakeClient } from '../fakeAccess';
import { FakeFeedServer } from './fakeFeedSocket';
import { MemoryLog } from '../machine/fakeMachine';
import { FakeReach } from '../machine/fakeReach';
import type { FakeTime } from '../machine/fakeTime';
import { MemoryLocks } from '../orders/orderFakes';

/** For windows in which no list of orders is read. */
export const noOrders = (): Disposable => ({ dispose: () => undefined });

export const feedToken = 'feed-token-of-the-test';

export class MemoryState implements StateStore {
  readonly values = new Map<string, unknown>();
  get(key: string): unknown {
    return this.values.get(key);
  }
  async set(key: string, value: unknown): Promise<void> {
    this.values.set(key, value);
  }
}

export class MemoryFile {
  text: string | undefined;
  async read(): Promise<string | undefined> {
    return this.text;
  }
  async write(text: string): Promise<void> {
    this.text = text;
  }
}

/** A file that notifies every window of its changes. */
export class SharedMemory extends MemoryFile {
  readonly #changed = new Emitter<undefined>();
  /** Content that was set aside, the latest last. */
  readonly kept: string[] = [];
  async setAside(): Promise<string> {
    this.kept.push(this.text ?? '');
    this.text = undefined;
    return 'alerts.json.damaged';
  }
  override async write(text: string): Promise<void> {
    await super.write(text);
    this.#changed.fire(undefined);
  }
  onDidChange = (listener: () => void): Disposable => this.#changed.event(() => listener());
}

interface FakePrice {
  readonly lastPrice: string;
  /** Undefined if the service sends no time. */
  readonly at: number | undefined;
  readonly previousClose?: string;
  /** The day's range. */
  readonly range?: readonly [low: string, high: string];
  readonly isSuspended?: boolean;
  readonly bid?: readonly [price: string, quantity: string];
  readonly overnight?: SessionQuote;
}

/** The service as several windows see it: prices that a test sets, and the requests that it received. */
export class FakeMarket {
  readonly asked: string[][] = [];
  readonly file = new MemoryFile();
  readonly locks = new MemoryLocks();
  state = 'MORNING';
  /** How often the state of markets was requested, and a code that the service does not know. */
  stateReads = 0;
  unknownCode = '';
  /** A code because of which the service answers with no price and no state at all. */
  fatalCode = '';
  failure: Error | undefined;
  /** Orders of account 8001 by ID, the number of reads, and the error if they can't be read. */
  readonly orders = new Map<string, OrderRecord>();
  readonly orderReads: string[] = [];
  orderFailure: Error | undefined;
  /** How long the service takes to answer with prices. */
  quoteDelayMs = 0;
  /** How long it takes to answer with the state of markets. */
  stateDelayMs = 0;
  /** How long the service takes to show an order. */
  orderDelayMs = 0;
  /** The service's clock minus this machine's, as far as it is known, and as it is. */
  skewMs = 0;
  trueSkewMs: number | undefined;
  price: (symbol: string) => FakePrice | undefined = () => ({ lastPrice: '10', at: this.time.wallMs() });

  readonly reach: FakeReach;

  constructor(readonly time: FakeTime) {
    this.reach = new FakeReach(time);
  }

  serverMs(): number {
    return this.time.wallMs() + this.skewMs;
  }

  open(): FakeWindow {
    return new FakeWindow(this);
  }

  /** The result of reading an order now. */
  readOrder(orderId: string): readonly OrderRecord[] {
    this.orderReads.push(orderId);
    if (this.orderFailure !== undefined) throw this.orderFailure;
    const order = this.orders.get(orderId);
    return order === undefined ? [] : [order];
  }
}

export class FakeWindow {
  readonly feed = new FakeFeedServer();
  /** The error with which the client of the feeds can't be loaded. */
  feedFailure: Error | undefined;
  readonly log = new MemoryLog();
  readonly access: FakeAccess;
  readonly orderReads: OrderReads;
  readonly market: LiveMarket;
  readonly #focusChanged = new Emitter<undefined>();
  #isFocused = true;

  constructor(private readonly world: FakeMarket) {
    const { time } = world;
    this.access = new FakeAccess(
      fakeClient({
        beyond: {
          snapshot: async ({ codes }) => {
            world.asked.push([...codes]);
            if (world.quoteDelayMs > 0) await new Promise<void>((resolve) => time.after(world.quoteDelayMs, resolve));
            if (world.failure !== undefined) throw world.failure;
            const items = codes.flatMap((code) => {
              if (codes.includes(world.fatalCode)) return [];
              const found = world.price(code);
              return found === undefined
                ? []
                : [
                    aQuote(code, {
                      name: `Name of ${code}`,
                      lastPrice: found.lastPrice,
                      previousClose: found.previousClose ?? '',
                      isSuspended: found.isSuspended ?? false,
                      lowPrice: found.range?.[0] ?? '',
                      highPrice: found.range?.[1] ?? '',
                      bidPrice: found.bid?.[0] ?? '',
                      bidVolume: found.bid?.[1] ?? '',
                      updatedAt: found.at,
                      overnight: found.overnight,
                    }),
                  ];
            });
            return onlyPage({ items, unreadable: [] });
          },
          orderDetails: async ({ orderIds }) => {
            if (world.orderDelayMs > 0) await new Promise<void>((resolve) => time.after(world.orderDelayMs, resolve));
            return onlyPage({ items: orderIds.flatMap((id) => world.readOrder(id)), unreadable: [] });
          },
          orders: async () => onlyPage({ items: [], unreadable: [] }),
          marketStates: async ({ codes }) => {
            world.stateReads += 1;
            if (world.stateDelayMs > 0) await new Promise<void>((resolve) => time.after(world.stateDelayMs, resolve));
            if (world.failure !== undefined) throw world.failure;
            if (codes.includes(world.fatalCode)) return [];
            const known = codes.filter((code) => code !== world.unknownCode);
            return known.map((code) => ({ code, name: '', state: world.state }));
          },
        },
      }),
      world.reach,
    );
    this.orderReads = new OrderReads({ clock: time, timers: time });
    const never = { onDidChange: () => ({ dispose: () => undefined }), url: () => '' };
    const { log } = this;
    const isFocused = (): boolean => this.#isFocused;
    this.market = new LiveMarket({
      access: this.access,
      addresses: new FeedAddresses(this.access, never, new MemoryState()),
      loadClient: async () => {
        if (this.feedFailure !== undefined) throw this.feedFailure;
        return createFeedClient(this.feed.open);
      },
      credentials: async () => ({ type: 'oauth2', token: new Secret(feedToken) }),
      clock: time,
      timers: time,
      random: () => 0.5,
      log,
      drops: new DropLog({ log, clock: time }),
      shared: new SharedQuotes(world.file),
      locks: world.locks,
      focus: {
        get isFocused() {
          return isFocused();
        },
        onDidChange: (listener) => this.#focusChanged.event(() => listener()),
      },
      serverMs: () => world.serverMs(),
      measureTime: async () => {
        world.skewMs = world.trueSkewMs ?? world.skewMs;
      },
    });
  }

  focus(isFocused: boolean): void {
    this.#isFocused = isFocused;
    this.#focusChanged.fire(undefined);
  }

  /** Opens the feed, which accepts everything and sends a price of this symbol. */
  async goLive(symbol: string): Promise<void> {
    const { time } = this.world;
    await time.advance(500);
    this.feed.current.accept();
    this.feed.current.acknowledge();
    this.feed.current.quote(symbol, '11', time.wallMs());
    await time.advance(10);
  }

  /** Shows these symbols as a page does. */
  show(...symbols: string[]): void {
    this.market.book.watch('page', () => undefined).show(symbols);
  }
}
