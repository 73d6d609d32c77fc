/** Fields that a spreadsheet would run as a formula get a leading quote. A plain signed number is left alone, because it is data and cannot run. */
const formula = /^[\s\u00a0\ufeff]*(?:[=@\t\r\n\uff1d\uff20\uff0b\uff0d]|[+-](?!\d+(?:\.\d+)?$))|^[\t\r\n]/;

/** Fields that a reader would split, join, or trim. */
const unsafe = /[",\r\n\ufeff]|^ | $/;

/** A table as CSV (RFC 4180, CRLF line ends) with a guard against formula injection. */
export function toCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map((row) => row.map(field).join(',')).join('\r\n');
}

function field(text: string): string {
  const isFormula = formula.test(text);
  return isFormula || unsafe.test(text) ? `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"` : text;
}
