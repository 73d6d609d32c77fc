import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { compareAmounts, tradedIn } from '../../domain/positions/portfolio';
import { briefOptionText } from '../../domain/market/optionText';
import type { Holding } from '../../domain/positions/holding';
import type { BucketSum, PortfolioPosition } from '../../domain/positions/portfolio';
import { dayPercent } from '../../domain/positions/dayProfit';
import { masked } from '../../domain/text/mask';
import { visibleText } from '../../domain/text/visibleText';
import { parseAmount, showDecimals, showMoney, showNumber, showSignedMoney, showSignedPercent } from '../../domain/values/amount';
import type { Amount } from '../../domain/values/amount';
import { portfolioColumns } from '../../panel/portfolio/portfolioColumns';
import type { PortfolioColumnKey } from '../../panel/portfolio/portfolioColumns';
import type { ExtendedView } from '../../panel/platform/extendedView';
import type { SortOrder } from '../shared/grid/arrange';
import { nameWidth } from '../shared/grid/fitting';
import { textWidth } from '../shared/grid/textWidth';
import type { GridColumn } from '../shared/grid/column';
import { changeCell, lookOf, spokenChange } from '../shared/texts/changeTexts';
import { assumedNote, dayFrom, dayTooltip, kindText } from '../shared/texts/positionTexts';

export interface ColumnContext {
  readonly isPrivate: boolean;
  /** Display name of an account, masked if necessary. */
  readonly accountName: (key: string) => string;
  /** Percentage of the total that a position belongs to. */
  readonly shareOf: (position: PortfolioPosition) => Amount | undefined;
  /** The price outside the regular hours, if it is newer. */
  readonly extendedOf: (position: PortfolioPosition) => ExtendedView | null;
  /** There is no space for names: the symbol has the name as its tooltip. */
  readonly isNameless?: boolean;
  /** The symbol says what is not long, because neither a quantity with its sign nor the side has a column. */
  readonly marksSide?: boolean;
  /** See {@link fittedName}. */
  readonly nameWidth: number;
  /** See {@link fittedSymbol}. */
  readonly symbolWidth: number;
  /** See {@link fittedFigures}. */
  readonly figureWidths: FigureWidths;
  readonly isSandbox: boolean;
  readonly sort: SortOrder | null;
}

/** The widths of the columns whose figures are added. */
export type FigureWidths = Readonly<Record<'value' | 'dayProfit' | 'profit', number>>;

interface Spec {
  readonly title: () => string;
  /** Tooltip of the header. */
  readonly hint?: () => string;
  readonly width: number;
  readonly grow: number;
  readonly text: (position: PortfolioPosition, context: ColumnContext) => string;
  readonly tooltip?: (position: PortfolioPosition, context: ColumnContext) => string;
  /** Reveals how much the user owns, so it is hidden in privacy mode. */
  readonly isPrivate?: true;
  readonly amount?: (position: PortfolioPosition, context: ColumnContext) => Amount | undefined;
  /** The amount that determines arrow and color. */
  readonly isChange?: true;
}

const noValue = '–';
/** Of a share; the limit is that of an option, whose end is cut off beside a name in a small page. */
const [leastSymbol, mostSymbol] = [76, { whole: 176, cut: 160 }];

function dilutedHint(): string {
  return l10n.t('Except in paper accounts, by diluted cost: includes realized P&L');
}

/** What the figures of a position are by; its own figures are a column each, and in no tooltip, because they may be hidden. */
function dilutedTooltip({ read }: PortfolioPosition): string {
  return read.holding.costBasis === 'diluted' ? l10n.t('By diluted cost: includes realized P&L') : '';
}

/** A part of the profit. */
function partSpec(title: () => string, part: (holding: Holding) => string | undefined): Spec {
  const amount = ({ read }: PortfolioPosition): Amount | undefined => parseAmount(part(read.holding) ?? '');
  return {
    title,
    width: 110,
    grow: 1,
    amount,
    isPrivate: true,
    isChange: true,
    text: (position) => {
      const known = amount(position);
      return known === undefined ? noValue : showSignedMoney(known);
    },
  };
}

