/** Fields that a spreadsheet would run as a formula get a leading quote. A plain signed number is left alone, because it is data and cannot run. */
const formula = /^[\s\u00a0\ufeff]*(?:[=@\t\r\n\uff1d\uff20\uff0b\uff0d]|[+-](?!\d+(?:\.\d+)?$))|^[\t\r\n]/;

/** The same after what separates cells where commas separate decimals, which quotation marks inside a line do not hide there. */
const innerFormula = /([;\t|])(?=[^\S\t]*(?:[=@\uff1d\uff20\uff0b\uff0d]|[+-](?!\d+(?:\.\d+)?(?:[;\t|]|$))))/g;

/** Fields that a reader would split, join, or trim. */
const unsafe = /[",\r\n\ufeff]|^ | $/;

/** A table as CSV (RFC 4180, CRLF line ends) with a guard against formula injection. */
export function toCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map((row) => row.map(field).join(',')).join('\r\n');
}

function field(given: string): string {
  const text = given.replace(innerFormula, "$1'");
  const isFormula = formula.test(text);
  return isFormula || unsafe.test(text) ? `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"` : text;
}

/** What a spreadsheet reads as a number when it is pasted: nothing in it can run. */
const signedFigure = /^[+-](?:\d[\d.,]*(?:[ \u00a0]?[%\p{L}]{1,12})?)?$/u;
const pastedFormula = /^[=@+\-\uff1d\uff20\uff0b\uff0d]/;

/** Rows for the clipboard, each a line of cells separated by tabs, with the same guard: a spreadsheet runs what is pasted, too. */
export function tabbedLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(pastedCell).join('\t')).join('\n');
}

function pastedCell(given: string): string {
  const text = given.replace(/[\s\ufeff]+/g, ' ').trim();
  return pastedFormula.test(text) && !signedFigure.test(text) ? `'${text}` : text;
}
