import { symbolPrefix } from './securityCode';

/** Longer than any known security identifier. */
const longest = 40;

/**
 * Converts a typed symbol to the service's form: `hk.700` becomes `HK.00700`. Undefined unless it has the form `{market}.{code}` (Spec, General
 * conventions: security identifier).
 */
export function parseSymbol(text: string): string | undefined {
  const parts = /^\s*([A-Za-z]{2,10})\s*[.:]\s*([\p{L}\p{N}][^\s/?#\\]*)\s*$/u.exec(text.normalize('NFKC'));
  const [, market = '', code = ''] = parts ?? [];
  if (parts === null || code.length > longest) return undefined;
  return withFiveDigits(`${market.toUpperCase()}.${code}`);
}

/** Hong Kong stocks are written with five digits. */
export function withFiveDigits(symbol: string): string {
  return symbol.replace(/^HK\.(\d{1,4})$/, (_, digits: string) => `HK.${digits.padStart(5, '0')}`);
}

/** Some calls return a symbol without its market: then only the code is compared. A code may contain a dot, as in `BRK.B`. */
export function isSameSecurity(sent: string, symbol: string): boolean {
  const market = symbolPrefix(symbol);
  return sent === symbol || (market !== undefined && symbolPrefix(sent) === undefined && symbol.slice(market.length + 1) === sent);
}
