import type { GridColumn } from '../shared/grid/column';
import { fittingColumns } from '../shared/grid/fitting';
import { textWidth } from '../shared/grid/textWidth';
import type { ColumnContext, PageColumn } from './columns';

/** The width of a column that depends on its texts. */
export interface Fit<R> {
  /** The source of its texts. Few distinct values are words, each of which is measured; of other texts, only the longest ones are. */
  readonly by: (row: R, context: ColumnContext) => string;
  /** Pixels beside the text: an icon, a badge; of each row, if only some have it. */
  readonly beside?: number | ((row: R, context: ColumnContext) => number);
  /** The text to measure, if it is only a part of the column's text. */
  readonly shown?: (row: R, context: ColumnContext) => string;
  /** Wider texts are cut off. */
  readonly most: number;
  /** The same where there is little space for the type of an order. */
  readonly brief?: { readonly most: number };
  /** The same in a narrow page. */
  readonly narrow?: { readonly beside?: number; readonly most?: number };
}

/** The maximum number of distinct values that are all measured. */
const mostWords = 40;
const longestOnes = 6;
/** For rounding, and for digits of equal width. */
const spare = 3;

/**
 * @param rows - All rows of a list: a column must not change its width while its rows are filtered.
 * @returns the width in pixels that a column needs for its title and its widest text, at most its limit; never less than its title.
 */
export function fittedWidth<R>(spec: PageColumn<R>, fit: Fit<R>, rows: readonly R[], context: ColumnContext): number {
  const {
    by,
    shown = spec.text,
    beside = 0,
    most,
  } = { ...fit, ...(context.isBrief === true ? fit.brief : {}), ...(context.isNarrow ? fit.narrow : {}) };
  const title = textWidth(spec.title(), 'title');
  const besideOf = (row: R): number => (typeof beside === 'number' ? beside : beside(row, context));
  const texts = samples(rows, (row) => by(row, context)).map((row) => textWidth(shown(row, context), 'text') + besideOf(row));
  const content = Math.min(most, Math.max(0, ...texts));
  return Math.ceil(Math.max(title, content)) + spare;
}

const least: readonly string[] = [
  'fillId',
  'orderId',
  'remark',
  'session',
  'currency',
  'counterparty',
  'updated',
  'timeInForce',
  'trigger',
];

/**
 * Columns that leave when there is too little space, the first ones first. What is traded, on which terms, and its state always stay. Where
 * there are several accounts, the one of an order, and whether it is live, matters more than the name beside its symbol; an only account is on
 * every row, and leaves first. A name says less than how far an order is from its price, or when a fill happened. Without its column, what was
 * filled is in the status. Type and time in force tell a stop from a limit. The last price is in the tooltip of the distance, and leaves before the value.
 */
export function yieldingColumns(list: 'orders' | 'fills', accounts: ColumnContext['accounts']): readonly string[] {
  const [first, late] = accounts.size > 1 ? [[], ['account']] : [['account'], []];
  return list === 'orders'
    ? [...least, ...first, 'last', 'name', 'value', 'message', 'average', 'filled', 'type', 'created', ...late, 'distance']
    : [...least, ...first, 'status', 'name', 'value', ...late, 'created'];
}

/** What the columns without space would say, and others say instead. */
type Told = Required<Pick<ColumnContext, 'marksPaper' | 'tellsType' | 'tellsFilled' | 'isBrief'>>;

/** Columns that say no more than they must, with the type in a few letters, or with what others have no space for. */
export type ColumnLook = 'plain' | 'brief' | 'marked';

export type FittedColumns<R> = Readonly<Record<'all' | 'fitting', readonly GridColumn<R>[]>>;

interface Fitting<R> {
  readonly list: 'orders' | 'fills';
  readonly context: ColumnContext;
  /** Of the page, in pixels. */
  readonly width: number;
  /** Columns without space are shown as well. */
  readonly showsAll: boolean;
  readonly columns: (told: Partial<Told>, look: ColumnLook) => readonly GridColumn<R>[];
}

/**
 * All columns, and those that have space: what the others would tell needs space elsewhere, such as the mark of an account beside the symbol.
 * The type of an order, which tells a stop from a limit, stays in a few letters if its words have no space, and then leaves last.
 */
export function fittedColumns<R>({ list, context, width, showsAll, columns }: Fitting<R>): FittedColumns<R> {
  const yielding = yieldingColumns(list, context.accounts);
  const all = columns({}, 'plain');
  const fitting = fittingColumns(all, yielding, width);
  if (showsAll) return { all, fitting };
  const has = (some: readonly GridColumn<R>[], key: string): boolean => some.some((column) => column.key === key);
  const isBrief = list === 'orders' && has(all, 'type') && !has(fitting, 'type');
  const told = (some: readonly GridColumn<R>[]): Told => ({
    isBrief,
    marksPaper: !has(some, 'account'),
    tellsType: list === 'orders' && !has(fitting, 'type'),
    tellsFilled: list === 'orders' && !has(some, 'filled'),
  });
  const order = isBrief ? [...yielding.filter((key) => key !== 'type'), 'type'] : yielding;
  const fitAgain = (look: ColumnLook, kept: readonly GridColumn<R>[], more = ''): FittedColumns<R> => {
    const again = columns(told(kept), look);
    return {
      all: again,
      fitting: fittingColumns(
        again.filter(({ key }) => key === more || has(kept, key)),
        order,
        width,
      ),
    };
  };
  const chosen = isBrief ? fitAgain('brief', fitting, 'type').fitting : fitting;
  const { marksPaper, tellsType, tellsFilled } = told(chosen);
  return marksPaper || tellsType || tellsFilled ? fitAgain('marked', chosen) : { all, fitting };
}

/** Candidates for the rows with the widest texts. */
function samples<R>(rows: readonly R[], by: (row: R) => string): readonly R[] {
  const words = new Map<string, R>();
  let longest: readonly { readonly value: string; readonly row: R }[] = [];
  for (const row of rows) {
    const value = by(row);
    if (words.size <= mostWords && !words.has(value)) words.set(value, row);
    // Of ten thousand rows, few are longer than those before.
    const isLong = longest.length < longestOnes || value.length > (longest.at(-1)?.value.length ?? 0);
    if (!isLong || longest.some((other) => other.value === value)) continue;
    longest = [...longest, { value, row }].toSorted((one, other) => other.value.length - one.value.length).slice(0, longestOnes);
  }
  return words.size <= mostWords ? [...words.values()] : longest.map(({ row }) => row);
}
