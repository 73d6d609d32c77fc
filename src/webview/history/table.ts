import '../shared/grid/dataGrid';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { Surprise } from '../../domain/calendar/surprise';
import type { HistoryStrings } from '../../panel/history/historyStrings';
import type { CellContent, GridColumn } from '../shared/grid/column';
import type { GridEvents, GridView } from '../shared/grid/gridView';
import type { Release } from './releases';

/** The releases as a table, the latest first. */
export function releaseTable(
  releases: readonly Release[],
  { label, strings, events }: { readonly label: string; readonly strings: HistoryStrings; readonly events: GridEvents<Release> },
): TemplateResult {
  const view: GridView<Release, never> = {
    columns: releaseColumns(releases, strings),
    items: releases.map((row) => ({ kind: 'row', id: row.id, row })),
    sort: null,
    strings: { label, keyboardHelp: strings.gridHelp, sortedAscending: '', sortedDescending: '', expand: '', collapse: '' },
    groupName: () => '',
    groupCell: () => undefined,
    contextOf: undefined,
    rowHeight: 26,
    rowLook: undefined,
    hasMore: false,
  };
  return html`<market-grid .view=${view} .events=${events}></market-grid>`;
}

const arrows: Readonly<Record<Surprise, string>> = { above: 'arrow-up', below: 'arrow-down', inLine: 'dash' };

/** Where no text names a period, there is no column for it. */
export function releaseColumns(releases: readonly Release[], strings: HistoryStrings): readonly GridColumn<Release>[] {
  const text = (key: string, title: string, width: number, cell: (release: Release) => string): GridColumn<Release> => ({
    key,
    title,
    kind: 'text',
    width,
    grow: 1,
    cell,
  });
  const number = (key: string, title: string, cell: (release: Release) => string): GridColumn<Release> => ({
    ...text(key, title, 84, cell),
    kind: 'number',
  });
  return [
    text('date', strings.released, 130, ({ date }) => date),
    ...(releases.some(({ period }) => period !== '') ? [text('period', strings.period, 120, ({ period }) => period)] : []),
    number('actual', strings.actual, ({ actual }) => actual),
    number('forecast', strings.forecast, ({ forecast }) => forecast),
    number('previous', strings.previous, ({ previous }) => previous),
    { ...number('surprise', strings.surprise, ({ surprise }) => surprise), hint: strings.surpriseHint },
    {
      ...text('compared', strings.compared, 110, () => ''),
      cell: ({ compared }) =>
        compared === undefined
          ? ''
          : html`<span class="codicon codicon-${arrows[compared]}" aria-hidden="true"></span> ${strings[compared]}`,
      label: ({ compared }) => (compared === undefined ? strings.notCompared : strings[compared]),
    },
  ];
}

/** Rows as tab-separated text with their header. */
export function releaseText(rows: readonly Release[], strings: HistoryStrings): string {
  const columns = releaseColumns(rows, strings);
  const word = ({ compared }: Release): string => (compared === undefined ? '' : strings[compared]);
  const text = (row: Release, content: CellContent): string => (typeof content === 'string' ? content : word(row));
  const cells = (row: Release): string => columns.map(({ cell }) => text(row, cell(row))).join('\t');
  return [columns.map(({ title }) => title).join('\t'), ...rows.map(cells)].join('\n');
}
