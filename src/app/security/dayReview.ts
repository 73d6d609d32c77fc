import { hotLimits } from '../../domain/calendar/calendarQuery';
import type { Attempt } from '../../domain/orders/orderAttempts';
import { serviceIdentity } from '../../domain/orders/serviceIdentity';
import type { HistoryRange } from '../../domain/time/historyRange';
import { exchangeZone, isSameSecurity, marketOf } from '../../domain/market/security';
import { ordersOnce } from '../../domain/security/day/dayEvents';
import type { DayChange, DayParts } from '../../domain/security/day/dayEvents';
import { dateAt, isWithin, marketDay, nearestDay, shiftedDate } from '../../domain/security/day/marketDay';
import type { KnownDays, MarketDay } from '../../domain/security/day/marketDay';
import { dayOfDate, startOfDay } from '../../domain/time/zones';
import { hotPart } from '../../service/endpoints/sources';
import { simulatedOrdersPart } from '../../service/endpoints/tradingSources';
import type { FillRecord } from '../../service/endpoints/tradingRecords';
import { ServiceError } from '../../service/errors';
import { seen } from '../../service/lists/list';
import type { List } from '../../service/lists/list';
import { readList } from '../../service/lists/readList';
import type { CalendarEvent, OrderRecord, TradingDay } from '../../service/records';
import type { IsoDate, UnixMilliseconds } from '../../service/schema/units';
import { PastLists } from '../orders/lists/pastLists';
import { listOfFillsOnce, listOfOrdersOnce, pastFillParts, pastOrderParts } from '../orders/lists/pastParts';
import type { OrdersState } from '../orders/lists/ordersBook';
import type { Disposable } from '../platform/ports';
import type { BookParts } from '../accounts/accountBook';
import { accountsIn } from '../accounts/accountDirectory';
import type { ListedKind } from '../accounts/accountDirectory';
import { accountKinds } from '../session/accounts/accounts';
import type { Account } from '../session/accounts/accounts';
import { readTradingDays } from '../tradingDays/tradingDays';
import { isBareFill, isBarePaperFill, liveFill, paperFill, withBare } from './ownFills';
import type { Candle, CandlePeriod } from '../../service/marketRecords';
import { CandleSeries } from './candleSeries';
import type { SeriesDependencies } from './candleSeries';

/** The bars of one day, as fine as the service has them. */
type DayBars =
  | { readonly kind: 'read'; readonly period: CandlePeriod; readonly candles: readonly Candle[]; readonly hasGap: boolean }
  | { readonly kind: 'notOffered' };

/** From the finest: the next is requested if the service has no finer bars of the day. */
const periods = ['1m', '5m', '15m', '60m'] as const satisfies readonly CandlePeriod[];
/** A page holds more bars than most trading days have minutes. */
const mostPages = 6;

/**
 * Reads a day's bars without adjustment, because fills and orders have the prices of their day.
 *
 * @param isToday - Reads the newest bars.
 * @throws {@link ServiceError} if a request failed other than by not being offered.
 */
async function readDayBars(
  symbol: string,
  day: MarketDay,
  isToday: boolean,
  dependencies: SeriesDependencies,
  signal: AbortSignal,
): Promise<DayBars> {
  for (const period of periods) {
    const choice = { symbol, period, adjustment: 'none' } as const;
    const series = new CandleSeries(isToday ? choice : { ...choice, end: day.date }, dependencies);
    await series.loadLatest(signal);
    for (let pages = 1; pages < mostPages && series.hasMore && (series.candles[0]?.time ?? day.to) > day.from; pages += 1)
      await series.loadEarlier(signal);
    if (!series.isOffered) return { kind: 'notOffered' };
    const candles = series.candles.filter(({ time }) => isWithin(day, time));
    const reachesBack = !series.hasMore || (series.candles[0]?.time ?? day.to) <= day.from;
    if (candles.length > 0) return { kind: 'read', period, candles, hasGap: series.hasGap || !reachesBack };
    // The day is not over, or had no trading: there would be no coarser bars either.
    if (isToday || series.candles.length > 0) return { kind: 'read', period, candles, hasGap: false };
  }
  return { kind: 'read', period: '1m', candles: [], hasGap: false };
}

