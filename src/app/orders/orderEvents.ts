import type { OrderHint } from '../../service/feed/types';
import { Emitter } from '../platform/emitter';
import { Attention } from '../platform/attention';
import type { WindowFocus } from '../platform/attention';
import type { Disposable } from '../platform/ports';
import { FeedLink } from '../quotes/feeds/feedLink';
import type { FeedLinkState, FeedMeans } from '../quotes/feeds/feedLink';

export interface OrderEventsDependencies extends FeedMeans {
  readonly focus: WindowFocus;
}

/** Events of one deal come in bursts; reading the orders once is enough. */
const burstMs = 250;

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
  readonly #attention: Attention;

  constructor(private readonly dependencies: OrderEventsDependencies) {
    this.#link = new FeedLink('trade', dependencies, { hint: (hint) => this.#hint(hint) });
    this.#attention = new Attention(dependencies.focus, dependencies.timers);
    this.#subscriptions = [this.#link, this.#attention, this.#attention.onDidChange(() => this.#follow())];
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

  #follow(): void {
    const { isWatched } = this.#attention;
    this.#link.setOn([...this.#listeners.values()].some((inBackground) => isWatched || inBackground));
  }
}
