import { countedPrice, dueAt, isArmed, isMet, lateMs, mayBeSplitDay, orderEventOf, symbolOf, wasMetSince } from '../../domain/alerts/alert';
import type { Alert, AlertRule, DayRange } from '../../domain/alerts/alert';
import type { FiredFacts } from '../../domain/alerts/firedAlert';
import { freshForMs, isSameDate } from '../../domain/quotes/liveQuote';
import type { LiveQuote } from '../../domain/quotes/liveQuote';
import type { HeardHint } from '../orders/lists/orderEvents';
import type { Disposable } from '../platform/ports';
import type { LiveMarket } from '../quotes/liveMarket';
import type { QuoteWatch } from '../quotes/quoteBook';
import type { AlertStore } from './alertStore';
import { OrderNews } from '../orders/eye/orderNews';
import type { OrderNewsDependencies } from '../orders/eye/orderNews';
import type { OrderEventNews } from '../orders/eye/orderTelling';

type FigureRule = Extract<AlertRule, { readonly symbol: string }>;
type ReleaseRule = Extract<AlertRule, { readonly kind: 'release' }>;
type AlertOn<R extends AlertRule> = Alert & { readonly rule: R };

/** Something to notify the user of. It is claimed already, so no other window does. */
export type AlertNews =
  | { readonly kind: 'price'; readonly alert: AlertOn<FigureRule>; readonly quote: LiveQuote; readonly isPast?: true }
  | { readonly kind: 'release'; readonly alert: AlertOn<ReleaseRule> }
  | OrderEventNews;

/** The facts that are stored about news. */
export function factsOf(news: AlertNews): FiredFacts {
  switch (news.kind) {
    case 'price': {
      const { alert, quote, isPast } = news;
      const { lastPrice, previousClose, ...session } = countedPrice(alert.rule, quote);
      const figures = { lastPrice: brief(lastPrice), previousClose: brief(previousClose), ...session };
      return { kind: 'price', rule: alert.rule, name: brief(quote.name), ...(isPast === true ? { isPast } : {}), ...figures };
    }
    case 'release':
      return { kind: 'release', rule: news.alert.rule };
    case 'order': {
      const { event, hint, order } = news;
      const filled = order === undefined ? undefined : { dealtQuantity: brief(order.dealtQuantity), quantity: brief(order.quantity) };
      const paper = hint.paperMarket === undefined ? {} : { isPaper: true };
      return { kind: 'order', event, feedEvent: brief(hint.event), orderId: brief(hint.orderId), ...paper, order: filled };
    }
  }
}

/** Longer than any meaningful name or number. */
const longest = 300;
const brief = (text: string): string => text.slice(0, longest);

export interface AlertWatchDependencies extends Omit<OrderNewsDependencies, 'tell' | 'store'> {
  readonly store: AlertStore;
  readonly market: Pick<LiveMarket, 'book' | 'isOld'>;
  /** Subscribes to order events, also while the window has no focus. */
  readonly listen: (listener: (hints: readonly HeardHint[]) => void) => Disposable;
  readonly serverMs: () => number;
  readonly tell: (news: AlertNews) => void;
  /** The price of an alert may be from after a split: the alert waits, and is not used up. Told once. */
  readonly tellSplit: (quote: LiveQuote) => void;
}

/** The pause after an alert could not be recorded as triggered. */
const claimAgainMs = 10_000;
/** The longest wait before alerts are checked again: the service's clock may be corrected, and alerts may end their rest. */
const longestWaitMs = 30_000;

/** Watches, in every window, for what this machine's alerts wait for. Only the window that claims an alert notifies the user. */
export class AlertWatch implements Disposable {
  readonly #watch: QuoteWatch;
  readonly #subscription: Disposable;
  readonly #orders: OrderNews;
  #alerts: readonly Alert[] = [];
  readonly #doubted = new Set<string>();
  /** The day's range when an alert was first looked at, for those that wait. */
  #ranges: ReadonlyMap<string, DayRange> = new Map();
  #events: Disposable | undefined;
  #timer: Disposable | undefined;
  #isDisposed = false;

  constructor(private readonly dependencies: AlertWatchDependencies) {
    const { market, store } = dependencies;
    this.#watch = market.book.watch('tree', () => this.#look());
    this.#subscription = store.onDidChange(() => void this.refresh());
    this.#orders = new OrderNews(dependencies);
  }

