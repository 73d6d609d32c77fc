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
