import { marketByPrefix } from '../market/markets';
import { knownMarketOf, kindOf, marketOf } from '../market/security';
import { cutDecimals, roundDecimals } from '../values/decimal';

/** The known values of the Exchange type. The specification does not list them, so there may be others. */
export const exchanges = ['US', 'CBOE', 'SEHK', 'HKFE', 'SSE', 'SZSE', 'SGX', 'JP', 'KR', 'CA', 'CME', 'CBOT', 'NYMEX', 'COMEX'] as const;

export const orderTypes = [
  'LIMIT',
  'MARKET',
  'AUCTION',
  'AUCTION_LIMIT',
  'STOP',
  'STOP_LIMIT',
  'MARKET_IF_TOUCHED',
  'LIMIT_IF_TOUCHED',
] as const;

/** Names of the Chinese stock exchanges and of the link for trading there from Hong Kong, as services spell them. */
const aShareMarkets: ReadonlySet<string> = new Set([
  'SH',
  'SSE',
  'SHSE',
  'SHA',
  'SHG',
  'XSHG',
  'SS',
  'SZ',
  'SZSE',
  'SHE',
  'XSHE',
  'BJ',
  'BSE',
  'BJSE',
  'XBSE',
  'XBEI',
  'CN',
  'HKCC',
]);
const futuresExchanges: ReadonlySet<string> = new Set(['HKFE', 'CME', 'CBOT', 'NYMEX', 'COMEX']);
const auxPriceTypes: ReadonlySet<string> = new Set(['STOP', 'STOP_LIMIT', 'MARKET_IF_TOUCHED', 'LIMIT_IF_TOUCHED']);
const priceFreeTypes: ReadonlySet<string> = new Set(['MARKET', 'AUCTION', 'STOP', 'MARKET_IF_TOUCHED']);
/** An order's properties besides its numbers. Empty text if unknown. */
export interface OrderTraits {
  readonly exchange: string;
  readonly orderType: string;
  readonly securityType: string;
  /** `{market}.{code}`. */
  readonly code: string;
}

/** Whether the order type needs a trigger price (Spec, PUT order, aux_price); undefined for an unknown type. */
export function needsAuxPrice(orderType: string): boolean | undefined {
  return orderType === '' ? undefined : auxPriceTypes.has(orderType);
}

/** Whether orders of this type have a limit price; other orders have a price that limits nothing. An unknown type may. */
export function hasLimitPrice(orderType: string): boolean {
  return !priceFreeTypes.has(orderType);
}

/** Zero means no price: the service returns it for an order without one. */
export function withoutZero(price: string): string {
  return /^0*(?:\.0*)?$/.test(price.trim()) ? '' : price;
}

/** A-share orders cannot be modified (Spec, PUT order); `600519.SH`, `SHSE.600519` and full-width forms are A-shares too. */
export function isAShare(traits: Pick<OrderTraits, 'exchange' | 'code'>): boolean {
  const exchange = traits.exchange.normalize('NFKC').trim().toUpperCase();
  const [, ending = ''] = /^\d+\.([A-Z]+)$/.exec(traits.code.normalize('NFKC').trim().toUpperCase()) ?? [];
  return [exchange, marketOf(traits.code) ?? '', ending].some((market) => aShareMarkets.has(market));
}

/** The security type decides if it is known, otherwise the exchange. */
function isFutures(traits: Pick<OrderTraits, 'exchange' | 'securityType'>): boolean {
  return traits.securityType === '' ? futuresExchanges.has(traits.exchange) : kindOf(traits.securityType) === 'future';
}

/** Decimals of a price that the service keeps; the rest is discarded (Spec, PUT order, price). */
export function priceDecimals(traits: Pick<OrderTraits, 'exchange' | 'securityType'>): number {
  return isFutures(traits) ? 9 : 4;
}

/** Decimals to which the service rounds a trigger price (Spec, PUT order, aux_price). Futures are held in futures accounts. */
export function auxPriceDecimals(traits: Pick<OrderTraits, 'exchange' | 'securityType'>): number {
  return isFutures(traits) ? 9 : 3;
}

