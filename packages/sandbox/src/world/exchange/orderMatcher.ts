import Big from 'big.js';
import { fateOf } from '../../fates';
import type { Market } from '../../market/market';
import { hash32 } from '../../random';
import type { OrderKey, OrderShelf } from '../orders/orderShelf';
import type { Order } from '../orders/orders';
import { hasLimit, isOpen, needsTrigger, ruleOf } from '../orders/orders';
import type { Security } from '../../securities/securities';
import { prefixOf } from '../../securities/securities';
import { isAuction, suitsOf } from './meeting';
import { left } from './purse';
import { slotMs, slots } from '../../market/dayPath';
import type { DayPath } from '../../market/dayPath';
import { placeIn, startOfMinute } from '../../market/market';
import type { MarketDay } from '../../market/marketDays';
import type { MarketHours } from '../../market/marketHours';
import type { SecurityPath } from '../../market/securityPath';

/** The minimum time between two parts of an order. */
const partMs = 800;
/** A part of an order is at least its quantity divided by this. */
const smallestPart = 4;
/** Paper orders were recorded to be filled this long after they could be, plus a part of a second. */
const paperMs = 2_000;

/** The state of an order at the market. */
interface Watched {
  /** The market's trades up to this time were processed. */
  readonly fromMs: number;
  /** When a day order ends; a good-til-cancelled one never does. */
  readonly closesMs: number;
  readonly isTriggered: boolean;
  /** When it is filled, if that is decided, and the limit for which it was. */
  readonly due: { readonly atMs: number; readonly price: string } | undefined;
}

export interface MatcherParts {
  readonly market: Market;
  readonly shelf: OrderShelf;
  readonly likeLive: boolean;
  readonly deal: (key: OrderKey, quantity: Big, price: string, atMs: number) => void;
  readonly expire: (key: OrderKey, atMs: number) => void;
}

/**
 * Deals orders at the prices of the market. It does so on access: no timer has to run, and a later access finds the
 * same deals.
 */
export class OrderMatcher {
  readonly #watched = new Map<OrderKey, Watched>();

  constructor(private readonly parts: MatcherParts) {}

  /** Lets the market deal with the order from now on. */
  watch(key: OrderKey, nowMs: number): void {
    const { shelf, market } = this.parts;
    const order = shelf.get(key);
    if (order === undefined) return;
    const { security, timeInForce, type } = order;
    const hours = market.hours(prefixOf(security.code));
    const closesMs = timeInForce === 'DAY' ? closeAfter(hours, order.placed?.enteredMs ?? order.createdMs) : Infinity;
    const watched = { fromMs: nowMs, closesMs, isTriggered: !needsTrigger(type), due: undefined };
    this.#watched.set(key, watched);
    if (!hours.isOpen(nowMs) || rests(order)) return;
    // The last trade before the order counts as the first that it can match.
    const last = { timeMs: nowMs, price: market.last(security, nowMs), volume: security.lot };
    if (suitsOf(order, watched)(last.price)) this.#meet(key, order, watched, last);
  }

  settle(nowMs: number): void {
    for (const [key, { closesMs }] of this.#watched) {
      const untilMs = Math.min(nowMs, closesMs);
      while (this.#step(key, untilMs));
      if (nowMs >= closesMs) this.#close(key, closesMs);
    }
  }

  /** The next event of an order until then; false if there is none. */
  #step(key: OrderKey, untilMs: number): boolean {
    const { shelf, market } = this.parts;
    const [order, watched] = [shelf.get(key), this.#watched.get(key)];
    if (watched === undefined) return false;
    if (order === undefined || !isOpen(order)) return !this.#watched.delete(key);
    if (rests(order)) return false;
    if (watched.due?.price === order.price) return this.#fillWhole(key, order, watched.due.atMs, untilMs);
    if (watched.due !== undefined) {
      // The limit was changed in between: the new one has to be reached first.
      this.#watched.set(key, { ...watched, fromMs: Math.max(watched.fromMs, order.updatedMs), due: undefined });
      return true;
    }
    const trade = firstTrade(market.path(order.security), watched.fromMs, untilMs, suitsOf(order, watched));
    if (trade === undefined) this.#watched.set(key, { ...watched, fromMs: Math.max(watched.fromMs, untilMs) });
    else this.#meet(key, order, watched, trade);
    return trade !== undefined;
  }

  /** A trade of the market at a suitable price reaches the order. */
  #meet(key: OrderKey, order: Order, watched: Watched, { timeMs, price, volume }: MarketTrade): void {
    if (!watched.isTriggered) this.#watched.set(key, { ...watched, isTriggered: true, fromMs: timeMs - 1 });
    else if (this.parts.likeLive && order.placed?.market !== undefined)
      this.#watched.set(key, { ...watched, due: { atMs: timeMs + paperMs + (hash32(order.id) % 1_000), price: order.price } });
    else {
      this.#watched.set(key, { ...watched, fromMs: timeMs + partMs });
      this.parts.deal(key, partOf(order, volume), priceText(order.security, price), timeMs);
    }
  }

