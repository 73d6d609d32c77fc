import { segment, wholeWithin } from '../rules';
import type { OrderSide, SimulatedAccountQuery } from '../tradingRecords';
import { InvalidInputError } from '../../errors';

const marketPrefix = /^(?:HK|US|SH|SZ|BJ|SG|JP|AU|CA|MY|KR|SEHK|SSE|SZSE|SGX)\./;

/** The code in the form that paper accounts use: without its market, and with five digits in Hong Kong. `HK.700` becomes `00700`. */
export function bareSymbol(code: string): string {
  const bare = code.replace(marketPrefix, '');
  return /^(?:HK|SEHK)\.\d{1,5}$/.test(code) ? bare.padStart(5, '0') : bare;
}

/** @throws {@link InvalidInputError} for a code with its market, or none. */
export function checkedSymbol(symbol: string): string {
  if (!/^[\w.-]+$/.test(symbol) || marketPrefix.test(symbol)) throw new InvalidInputError('symbol', 'bare-code');
  return symbol;
}

/** Path of a call about a paper account, below its id. */
export function simulatedPath(accountId: string, ...rest: readonly string[]): string {
  return ['/api/v1.0/sim-trade', segment('acc_id', accountId), ...rest].join('/');
}

/** The account's own market integer, which every call must contain: another one, or none, is refused. @throws {@link InvalidInputError} */
export function marketOf({ market }: Pick<SimulatedAccountQuery, 'market'>): number {
  return wholeWithin('market', market, 0, Number.MAX_SAFE_INTEGER);
}

/** Orders of paper accounts have integers where those of live accounts have words (beyond the specification). */
export const sideNumbers: Readonly<Record<OrderSide, number>> = { BUY: 1, SELL: 2, SELL_SHORT: 3, BUY_BACK: 4 };
export const typeNumbers = { LIMIT: 1, MARKET: 3 } as const;
export const sessionNumbers = { regular: 1, extended: 2 } as const;

const statusWords: Readonly<Record<string, string>> = {
  2: 'SUBMITTED',
  3: 'FILLED_PART',
  4: 'FILLED_ALL',
  5: 'CANCELLED_ALL',
  6: 'FAILED',
};

/** The word for an integer; an integer without a word stays as sent. */
export function wordOf(words: Readonly<Record<string, number>>, sent: string): string {
  return Object.keys(words).find((word) => String(words[word]) === sent) ?? sent;
}

/** Live orders have a separate word for an order that was cancelled after it was partly filled. */
export function statusWord(sent: string, filledQuantity: string): string {
  const word = statusWords[sent] ?? sent;
  return word === 'CANCELLED_ALL' && /[1-9]/.test(filledQuantity) ? 'CANCELLED_PART' : word;
}
