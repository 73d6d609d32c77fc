export interface FoundSecurity {
  /** `{market}.{code}`, as a service writes it. */
  readonly code: string;
  /** Columns of the line: where it begins, and the one behind its end. */
  readonly start: number;
  readonly end: number;
}

/**
 * Codes of stocks by market prefix. Narrow on purpose: a hover asks the service about what it finds, and a name in a
 * program that happens to have a dot is nobody's business.
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

/** Whether a service can be asked for its price: paper accounts may name a security by its code alone. */
export function isQuotable(symbol: string): boolean {
  return /^[A-Z]{2,}\.[\w.]+$/.test(symbol);
}
