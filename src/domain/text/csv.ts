import Papa from 'papaparse';

/**
 * Fields that a spreadsheet would run as a formula get a quote in front. A plain signed number is left alone, because
 * it is data and cannot run.
 */
const formula = /^[\s\u00a0\ufeff]*(?:[=@\t\r\n\uff1d\uff20\uff0b\uff0d]|[+-](?!\d+(?:\.\d+)?$))|^[\t\r\n]/;

/** A table as CSV (RFC 4180, CRLF line ends) with a guard against formula injection. */
export function toCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return Papa.unparse({ fields: [...header], data: rows.map((row) => [...row]) }, { escapeFormulae: formula, newline: '\r\n' });
}
