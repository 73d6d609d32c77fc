import type { OrderHint } from '../../../service/feed/types';
import { Attention } from '../../platform/attention';
import type { WindowFocus } from '../../platform/attention';
import type { Disposable } from '../../platform/ports';
import { FeedLink } from '../../feed/feedLink';
import type { FeedLinkState, FeedMeans } from '../../feed/feedLink';
import type { Ports } from '../../ports';

/** A hint, and when this window received it: an order read later reflects what the hint is about. */
export interface HeardHint extends OrderHint {
  /** Wall clock of this machine, which all windows share. */
  readonly heardMs: number;
  /** The account’s own integer, for an order of a paper account, which no feed covers. */
  readonly paperMarket?: number;
}

/** Events of one deal come in bursts; reading the orders once is enough. */
const burstMs = 250;

/**
 * Events of the trade feed, treated as hints to read orders again, never as facts. Connected while there are listeners and
 * the window has the focus; listeners that need it in the background say so.
 */
export class OrderEvents implements Disposable {
  readonly #link: FeedLink;
  readonly #listeners = new Map<(hints: readonly HeardHint[]) => void, boolean>();
  readonly #subscriptions: readonly Disposable[];
  #burst: HeardHint[] = [];
  #timer: Disposable | undefined;
  readonly #attention: Attention;

  constructor(private readonly dependencies: FeedMeans & Pick<Ports, 'clock'> & { readonly focus: WindowFocus }) {
    this.#link = new FeedLink('trade', dependencies, { hint: (hint) => this.#hint(hint) });
    this.#attention = new Attention(dependencies.focus, dependencies.timers);
    this.#subscriptions = [
      this.#link,
      this.#attention,
      this.#attention.onDidChange(() => this.#follow()),
      this.#attention.onDidReturn(() => this.#link.tryAgain()),
    ];
  }

  get state(): FeedLinkState {
    return this.#link.state;
  }

  /**
   * Subscribes to events; events of the same moment are delivered together.
   *
   * @param options - `inBackground` keeps the feed connected and delivers events while the window has no focus.
   */
  listen(listener: (hints: readonly HeardHint[]) => void, { inBackground = false }: { readonly inBackground?: boolean } = {}): Disposable {
    const own = (hints: readonly HeardHint[]): void => listener(hints);
    this.#listeners.set(own, inBackground);
    this.#follow();
    return {
      dispose: () => {
        this.#listeners.delete(own);
        this.#follow();
      },
    };
  }

  dispose(): void {
    this.#timer?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#listeners.clear();
  }

  #hint(hint: OrderHint): void {
    this.#burst.push({ ...hint, heardMs: this.dependencies.clock.wallMs() });
    this.#timer ??= this.dependencies.timers.after(burstMs, () => {
      this.#timer = undefined;
      const hints = this.#burst;
      this.#burst = [];
      const { isWatched } = this.#attention;
      // If ten windows get one event, only the one in use should read the orders.
      for (const [listener, inBackground] of [...this.#listeners]) if (isWatched || inBackground) listener(hints);
    });
  }

  #follow(): void {
    const { isWatched } = this.#attention;
    this.#link.setOn([...this.#listeners.values()].some((inBackground) => isWatched || inBackground));
  }
}
