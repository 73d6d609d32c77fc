import type { OrderSide } from '../tradingRecords';

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