const specs: Readonly<Record<PortfolioColumnKey, Spec>> = {
  symbol: {
    title: () => l10n.t('Symbol'),
    width: leastSymbol,
    grow: 1,
    text: ({ read }) => visibleText(read.holding.symbol),
    tooltip: ({ read: { holding } }, { isNameless }) =>
      isNameless === true ? visibleText(briefOptionText(holding.symbol) === undefined ? holding.name : holding.symbol) : '',
  },
  name: { title: () => l10n.t('Name'), width: 86, grow: 3, text: ({ read }) => visibleText(read.holding.name) },
  account: {
    title: () => l10n.t('Account'),
    width: 120,
    grow: 2,
    text: ({ accountKey, kind }, { accountName, isSandbox }) => `${accountName(accountKey)} · ${kindText(kind, isSandbox)}`,
  },
  side: { title: () => l10n.t('Side'), width: 36, grow: 0, text: ({ read }) => sideText(read.holding) },
  quantity: {
    title: () => l10n.t('Quantity'),
    width: 62,
    grow: 1,
    text: (p) => signedText(p, p.read.holding.quantity),
    tooltip: ({ read }) => (read.holding.side === 'other' ? sideText(read.holding) : ''),
    amount: (p) => p.quantity,
    isPrivate: true,
  },
  available: {
    title: () => l10n.t('Available'),
    width: 74,
    grow: 1,
    text: (p) => signedText(p, p.read.holding.availableQuantity),
    amount: ({ read }) => parseAmount(read.holding.availableQuantity),
    isPrivate: true,
  },
  price: {
    title: () => l10n.t('Price'),
    width: 58,
    grow: 1,
    text: ({ read }) => showNumber(read.holding.price),
    tooltip: (p, { extendedOf }) => extendedOf(p)?.note ?? '',
    amount: (p) => p.price,
  },
  extended: {
    title: () => l10n.t('Extended hours'),
    hint: () => l10n.t('Price outside regular trading hours while it is newer, sorted by its change'),
    width: 116,
    grow: 1,
    text: (p, { extendedOf }) => extendedOf(p)?.text ?? noValue,
    tooltip: (p, { extendedOf }) => extendedOf(p)?.note ?? '',
    amount: (p, { extendedOf }) => parseAmount(extendedOf(p)?.percent ?? ''),
  },
  day: {
    title: () => l10n.t('Day %'),
    hint: () => l10n.t('Change since the previous close'),
    width: 72,
    grow: 1,
    text: (p) => percentText(p.dayPercent),
    amount: (p) => p.dayPercent,
    isChange: true,
  },
  dayProfit: {
    title: () => l10n.t('Day P&L'),
    hint: () => l10n.t('P&L since the previous close, or since today’s purchase'),
    width: 98,
    grow: 1,
    text: ({ read: { day } }) => (day.kind === 'unknown' ? noValue : showSignedMoney(day.amount)),
    tooltip: ({ read }) => dayTooltip(read.day),
    amount: ({ read: { day } }) => (day.kind === 'unknown' ? undefined : day.amount),
    isPrivate: true,
    isChange: true,
  },
  dayProfitPercent: {
    title: () => l10n.t('Day P&L %'),
    hint: () => l10n.t('Day P&L as a percentage of the value at the previous close, or of what was paid today'),
    width: 86,
    grow: 1,
    text: ({ read }) => percentText(dayPercent(read.day)),
    amount: ({ read }) => dayPercent(read.day),
    isPrivate: true,
    isChange: true,
  },
  dayProfitFrom: { title: () => l10n.t('Day P&L from'), width: 96, grow: 1, text: ({ read }) => dayFrom(read.day) },
  currency: {
    title: () => l10n.t('Currency'),
    width: 68,
    grow: 0,
    text: (position) => visibleText(tradedIn(position)),
    tooltip: ({ read: { holding } }) => (holding.currency === undefined ? assumedNote() : ''),
  },
  cost: {
    title: () => l10n.t('Cost'),
    hint: () => l10n.t('Cost price; except in paper accounts, the diluted one'),
    tooltip: (position, { isPrivate }) => {
      if (position.read.holding.costPrice === '' && !isPrivate) return l10n.t('The service states no cost of this position.');
      const exact = position.cost === undefined ? costText(position) : showNumber(position.read.holding.costPrice);
      return [isPrivate || exact === costText(position) ? '' : exact, dilutedTooltip(position)].filter((part) => part !== '').join(' · ');
    },
    width: 68,
    grow: 1,
    text: costText,
    amount: (p) => p.cost,
    isPrivate: true,
  },
  value: {
    title: () => l10n.t('Market value'),
    width: 102,
    grow: 1,
    text: ({ value, read }) => (value === undefined ? visibleText(read.holding.marketValue) : showMoney(value)),
    amount: (p) => p.value,
    isPrivate: true,
  },
  profit: {
    title: () => l10n.t('P&L'),
    hint: dilutedHint,
    width: 104,
    grow: 1,
    text: ({ read }) => (read.profit === undefined ? visibleText(read.holding.profit) : showSignedMoney(read.profit)),
    tooltip: dilutedTooltip,
    amount: (p) => p.read.profit,
    isPrivate: true,
    isChange: true,
  },
  unrealized: partSpec(
    () => l10n.t('Unrealized P&L'),
    ({ unrealizedProfit }) => unrealizedProfit,
  ),
  realized: partSpec(
    () => l10n.t('Realized P&L'),
    ({ realizedProfit }) => realizedProfit,
  ),
  percent: {
    title: () => l10n.t('P&L %'),
    hint: dilutedHint,
    width: 76,
    grow: 1,
    text: ({ read }) => percentText(ratioOf(read)),
    tooltip: ({ read }, { isPrivate }) =>
      ratioOf(read) === undefined && !isPrivate ? l10n.t('The service states no percentage of this P&L.') : '',
    amount: ({ read }) => ratioOf(read),
    isPrivate: true,
    isChange: true,
  },
  share: {
    title: () => l10n.t({ message: 'Weight', comment: ['Column: share of the total market value.'] }),
    hint: () => l10n.t('Share of total market value, among accounts of the same kind, in the same currency or market'),
    width: 60,
    grow: 1,
    text: (p, { shareOf }) => shareText(shareOf(p)),
    amount: (p, { shareOf }) => shareOf(p),
    isPrivate: true,
  },
};

