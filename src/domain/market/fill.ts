import { microsecondsToMs } from '../time/historyRange';
import { wallDateTime } from '../time/zones';
import { exchangeZone } from './security';

/**
 * What became of a fill after it was reported (beyond the specification: a fill has a status).
 *
 * - `counts`: it is a trade.
 * - `canceled`: it was undone, and is no trade.
 * - `unclear`: it was changed, or its status is not known: nobody may add it up, or pass it on as a trade.
 */
export type FillStanding = 'counts' | 'canceled' | 'unclear';

const counting: ReadonlySet<string> = new Set(['', 'OK']);
const undone: ReadonlySet<string> = new Set(['CANCELLED', 'CANCELED', 'CANCEL', 'BUSTED', 'BROKEN', 'REVERSED']);

/** @param status - As sent; empty if the service has none. */
export function fillStanding(status: string): FillStanding {
  const name = status.trim().toUpperCase();
  if (counting.has(name)) return 'counts';
  return undone.has(name) ? 'canceled' : 'unclear';
}

/** Whether a fill is a trade: the only question before it is added up, drawn, or exported as one. */
export function isTrade({ status }: { readonly status: string }): boolean {
  return fillStanding(status) === 'counts';
}

/** The direction of a trade: selling short is selling, and buying to cover is buying. Undefined for a side that is not known. */
export function directionOf(side: string): 'buy' | 'sell' | undefined {
  if (side === 'BUY' || side === 'BUY_BACK') return 'buy';
  return side === 'SELL' || side === 'SELL_SHORT' ? 'sell' : undefined;
}

/** Whether a trade is of a position that was sold before it was bought: not every program can take it. */
export function isShortTrade(side: string): boolean {
  return side === 'SELL_SHORT' || side === 'BUY_BACK';
}

/** When a trade was made: the day at its exchange, `yyyy-MM-dd`, the same for every viewer, and the exchange’s zone. Undefined without a time. */
export function tradeTime({ code, createdAt }: { readonly code: string; readonly createdAt: string }) {
  const atMs = microsecondsToMs(createdAt);
  if (atMs === undefined) return undefined;
  const zone = exchangeZone(code);
  return { atMs, date: wallDateTime(zone, atMs).slice(0, 10), zone };
}
