import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { PortfolioGrouping } from '../../domain/portfolio/portfolio';
import type { PortfolioStrings } from '../../panel/portfolio/portfolioStrings';
import type { PortfolioViewState } from './viewState';

interface ToolbarState {
  readonly view: PortfolioViewState;
  readonly strings: PortfolioStrings;
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

/** The head of the page: filter, grouping, and what can be done with the whole table. */
export function toolbar({ view, strings, isSandbox, picksColumns }: ToolbarState, events: ToolbarEvents): TemplateResult {
  const groupings: readonly (readonly [PortfolioGrouping, string])[] = [
    ['none', strings.groupNone],
    ['account', strings.groupAccount],
    ['market', strings.groupMarket],
    ['side', strings.groupSide],
  ];
  const regroup = ({ target }: Event): void => {
    const found = groupings.find(([key]) => target instanceof HTMLSelectElement && key === target.value);
    if (found !== undefined) events.change({ grouping: found[0], collapsed: [] });
  };
  return html`<header class="top">
    <h1>${strings.title}</h1>
    ${isSandbox ? html`<span class="badge sandbox">${strings.sandbox}</span>` : nothing}
    <span class="spring"></span>
    <input
      class="field filter"
      type="search"
      aria-label=${strings.filter}
      placeholder=${strings.filter}
      .value=${view.filter}
      @input=${({ target }: InputEvent) => (target instanceof HTMLInputElement ? events.change({ filter: target.value }) : undefined)}
      @keydown=${({ key }: KeyboardEvent) => (key === 'ArrowDown' ? events.toGrid() : undefined)}
    />
    <select class="field" aria-label=${strings.group} title=${strings.group} @change=${regroup}>
      ${groupings.map(([key, name]) => html`<option value=${key} ?selected=${key === view.grouping}>${name}</option>`)}
    </select>
    ${iconButton('graph', strings.pictures, () => events.change({ showsPictures: !view.showsPictures }), view.showsPictures)}
    ${iconButton('settings', strings.columns, events.pickColumns, picksColumns, 'pick-columns')}
    ${iconButton('export', strings.export, events.export)} ${iconButton('refresh', strings.refresh, events.refresh)}
  </header>`;
}

function iconButton(icon: string, name: string, run: () => void, pressed?: boolean, className = ''): TemplateResult {
  return html`<button
    type="button"
    class="icon-button codicon codicon-${icon} ${className}"
    title=${name}
    aria-label=${name}
    aria-pressed=${pressed === undefined ? nothing : String(pressed)}
    @click=${run}
  ></button>`;
}
