import '../../shared/grid/dataGrid';
import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { DayEventView } from '../../../panel/security/dayProtocol';
import { kindBadge } from '../../shared/texts/positionTexts';
import type { GridColumn } from '../../shared/grid/column';
import type { GridEvents, GridPlace } from '../../shared/grid/gridView';

interface DayTable {
  readonly events: readonly DayEventView[];
  readonly isSandbox: boolean;
  readonly place: GridPlace | undefined;
  readonly on: GridEvents<DayEventView>;
}

function columns(isSandbox: boolean): readonly GridColumn<DayEventView>[] {
  return [
    { key: 'clock', title: l10n.t('Time'), kind: 'text', width: 76, grow: 0, cell: ({ clock }) => clock },
    { key: 'what', title: l10n.t('Event'), kind: 'text', width: 150, grow: 2, cell: ({ what }) => what },
    { key: 'figures', title: l10n.t('Figures'), kind: 'text', width: 180, grow: 3, cell: ({ figures }) => figures },
    {
      ...{ key: 'account', title: l10n.t('Account'), kind: 'text', width: 120, grow: 1 },
      cell: ({ account, accountKind }) =>
        accountKind === undefined
          ? ''
          : html`<span class="marked">${kindBadge(accountKind, isSandbox)} <span class="marked-name">${account}</span></span>`,
    },
  ];
}

/** The events of a day in order of time: the same as on the chart. */
export function dayTable({ events, isSandbox, place, on }: DayTable): TemplateResult {
  const view = {
    columns: columns(isSandbox),
    items: events.map((row) => ({ kind: 'row', id: row.id, row }) as const),
    label: l10n.t('Events of the day: {0}', events.length),
    keyboardHelp: l10n.t(
      'Arrow keys move and show the event on the chart, Ctrl+C copies, P and N go to the previous and next trading day.',
    ),
    rowHeight: 26,
    rowLook: ({ kind, isUndone = false }: DayEventView) => (kind === 'released' ? 'release' : isUndone ? 'undone' : ''),
    place,
  };
  return html`<market-grid class="day-events" .view=${view} .events=${on}></market-grid>`;
}

/** Lines as tab-separated text with their header. */
export function dayText(events: readonly DayEventView[]): string {
  const header = [l10n.t('Time'), l10n.t('Event'), l10n.t('Figures'), l10n.t('Account')];
  return [header, ...events.map(({ clock, what, figures, account }) => [clock, what, figures, account])]
    .map((cells) => cells.join('\t'))
    .join('\n');
}
