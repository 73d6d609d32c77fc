import * as l10n from '@vscode/l10n';
import { isScreenField } from '../../domain/plates/screen';
import type { Screen, ScreenColumn } from '../../domain/plates/screen';
import { compareAmounts } from '../../domain/positions/portfolio';
import { visibleText } from '../../domain/text/visibleText';
import { groupDigits, parseAmount, plainAmount, showDecimals, showNumber, showSignedPercent } from '../../domain/values/amount';
import type { SortOrder } from '../shared/grid/arrange';
import type { GridColumn } from '../shared/grid/column';
import { nameWidth } from '../shared/grid/fitting';
import { briefAmount } from '../shared/texts/briefAmount';
import { changeCell, lookOf, spokenChange } from '../shared/texts/changeTexts';
import type { ScreenerLine } from './model';

const noValue = '–';

export function columnTitle(column: ScreenColumn): string {
  switch (column) {
    case 'symbol':
      return l10n.t('Symbol');
    case 'name':
      return l10n.t('Name');
    case 'last':
      return l10n.t('Price');
    case 'changePercent':
      return l10n.t('Day %');
    case 'change':
      return l10n.t('Change');
    case 'volume':
      return l10n.t('Volume');
    case 'turnover':
      return l10n.t('Turnover');
    case 'marketValue':
      return l10n.t({ message: 'Market cap', comment: ['Column: the total market value of a company.'] });
    case 'pe':
      return l10n.t({ message: 'P/E', comment: ['Column: price-earnings ratio.'] });
    case 'pb':
      return l10n.t({ message: 'P/B', comment: ['Column: price-book ratio.'] });
    case 'turnoverRate':
      return l10n.t({ message: 'Turnover %', comment: ['Column: the share of its stock that was traded today.'] });
    case 'amplitude':
      return l10n.t({ message: 'Range %', comment: ['Column: the day’s range as a percentage of the previous close.'] });
    case 'volumeRatio':
      return l10n.t({ message: 'Volume ratio', comment: ['Column: today’s volume against that of the days before.'] });
    case 'high52':
      return l10n.t('52-week high');
    case 'low52':
      return l10n.t('52-week low');
    case 'open':
      return l10n.t({ message: 'Open', comment: ['Column: the opening price.'] });
    case 'high':
      return l10n.t({ message: 'High', comment: ['Column: the highest price of the day.'] });
    case 'low':
      return l10n.t({ message: 'Low', comment: ['Column: the lowest price of the day.'] });
    case 'previousClose':
      return l10n.t('Previous close');
    case 'average':
      return l10n.t('Average price');
    case 'bid':
      return l10n.t('Bid');
    case 'bidVolume':
      return l10n.t({ message: 'Bid size', comment: ['Column: the quantity at the bid price.'] });
    case 'ask':
      return l10n.t('Ask');
    case 'askVolume':
      return l10n.t({ message: 'Ask size', comment: ['Column: the quantity at the ask price.'] });
    case 'lot':
      return l10n.t('Lot size');
    case 'status':
      return l10n.t('Status');
  }
}

/** What a title does not say. */
function hintOf(column: ScreenColumn): string | undefined {
  switch (column) {
    case 'changePercent':
    case 'change':
      return l10n.t('Change since the previous close');
    case 'turnoverRate':
      return l10n.t('Turnover rate: the share of its stock that was traded today');
    case 'amplitude':
      return l10n.t('The day’s range as a percentage of the previous close');
    case 'volumeRatio':
      return l10n.t('Today’s volume against that of the days before');
    case 'pe':
      return l10n.t('Price-earnings ratio');
    case 'pb':
      return l10n.t('Price-book ratio');
    default:
      return undefined;
  }
}

/**
 * Columns that leave when there is too little space, the first ones first. What a security is called, costs, and how it moved always stay;
 * what is filtered or sorted by is what the user came for, and leaves last.
 */
export function yieldingColumns({ ranges, sort }: Pick<Screen, 'ranges' | 'sort'>): readonly ScreenColumn[] {
  const isWanted = (column: ScreenColumn): boolean => sort?.key === column || ranges.some(({ field }) => field === column);
  return [...leastFirst.filter((column) => !isWanted(column)), ...leastFirst.filter(isWanted)];
}

const leastFirst: readonly ScreenColumn[] = [
  ...(['lot', 'askVolume', 'bidVolume', 'average', 'previousClose', 'low', 'high', 'open', 'low52', 'high52', 'volumeRatio'] as const),
  ...(['amplitude', 'turnoverRate', 'pb', 'ask', 'bid', 'change', 'volume', 'pe', 'marketValue', 'turnover'] as const),
];

