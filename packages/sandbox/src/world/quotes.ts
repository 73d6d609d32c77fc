import type { Market } from '../market/market';
import type { Fixed } from '../decimalText';
import { fixed } from '../decimalText';
import type { Security } from '../securities/securities';
import { prefixOf } from '../securities/securities';

/** Exact prices of the world, for calculations. */
export interface Quotes {
  last(security: Security, nowMs: number): Fixed;
  previousClose(security: Security, nowMs: number): Fixed;
  /** When the trading day began that the previous close precedes, in Unix milliseconds. */
  openedMs(security: Security, nowMs: number): number;
}

/** The prices of a market as decimals. */
export function createQuotes(market: Market): Quotes {
  return {
    last: (security, nowMs) => fixed(market.last(security, nowMs), security.digits),
    previousClose: (security, nowMs) => fixed(market.previousClose(security, nowMs), security.digits),
    openedMs: (security, nowMs) => market.hours(prefixOf(security.code)).openedBy(nowMs).segments[0].startMs,
  };
}
