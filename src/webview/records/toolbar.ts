import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { recordKinds, recordsTabs } from '../../panel/records/recordsProtocol';
import type { RecordKind, RecordsAction, RecordsTab } from '../../panel/records/recordsProtocol';
import { iconButton } from '../shared/iconButton';
import { tabList } from '../shared/tabList';
import { kindTitle, tabTitle } from './columns';
import type { RecordsViewState } from './viewState';

interface ToolbarEvents {
  readonly change: (change: Partial<RecordsViewState>) => void;
  readonly act: (action: RecordsAction) => void;
  readonly export: () => void;
  readonly toGrid: () => void;
}

export const listPanelId = 'records-list';

/** The head of the page: the kind of records, what can be done with them, and the filters. */
export function toolbar({ tab, filter, kind }: RecordsViewState, events: ToolbarEvents): TemplateResult {
  const kinds: readonly RecordKind[] = recordKinds[tab];
  const pick = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) events.change({ kind: kinds.find((candidate) => candidate === target.value) ?? '' });
  };
  return html`<header class="top">
      <h1>${l10n.t('Records')}</h1>
      ${tabList({
        ...{ tabs: recordsTabs, selected: tab, label: l10n.t('Records'), titleOf: tabTitle, panelId: listPanelId },
        select: (chosen) => events.change({ tab: chosen, kind: '' }),
      })}
      <span class="spring"></span>
      ${actionButtons(tab, events.act)} ${iconButton('export', l10n.t('Export…'), events.export)}
    </header>
    <div class="filters">
      <input
        class="field filter"
        type="search"
        aria-label=${l10n.t('Filter by text')}
        placeholder=${l10n.t('Filter by text')}
        .value=${filter}
        @input=${({ target }: InputEvent) => (target instanceof HTMLInputElement ? events.change({ filter: target.value }) : undefined)}
        @keydown=${({ key }: KeyboardEvent) => (key === 'ArrowDown' ? events.toGrid() : undefined)}
      />
      <select class="field" aria-label=${l10n.t('Kind')} title=${l10n.t('Kind')} @change=${pick}>
        <option value="" ?selected=${kind === ''}>${l10n.t('All kinds')}</option>
        ${kinds.map((value) => html`<option value=${value} ?selected=${value === kind}>${kindTitle(value)}</option>`)}
      </select>
    </div>`;
}

function actionButtons(tab: RecordsTab, act: (action: RecordsAction) => void): readonly TemplateResult[] {
  const button = (icon: string, name: string, action: RecordsAction): TemplateResult => iconButton(icon, name, () => act(action));
  switch (tab) {
    case 'orders':
      return [
        button('verified', l10n.t('Verify Order Receipt…'), 'verifyReceipt'),
        button('go-to-file', l10n.t('Open as Text'), 'openAsText'),
      ];
    case 'requests':
      return [button('output', l10n.t('Show Log'), 'showLog')];
    case 'agents':
      return [button('hubot', l10n.t('Manage Agents…'), 'manageAgents'), button('output', l10n.t('Show Log'), 'showLog')];
  }
}
