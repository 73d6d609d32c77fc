import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { PortfolioGrouping } from '../../domain/positions/portfolio';
import { columnsButton } from '../shared/grid/columnPicker';
import { iconButton } from '../shared/iconButton';
import { areFiguresShown, arePicturesShown } from './viewState';
import type { PortfolioViewState } from './viewState';

interface ToolbarState {
  readonly view: PortfolioViewState;
  readonly isSandbox: boolean;
  readonly picksColumns: boolean;
}

interface ToolbarEvents {
  readonly change: (change: Partial<PortfolioViewState>) => void;
  readonly pickColumns: () => void;
  readonly export: () => void;
  readonly refresh: () => void;
  readonly toGrid: () => void;
}

/** The head of the page: filter, grouping, and the actions on the whole table. */
export function toolbar({ view, isSandbox, picksColumns }: ToolbarState, events: ToolbarEvents): TemplateResult {
  const groupings: readonly (readonly [PortfolioGrouping, string])[] = [
    ['none', l10n.t('No grouping')],
    ['account', l10n.t('Account')],
    ['market', l10n.t('Market')],
    ['currency', l10n.t('Currency')],
    ['side', l10n.t('Side')],
  ];
  const regroup = ({ target }: Event): void => {
    const found = groupings.find(([key]) => target instanceof HTMLSelectElement && key === target.value);
    if (found !== undefined) events.change({ grouping: found[0], collapsed: [] });
  };
  return html`<header class="top">
    <h1>${l10n.t('Portfolio')}</h1>
    ${isSandbox ? html`<span class="badge sandbox">${l10n.t('sandbox')}</span>` : nothing}
    <span class="spring"></span>
    <input
      class="field filter"
      type="search"
      aria-label=${l10n.t('Filter positions')}
      placeholder=${l10n.t('Filter positions')}
      .value=${view.filter}
      @input=${({ target }: InputEvent) => (target instanceof HTMLInputElement ? events.change({ filter: target.value }) : undefined)}
      @keydown=${({ key }: KeyboardEvent) => (key === 'ArrowDown' ? events.toGrid() : undefined)}
    />
    <select class="field" aria-label=${l10n.t('Group by')} title=${l10n.t('Group by')} @change=${regroup}>
      ${groupings.map(([key, name]) => html`<option value=${key} ?selected=${key === view.grouping}>${key === 'none' ? name : l10n.t('Group by: {0}', name)}</option>`)}
    </select>
    ${toggle('unfold', l10n.t('All Figures'), areFiguresShown(view, window), (showsFigures) => events.change({ showsFigures }))}
    ${toggle('graph', l10n.t('Charts'), arePicturesShown(view, window), (showsPictures) => events.change({ showsPictures }))}
    ${columnsButton(picksColumns, events.pickColumns)} ${iconButton('export', l10n.t('Export Rows as CSV…'), events.export)}
    ${iconButton('refresh', l10n.t('Refresh'), events.refresh)}
  </header>`;
}

/** Its name is beside the icon where there is room. */
function toggle(icon: string, name: string, isPressed: boolean, change: (isPressed: boolean) => void): TemplateResult {
  return html`<button
    type="button"
    class="order toggle"
    title=${name}
    aria-label=${name}
    aria-pressed=${String(isPressed)}
    @click=${() => change(!isPressed)}
  >
    <span class="codicon codicon-${icon}" aria-hidden="true"></span><span class="toggle-name">${name}</span>
  </button>`;
}
