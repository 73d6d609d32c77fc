import { setTimeout as sleep } from 'node:timers/promises';
import { DropLog } from '../../../src/app/feed/dropLog';
import { QuoteBook } from '../../../src/app/quotes/quoteBook';
import { FeedConnection } from '../../../src/service/feed/feedConnection';
import { createFeedSockets } from '../../../src/service/feed/feedSocket';
import type { FeedCredentials, FeedState, FeedSubscription, MarketPush, OrderHint } from '../../../src/service/feed/types';
import type { SubscriptionState } from '../../../src/service/feed/wantedSubscriptions';
import type { TransportSettings } from '../../../src/service/transport/settings';
import { FakeTime } from '../machine/fakeTime';

export interface RealFeedOptions {
  readonly url: string;
  readonly credentials: (options: { readonly isRetry: boolean }) => Promise<FeedCredentials>;
  /** The service's time. */
  readonly serverMs: () => number;
  readonly needsSubscriptions?: boolean;
  readonly transport?: TransportSettings;
}

/** A feed client on real sockets, with the book that receives its prices; its deadlines pass only when a test advances them. */
export class RealFeed {
  readonly time = new FakeTime();
  readonly states: FeedState[] = [];
  readonly pushes: MarketPush[] = [];
  readonly hints: OrderHint[] = [];
  readonly log: string[] = [];
  readonly drops = new DropLog({ log: { warn: (line) => void this.log.push(line) }, clock: this.time });
  readonly book: QuoteBook;
  readonly feed: FeedConnection;

  constructor(options: RealFeedOptions) {
    const { url, credentials, serverMs, needsSubscriptions = true, transport = {} } = options;
    this.book = new QuoteBook({ timers: this.time, serverMs, onDropped: (reason) => this.drops.add(`${reason} price`) });
    this.feed = new FeedConnection({
      url,
      credentials,
      needsSubscriptions,
      openSocket: createFeedSockets(() => transport),
      clock: this.time,
      timers: this.time,
      random: () => 0.5,
      expectsPushes: () => true,
      onState: (state) => void this.states.push(state),
      onPush: (push) => {
        this.pushes.push(push);
        if (push.kind === 'quote') this.book.push(push);
      },
      onHint: (hint) => void this.hints.push(hint),
      onSubscription: () => undefined,
      onDropped: (reason, type) => this.drops.add(`${reason} ${type}`.trimEnd()),
    });
  }

  /** Connects and subscribes to these symbols. */
  follow(...symbols: readonly string[]): void {
    this.feed.want(symbols.map((symbol): FeedSubscription => ({ kind: 'quote', symbol })));
    this.feed.start();
  }

  quoteState(symbol: string): SubscriptionState | undefined {
    return this.feed.stateOf({ kind: 'quote', symbol });
  }

  price(symbol: string): string | undefined {
    return this.book.get(symbol)?.lastPrice;
  }

  /** Failures so far, by code and close code. */
  get failures(): readonly string[] {
    return this.states.flatMap((state) =>
      state.kind === 'waiting' ? [`${state.reason.code} ${state.reason.closeCode ?? ''}`.trimEnd()] : [],
    );
  }

  /** Lets deadlines pass, with time in between for what is on the wire. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 4_000) {
      await this.time.advance(Math.min(left, 4_000));
      await sleep(15);
    }
  }

  dispose(): void {
    this.feed.dispose();
    this.book.dispose();
  }
}