/** The sort order that may be shown: not by anything that privacy mode hides. */
export function shownSort(sort: SortOrder | null, isPrivate: boolean): SortOrder | null {
  const isHidden = isPrivate && portfolioColumns.some((key) => key === sort?.key && specs[key].isPrivate === true);
  return isHidden ? null : sort;
}

export function columnTitle(key: PortfolioColumnKey): string {
  return specs[key].title();
}

/** A column for the grid. */
export function portfolioColumn(key: PortfolioColumnKey, context: ColumnContext): GridColumn<PortfolioPosition> {
  const spec = specs[key];
  const { isPrivate } = context;
  const isHidden = isPrivate && spec.isPrivate === true;
  const { amount, tooltip } = spec;
  const text = (position: PortfolioPosition): string => (isHidden ? masked : spec.text(position, context));
  const hint = spec.hint?.();
  const marksSide = key === 'symbol' && context.marksSide === true;
  const isBrief = key === 'symbol' && context.isNameless === true;
  const shown = isBrief ? ({ read }: PortfolioPosition): string => shownSymbol(read.holding.symbol, isBrief) : text;
  const fitted: Partial<Record<PortfolioColumnKey, number>> = {
    ...context.figureWidths,
    name: context.nameWidth,
    symbol: context.symbolWidth,
  };
  const width = fitted[key] ?? spec.width;
  return {
    key,
    title: spec.title(),
    ...(hint === undefined ? {} : { hint }),
    kind: amount === undefined ? 'text' : 'number',
    width: width + (marksSide ? sideWidth : 0),
    grow: spec.grow,
    cell: (position) =>
      marksSide && position.read.holding.side !== 'long'
        ? marked(shown(position), sideText(position.read.holding))
        : spec.isChange === true && !isHidden
          ? changeCell(text(position), amount?.(position, context))
          : shown(position),
    ...(marksSide
      ? {
          label: (position: PortfolioPosition) =>
            position.read.holding.side === 'long' ? shown(position) : `${shown(position)} ${sideText(position.read.holding)}`,
        }
      : {}),
    ...(spec.isChange === true
      ? { label: (position: PortfolioPosition) => spokenChange(text(position), isHidden ? undefined : amount?.(position, context)) }
      : {}),
    ...(tooltip === undefined ? {} : { tooltip: (position: PortfolioPosition) => tooltip(position, context) }),
    look: (position) => (isHidden || spec.isChange !== true ? '' : lookOf(amount?.(position, context), text(position))),
    // The order of hidden figures would reveal something about them.
    ...(isHidden ? {} : { compare: compareBy(spec, context) }),
  };
}

/**
 * Columns that leave when there is too little space, the first ones first. The last ones to go are what is held and what it gained: a symbol is
 * enough to know it, and the sign of the quantity tells the side. What the day brought says more than a percentage beside its amount.
 */
const yielding: readonly PortfolioColumnKey[] = [
  ...(['dayProfitFrom', 'dayProfitPercent', 'share', 'available', 'realized', 'unrealized', 'extended', 'account'] as const),
  ...(['currency', 'side', 'day', 'name', 'cost', 'value', 'percent', 'dayProfit', 'quantity'] as const),
];

/** See {@link yielding}. @param hasMixed - Only the column of currencies tells what amounts are in, so it stays. */
export function yieldingColumns({ hasMixed }: { readonly hasMixed: boolean }): readonly PortfolioColumnKey[] {
  return hasMixed ? yielding.filter((key) => key !== 'currency') : yielding;
}

const leastName = 86;
/** A longer name is cut off if there is too little width for it. */
const mostName = { wide: 136, narrow: 96 } as const;
/** Of the side at a symbol. */
const sideWidth = 44;

/** The width in pixels that the longest names need. */
export function fittedName(names: readonly string[], isWide: boolean): number {
  return nameWidth(names, { least: leastName, most: isWide ? mostName.wide : mostName.narrow });
}

