import type { DayProfit } from '../../domain/positions/dayProfit';
import { readHolding } from '../../domain/positions/holding';
import { holdingToday, isFreshRead } from '../../domain/positions/liveHolding';
import type { Part, PositionView, QuoteView } from '../../panel/security/securityProtocol';

export interface DayContext {
  /** The security of the page, and its quote. */
  readonly symbol: string;
  readonly quote: Part<QuoteView>;
  readonly nowMs: number;
}

/** The day P&L of a position at the price it was read with, like the other figures of its card. */
export function positionDay(
  { holding, readAt }: Pick<PositionView, 'holding' | 'readAt'>,
  { symbol, quote, nowMs }: DayContext,
): DayProfit {
  // A code without a market may belong to another security, so its price would be wrong.
  const own = quote.kind === 'ready' && holding.symbol === symbol ? quote.value : undefined;
  return holdingToday(readHolding(holding), own && { lastPrice: '', previousClose: own.quote.previousClose }, {
    isOld: own?.isOld === true,
    isFresh: isFreshRead(symbol, readAt, nowMs),
  }).day;
}