export interface DayReviewDependencies {
  readonly parts: BookParts;
  /** Open orders of live accounts, as far as they are already known. */
  readonly orders: () => OrdersState;
  /** Attempts in this machine’s journal. */
  readonly attempts: () => Promise<readonly Attempt[]>;
  readonly symbol: string;
  /** The service's time. */
  readonly nowMs: () => UnixMilliseconds;
  /** Something that is shown changed. */
  readonly changed: () => void;
}

/** A request and its progress. */
export type Asked<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface AccountDay {
  readonly account: Account;
  /** Undefined before the first response, and if the account has no such list. */
  readonly orders: List<unknown> | undefined;
  readonly fills: List<unknown> | undefined;
}

export interface DayReviewState {
  readonly symbol: string;
  readonly day: MarketDay;
  readonly today: IsoDate;
  /** Undefined if it is not known. */
  readonly session: TradingDay['session'] | 'closed' | undefined;
  readonly earlier: IsoDate | undefined;
  readonly later: IsoDate | undefined;
  readonly parts: DayParts;
  readonly accounts: readonly AccountDay[];
  readonly directory: readonly ListedKind[];
  readonly releases: Asked<List<CalendarEvent>>;
  readonly changes: Asked<readonly DayChange[]>;
  readonly bars: Asked<DayBars>;
  readonly isReading: boolean;
  /** Accounts, orders, or fills of the day are still unread, or being read: sums would be too small. */
  readonly isListing: boolean;
}

/** Orders may be older than the day: this many days are searched for them. */
export const orderDays = 90;
/** Trading days per request, before and after the day. */
const daysAround = 40;
const loading = { kind: 'loading' } as const;

/** One day of one security: its bars, the user’s orders, changes, and fills, and the calendar's releases. Read on request, not polled. */
export class DayReview implements Disposable {
  readonly zone: string;
  readonly #orders: PastLists<OrderRecord>;
  readonly #fills: PastLists<FillRecord>;
  #day: MarketDay | undefined;
  /** The day for which lists were requested: until then, they are those of another day. */
  #listed: MarketDay | undefined;
  #stop = new AbortController();
  #known: KnownDays | undefined;
  #sessions = new Map<IsoDate, TradingDay['session']>();
  #releases: Asked<List<CalendarEvent>> = loading;
  #changes: Asked<readonly DayChange[]> = loading;
  #bars: Asked<DayBars> = loading;