/** Without a name beside it, that of an option is as traders read it. */
export function shownSymbol(symbol: string, isNameless: boolean): string {
  return visibleText((isNameless ? briefOptionText(symbol) : undefined) ?? symbol);
}

/** The width in pixels that the longest symbols need: without its end, that of an option could be another one. */
export function fittedSymbol(symbols: readonly string[], isWhole: boolean): number {
  return nameWidth(symbols, { least: leastSymbol, most: isWhole ? mostSymbol.whole : mostSymbol.cut });
}

/** The width of the arrow of a change, and how much wider the bold figures of a group are. */
const [arrowWidth, boldShare] = [14, 1.12];

/** The widths in pixels that the largest figures need, in rows and in the headings of groups. */
export function fittedFigures(positions: readonly PortfolioPosition[], sums: readonly BucketSum[]): FigureWidths {
  const changeWidth = (inRows: number, inSums: number): number => Math.ceil(Math.max(inRows + arrowWidth, inSums * boldShare));
  const values = widestOf(positions, ({ value }) => value, showMoney);
  const days = widestOf(positions, ({ read: { day } }) => (day.kind === 'unknown' ? undefined : day.amount), showSignedMoney);
  const profits = widestOf(positions, ({ read }) => read.profit, showSignedMoney);
  return {
    value: Math.max(specs.value.width, values, Math.ceil(widestOf(sums, ({ marketValue }) => marketValue, showMoney) * boldShare)),
    dayProfit: Math.max(
      specs.dayProfit.width,
      changeWidth(
        days,
        widestOf(sums, ({ day }) => day.amount, showSignedMoney),
      ),
    ),
    profit: Math.max(
      specs.profit.width,
      changeWidth(
        profits,
        widestOf(sums, ({ profit }) => profit, showSignedMoney),
      ),
    ),
  };
}

/** The width of the largest amount, or of the least one, which has a sign. */
function widestOf<T>(all: readonly T[], amountOf: (one: T) => Amount | undefined, show: (amount: Amount) => string): number {
  let [least, most] = [0n, 0n];
  for (const one of all) {
    const amount = amountOf(one) ?? 0n;
    if (amount < least) least = amount;
    if (amount > most) most = amount;
  }
  return Math.ceil(Math.max(textWidth(show(least), 'text'), textWidth(show(most), 'text')));
}

/** The text may be cut off, but never what is beside it. */
function marked(text: string, mark: string): TemplateResult {
  return html`<span class="marked"><span class="marked-name">${text}</span> <span class="badge">${mark}</span></span>`;
}

function compareBy(spec: Spec, context: ColumnContext): (one: PortfolioPosition, other: PortfolioPosition) => number {
  const { amount } = spec;
  const direction = context.sort?.direction ?? 'ascending';
  return amount === undefined
    ? (one, other) => compareTexts(spec.text(one, context), spec.text(other, context))
    : (one, other) => compareAmounts(amount(one, context), amount(other, context), direction);
}

function percentText(percent: Amount | undefined): string {
  return percent === undefined ? noValue : showSignedPercent(percent);
}

function shareText(share: Amount | undefined): string {
  return share === undefined ? noValue : `${showMoney(share)}%`;
}

/** A quantity as the service sent it, with the sign of a short position, which it may have already. */
function signedText({ read: { holding } }: PortfolioPosition, sent: string): string {
  const isShort = holding.side === 'short' && (parseAmount(sent) ?? 0n) > 0n;
  return `${isShort ? '−' : ''}${showNumber(sent)}`;
}

/** With as many decimals as the price, at least three, so that costs line up; the tooltip has every digit. */
function costText({ cost, read: { holding } }: PortfolioPosition): string {
  if (cost === undefined) return holding.costPrice === '' ? noValue : showNumber(holding.costPrice);
  const decimals = /\.(\d+)\s*$/.exec(holding.price)?.[1]?.length ?? 0;
  return showDecimals(cost, Math.min(Math.max(3, decimals), 18));
}

function ratioOf(read: PortfolioPosition['read']): Amount | undefined {
  return read.ratio.kind === 'none' ? undefined : read.ratio.percent;
}

export function sideText(holding: { readonly side: string; readonly sideText: string }): string {
  if (holding.side === 'long') return l10n.t('long');
  return holding.side === 'short' ? l10n.t('short') : l10n.t('side {0}', visibleText(holding.sideText));
}

export function marketText(market: string): string {
  if (market === '') return l10n.t('Unknown market');
  return /^\d+$/.test(market) ? l10n.t('Market ID {0}', market) : market;
}

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** A cell as text: its label if the content is more than text. */
export function plainCell(column: GridColumn<PortfolioPosition>, position: PortfolioPosition): string {
  const content = column.cell(position);
  return typeof content === 'string' ? content : (column.label?.(position) ?? '');
}
