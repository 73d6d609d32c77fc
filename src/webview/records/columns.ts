import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { offsetMs } from '../../domain/time/zones';
import { recordColumns } from '../../panel/records/recordsProtocol';
import type { RecordColumn, RecordKind, RecordRow, RecordsTab, RowAction } from '../../panel/records/recordsProtocol';
import type { GridColumn } from '../shared/grid/column';

export function tabTitle(tab: RecordsTab): string {
  switch (tab) {
    case 'orders':
      return l10n.t('Orders');
    case 'requests':
      return l10n.t('Requests');
    case 'agents':
      return l10n.t('Agents');
  }
}

export function kindTitle(kind: RecordKind): string {
  switch (kind) {
    case 'place':
      return l10n.t('New orders');
    case 'modify':
      return l10n.t('Order changes');
    case 'cancel':
      return l10n.t('Cancellations');
    case 'unresolved':
      return l10n.t({ message: 'Unresolved', comment: ['State of a record: the end of its order change isn’t proven.'] });
    case 'program':
      return l10n.t('Asked by programs');
    case 'failed':
      return l10n.t({ message: 'Failed', comment: ['A filter of a list: requests and calls that failed.'] });
    case 'write':
      return l10n.t('POST, PUT, DELETE');
    case 'personal':
      return l10n.t('Account data');
    case 'other':
      return l10n.t({ message: 'Other', comment: ['A filter of a list: what is none of the other kinds.'] });
  }
}

export function actionTitle(action: RowAction): string {
  switch (action) {
    case 'showReceipt':
      return l10n.t('Show Order Receipt');
    case 'exportReceipt':
      return l10n.t('Export Order Receipt…');
    case 'resolve':
      return l10n.t('Resolve Order Change…');
    case 'explainSignature':
      return l10n.t('Explain Request Signature…');
    case 'copyRequest':
      return l10n.t('Copy Request As…');
  }
}

export function columnTitle(column: RecordColumn): string {
  switch (column) {
    case 'time':
      return l10n.t('Time');
    case 'account':
      return l10n.t('Account');
    case 'what':
      return l10n.t({ message: 'What', comment: ['Title of a column: what was asked for.'] });
    case 'outcome':
      return l10n.t('Outcome');
    case 'askedBy':
      return l10n.t({ message: 'Asked By', comment: ['Title of a column: the user, or a program.'] });
    case 'orderId':
      return l10n.t('Order ID');
    case 'request':
      return l10n.t('Request');
    case 'status':
      return l10n.t({ message: 'Answer', comment: ['Title of a column: the HTTP status of the answer to a request.'] });
    case 'duration':
      return l10n.t({ message: 'ms', comment: ['Title of a column: milliseconds.'] });
    case 'attempt':
      return l10n.t('Attempt');
    case 'agent':
      return l10n.t('Agent');
    case 'size':
      return l10n.t('Characters');
    case 'times':
      return l10n.t('Times');
  }
}

/** Columns that leave when there is too little space, the first ones first: the details have them. What was asked for, and its outcome, stay. */
export const yieldingColumns: readonly RecordColumn[] = ['orderId', 'attempt', 'size', 'times', 'askedBy', 'account', 'duration', 'status'];

/** Pixels, and the share of what is left. */
const widths: Readonly<Record<RecordColumn, readonly [width: number, grow: number]>> = {
  time: [146, 0],
  account: [108, 1],
  what: [230, 3],
  outcome: [150, 3],
  askedBy: [130, 2],
  orderId: [146, 1],
  request: [280, 6],
  status: [70, 0],
  duration: [56, 0],
  attempt: [60, 0],
  agent: [110, 1],
  size: [80, 0],
  times: [50, 0],
};
/** Where there is little room, times of today leave out their day, and others year and seconds; the details have them. */
const narrowWidths: Readonly<Partial<Record<RecordColumn, number>>> = {
  ...{ time: 84, account: 98, what: 196, outcome: 96, askedBy: 74, request: 226, agent: 84 },
  ...{ status: 56, attempt: 56, size: 76 },
};

const figures: ReadonlySet<RecordColumn> = new Set(['duration', 'attempt', 'size', 'times']);

export interface ColumnContext {
  readonly zone: string;
  readonly isNarrow: boolean;
  readonly nowMs: number;
}

/** The text of a column, as it is drawn, searched, and copied. */
export function cellText({ atMs, texts }: Pick<RecordRow, 'atMs' | 'texts'>, column: RecordColumn, zone: string): string {
  if (column !== 'time') return texts[column] ?? '';
  return Number.isFinite(atMs) ? new Date(atMs + offsetMs(zone, atMs)).toISOString().slice(0, 19).replace('T', ' ') : '';
}

export function columnsOf(tab: RecordsTab, { zone, isNarrow, nowMs }: ColumnContext): readonly GridColumn<RecordRow>[] {
  const keys: readonly RecordColumn[] = recordColumns[tab];
  const today = cellText({ atMs: nowMs, texts: {} }, 'time', zone).slice(0, 10);
  return keys.map((key): GridColumn<RecordRow> => {
    const [width, grow] = widths[key];
    const text = (row: RecordRow): string => cellText(row, key, zone);
    return {
      key,
      title: columnTitle(key),
      kind: figures.has(key) ? 'number' : 'text',
      width: isNarrow ? (narrowWidths[key] ?? width) : width,
      grow,
      cell: (row) => {
        const shown = text(row);
        if (key === 'outcome' && shown !== '') return outcomeCell(row, shown);
        if (!isNarrow) return shown;
        // All paths begin alike: what tells them apart is at their end.
        return key === 'time'
          ? shown.startsWith(today)
            ? shown.slice(11)
            : shown.slice(5, 16)
          : key === 'request'
            ? shown.replace(/ \/api\/v[\d.]+(?=\/)/, ' …')
            : shown;
      },
      label: (row) => (key === 'outcome' || key === 'time' || key === 'request' ? text(row) : undefined),
    };
  });
}

const icons: Readonly<Record<RecordRow['look'], string>> = { good: 'pass', bad: 'error', open: 'question', plain: 'circle-outline' };

function outcomeCell({ look }: RecordRow, text: string): TemplateResult {
  return html`<span class="codicon codicon-${icons[look]} mark ${look}" aria-hidden="true"></span>${text}`;
}
