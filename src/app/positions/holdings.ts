import { canonicalCode } from '../../domain/market/security';
import type { Holding, HoldingSide } from '../../domain/positions/holding';
import type { LivePosition, Position } from '../../service/records';

/** A position of a simulated account (Spec, Position). */
export function fromPosition(position: Position): Holding {
  const side = typeof position.side === 'string' ? position.side : 'other';
  const sideText = typeof position.side === 'string' ? position.side : String(position.side.unknown);
  const symbol = canonicalCode(position.symbol, position.market === hongKong ? 'HK' : undefined);
  return {
    id: position.positionId === '' ? `${position.market}|${position.symbol}|${sideText}` : position.positionId,
    side,
    sideText,
    market: position.market,
    symbol,
    sentSymbol: otherThan(symbol, position.symbol),
    name: position.name,
    quantity: position.quantity,
    availableQuantity: position.availableQuantity,
    price: position.currentPrice,
    costPrice: position.costPrice,
    averageBuyPrice: position.averageBuyPrice,
    marketValue: position.marketValue,
    profit: position.profit,
    profitRatio: position.profitRatio,
    dayProfit: undefined,
    costBasis: undefined,
    unrealizedProfit: undefined,
    realizedProfit: undefined,
    currency: named(position.currency),
    unknown: position.unknown,
  };
}

/** A position of a live account, if the service offers them. Its record has neither an id nor a market integer. */
export function fromLivePosition(position: LivePosition): Holding {
  const symbol = canonicalCode(position.code);
  return {
    id: `${position.code}|${position.side}|${position.currency}`,
    side: liveSide(position.side),
    sideText: position.side,
    market: undefined,
    symbol,
    sentSymbol: otherThan(symbol, position.code),
    name: position.name,
    quantity: position.quantity,
    availableQuantity: position.availableQuantity,
    price: position.price,
    costPrice: position.costPrice,
    averageBuyPrice: sent(position.averageCost),
    marketValue: position.marketValue,
    profit: position.profit,
    profitRatio: position.profitRatio,
    dayProfit: position.dayProfit,
    costBasis: 'diluted',
    unrealizedProfit: sent(position.unrealizedProfit),
    realizedProfit: sent(position.realizedProfit),
    currency: named(position.currency),
    unknown: position.unknown,
  };
}

/** Hong Kong is the only market whose integer is the same in all records. */
const hongKong = 1;

/** Services name a security by its market, by its exchange, or by its code alone: the form as sent, if it is another than that of quotes. */
function otherThan(symbol: string, asSent: string): string | undefined {
  return symbol === asSent ? undefined : asSent;
}

function liveSide(text: string): HoldingSide {
  const side = text.toLowerCase();
  return side === 'long' || side === 'short' ? side : 'other';
}

function sent(figure: string): string | undefined {
  return figure === '' ? undefined : figure;
}

function named(currency: string | undefined): string | undefined {
  const name = currency?.trim() ?? '';
  if (name === '') return undefined;
  // One currency in two spellings would be two sums.
  return /^[a-z]{3}$/i.test(name) ? name.toUpperCase() : name;
}
