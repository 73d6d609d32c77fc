import type { DayProfit } from '../../domain/positions/dayProfit';
import { readHolding } from '../../domain/positions/holding';
import { holdingToday, isFreshRead } from '../../domain/positions/liveHolding';
import type { Part, PositionView, QuoteView } from '../../panel/security/securityProtocol';

export interface DayContext {
  /** What the page is about, and its quote. */
  readonly symbol: string;
  readonly quote: Part<QuoteView>;
  readonly nowMs: number;
}

/** The day of a position at the price that it came with, as the other figures of its card. */
export function positionDay(
  { holding, readAt }: Pick<PositionView, 'holding' | 'readAt'>,
  { symbol, quote, nowMs }: DayContext,
): DayProfit {
  // A code without a market may be that of another security: its price would be a false one.
  const own = quote.kind === 'ready' && holding.symbol === symbol ? quote.value : undefined;
  return holdingToday(readHolding(holding), own && { lastPrice: '', previousClose: own.quote.previousClose }, {
    isOld: own?.isOld === true,
    isFresh: isFreshRead(symbol, readAt, nowMs),
  }).day;
}
