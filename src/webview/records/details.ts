import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { recordColumns } from '../../panel/records/recordsProtocol';
import type { RecordColumn, RecordDetails, RecordRow, RecordsTab, RowAction } from '../../panel/records/recordsProtocol';
import { iconButton } from '../shared/iconButton';
import { actionTitle, cellText, columnTitle } from './columns';

interface DetailsOf {
  readonly tab: RecordsTab;
  readonly row: RecordRow;
  /** Undefined until they have come; only orders have any beyond their row. */
  readonly more: RecordDetails | undefined;
  readonly zone: string;
}

interface DetailsEvents {
  readonly act: (action: RowAction) => void;
  readonly close: () => void;
}

/** All that is known of one record, below the list: its texts at full length, its history, and what can be done with it. */
export function detailsPanel({ tab, row, more, zone }: DetailsOf, { act, close }: DetailsEvents): TemplateResult {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  };
  const title = row.texts.what ?? row.texts.request ?? '';
  return html`<section class="details" aria-label=${l10n.t('Details')} @keydown=${onKey}>
    <header class="details-head">
      <h2>${title}</h2>
      ${row.actions.map((action) => html`<button type="button" class="link-button" @click=${() => act(action)}>${actionTitle(action)}</button>`)}
      ${iconButton('close', l10n.t('Close Details'), close)}
    </header>
    <div class="details-body" tabindex="0" role="group" aria-label=${title}>
      <dl>
        ${rowsOf(tab, row, more, zone).map(
          ([label, value]) =>
            html`<div class="fact">
              <dt>${label}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
      ${more === undefined || more.history.length === 0 ? nothing : historyOf(more.history)}
    </div>
  </section>`;
}

function rowsOf(tab: RecordsTab, row: RecordRow, more: RecordDetails | undefined, zone: string): RecordDetails['rows'] {
  if (more !== undefined && more.rows.length > 0) return more.rows;
  const columns: readonly RecordColumn[] = recordColumns[tab];
  return columns.map((column) => [columnTitle(column), cellText(row, column, zone)] as const).filter(([, value]) => value !== '');
}

function historyOf(history: RecordDetails['history']): TemplateResult {
  return html`<table class="steps">
    <caption>
      ${l10n.t('Lines of the order journal')}
    </caption>
    <thead>
      <tr>
        <th scope="col">${l10n.t({ message: 'Line', comment: ['Title of a column: the number of a line.'] })}</th>
        <th scope="col">${l10n.t('Time')}</th>
        <th scope="col">${l10n.t({ message: 'What Happened', comment: ['Title of a column.'] })}</th>
      </tr>
    </thead>
    <tbody>
      ${history.map(
        ({ line, time, text }) =>
          html`<tr>
            <td class="figure">${line}</td>
            <td class="figure">${time}</td>
            <td>${text}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