/** Names beyond this are cut off; their tooltip has all of them. */
const nameLimits = { least: 100, most: 160 };

/** The width in pixels that the longest names need. */
export function fittedName(names: readonly string[]): number {
  return nameWidth(names, nameLimits);
}

const usualWidth = 76;
const widths: Readonly<Partial<Record<ScreenColumn, readonly [width: number, grow: number]>>> = {
  symbol: [78, 0],
  name: [nameLimits.least, 6],
  last: [72, 1],
  changePercent: [82, 1],
  volume: [78, 1],
  turnover: [78, 1],
  marketValue: [84, 1],
  pe: [54, 1],
  pb: [54, 1],
  turnoverRate: [80, 1],
  amplitude: [70, 1],
  volumeRatio: [92, 1],
  high52: [96, 1],
  low52: [94, 1],
  previousClose: [104, 1],
  average: [100, 1],
  bidVolume: [86, 1],
  askVolume: [86, 1],
  status: [80, 0],
};

/** Amounts of up to fourteen digits, of which the first few tell one security from another. */
const largeColumns: readonly ScreenColumn[] = ['volume', 'turnover', 'marketValue', 'bidVolume', 'askVolume'];
const leastBrief = parseAmount('100000') ?? 0n;

const percentColumns: readonly ScreenColumn[] = ['turnoverRate', 'amplitude'];
/** Ratios of which the second decimal says enough. */
const ratioColumns: readonly ScreenColumn[] = ['pe', 'pb', 'turnoverRate', 'amplitude', 'volumeRatio'];
const ratioDecimals = 2;

/** A cell as it is drawn. */
function cellText(line: ScreenerLine, column: ScreenColumn): string {
  const amount = isScreenField(column) ? line.amount(column) : undefined;
  if (amount === undefined) return textOf(line, column);
  if (ratioColumns.includes(column)) return `${showDecimals(amount, ratioDecimals)}${percentColumns.includes(column) ? '%' : ''}`;
  return amount < leastBrief ? textOf(line, column) : briefAmount(amount);
}

/** The same with every digit. */
function textOf(line: ScreenerLine, column: ScreenColumn): string {
  if (column === 'symbol' || column === 'name') return visibleText(line[column]);
  if (column === 'status') return line.isSuspended ? l10n.t('suspended') : '';
  const plain = line.plain(column);
  if (plain === '') return noValue;
  switch (column) {
    case 'change':
    case 'changePercent': {
      const amount = line.amount(column) ?? 0n;
      return column === 'change' ? `${amount > 0n ? '+' : ''}${groupDigits(plainAmount(amount))}` : showSignedPercent(amount);
    }
    default:
      return `${showNumber(plain)}${percentColumns.includes(column) ? '%' : ''}`;
  }
}

/** A cell as for a file: figures have the service's digits, and no signs that a spreadsheet does not read. */
export function plainCell(line: ScreenerLine, column: ScreenColumn): string {
  return isScreenField(column) ? line.plain(column) : textOf(line, column);
}

/** @param widthOfNames - See {@link fittedName}. */
export function screenerColumn(column: ScreenColumn, sort: SortOrder | null, widthOfNames?: number): GridColumn<ScreenerLine> {
  const [usual, grow] = widths[column] ?? [usualWidth, 1];
  const width = column === 'name' ? (widthOfNames ?? usual) : usual;
  const hint = hintOf(column);
  const shared = { key: column, title: columnTitle(column), width, grow, ...(hint === undefined ? {} : { hint }) };
  const text = (line: ScreenerLine): string => textOf(line, column);
  if (!isScreenField(column)) return { ...shared, kind: 'text', cell: text, compare: (one, other) => compareTexts(text(one), text(other)) };
  const figures = {
    ...shared,
    kind: 'number',
    compare: (one: ScreenerLine, other: ScreenerLine) =>
      compareAmounts(one.amount(column), other.amount(column), sort?.direction ?? 'ascending'),
  } as const;
  if ([...largeColumns, ...ratioColumns].includes(column)) return { ...figures, cell: (line) => cellText(line, column), tooltip: text };
  if (column !== 'change' && column !== 'changePercent') return { ...figures, cell: text };
  return {
    ...figures,
    cell: (line) => changeCell(text(line), line.amount(column)),
    label: (line) => spokenChange(text(line), line.amount(column)),
    look: (line) => lookOf(line.amount(column), text(line)),
  };
}

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
