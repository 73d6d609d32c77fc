import { underSignals } from '../../../service/abortable';
import { leavesTrace, traceOf } from '../../../domain/alerts/alert';
import type { OrderAlertEvent } from '../../../domain/alerts/alert';
import { deriveExchange, hasEnded } from '../../../domain/orders/orderRules';
import { isMoreThan } from '../../../domain/values/decimal';
import type { OrderRecord } from '../../../service/records';
import type { HeardHint } from '../lists/orderEvents';
import type { OrderNewsDependencies } from './orderNews';

/** An event of an order to notify the user of. It is claimed already, so no other window does. */
export interface OrderEventNews {
  readonly kind: 'order';
  readonly event: OrderAlertEvent;
  readonly hint: HeardHint;
  /** The order as it shows the event; undefined if only the feed reported it. */
  readonly order: OrderRecord | undefined;
}

/** The last event of one order that was reported or looked into. */
export interface ToldEvent {
  readonly key: string;
  /** Wall clock of this machine when the reported event was received; 0 if none was reported. */
  readonly atMs: number;
  /** The order's state at that time; empty if it could not be read. */
  readonly became: string;
  /** The order's own time in that state. */
  readonly updatedAt: string;
  /** Wall clock: events received up to this time are settled. */
  readonly readMs: number;
  /** Events were reported from the feed alone since the order last showed something new. */
  readonly isUnseen: boolean;
}

/** What all windows know of the events that were reported. */
export interface ToldEvents {
  readonly toldOf: (key: string) => Promise<ToldEvent | undefined>;
  /**
   * Decides, under the lock of all windows, what an event is.
   *
   * @returns `busy` if the lock could not be had.
   */
  readonly settle: <V extends string>(
    key: string,
    nowMs: number,
    decide: (told: ToldEvent | undefined) => { readonly verdict: V; readonly next?: Omit<ToldEvent, 'key'> },
  ) => Promise<V | 'busy'>;
}

/** All windows receive an event within this time; without any other difference, events closer together than this count as one. */
const sameEventMs = 10_000;
const readMs = 20_000;

/** If no read has shown an event this long after it was received, it is reported from the feed alone. */
export const soonMs = 1_700;

/** What is known about an event that no read shows. */
interface Unseen {
  /** It was reported before. */
  readonly isKnown: boolean;
  /** Wall clock of the last read, which settles the hints until then; undefined while the order is still being read. */
  readonly sinceMs: number | undefined;
  /** False if there is nothing to read at all. */
  readonly isReadable: boolean;
  /** How late the service shows changes. */
  readonly lateMs: number;
}

interface Read {
  readonly order: OrderRecord;
  readonly startedMs: number;
}

/** One read of an event's order, whose new state is reported if no window has reported it yet. */
export class OrderTelling {
  constructor(
    private readonly dependencies: Omit<OrderNewsDependencies, 'locks' | 'timers' | 'onDidReadOrders'>,
    private readonly signal: AbortSignal,
  ) {}

  /** The order since the hint was received; otherwise whether reading it again may help. */
  async read(hint: HeardHint, sinceMs: number): Promise<Read | 'again' | 'unreadable'> {
    const { access, orderReads, log } = this.dependencies;
    const { accountId, orderId, code, paperMarket: market } = hint;
    if (accountId === '' || orderId === '' || !leavesTrace(hint.event)) return 'unreadable';
    try {
      const paper = market === undefined ? {} : { isPaper: true, market };
      const order = { accountId, orderId, exchange: deriveExchange(code, 'STOCK') ?? '', ...paper };
      const { found, startedMs } = await underSignals([this.signal, AbortSignal.timeout(readMs)], async (signal) =>
        orderReads.read(await access.client(), order, { signal, sinceMs }),
      );
      if (found === 'notOffered') return 'unreadable';
      return found === 'notFound' ? 'again' : { order: found, startedMs };
    } catch (error) {
      log.debug(`an order could not be read after an event: ${error instanceof Error ? error.message : 'unknown failure'}`);
      return 'again';
    }
  }

  /**
   * Reports the order's new state if it is news.
   *
   * @param settles - False leaves it to another window to see whether more follows.
   */
  async tell(
    key: string,
    hint: HeardHint,
    event: OrderAlertEvent,
    { order, startedMs }: Read,
    { settles = true }: { readonly settles?: boolean } = {},
  ): Promise<'news' | 'settled' | 'known' | 'again'> {
    const { store, clock, tell } = this.dependencies;
    const trace = traceOf(hint.event, order);
    if (trace?.isShown !== true) return 'again';
    const nowMs = clock.wallMs();
    const verdict = await store.settle(key, nowMs, (told) => {
      if (isSettled(told, hint, nowMs)) return { verdict: 'settled' };
      // A service may answer from a lagging copy.
      const isNewer = told !== undefined && isMoreThan(told.updatedAt, order.updatedAt) === true;
      if (told?.became === trace.became || isNewer) return { verdict: 'known' };
      // Nothing can follow an end.
      const readMs = settles || hasEnded(order.status) ? startedMs : (told?.readMs ?? 0);
      return { verdict: 'news', next: { atMs: hint.heardMs, became: trace.became, updatedAt: order.updatedAt, readMs, isUnseen: false } };
    });
    if (verdict === 'news') tell({ kind: 'order', event, hint, order });
    return verdict === 'busy' ? 'again' : verdict;
  }

  /**
   * Handles an event that no read shows. If it was reported before, it is no news; otherwise it is reported from the feed alone, once per
   * moment.
   *
   * @returns Whether it was news; `open` if it may be another event than the one reported last.
   */
  async end(
    key: string,
    hint: HeardHint,
    event: OrderAlertEvent,
    { isKnown, sinceMs, isReadable, lateMs }: Unseen,
  ): Promise<'news' | 'known' | 'open'> {
    const { store, clock, tell } = this.dependencies;
    const nowMs = clock.wallMs();
    const verdict = await store.settle(key, nowMs, (told) => {
      const { atMs, became, updatedAt, readMs, isUnseen } = told ?? { atMs: 0, became: '', updatedAt: '', readMs: 0, isUnseen: false };
      // An event reported with its figures is known once the order is read; if the order cannot be read, it may be another event.
      const isSame = isUnseen && hint.heardMs - atMs < sameEventMs && atMs <= nowMs + soonMs;
      const isNews = !isKnown && !isSame && !isSettled(told, { ...hint, heardMs: hint.heardMs + lateMs }, nowMs);
      // No read covers what came after the feed's event was reported, so the window that received it reads the order once more.
      const isUnread = isReadable && isSame && !isKnown && sinceMs !== undefined;
      return {
        verdict: isNews ? 'news' : isUnread && hint.heardMs > atMs + soonMs ? 'open' : 'known',
        next: {
          atMs: isNews ? hint.heardMs : atMs,
          became,
          updatedAt,
          readMs: isUnread ? Math.max(readMs, Math.min(sinceMs, atMs + soonMs)) : (sinceMs ?? readMs),
          isUnseen: isNews || isUnseen,
        },
      };
    });
    if (verdict === 'busy') throw new Error('the file of the alerts is busy');
    if (verdict === 'news') tell({ kind: 'order', event, hint, order: undefined });
    return verdict;
  }
}

/** True if a window read the order, or gave up, after the hint was received here. After a clock was set back, that proves nothing. */
export function isSettled(told: ToldEvent | undefined, { heardMs }: HeardHint, nowMs: number): boolean {
  return told !== undefined && told.readMs >= heardMs && told.readMs <= nowMs;
}
