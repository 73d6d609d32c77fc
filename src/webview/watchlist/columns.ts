import * as l10n from '@vscode/l10n';
import { html, nothing, svg } from 'lit';
import type { TemplateResult } from 'lit';
import { arrowOf } from '../../domain/quotes/priceDirection';
import { visibleText } from '../../domain/text/visibleText';
import { baseHeight, sparkPath } from '../../domain/watchlist/sparkline';
import type { DayLine } from '../../domain/watchlist/sparkline';
import type { WatchAlert, WatchColumn, WatchQuote } from '../../panel/watchlist/watchlistProtocol';
import type { GridColumn } from '../shared/grid/column';
import { listText } from '../shared/texts/listText';
import { inOrder } from '../../domain/text/leading';
import type { Leading } from '../../domain/text/leading';

/** One line of the list; prices are looked up when it is drawn. */
export interface WatchRow {
  readonly id: string;
  readonly groupId: string;
  readonly symbol: string;
}

export interface RowData {
  readonly quote: (symbol: string) => WatchQuote | undefined;
  readonly line: (symbol: string) => DayLine | undefined;
  readonly alert: (symbol: string) => WatchAlert | undefined;
  readonly first?: Leading;
  /** Characters of the longest price and the longest change that may be drawn. */
  readonly longest?: { readonly last: number; readonly change: number } | undefined;
}

/** Between two columns, and at both sides with a scroll bar, as in the style sheet. */
const gap = 10;
const edges = 30;
/** The narrowest column of symbols, and the widest one that prices share with their change. */
const least = { symbol: 72, both: 78 } as const;

/** Of a digit of a price, which is bold. */
const digitWidth = 8.4;

const spark = { width: 56, height: 24 } as const;

/**
 * The columns that fit into a width, in CSS pixels: symbol, price, and change are always there and never cut. What was chosen goes where it doesn’t
 * fit, the last one first, and the line of the day before any of it.
 */
export function watchlistColumns(data: RowData, width: number, chosen: readonly WatchColumn[] = []): readonly GridColumn<WatchRow>[] {
  const { last: ofPrice, change: ofChange } = { last: 0, change: 0, ...data.longest };
  const look = ({ symbol }: WatchRow): string => data.quote(symbol)?.direction ?? '';
  const number = (of: (quote: WatchQuote) => number | null) => (a: WatchRow, b: WatchRow) => {
    const [one, other] = [a, b].map(({ symbol }) => {
      const quote = data.quote(symbol);
      return quote === undefined ? null : of(quote);
    });
    return (one ?? -Infinity) === (other ?? -Infinity) ? 0 : (one ?? -Infinity) - (other ?? -Infinity);
  };
  const security: GridColumn<WatchRow> = {
    key: 'symbol',
    title: l10n.t('Symbol'),
    kind: 'text',
    width: 84,
    grow: 1,
    cell: ({ symbol }) => securityCell(symbol, data),
    label: ({ symbol }) =>
      [
        inOrder(data.first ?? 'name', { name: data.quote(symbol)?.name ?? '', symbol })
          .join(' ')
          .trim(),
        alertLabel(data.alert(symbol)),
      ]
        .filter((part) => part !== '')
        .join(' · '),
    compare: (a, b) => (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0),
  };
  const day: GridColumn<WatchRow> = {
    key: 'day',
    title: l10n.t('Day'),
    hint: l10n.t('Price over the day; the dashed line is the previous close'),
    kind: 'text',
    width: spark.width,
    grow: 0,
    cell: ({ symbol }) => sparkCell(data.line(symbol), data.quote(symbol)),
    label: ({ symbol }) => {
      const direction = data.quote(symbol)?.direction;
      return direction === 'up'
        ? l10n.t('Above the previous close')
        : direction === 'down'
          ? l10n.t('Below the previous close')
          : l10n.t('At the previous close');
    },
    look,
  };
  const last: GridColumn<WatchRow> = {
    key: 'last',
    title: l10n.t('Last'),
    kind: 'number',
    width: Math.max(74, ofPrice * digitWidth),
    grow: 0,
    cell: ({ symbol }) => data.quote(symbol)?.last ?? '',
    label: ({ symbol }) => noted(data.quote(symbol)),
    compare: number(({ sortLast }) => sortLast),
  };
  const change: GridColumn<WatchRow> = {
    key: 'change',
    title: l10n.t('Change'),
    kind: 'number',
    width: Math.max(68, ofChange * digitWidth),
    grow: 0,
    cell: ({ symbol }) => data.quote(symbol)?.change ?? '',
    look,
    compare: number(({ sortChange }) => sortChange),
  };
  const percent: GridColumn<WatchRow> = {
    key: 'percent',
    title: l10n.t('Change %'),
    kind: 'number',
    width: 76,
    grow: 0,
    cell: ({ symbol }) => data.quote(symbol)?.percent ?? '',
    look,
    compare: number(({ sortPercent }) => sortPercent),
  };
  const extra = [...new Set(chosen)].map((key) => extraColumn(key, data, number));
  const wide = [security, day, last, change, percent, ...extra];
  if (widthOf(wide) <= width) return wide;
  const both: GridColumn<WatchRow> = {
    ...percent,
    width: Math.max(92, ofPrice * digitWidth),
    // The column is sorted by this value; the price above it needs no name.
    hint: l10n.t('Last price, and its change since the previous close, by which it is sorted'),
    cell: ({ symbol }) => priceCell(data.quote(symbol)),
    label: ({ symbol }) => noted(data.quote(symbol)),
  };
  const usual = [security, day, both, ...extra];
  if (widthOf(usual) <= width) return usual;
  const few: GridColumn<WatchRow>[] = [
    { ...security, width: least.symbol },
    { ...both, width: Math.max(least.both, ofPrice * digitWidth) },
  ];
  for (const column of extra) {
    if (widthOf([...few, column]) > width) break;
    few.push(column);
  }
  return few;
}

