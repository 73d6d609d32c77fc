export interface FoundSecurity {
  /** `{market}.{code}`, as a service writes it. */
  readonly code: string;
  /** Columns in the line: its start, and the one after its end. */
  readonly start: number;
  readonly end: number;
}

/**
 * Stock codes by market prefix. Deliberately narrow: a hover sends what it finds to the service, and must not send a name in source code that
 * happens to have a dot.
 */
const pattern =
  /(?<![\w.])(?:HK\.\d{5}|(?:SH|SZ|BJ)\.\d{6}|KR\.\d{5}[0-9A-Z]|JP\.\d{3}[0-9A-Z]|(?:US|CA|AU|SG|MY)\.[A-Z0-9]{1,6}(?:\.[A-Z]{1,2})?)(?!\w)/g;

/** The security identifiers of a line (Spec, General conventions: security identifier). */
export function securitiesIn(line: string): readonly FoundSecurity[] {
  return [...line.matchAll(pattern)].map(({ 0: code, index }) => ({ code, start: index, end: index + code.length }));
}

/** The security identifier of a line at a column, if there is one. */
export function securityAt(line: string, column: number): FoundSecurity | undefined {
  return securitiesIn(line).find(({ start, end }) => column >= start && column <= end);
}

/** Markets in which a code may be as short as a share class letter. */
const markets: ReadonlySet<string> = new Set('HK US SH SZ BJ SG JP AU CA MY KR CC SEHK SSE SZSE SGX'.split(' '));
const ofMarket = /^(?<market>[A-Za-z][A-Za-z_]*)\.(?<code>.*)$/;
const shareClass = /^[A-Za-z]{0,2}$/;

/**
 * The market prefix of a `{market}.{code}` symbol; undefined if the symbol has none. Paper accounts name a security by its code alone: `BRK.B`
 * is such a code, with a share class.
 */
export function symbolPrefix(symbol: string): string | undefined {
  const { market, code } = ofMarket.exec(symbol)?.groups ?? {};
  if (market === undefined || code === undefined) return undefined;
  return shareClass.test(code) && !market.includes('_') && !markets.has(market.toUpperCase()) ? undefined : market;
}

/** Whether its price can be requested: paper accounts may name a security by its code alone. */
export function isQuotable(symbol: string): boolean {
  return symbolPrefix(symbol) !== undefined && /^[A-Z]{2,}\.[\w.]+$/.test(symbol);
}
