import '../../shared/grid/dataGrid';
import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { BarView } from '../../../panel/security/securityProtocol';
import type { GridEvents, GridView } from '../../shared/grid/gridView';
import { barColumns, barRows } from './bars';
import type { BarRow, BarTexts, ComparedColumn } from './bars';

interface BarTable {
  readonly texts: BarTexts;
  /** The compared securities, the page's own first; empty if there are none. */
  readonly compared: readonly ComparedColumn[];
  /** Whether earlier bars can be read. */
  readonly hasMore: boolean;
  readonly label: string;
  readonly events: GridEvents<BarRow>;
}

/** The bars of the chart as a table, the latest first, for users who do not see the chart. */
export function barTable(bars: readonly BarView[], { texts, compared, hasMore, label, events }: BarTable): TemplateResult {
  const view: GridView<BarRow> = {
    columns: barColumns(texts, compared),
    items: barRows(bars).map((row) => ({ kind: 'row', id: row.id, row })),
    label,
    keyboardHelp: l10n.t('Arrow keys move, Space selects, Ctrl+C copies, Ctrl+Home goes to the latest bar, Ctrl+End to the earliest.'),
    rowHeight: 26,
    hasMore,
  };
  return html`<market-grid class="bars" .view=${view} .events=${events}></market-grid>`;
}