function widthOf(columns: readonly { readonly width: number }[]): number {
  return columns.reduce((sum, column) => sum + column.width + gap, edges - gap);
}

type Numbers = (of: (quote: WatchQuote) => number | null) => (a: WatchRow, b: WatchRow) => number;

function extraColumn(key: WatchColumn, data: RowData, number: Numbers): GridColumn<WatchRow> {
  const mine = ({ symbol }: WatchRow): WatchQuote['mine'] => data.quote(symbol)?.mine ?? null;
  const shared = { key, kind: 'number', grow: 0 } as const;
  switch (key) {
    case 'extended':
      return {
        ...shared,
        title: l10n.t('Extended hours'),
        hint: l10n.t('Price outside regular trading hours while it is newer, sorted by its change'),
        width: 116,
        cell: ({ symbol }) => data.quote(symbol)?.extended?.text ?? '',
        tooltip: ({ symbol }) => data.quote(symbol)?.extended?.note ?? '',
        look: ({ symbol }) => data.quote(symbol)?.extended?.direction ?? '',
        compare: number((quote) => percentNumber(quote.extended?.percent)),
      };
    case 'volume':
      return {
        ...shared,
        title: l10n.t('Volume'),
        width: 88,
        cell: ({ symbol }) => data.quote(symbol)?.volume ?? '',
        compare: number(({ sortVolume }) => sortVolume),
      };
    case 'position':
      return {
        ...shared,
        title: l10n.t('Position'),
        hint: l10n.t('Quantity in your accounts, or else in paper accounts; negative if short'),
        width: 70,
        cell: (row) => mine(row)?.position ?? '',
        tooltip: (row) => mine(row)?.lacks ?? '',
        compare: number((quote) => quote.mine?.sortPosition ?? null),
      };
    case 'dayProfit':
      return {
        ...shared,
        title: l10n.t('Day P&L'),
        hint: l10n.t('In your accounts, or else in paper accounts'),
        width: 84,
        cell: (row) => mine(row)?.day ?? '',
        tooltip: (row) => mine(row)?.note ?? '',
        look: (row) => mine(row)?.direction ?? '',
        compare: number((quote) => quote.mine?.sortDay ?? null),
      };
  }
}

/** For sorting only. */
function percentNumber(text = ''): number | null {
  return text === '' ? null : Number(text);
}

/** The accessible name starts with what the cells show, so that voice control recognizes it; then what has no room in them. */
function noted(quote: WatchQuote | undefined): string {
  if (quote === undefined) return '';
  return [`${quote.last} ${quote.percent}`.trim(), quote.change, quote.note, quote.extended?.note ?? '']
    .filter((part) => part !== '')
    .join(' · ');
}

function securityCell(symbol: string, { first = 'name', ...data }: RowData): TemplateResult {
  const [quote, alert] = [data.quote(symbol), data.alert(symbol)];
  const [leading, other] = inOrder(first, { name: quote?.name ?? '', symbol });
  return html`<span class="two-lines"
    ><span class="strong" title=${visibleText(leading)}>${visibleText(leading)}${alert === undefined ? nothing : bell(alert)}</span>
    <span class="faint">${[quote?.asOf ?? '', visibleText(other)].filter((part) => part !== '').join(' · ')}</span></span
  >`;
}

/** The label of the cell says the same to a screen reader. */
function bell(alert: WatchAlert): TemplateResult {
  const icon = alert.isTriggered ? 'bell-dot' : 'bell';
  return html`<span
    class="alert ${alert.isTriggered ? 'triggered' : ''} codicon codicon-${icon}"
    title=${alert.note}
    aria-hidden="true"
  ></span>`;
}

function alertLabel(alert: WatchAlert | undefined): string {
  if (alert === undefined) return '';
  const name = alert.isTriggered ? l10n.t('New alert') : l10n.t('Alert');
  return l10n.t('{0}: {1}', name, listText(alert.note.split('\n')));
}

function priceCell(quote: WatchQuote | undefined): TemplateResult {
  if (quote === undefined) return html`<span class="two-lines"><span class="waiting">–</span></span>`;
  return html`<span class="two-lines"
    ><span class="strong last-price">${quote.last}</span>
    <span class="moved">${quote.percent === '' ? '' : `${arrowOf(quote.direction)} ${quote.percent}`}</span></span
  >`;
}

function sparkCell(line: DayLine | undefined, quote: WatchQuote | undefined): TemplateResult {
  const prices = line ?? [];
  const base = quote?.previousClose ?? undefined;
  const { width, height } = spark;
  const path = sparkPath(prices, width, height, base);
  const outline = sparkPath(
    prices.filter((price) => price !== null),
    width,
    height,
    base,
  );
  if (path === '') return html`<span class="no-line"></span>`;
  const zero = base === undefined ? undefined : baseHeight(prices, height, base);
  return html`<svg class="spark" width=${width} height=${height} viewBox=${`0 0 ${String(width)} ${String(height)}`} aria-hidden="true">
    ${zero === undefined ? nothing : svg`<line class="base" x1="0" x2=${width} y1=${zero} y2=${zero}></line>`}
    <path class="area" d=${`${outline}L${String(width)} ${String(zero ?? height)}L0 ${String(zero ?? height)}Z`}></path>
    <path class="line" d=${path}></path>
  </svg>`;
}
