import { prefixOf } from '../securities/securities';
import { mixed, unit } from './chance';
import type { SecurityPath } from './securityPath';
import { slots } from './dayPath';
import type { QuoteNow } from './market';

export type Direction = 'BUY' | 'SELL' | 'NEUTRAL';

export interface Level {
  /** In units. */
  readonly price: number;
  readonly volume: number;
  readonly orders: number;
}

export interface Depth {
  /** Highest first. */
  readonly bids: readonly Level[];
  /** Lowest first. */
  readonly asks: readonly Level[];
}

/** The aggressor of a trade: the buyer, the seller, or neither. */
export function directionOf({ seed }: SecurityPath, day: number, minute: number, slot: number): Direction {
  const draw = unit(seed, 30 + (day & 1023), minute * slots + slot);
  return draw < 0.47 ? 'BUY' : draw < 0.94 ? 'SELL' : 'NEUTRAL';
}

/** The order book around the last price: an aggressive buyer has paid the ask, a seller the bid. */
export function depthOf({ path, day, place, bar, security }: QuoteNow, levels: number): Depth {
  const { grid } = path;
  const last = bar.close;
  const direction = directionOf(path, day.hours.day, place.minute, place.slot);
  const clock = day.hours.day * 100_000 + place.minute * slots + place.slot;
  const level = (price: number, distance: number): Level => {
    // Orders far from the price change less often.
    const age = Math.floor((clock + (mixed(path.seed, 31, price) & 15)) / (2 + distance * 2));
    const lots = 1 + Math.floor(unit(path.seed ^ price, 32, age) ** 2 * (20 + distance * 12));
    return { price, volume: lots * security.lot * (security.lot < 20 && security.type === 'STOCK' ? 20 : 1), orders: 1 + (lots % 17) };
  };
  const below = (units: number): number => units - grid.spreadAt(units - 1);
  const above = (units: number): number => units + grid.spreadAt(units);
  const walk = (start: number, next: (units: number) => number): readonly Level[] => {
    const found: Level[] = [];
    for (let price = start; found.length < levels && price > 0; price = next(price)) found.push(level(price, found.length));
    return found;
  };
  return {
    bids: walk(direction === 'SELL' ? last : below(last), below),
    asks: walk(direction === 'BUY' ? last : above(last), above),
  };
}

/** The order book of one exchange. */
export interface ExchangeDepth extends Depth {
  /** Empty if there is one book for all. */
  readonly exchange: string;
}

/** The books of a security: in America one for each of two exchanges, with the best prices at either; elsewhere one for all. */
export function exchangeDepths(quote: QuoteNow, levels: number): readonly ExchangeDepth[] {
  const whole = depthOf(quote, levels);
  if (prefixOf(quote.security.code) !== 'US' || quote.security.type !== 'STOCK') return [{ exchange: '', ...whole }];
  const isAtFirst = (quote.place.minute + quote.place.slot) % 2 === 0;
  return [
    { exchange: 'NASDAQ', bids: shareOf(whole.bids, isAtFirst), asks: shareOf(whole.asks, !isAtFirst) },
    { exchange: 'ARCA', bids: shareOf(whole.bids, !isAtFirst), asks: shareOf(whole.asks, isAtFirst) },
  ];
}

/** Half of every level, except the best one, which is included completely or not at all. */
function shareOf([best, ...others]: readonly Level[], hasBest: boolean): readonly Level[] {
  const halves = others.map(({ price, volume, orders }) => ({ price, volume: Math.ceil(volume / 2), orders: Math.ceil(orders / 2) }));
  return best === undefined || !hasBest ? halves : [best, ...halves];
}