  /** A paper order of a like-live service: filled completely, at its limit or better, whatever the volume. */
  #fillWhole(key: OrderKey, order: Order, dueMs: number, untilMs: number): boolean {
    if (dueMs > untilMs) return false;
    const last = this.parts.market.last(order.security, dueMs);
    const price = suitsOf(order, { isTriggered: true })(last) ? priceText(order.security, last) : order.price;
    this.parts.deal(key, left(order), price, dueMs);
    return true;
  }

  #close(key: OrderKey, closesMs: number): void {
    const { shelf, market, deal, expire } = this.parts;
    const order = shelf.get(key);
    this.#watched.delete(key);
    if (order === undefined || !isOpen(order)) return;
    const price = market.last(order.security, closesMs - 1);
    if (isAuction(order) && suitsOf(order, { isTriggered: true })(price))
      deal(key, left(order), priceText(order.security, price), closesMs);
    else expire(key, closesMs);
  }
}

/** Whether the market's trades do not affect it. */
function rests(order: Order): boolean {
  const { fills } = fateOf(ruleOf(order));
  return (
    order.placed?.isOfStart === true || fills === 'nothing' || isAuction(order) || (fills === 'one part' && order.status === 'FILLED_PART')
  );
}

/** How much of an order is dealt at once: the traded volume, in whole lots, and at least a quarter. An order without a limit is dealt completely. */
function partOf(order: Order, volume: number): Big {
  const { security, quantity, type } = order;
  const rest = left(order);
  if (!hasLimit(type)) return rest;
  const quarter = new Big(quantity).div(smallestPart).div(security.lot).round(0, Big.roundUp).times(security.lot);
  const traded = new Big(volume).div(security.lot).round(0, Big.roundDown).times(security.lot);
  const part = traded.gt(quarter) ? traded : quarter;
  return part.gt(rest) ? rest : part;
}

function priceText({ digits }: Security, units: number): string {
  return new Big(units).div(new Big(10).pow(digits)).toFixed();
}

/** A trade of the market; its price in units. */
interface MarketTrade {
  readonly timeMs: number;
  readonly price: number;
  readonly volume: number;
}

/** The first trade within a time range at a suitable price; the range excludes its start and includes its end. */
function firstTrade(path: SecurityPath, fromMs: number, untilMs: number, suits: (price: number) => boolean): MarketTrade | undefined {
  const { hours } = path;
  for (let opened = hours.openedBy(fromMs); opened.segments[0].startMs <= untilMs; opened = dayAfter(hours, opened)) {
    const found = firstOfDay(path.day(opened), fromMs, untilMs, suits);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The end of the trading day that contains an instant, or of the next one after it. */
function closeAfter(hours: MarketHours, atMs: number): number {
  const opened = hours.openedBy(atMs);
  const closesMs = endOf(opened);
  return atMs < closesMs ? closesMs : endOf(dayAfter(hours, opened));
}

function endOf({ segments }: MarketDay): number {
  return Math.max(...segments.map(({ endMs }) => endMs));
}

function dayAfter(hours: MarketHours, { day }: MarketDay): MarketDay {
  return hours.dayOf(hours.neighbour(day, 1));
}

function firstOfDay(day: DayPath, fromMs: number, untilMs: number, suits: (price: number) => boolean): MarketTrade | undefined {
  const opensMs = day.hours.segments[0].startMs;
  const last = placeIn(day.hours, Math.max(untilMs, opensMs)).minute;
  for (let minute = placeIn(day.hours, Math.max(fromMs, opensMs)).minute; minute <= last; minute += 1) {
    const { high, low } = day.minute(minute);
    if (!suits(high) && !suits(low)) continue;
    const startMs = startOfMinute(day.hours, minute);
    for (let slot = 0; slot < slots; slot += 1) {
      const timeMs = startMs + slot * slotMs;
      if (timeMs > untilMs) return undefined;
      const price = timeMs > fromMs ? day.price(minute, slot) : 0;
      if (price > 0 && suits(price)) return { timeMs, price, volume: day.volumeAt(minute, slot) };
    }
  }
  return undefined;
}
