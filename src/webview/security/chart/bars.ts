import { tabbedLines } from '../../../domain/text/csv';
import * as l10n from '@vscode/l10n';
import { directionOf } from '../../../domain/quotes/priceDirection';
import { parseAmount, percentOf, showSignedPercent } from '../../../domain/values/amount';
import type { Amount } from '../../../domain/values/amount';
import type { BarView } from '../../../panel/security/securityProtocol';
import type { GridColumn } from '../../shared/grid/column';
import { listText } from '../../shared/texts/listText';
import { figure, noValue } from '../format';

/** A line of the table. */
export interface BarRow {
  readonly id: string;
  readonly bar: BarView;
  /** The previous bar in time; undefined for the earliest. */
  readonly before: BarView | undefined;
  /** Its index among all bars, the earliest first. */
  readonly at: number;
}

/** The percentage of a security in a comparison, by the index of a bar. */
export interface ComparedColumn {
  readonly title: string;
  readonly percentAt: (at: number) => Amount | undefined;
}

/** Bars, oldest first, as lines with the latest on top. */
export function barRows(bars: readonly BarView[]): readonly BarRow[] {
  return bars.map((bar, at) => ({ id: String(bar.id), bar, before: bars[at - 1], at })).reverse();
}

/** A column whose cells are only text. */
type BarColumn = Omit<GridColumn<BarRow>, 'cell'> & { readonly cell: (row: BarRow) => string };

export interface BarTexts {
  /** Shows the time of day. */
  readonly isIntraday: boolean;
  readonly timeText: (ms: number) => string;
  /** The user’s fills by the start of their bar; without any, there is no column. */
  readonly fillsAt?: ReadonlyMap<number, readonly string[]>;
}

export function barColumns({ isIntraday, timeText, fillsAt }: BarTexts, compared: readonly ComparedColumn[] = []): readonly BarColumn[] {
  const number = (key: string, title: string, width: number, cell: (row: BarRow) => string): BarColumn => ({
    ...{ key, title, width, cell },
    kind: 'number',
    grow: 1,
  });
  return [
    {
      key: 'time',
      title: l10n.t('Time'),
      kind: 'text',
      width: isIntraday ? 160 : 96,
      grow: 1,
      cell: ({ bar }) => timeText(bar.time * 1000),
    },
    ...compared.map(({ title, percentAt }, place) => ({
      ...number(`compared-${String(place)}`, title, 96, ({ at }) => percentText(percentAt(at))),
      look: ({ at }: BarRow) => directionOf(percentAt(at) ?? 0n),
    })),
    number('open', l10n.t('Opening price'), 98, ({ bar }) => figure(bar.open)),
    number('high', l10n.t('Highest price'), 92, ({ bar }) => figure(bar.high)),
    number('low', l10n.t('Lowest price'), 92, ({ bar }) => figure(bar.low)),
    number('close', l10n.t('Closing price'), 92, ({ bar }) => figure(bar.close)),
    {
      ...number('percent', '%', 64, (row) => percentText(changePercent(row))),
      look: (row) => directionOf(changePercent(row) ?? 0n),
    },
    number('volume', l10n.t('Volume'), 84, ({ bar }) => figure(bar.volume)),
    ...(fillsAt === undefined || fillsAt.size === 0
      ? []
      : [
          {
            ...{ key: 'fills', title: l10n.t('Your fills'), kind: 'text' as const, width: 180, grow: 1 },
            cell: ({ bar }: BarRow) => listText(fillsAt.get(bar.time) ?? []),
          },
        ]),
  ];
}

/** Lines as tab-separated text with their header. */
export function barText(rows: readonly BarRow[], texts: BarTexts, compared: readonly ComparedColumn[] = []): string {
  const columns = barColumns(texts, compared);
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ cell }): string => cell(row)))];
  return tabbedLines(lines);
}

function changePercent({ bar, before }: BarRow): Amount | undefined {
  const [close, base] = [parseAmount(bar.close), parseAmount(before?.close ?? '')];
  return close === undefined || base === undefined || base === 0n ? undefined : percentOf(close - base, base);
}

function percentText(percent: Amount | undefined): string {
  return percent === undefined ? noValue : showSignedPercent(percent);
}
