import type { OrderHint } from '../../service/feed/types';
import { Emitter } from '../platform/emitter';
import type { Disposable } from '../platform/ports';
import type { WindowFocus } from '../quotes/liveMarket';
import { FeedLink } from '../quotes/feeds/feedLink';
import type { FeedLinkState, FeedMeans } from '../quotes/feeds/feedLink';

export interface OrderEventsDependencies extends FeedMeans {
  readonly focus: WindowFocus;
}

/** Events of one deal come in bursts; reading the orders once is enough. */
const burstMs = 250;
const graceMs = 30_000;

/**
 * Events of the trade feed, as what they are: hints to read orders again, never facts. Connected while somebody listens and
 * the window has the focus; listeners that need it in the background say so.
 */
export class OrderEvents implements Disposable {
  readonly #link: FeedLink;
  readonly #hinted = new Emitter<readonly OrderHint[]>();
  readonly #listeners = new Map<object, boolean>();
  readonly #subscriptions: readonly Disposable[];
  #burst: OrderHint[] = [];
  #timer: Disposable | undefined;
  #grace: Disposable | undefined;

  constructor(private readonly dependencies: OrderEventsDependencies) {
    this.#link = new FeedLink('trade', dependencies, { hint: (hint) => this.#hint(hint) });
    this.#subscriptions = [this.#link, dependencies.focus.onDidChange(() => this.#focusChanged())];
  }

  get state(): FeedLinkState {
    return this.#link.state;
  }

  /**
   * Hears of events, together with others of the same moment.
   *
   * @param inBackground - True keeps the feed while the window has no focus.
   */
  listen(listener: (hints: readonly OrderHint[]) => void, inBackground = false): Disposable {
    const key = {};
    this.#listeners.set(key, inBackground);
    const subscription = this.#hinted.event(listener);
    this.#follow();
    return {
      dispose: () => {
        subscription.dispose();
        this.#listeners.delete(key);
        this.#follow();
      },
    };
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#grace?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#hinted.dispose();
  }

  #hint(hint: OrderHint): void {
    this.#burst.push(hint);
    this.#timer ??= this.dependencies.timers.after(burstMs, () => {
      this.#timer = undefined;
      const hints = this.#burst;
      this.#burst = [];
      this.#hinted.fire(hints);
    });
  }

  #focusChanged(): void {
    this.#grace?.dispose();
    this.#grace = undefined;
    if (!this.dependencies.focus.isFocused) {
      this.#grace = this.dependencies.timers.after(graceMs, () => {
        this.#grace = undefined;
        this.#follow();
      });
    }
    this.#follow();
  }

  #follow(): void {
    const isWatched = this.dependencies.focus.isFocused || this.#grace !== undefined;
    this.#link.setOn([...this.#listeners.values()].some((inBackground) => isWatched || inBackground));
  }
}
