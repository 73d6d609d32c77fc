import { readHolding } from '../../domain/positions/holding';
import type { ReadHolding } from '../../domain/positions/holding';
import { holdingToday, isFreshRead } from '../../domain/positions/liveHolding';
import type { Part, PositionView, QuoteView } from '../../panel/security/securityProtocol';

export interface DayContext {
  /** The security of the page, and its quote. */
  readonly symbol: string;
  readonly quote: Part<QuoteView>;
  readonly nowMs: number;
}

/** A position at the price that the page shows beside it, or as it was read while that is old. */
export function positionNow(
  { holding, readAt }: Pick<PositionView, 'holding' | 'readAt'>,
  { symbol, quote, nowMs }: DayContext,
): ReadHolding {
  // A code without a market may belong to another security, so its price would be wrong.
  const own = quote.kind === 'ready' && holding.symbol === symbol ? quote.value : undefined;
  const isOld = own?.isOld === true;
  const { lastPrice = '', previousClose = '', updatedAt, isSuspended = false } = own?.quote ?? {};
  return holdingToday(readHolding(holding), own && { lastPrice: isOld ? '' : lastPrice, previousClose, at: updatedAt, isSuspended }, {
    isOld,
    isFresh: isFreshRead(symbol, readAt, nowMs),
    readAtMs: readAt,
  });
}