/** The part of a price that the service keeps: excess digits are cut off, never rounded. */
export function keptPrice(price: string, traits: Pick<OrderTraits, 'exchange' | 'securityType'>): string {
  return cutDecimals(price, priceDecimals(traits));
}

/** The trigger price as the service keeps it: rounded half up. */
export function keptAuxPrice(auxPrice: string, traits: Pick<OrderTraits, 'exchange' | 'securityType'>): string {
  return roundDecimals(auxPrice, auxPriceDecimals(traits));
}

/** The exchange of an order, if code and security type determine it; otherwise the user has to be asked. */
export function deriveExchange(code: string, securityType: string): string | undefined {
  // Some services put the exchange itself in front of the code, or behind it.
  const parts = code.normalize('NFKC').trim().toUpperCase().split('.');
  const named = [parts[0] ?? '', parts.at(-1) ?? ''].find((part) => isExchange(part) && marketByPrefix(part) === undefined);
  if (named !== undefined && parts.length > 1) return named;
  const market = knownMarketOf(code);
  const kind = kindOf(securityType);
  if (kind === 'share') return market?.stockExchange;
  if (kind === 'future') return market?.futuresExchange;
  return kind === 'option' && market?.prefix === 'US' ? 'CBOE' : undefined;
}

export type Exchange = (typeof exchanges)[number];

/** True for an exchange with a known name. Services may have others. */
export function isExchange(text: string): text is Exchange {
  return exchanges.some((exchange) => exchange === text);
}

/** Exchanges that trade both shares and futures, and unknown ones: the user has to be asked for the order's kind there. */
export function mayHoldFutures(exchange: string): boolean {
  return ['SGX', 'JP', 'KR', 'CA'].includes(exchange) || !isExchange(exchange);
}

/** Known exchanges, the likely ones for the order first. */
export function suggestExchanges(code: string, securityType: string): readonly string[] {
  const market = knownMarketOf(code);
  const likely = new Set([deriveExchange(code, securityType), market?.stockExchange, market?.futuresExchange]);
  const usFutures = market?.prefix === 'US' && kindOf(securityType) === 'future' ? ['CME', 'CBOT', 'NYMEX', 'COMEX'] : [];
  const first = [...usFutures, ...[...likely].filter((exchange) => exchange !== undefined)];
  return [...new Set([...first, ...exchanges])];
}

/** An exchange in the form in which it can be sent; known or not. */
export function normaliseExchange(typed: string): string | undefined {
  const text = typed.normalize('NFKC').trim().toUpperCase();
  return /^[A-Z][A-Z0-9_]{0,15}$/.test(text) ? text : undefined;
}

/** An id as used in the path: surrounding space is dropped. Undefined for a text that cannot be an id of any service. */
export function normaliseId(typed: string): string | undefined {
  const text = typed.trim();
  return text === '' || text.length > 128 || text === '.' || text === '..' || /\p{C}/u.test(text) ? undefined : text;
}

const endedStatuses: ReadonlySet<string> = new Set([
  'FILLED_ALL',
  'CANCELLED_PART',
  'CANCELLED_ALL',
  'FAILED',
  'SUBMIT_FAILED',
  'DISABLED',
  'DELETED',
]);

const workingStatuses: ReadonlySet<string> = new Set(['WAITING_SUBMIT', 'SUBMITTING', 'SUBMITTED', 'FILLED_PART']);

/** True for an order that is certainly open: of an unknown status, neither this nor {@link hasEnded} is known. */
export function isWorking(status: string): boolean {
  return workingStatuses.has(status);
}

/** True for an order that has certainly ended. An unknown status counts as open: the service decides. */
export function hasEnded(status: string): boolean {
  return endedStatuses.has(status);
}

export function isBuy(side: string): boolean {
  return side === 'BUY' || side === 'BUY_BACK';
}

export function isSell(side: string): boolean {
  return side === 'SELL' || side === 'SELL_SHORT';
}
