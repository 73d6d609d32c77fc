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
  const prefix = market.toUpperCase();
  // Hong Kong stocks are written with five digits.
  return `${prefix}.${prefix === 'HK' && /^\d{1,4}$/.test(code) ? code.padStart(5, '0') : code}`;
}

/** Some calls return a symbol without its market: then only the code is compared. */
export function isSameSecurity(sent: string, symbol: string): boolean {
  return sent === symbol || (!sent.includes('.') && symbol.endsWith(`.${sent}`));
}
