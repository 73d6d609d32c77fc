import type { Market } from '../market/market';
import type { Fixed } from '../decimalText';
import { fixed } from '../decimalText';
import type { Security } from '../securities/securities';
import { prefixOf } from '../securities/securities';

/** Exact prices of the world, for calculations. */
export type Quotes = Readonly<ReturnType<typeof createQuotes>>;

/** The prices of a market as decimals. */
export function createQuotes(market: Market) {
  return {
    last: (security: Security, nowMs: number): Fixed => fixed(market.last(security, nowMs), security.digits),
    previousClose: (security: Security, nowMs: number): Fixed => fixed(market.previousClose(security, nowMs), security.digits),
    /** When the trading day began that the previous close precedes, in Unix milliseconds. */
    openedMs: (security: Security, nowMs: number): number => market.hours(prefixOf(security.code)).openedBy(nowMs).segments[0].startMs,
  };
}