  /** Reads the alerts again. Never rejects. */
  async refresh(): Promise<void> {
    try {
      await this.dependencies.store.setAsideIfDamaged();
      const alerts = await this.dependencies.store.all();
      if (this.#isDisposed) return;
      this.#alerts = alerts;
      const waiting = new Set(alerts.map(waitOf));
      this.#ranges = new Map([...this.#ranges].filter(([wait]) => waiting.has(wait)));
      this.#follow();
      this.#look();
    } catch (error) {
      this.dependencies.log.error('Alerts could not be read', error);
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
    this.#events?.dispose();
    this.#orders.dispose();
    this.#watch.dispose();
    this.#subscription.dispose();
  }

  #follow(): void {
    const waiting = this.#alerts.filter(({ firedAtMs }) => firedAtMs === undefined);
    this.#watch.show(waiting.flatMap((alert) => symbolOf(alert) ?? []));
    const wantsOrders = waiting.some(({ rule }) => rule.kind === 'order');
    if (wantsOrders) this.#events ??= this.dependencies.listen((hints) => this.#hinted(hints));
    else {
      this.#events?.dispose();
      this.#events = undefined;
    }
  }

  #look(): void {
    const { market, serverMs } = this.dependencies;
    const now = serverMs();
    let next = longestWaitMs;
    for (const alert of this.#alerts) {
      if (alert.firedAtMs === undefined && alert.quietUntilMs > now) next = Math.min(next, alert.quietUntilMs - now);
      if (!isArmed(alert, now)) continue;
      const { rule } = alert;
      if (rule.kind === 'release') {
        const wait = dueAt(rule) - now;
        if (wait > 0) next = Math.min(next, wait);
        else if (now - rule.atMs < lateMs) void this.#claim(alert, { kind: 'release', alert: { ...alert, rule } });
        continue;
      }
      if (rule.kind === 'order') continue;
      const quote = market.book.get(rule.symbol);
      // An old price proves nothing about the present.
      if (quote === undefined || market.isOld(rule.symbol)) continue;
      const isNow = isMet(rule, quote);
      if (!isNow && !this.#wasMet(alert, quote, now)) continue;
      if (mayBeSplitDay(rule, quote)) {
        void this.#doubt(alert, quote);
        continue;
      }
      void this.#claim(alert, { kind: 'price', alert: { ...alert, rule }, quote, ...(isNow ? {} : { isPast: true }) });
    }
    this.#timer?.dispose();
    this.#timer = this.#alerts.length === 0 ? undefined : this.dependencies.timers.after(Math.max(50, next), () => this.#look());
  }

  /**
   * Whether the price met the condition since the alert was first looked at. Only an answer of the service tells the range of the day as it was at
   * that time: few feeds send it.
   */
  #wasMet(alert: Alert, quote: LiveQuote, nowMs: number): boolean {
    const wait = waitOf(alert);
    const before = this.#ranges.get(wait);
    if (before !== undefined && wasMetSince(alert.rule, before, quote)) return true;
    const isOfToday = before !== undefined && isSameDate(quote.symbol, before.at, quote.at);
    if (!isOfToday && quote.source === 'snapshot' && nowMs - quote.receivedAt < freshForMs)
      this.#ranges = new Map([...this.#ranges, [wait, quote]]);
    return false;
  }

  /** Tells the user, once for all windows, that an alert waits although its price is reached. */
  async #doubt({ id }: Alert, quote: LiveQuote): Promise<void> {
    const { store, serverMs, tellSplit, log } = this.dependencies;
    const key = `split ${id} ${brief(quote.previousClose)}`;
    if (this.#doubted.has(key)) return;
    this.#doubted.add(key);
    const atMs = serverMs();
    try {
      const next = { atMs, became: '', updatedAt: '', readMs: 0, isUnseen: false };
      const verdict = await store.settle(key, atMs, (told) => (told === undefined ? { verdict: 'first', next } : { verdict: 'told' }));
      if (verdict === 'first') tellSplit(quote);
      if (verdict === 'busy') this.#doubted.delete(key);
    } catch (error) {
      this.#doubted.delete(key);
      log.error('A possible split could not be noted', error);
    }
  }

  async #claim(alert: Alert, news: AlertNews): Promise<void> {
    const { store, serverMs, tell, log } = this.dependencies;
    const now = serverMs();
    // Marked here first, so that the next price does not claim the alert again while the file is read.
    this.#alerts = this.#alerts.map((known) => (known.id === alert.id ? { ...known, firedAtMs: now } : known));
    try {
      if (await store.claim(alert.id, now)) tell(news);
      await this.refresh();
    } catch (error) {
      log.error('An alert could not be shown', error);
      if (this.#isDisposed) return;
      // The disk may be full for a moment: the alert waits again, but not for the very next price.
      const again = { ...alert, firedAtMs: undefined, quietUntilMs: now + claimAgainMs };
      this.#alerts = this.#alerts.map((known) => (known.id === alert.id ? again : known));
      this.#look();
    }
  }

  #hinted(hints: readonly HeardHint[]): void {
    for (const hint of hints) {
      const event = orderEventOf(hint.event);
      if (event !== undefined && this.#alerts.some(({ rule }) => rule.kind === 'order' && rule.event === event))
        this.#orders.follow(hint, event);
    }
  }
}

/** What an alert waits for, and since when: another rule, or a rest, begins anew. */
function waitOf({ id, rule, quietUntilMs }: Alert): string {
  return JSON.stringify([id, rule, quietUntilMs]);
}
