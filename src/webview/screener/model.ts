import { screenColumns } from '../../domain/plates/screen';
import type { ScreenColumn, ScreenField, Screened } from '../../domain/plates/screen';
import { parseAmount, percentOf, plainAmount } from '../../domain/values/amount';
import type { Amount } from '../../domain/values/amount';
import type { ScreenerFigures, ScreenerQuote, ScreenerRow } from '../../panel/screener/screenerProtocol';

/** A constituent with its quote. Its figures change; their amounts are read once. */
export class ScreenerLine implements Screened {
  isSuspended = false;
  isOld = false;
  #figures: ScreenerFigures = {};
  readonly #amounts = new Map<ScreenField, Amount | undefined>();

  /** @param id - Unique on the page. */
  constructor(
    readonly id: string,
    readonly symbol: string,
    readonly name: string,
  ) {}

  take({ figures, isSuspended, isOld }: ScreenerQuote): void {
    this.#figures = figures;
    this.#amounts.clear();
    [this.isSuspended, this.isOld] = [isSuspended, isOld];
  }

  amount(field: ScreenField): Amount | undefined {
    if (this.#amounts.has(field)) return this.#amounts.get(field);
    const amount = field === 'change' || field === 'changePercent' ? this.#changed(field) : parseAmount(this.#figures[field] ?? '');
    this.#amounts.set(field, amount);
    return amount;
  }

  /** With the service's digits, as for a file; empty if it is not known. */
  plain(field: ScreenField): string {
    if (field !== 'change' && field !== 'changePercent') return this.#figures[field] ?? '';
    const amount = this.amount(field);
    return amount === undefined ? '' : plainAmount(amount, field === 'change' ? undefined : 4);
  }

  #changed(field: 'change' | 'changePercent'): Amount | undefined {
    const [last, before] = [this.amount('last'), this.amount('previousClose')];
    if (last === undefined || before === undefined || before === 0n) return undefined;
    return field === 'change' ? last - before : percentOf(last - before, before);
  }
}

/** The constituents of the plate, and which columns have something to show. */
export class ScreenerModel {
  #lines: readonly ScreenerLine[] = [];
  #bySymbol: ReadonlyMap<string, ScreenerLine> = new Map();
  #offered: ReadonlySet<ScreenColumn> | undefined;

  get lines(): readonly ScreenerLine[] {
    return this.#lines;
  }

  /** Columns of which at least one constituent has a value. */
  get offered(): ReadonlySet<ScreenColumn> {
    this.#offered ??= new Set(screenColumns.filter((column) => this.#lines.some((line) => hasValue(line, column))));
    return this.#offered;
  }

  /** Whether a line is a security of the plate, by its ID. */
  has(id: string): boolean {
    return this.#bySymbol.has(id);
  }

  /** All constituents so far; those that were known keep their quotes. A security counts once. */
  setRows(rows: readonly ScreenerRow[]): void {
    const bySymbol = new Map<string, ScreenerLine>();
    const lines: ScreenerLine[] = [];
    for (const { symbol, name } of rows) {
      if (symbol !== '' && bySymbol.has(symbol)) continue;
      const known = this.#bySymbol.get(symbol);
      const line =
        known?.name === name ? known : new ScreenerLine(symbol === '' ? `unnamed ${String(lines.length)}` : symbol, symbol, name);
      if (symbol !== '') bySymbol.set(symbol, line);
      lines.push(line);
    }
    [this.#lines, this.#bySymbol, this.#offered] = [lines, bySymbol, undefined];
  }

  setQuotes(quotes: readonly ScreenerQuote[]): void {
    for (const quote of quotes) this.#bySymbol.get(quote.symbol)?.take(quote);
    this.#offered = undefined;
  }

  clear(): void {
    [this.#lines, this.#bySymbol, this.#offered] = [[], new Map(), undefined];
  }
}

function hasValue(line: ScreenerLine, column: ScreenColumn): boolean {
  switch (column) {
    case 'symbol':
      return true;
    case 'name':
      return line.name !== '';
    case 'status':
      return line.isSuspended;
    default:
      return line.plain(column) !== '';
  }
}
