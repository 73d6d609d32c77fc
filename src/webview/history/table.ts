import { tabbedLines } from '../../domain/text/csv';
import '../shared/grid/dataGrid';
import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { Surprise } from '../../domain/calendar/surprise';
import type { CellContent, GridColumn } from '../shared/grid/column';
import type { GridEvents, GridView } from '../shared/grid/gridView';
import { textWidth } from '../shared/grid/textWidth';
import { surpriseWord } from '../shared/texts/releaseWords';
import { timeFormat } from '../shared/texts/times';
import type { Release } from './releases';

/** The releases as a table, the latest first. */
export function releaseTable(
  releases: readonly Release[],
  {
    label,
    zone,
    isNarrow,
    events,
  }: { readonly label: string; readonly zone: string; readonly isNarrow: boolean; readonly events: GridEvents<Release> },
): TemplateResult {
  const times = timeFormat(zone, 'both');
  const view: GridView<Release> = {
    columns: releaseColumns(releases, { isNarrow }, ({ at }) => times.format(at)),
    items: releases.map((row) => ({ kind: 'row', id: row.id, row })),
    label,
    keyboardHelp: l10n.t('Arrow keys move, Space selects, Ctrl+C copies. The chart marks the current row.'),
    rowHeight: 26,
  };
  return html`<market-grid .view=${view} .events=${events}></market-grid>`;
}

const arrows: Readonly<Record<Surprise, string>> = { above: 'arrow-up', below: 'arrow-down', inLine: 'dash' };

const leastDateWidth = 136;
/** For rounding, and for digits of equal width. */
const spare = 4;

/** All dates have the same form, so the longest one is about the widest. */
function dateWidth(releases: readonly Release[], dateOf: (release: Release) => string): number {
  const longest = releases.map(dateOf).reduce((one, other) => (other.length > one.length ? other : one), '');
  return Math.max(leastDateWidth, Math.ceil(textWidth(longest, 'text')) + spare);
}

/** If no text names a period, there is no column for it. */
function releaseColumns(
  releases: readonly Release[],
  { isNarrow }: { readonly isNarrow: boolean },
  dateOf: (release: Release) => string,
): readonly GridColumn<Release>[] {
  const text = (key: string, title: string, width: number, cell: (release: Release) => string): GridColumn<Release> => ({
    key,
    title,
    kind: 'text',
    width,
    grow: 1,
    cell,
  });
  const number = (key: string, title: string, cell: (release: Release) => string): GridColumn<Release> => ({
    ...text(key, title, 62, cell),
    kind: 'number',
  });
  return [
    text('date', l10n.t({ message: 'Released', comment: ['Column: when a figure was published.'] }), dateWidth(releases, dateOf), dateOf),
    ...(releases.some(({ period }) => period !== '')
      ? [
          text(
            'period',
            l10n.t({ message: 'Period', comment: ['Column: the month, quarter or week that a figure is about.'] }),
            76,
            ({ period }) => period,
          ),
        ]
      : []),
    number('actual', l10n.t('Actual'), ({ actual }) => actual),
    number('forecast', l10n.t('Forecast'), ({ forecast }) => forecast),
    number('previous', l10n.t('Previous'), ({ previous }) => previous),
    {
      ...number(
        'surprise',
        l10n.t({ message: 'Surprise', comment: ['Actual minus forecast, in the unit of the indicator.'] }),
        ({ surprise }) => surprise,
      ),
      hint: l10n.t('Actual minus forecast'),
    },
    {
      ...text('compared', isNarrow ? '±' : l10n.t('vs. forecast'), isNarrow ? 18 : 100, () => ''),
      hint: l10n.t('vs. forecast'),
      cell: ({ compared }) =>
        compared === undefined
          ? ''
          : html`<span class="codicon codicon-${arrows[compared]}" aria-hidden="true"></span> ${isNarrow ? '' : surpriseWord(compared)}`,
      label: ({ compared }) =>
        compared === undefined
          ? l10n.t({ message: 'Not compared', comment: ['Releases without a forecast or an actual value.'] })
          : surpriseWord(compared),
    },
  ];
}

/** Rows as tab-separated text with their header, with dates and minus signs in the form that other programs read. */
export function releaseText(rows: readonly Release[]): string {
  const columns = releaseColumns(rows, { isNarrow: false }, ({ date }) => date);
  const word = ({ compared }: Release): string => (compared === undefined ? '' : surpriseWord(compared));
  const text = (row: Release, content: CellContent): string => (typeof content === 'string' ? content : word(row));
  const cells = (row: Release): readonly string[] => columns.map(({ cell }) => text(row, cell(row)).replace(/^\u2212/, '-'));
  return tabbedLines([columns.map(({ title }) => title), ...rows.map(cells)]);
}