  constructor(private readonly dependencies: DayReviewDependencies) {
    const { parts, symbol, changed } = dependencies;
    const { access, clock, log } = parts;
    this.zone = exchangeZone(symbol);
    const past = { access, clock, log, changed, readingChanged: changed };
    this.#orders = new PastLists({
      ...past,
      parts: (account, range, source) => [
        ...(account.kind === 'simulated' && range.isCurrent
          ? account.markets.map((market) => {
              const part = simulatedOrdersPart(source, { accountId: account.id, market });
              return { ...part, name: `today ${part.name}`, first: 'orders' as const };
            })
          : []),
        ...pastOrderParts(account, range, source, { code: symbol }),
      ],
      once: listOfOrdersOnce,
    });
    this.#fills = new PastLists({
      ...past,
      parts: (account, range, source) => pastFillParts(account, range, source, { code: symbol }),
      once: listOfFillsOnce,
    });
  }

  get today(): IsoDate {
    return dateAt(this.zone, this.dependencies.nowMs());
  }

  get state(): DayReviewState | undefined {
    const day = this.#day;
    if (day === undefined) return undefined;
    const { today } = this;
    const isUnread = this.#listed !== day || this.#directory.some(({ list }) => list === undefined);
    const isListing = isUnread || this.#orders.isReading || this.#fills.isReading;
    const session = this.#sessions.get(day.date) ?? (isKnown(this.#known, day.date) ? 'closed' : undefined);
    return {
      ...{ symbol: this.dependencies.symbol, day, today, session, directory: this.#directory, parts: this.#parts },
      ...{ releases: this.#releases, changes: this.#changes, bars: this.#bars },
      earlier: nearestDay(day.date, -1, today, this.#known),
      later: nearestDay(day.date, 1, today, this.#known),
      accounts: this.#accounts.map((account) => ({
        account,
        orders: withBare(this.#orders.of(account).list, this.dependencies.symbol, account.kind === 'live' ? () => false : isBarePaperFill),
        fills: account.kind === 'live' ? withBare(this.#fills.of(account).list, this.dependencies.symbol, isBareFill) : undefined,
      })),
      isListing,
      isReading: isListing || [this.#releases, this.#changes, this.#bars].includes(loading),
    };
  }

  /** Shows a day; without a date, today or the last trading day before it. Ignores a day that doesn't exist or is in the future. */
  async show(date?: IsoDate): Promise<void> {
    const { today } = this;
    const first = marketDay(date ?? today, this.zone);
    if (first === undefined || first.date > today) return;
    this.#begin(first);
    const { signal } = this.#stop;
    await this.#readDays(first.date, signal);
    if (signal.aborted) return;
    const last = date === undefined && this.state?.session === 'closed' ? nearestDay(first.date, -1, today, this.#known) : undefined;
    const day = (last === undefined ? undefined : marketDay(last, this.zone)) ?? first;
    this.#day = day;
    this.dependencies.changed();
    await this.#readAll(day, signal);
  }

  /** Reads the day again. */
  async again(): Promise<void> {
    const day = this.#day;
    if (day === undefined) return;
    this.#begin(day);
    await this.#readAll(day, this.#stop.signal, 'again');
  }

  /** Reads the lists of newly known accounts. */
  accountsChanged(): void {
    if (this.#day !== undefined) void this.#readLists(this.#day);
  }

  dispose(): void {
    this.#stop.abort();
    this.#orders.dispose();
    this.#fills.dispose();
  }

  #begin(day: MarketDay): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    [this.#day, this.#listed] = [day, undefined];
    [this.#releases, this.#changes, this.#bars] = [loading, loading, loading];
    this.dependencies.changed();
  }

  get #directory(): readonly ListedKind[] {
    return this.dependencies.parts.directory.get(accountKinds);
  }

  get #accounts(): readonly Account[] {
    return accountsIn(this.#directory);
  }

  get #parts(): DayParts {
    const isOwn = ({ code }: { readonly code: string }): boolean => isSameSecurity(code, this.dependencies.symbol);
    const listed = this.#accounts.flatMap((account) => itemsOf(this.#orders.of(account).list).map((order) => ({ account, order })));
    const open = (this.dependencies.orders().accounts ?? []).flatMap(({ account, list }) =>
      itemsOf(list).map((order) => ({ account, order })),
    );
    const orders = ordersOnce([...listed, ...open].filter(({ order }) => isOwn(order)));
    const live = this.#accounts.flatMap((account) =>
      itemsOf(this.#fills.of(account).list).flatMap((fill) => liveFill(account, fill) ?? []),
    );
    const paper = orders.flatMap(({ account, order }) => (account.kind === 'live' ? [] : (paperFill(account, order) ?? [])));
    return {
      orders,
      fills: [...live, ...paper].filter(isOwn),
      changes: this.#changes.kind === 'read' ? this.#changes.value : [],
      releases: this.#releases.kind === 'read' ? seen(this.#releases.value).items : [],
    };
  }

  async #readAll(day: MarketDay, signal: AbortSignal, again?: 'again'): Promise<void> {
    const { parts, symbol, nowMs } = this.dependencies;
    const client = async () => parts.access.client();
    const date = day.date.replaceAll('-', '');
    const isToday = day.date === this.today;
    await Promise.all([
      this.#ask(
        signal,
        async () => readDayBars(symbol, day, isToday, { client, nowMs }, signal),
        (bars) => (this.#bars = bars),
      ),
      this.#readLists(day, again),
      this.#ask(
        signal,
        async () => readList([hotPart(client, { date, timeZone: day.zone, limit: hotLimits.most })], { signal }),
        (releases) => (this.#releases = releases),
      ),
      this.#ask(
        signal,
        async () => this.#changesOf(await this.dependencies.attempts()),
        (changes) => (this.#changes = changes),
      ),
    ]);
  }

  async #readLists(day: MarketDay, again?: 'again'): Promise<void> {
    const isCurrent = day.date === this.today;
    const end = `${String(day.to - 1)}999`;
    const first = startOfDay(day.zone, (dayOfDate(day.date) ?? 0) - orderDays + 1);
    const range = (from: UnixMilliseconds): HistoryRange => ({ start: `${String(from)}000`, end, isCurrent });
    const accounts = this.#accounts;
    const reading = [this.#orders.read(accounts, range(first), again), this.#fills.read(accounts, range(day.from), again)];
    this.#listed = day;
    await Promise.all(reading);
  }

  /** If trading days are unknown, every day can be shown. */
  async #readDays(date: IsoDate, signal: AbortSignal): Promise<void> {
    const market = marketOf(this.dependencies.symbol) ?? '';
    if (market === '' || (isKnown(this.#known, shiftedDate(date, -7)) && isKnown(this.#known, date))) return;
    const [from, to] = [shiftedDate(date, -daysAround), shiftedDate(date, daysAround)];
    try {
      const answer = await readTradingDays(this.dependencies.parts.access, { market, from, to }, { signal });
      if (signal.aborted || answer.kind !== 'days' || answer.days.length === 0) return;
      this.#sessions = new Map(answer.days.map((day) => [day.date, day.session]));
      this.#known = { from, to, dates: new Set(this.#sessions.keys()) };
    } catch (error) {
      this.#logUnlessKnown(error, signal);
    }
  }

  /** Order changes in the security at this service that were sent and not refused. */
  #changesOf(attempts: readonly Attempt[]): readonly DayChange[] {
    const { access } = this.dependencies.parts;
    const { connection } = access.current;
    const here = connection.kind === 'none' ? '' : serviceIdentity(connection.baseUrl);
    return attempts.flatMap(({ root, action, startedAt, target, fields, order, state }) => {
      const isTaken = state === 'accepted' || state === 'applied';
      const isOpen = state === 'unknown' || state === 'pending';
      const isHere = serviceIdentity(target.service) === here && isSameSecurity(order?.code ?? '', this.dependencies.symbol);
      if (action !== 'modify' || !isHere || !(isTaken || isOpen)) return [];
      const account = { kind: target.isPaper === true ? 'simulated' : 'live', id: target.accountId } as const;
      return [{ account, id: root, orderId: target.orderId, atMs: Date.parse(startedAt), fields, isTaken }];
    });
  }

  async #ask<T>(signal: AbortSignal, read: () => Promise<T>, take: (asked: Asked<T>) => void): Promise<void> {
    let asked: Asked<T>;
    try {
      asked = { kind: 'read', value: await read() };
    } catch (error) {
      this.#logUnlessKnown(error, signal);
      asked = { kind: 'failed', error };
    }
    if (signal.aborted) return;
    take(asked);
    this.dependencies.changed();
  }

  /** A failed request is in the log already. */
  #logUnlessKnown(error: unknown, signal: AbortSignal): void {
    if (!signal.aborted && !ServiceError.is(error)) this.dependencies.parts.log.error('A day could not be reviewed', error);
  }
}

function isKnown(known: KnownDays | undefined, date: IsoDate): boolean {
  return known !== undefined && date >= known.from && date <= known.to;
}

function itemsOf<T>(list: List<T> | undefined): readonly T[] {
  return list === undefined ? [] : seen(list).items;
}
