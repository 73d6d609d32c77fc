import * as l10n from '@vscode/l10n';
import '../../shared/popOver';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { isSearchType, orderApplies, searchLimits, searchTypes } from '../../../domain/calendar/calendarQuery';
import type { FieldProblem, SearchType } from '../../../domain/calendar/calendarQuery';
import { iconButton } from '../../shared/iconButton';
import type { PopOverButton } from '../../shared/popOver';
import type { ViewState } from '../viewState';

interface SearchFormState {
  readonly view: ViewState;
  /** The first rule that the fields break. */
  readonly problem: FieldProblem | undefined;
  /** The page size of the setting. */
  readonly pageSize: number;
}

export interface SearchFormActions {
  /** A field changed. */
  readonly change: (change: Partial<ViewState>) => void;
  /** A field changed in a way that requires a new search. */
  readonly changeAndSearch: (change: Partial<ViewState>) => void;
  readonly search: () => void;
  /** The keyword was cleared, so the agenda is shown again. */
  readonly clearSearch: () => void;
  readonly refresh: () => void;
}

/** Keyword, type, order and page size. Enter searches; a broken rule is named below the fields. */
export function searchForm({ view, problem, pageSize }: SearchFormState, actions: SearchFormActions): TemplateResult {
  const submitOnEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    actions.search();
  };
  const type = l10n.t('Type');
  const chooseType = ({ target }: Event): void => {
    const searchType = target instanceof HTMLSelectElement ? Number(target.value) : undefined;
    if (isSearchType(searchType)) actions.changeAndSearch({ searchType });
  };
  return html`<form class="form" role="search" aria-label=${l10n.t('Search')} @submit=${(event: Event) => event.preventDefault()}>
    <span class="field keyword">
      <span class="codicon codicon-search" aria-hidden="true"></span>
      <input
        type="text"
        role="searchbox"
        autocomplete="off"
        aria-label=${l10n.t('Keyword')}
        placeholder=${l10n.t('Keyword, for example CPI')}
        aria-invalid=${String(problem?.field === 'keyword')}
        .value=${live(view.keyword)}
        @input=${({ target }: Event) => (target instanceof HTMLInputElement ? actions.change({ keyword: target.value }) : undefined)}
        @keydown=${submitOnEnter}
      />
      ${view.keyword === '' ? nothing : iconButton('close', l10n.t('Clear'), actions.clearSearch)}
    </span>
    <select class="field type" aria-label=${type} title=${type} @change=${chooseType}>
      ${searchTypes.map((value) => html`<option value=${value} .selected=${value === view.searchType}>${typeName(value)}</option>`)}
    </select>
    ${orderApplies(view.searchType) ? orderButton(view, actions) : nothing}
    <button type="button" class="button" @click=${actions.search}>${l10n.t('Search')}</button>
    ${iconButton('refresh', l10n.t('Refresh'), actions.refresh)} ${optionsMenu(view, pageSize, problem, actions, submitOnEnter)}
    <div class="field-problem" role="alert">${problem === undefined ? '' : problemText(problem)}</div>
  </form>`;
}

/** Shown only for types that the service can sort. */
function orderButton({ order }: ViewState, { changeAndSearch }: SearchFormActions): TemplateResult {
  const isAscending = order === 'ascending';
  const direction = isAscending ? l10n.t('Earliest first') : l10n.t('Latest first');
  return html`<button
    type="button"
    class="order"
    title=${l10n.t('Sort order')}
    aria-label="${l10n.t('Sort order')}: ${direction}"
    @click=${() => changeAndSearch({ order: isAscending ? 'descending' : 'ascending' })}
  >
    <span class="codicon codicon-arrow-${isAscending ? 'up' : 'down'}" aria-hidden="true"></span><span>${direction}</span>
  </button>`;
}

/** Rarely changed options. */
function optionsMenu(
  view: ViewState,
  pageSize: number,
  problem: FieldProblem | undefined,
  { change }: SearchFormActions,
  onKey: (event: KeyboardEvent) => void,
): TemplateResult {
  const name = l10n.t('Search Options');
  const button: PopOverButton = {
    name,
    tooltip: name,
    content: html`<span class="codicon codicon-settings" aria-hidden="true"></span>`,
    className: 'icon-button',
    ...(view.pageSize === '' ? {} : { isPressed: true }),
  };
  return html`<pop-over
    class="search-options"
    .button=${button}
    .content=${() =>
      html`<label class="option-line">
        <span>${l10n.t('Page size')}</span>
        <input
          class="field"
          type="number"
          min=${searchLimits.least}
          max=${searchLimits.most}
          placeholder=${pageSize}
          aria-invalid=${String(problem?.field === 'limit')}
          .value=${live(view.pageSize)}
          @input=${({ target }: Event) => (target instanceof HTMLInputElement ? change({ pageSize: target.value }) : undefined)}
          @keydown=${onKey}
        />
      </label>`}
  ></pop-over>`;
}

function problemText({ field }: FieldProblem): string {
  return field === 'limit' ? l10n.t('Page size must be a whole number from 1 to 30.') : l10n.t('Enter a keyword.');
}

/** A type of events in words. */
export function typeName(type: SearchType): string {
  switch (type) {
    case 1:
      return l10n.t('Economic data');
    case 2:
      return l10n.t('Market closures');
    case 3:
      return l10n.t('Economic events');
    case 4:
      return l10n.t('Corporate actions');
  }
}
