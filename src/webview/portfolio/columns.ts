import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { compareAmounts, tradedIn } from '../../domain/positions/portfolio';
import type { Holding } from '../../domain/positions/holding';
import type { PortfolioPosition } from '../../domain/positions/portfolio';
import { dayPercent } from '../../domain/positions/dayProfit';
import { masked } from '../../domain/text/mask';
import { visibleText } from '../../domain/text/visibleText';
import { parseAmount, showMoney, showNumber, showSignedMoney, showSignedPercent } from '../../domain/values/amount';
import type { Amount } from '../../domain/values/amount';
import { portfolioColumns } from '../../panel/portfolio/portfolioColumns';
import type { PortfolioColumnKey } from '../../panel/portfolio/portfolioColumns';
import type { ExtendedView } from '../../panel/platform/extendedView';
import type { SortOrder } from '../shared/grid/arrange';
import { nameWidth } from '../shared/grid/fitting';
import type { GridColumn } from '../shared/grid/column';
import { changeCell, lookOf, spokenChange } from '../shared/texts/changeTexts';
import { dayFrom, dayTooltip, kindText } from '../shared/texts/positionTexts';

export interface ColumnContext {
  readonly isPrivate: boolean;
  /** Display name of an account, masked if necessary. */
  readonly accountName: (key: string) => string;
  /** Percentage of the total that a position belongs to. */
  readonly shareOf: (position: PortfolioPosition) => Amount | undefined;
  /** The price outside the regular hours, if it is newer. */
  readonly extendedOf: (position: PortfolioPosition) => ExtendedView | null;
  /** The kind of account is shown beside the name, because nothing else in the row tells it. */
  readonly marksKind: boolean;
  /** There is no space for names: the symbol has the mark of the account instead, and the name as its tooltip. */
  readonly isNameless?: boolean;
  /** What tells that a position is short where the side has no column: the sign of the quantity, or a mark at the symbol. */
  readonly shortAt?: 'quantity' | 'symbol' | undefined;
  /** See {@link fittedName}. */
  readonly nameWidth: number;
  /** See {@link fittedSymbol}. */
  readonly symbolWidth: number;
  readonly isSandbox: boolean;
  readonly sort: SortOrder | null;
}

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
/** Of a share; the limit is that of an option. */
const [leastSymbol, mostSymbol] = [76, 160];

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
    tooltip: ({ read }, { isNameless }) => (isNameless === true ? visibleText(read.holding.name) : ''),
  },
  name: { title: () => l10n.t('Name'), width: 86, grow: 3, text: ({ read }) => visibleText(read.holding.name) },
  account: { title: () => l10n.t('Account'), width: 100, grow: 2, text: ({ accountKey }, { accountName }) => accountName(accountKey) },
  side: { title: () => l10n.t('Side'), width: 36, grow: 0, text: ({ read }) => sideText(read.holding) },
  quantity: {
    title: () => l10n.t('Quantity'),
    width: 62,
    grow: 1,
    text: (position, { shortAt }) =>
      `${shortAt === 'quantity' && isShort(position) ? '−' : ''}${showNumber(position.read.holding.quantity)}`,
    amount: (p) => p.quantity,
    isPrivate: true,
  },
  available: {
    title: () => l10n.t('Available'),
    width: 74,
    grow: 1,
    text: ({ read }) => showNumber(read.holding.availableQuantity),
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
  currency: { title: () => l10n.t('Currency'), width: 60, grow: 0, text: (position) => visibleText(tradedIn(position)) },
  cost: {
    title: () => l10n.t('Cost'),
    hint: () => l10n.t('Cost price; except in paper accounts, the diluted one'),
    tooltip: dilutedTooltip,
    width: 72,
    grow: 1,
    text: ({ read }) => showNumber(read.holding.costPrice),
    amount: (p) => p.cost,
    isPrivate: true,
  },
  value: {
    title: () => l10n.t('Market value'),
    width: 106,
    grow: 1,
    text: ({ read }) => moneyText(read.marketValue, read.holding.marketValue),
    amount: (p) => p.read.marketValue,
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
  const isMarked = context.marksKind && key === (context.isNameless === true ? 'symbol' : 'name');
  const marksShort = key === 'symbol' && context.shortAt === 'symbol';
  const marksOf = (position: PortfolioPosition): readonly string[] => [
    ...(marksShort && isShort(position) ? [sideText(position.read.holding)] : []),
    ...(isMarked ? [kindText(position.kind, context.isSandbox)] : []),
  ];
  const width = key === 'name' ? context.nameWidth : key === 'symbol' ? context.symbolWidth : spec.width;
  return {
    key,
    title: spec.title(),
    ...(hint === undefined ? {} : { hint }),
    kind: amount === undefined ? 'text' : 'number',
    width: key === 'symbol' ? width + (isMarked ? badgeWidth : 0) + (marksShort ? shortWidth : 0) : width,
    grow: spec.grow,
    cell: (position) =>
      isMarked || marksShort
        ? marked(text(position), { short: marksShort ? position : undefined, kind: isMarked ? position : undefined }, context.isSandbox)
        : spec.isChange === true && !isHidden
          ? changeCell(text(position), amount?.(position, context))
          : text(position),
    ...(isMarked || marksShort
      ? { label: (position: PortfolioPosition) => [text(position), ...marksOf(position)].filter((part) => part !== '').join(' ') }
      : {}),
    ...(spec.isChange === true
      ? { label: (position: PortfolioPosition) => spokenChange(text(position), isHidden ? undefined : amount?.(position, context)) }
      : {}),
    ...(tooltip === undefined ? {} : { tooltip: (position: PortfolioPosition) => tooltip(position, context) }),
    look: (position) => (isHidden || spec.isChange !== true ? '' : lookOf(amount?.(position, context))),
    // The order of hidden figures would reveal something about them.
    ...(isHidden ? {} : { compare: compareBy(spec, context) }),
  };
}

/**
 * Columns that leave when there is too little space, the first ones first. What is held, and what it gained, always stay: a symbol is enough to
 * know it, and the sign of the quantity tells the side.
 */
export const yieldingColumns: readonly PortfolioColumnKey[] = [
  ...([
    'dayProfitFrom',
    'dayProfitPercent',
    'share',
    'available',
    'realized',
    'unrealized',
    'extended',
    'currency',
    'cost',
    'account',
  ] as const),
  ...(['value', 'percent', 'side', 'name', 'day', 'quantity'] as const),
];

const leastName = 86;
/** A longer name is cut off if there is too little width for it. */
const mostName = 136;
/** Of the mark of an account's kind, and the space before it: its word, or only the icon. */
const [wordWidth, iconWidth] = [64, 26];
/** Of the icons at a symbol: the account’s, and that of a short position. */
const [badgeWidth, shortWidth] = [22, 20];

/** The width in pixels that the longest names need, with the mark of the account's kind. */
export function fittedName(
  names: readonly string[],
  { marksKind, isWide }: { readonly marksKind: boolean; readonly isWide: boolean },
): number {
  const beside = marksKind ? (isWide ? wordWidth : iconWidth) : 0;
  return nameWidth(names, { least: leastName, most: mostName, beside });
}

/** The width in pixels that the longest symbols need: without its end, that of an option could be another one. */
export function fittedSymbol(symbols: readonly string[]): number {
  return nameWidth(symbols, { least: leastSymbol, most: mostSymbol });
}

/** The text may be cut off, but never its marks: the kind of account is a word, or its icon in a narrow page. */
function marked(
  text: string,
  { short, kind }: Readonly<Record<'short' | 'kind', PortfolioPosition | undefined>>,
  isSandbox: boolean,
): TemplateResult {
  const side = short !== undefined && isShort(short) ? sideText(short.read.holding) : '';
  return html`<span class="marked"
    >${side === '' ? nothing : html`<span class="codicon codicon-remove short" title=${side} aria-hidden="true"></span>`}<span
      class="marked-name"
      >${text}</span
    >
    ${kind === undefined ? nothing : accountBadge(kind, isSandbox)}</span
  >`;
}

function accountBadge({ kind }: PortfolioPosition, isSandbox: boolean): TemplateResult {
  const word = kindText(kind, isSandbox);
  const icon = kind === 'simulated' ? 'note' : 'account';
  const look = kind === 'live' && !isSandbox ? 'live' : 'paper';
  return html`<span class="badge ${look}" title=${word}
    ><span class="codicon codicon-${icon}" aria-hidden="true"></span><span class="word">${word}</span></span
  >`;
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

function moneyText(amount: Amount | undefined, asSent: string): string {
  return amount === undefined ? visibleText(asSent) : showMoney(amount);
}

function ratioOf(read: PortfolioPosition['read']): Amount | undefined {
  return read.ratio.kind === 'none' ? undefined : read.ratio.percent;
}

/** A service may send the quantity of a short position with its sign. */
function isShort({ read, quantity }: PortfolioPosition): boolean {
  return read.holding.side === 'short' && (quantity ?? 0n) >= 0n;
}

function sideText(holding: { readonly side: string; readonly sideText: string }): string {
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
