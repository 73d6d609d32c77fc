import { dayTotals } from '../../domain/positions/dayTotals';
import { holdingToday, isFreshRead } from '../../domain/positions/liveHolding';
import type { LiveQuote } from '../../domain/quotes/liveQuote';
import { directionOf } from '../../domain/quotes/priceDirection';
import { masked } from '../../domain/text/mask';
import { absolute, groupDigits, parseAmount, plainAmount, showBriefMoney } from '../../domain/values/amount';
import { seen } from '../../service/lists/list';
import type { PositionsState } from '../../app/positions/positionsBook';
import type { WatchHolding } from '../../panel/watchlist/watchlistProtocol';
import { isSameSecurity } from '../../domain/quotes/symbol';
import { namedTotal } from '../platform/words/dayText';

export interface HoldingContext {
  readonly quote: Pick<LiveQuote, 'lastPrice' | 'previousClose'>;
  readonly isOld: boolean;
  readonly nowMs: number;
  readonly isPrivate: boolean;
  readonly isSandbox: boolean;
}

/**
 * What the user has of a security: in live accounts, and if there is none, in paper accounts, because the two are never
 * added. Null if there is nothing known.
 */
export function watchHolding(
  { accounts = [] }: Pick<PositionsState, 'accounts'>,
  symbol: string,
  context: HoldingContext,
): WatchHolding | null {
  const { quote, isOld, nowMs, isPrivate, isSandbox } = context;
  const mine = accounts.map(({ account, list, updatedAtMs }) => ({
    kind: account.kind,
    holdings: (list === undefined ? [] : seen(list).items)
      .filter(({ holding }) => isSameSecurity(holding.symbol, symbol))
      .map((read) => {
        // A code without a market may belong to another security, so its price would be wrong.
        const own = read.holding.symbol === symbol ? quote : undefined;
        return holdingToday(read, own, { isOld, isFresh: isFreshRead(symbol, updatedAtMs, nowMs) });
      }),
  }));
  const totals = dayTotals(mine);
  const [first] = totals;
  if (first === undefined) return null;
  const held = mine.filter(({ kind }) => kind === first.kind).flatMap(({ holdings }) => holdings);
  const quantities = held.map(({ holding }) => {
    const quantity = parseAmount(holding.quantity);
    return quantity === undefined || holding.side === 'other' ? undefined : holding.side === 'short' ? -absolute(quantity) : quantity;
  });
  const quantity = quantities.reduce<bigint | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0n,
  );
  const { amount } = first.day;
  const note = totals.map((total) => namedTotal(total, (text) => text, isSandbox)).join('\n');
  if (isPrivate) return { position: masked, day: masked, note: '', direction: 'flat', sortPosition: null, sortDay: null };
  return {
    position: quantity === undefined ? '–' : groupDigits(plainAmount(quantity)),
    day: amount === undefined ? '–' : showBriefMoney(amount),
    note,
    direction: directionOf(amount ?? 0n),
    sortPosition: quantity === undefined ? null : Number(quantity) / 1e18,
    sortDay: amount === undefined ? null : Number(amount) / 1e18,
  };
}
