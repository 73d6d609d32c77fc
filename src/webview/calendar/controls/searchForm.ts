import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { checkSearch, isSearchType, orderApplies, searchTypes } from '../../../domain/calendar/calendarQuery';
import type { SearchForm, SearchType } from '../../../domain/calendar/calendarQuery';
import { select, setChoices, textField } from '../../shared/controls';
import { element, icon, iconButton, setAttribute } from '../../shared/dom';
import { effectivePageSize } from '../viewState';
import type { ViewState } from '../viewState';

export interface SearchFormView {
  readonly root: HTMLElement;
  focus(): void;
  /** Shows what the view state says. */
  refresh(): void;
  /** Checks the fields and searches, or says what is wrong. */
  submit(): void;
}

interface SearchFormOptions {
  readonly state: ViewState;
  readonly defaultPageSize: () => number;
  readonly onSearch: (form: SearchForm) => void;
  readonly onChange: () => void;
  /** The keyword was cleared: what is coming is to be shown again. */
  readonly onClear: () => void;
  /** The form says that something is wrong, or no longer does. */
  readonly onProblem: (hasProblem: boolean) => void;
}

/** Keyword, type, order and page size. Enter searches; a rule that is broken is named below the fields, and nothing is sent. */
export function createSearchForm(options: SearchFormOptions): SearchFormView {
  const { state, onChange, onClear } = options;
  const fields = createFields(state, {
    clear: () => {
      state.keyword = '';
      fields.problem.textContent = '';
      fields.keyword.invalid = false;
      refresh();
      fields.keyword.focus();
      onClear();
    },
    type: (value) => {
      const number = Number(value);
      if (isSearchType(number)) state.searchType = number;
      searchAgain();
    },
    order: () => {
      state.order = state.order === 'ascending' ? 'descending' : 'ascending';
      searchAgain();
    },
  });
  const { keyword, clear, size, go, root } = fields;
  const refresh = (): void => showState(fields, options);
  const submit = (): void => checkAndSearch(fields, options);

  function searchAgain(): void {
    refresh();
    onChange();
    if (state.keyword.trim() !== '') submit();
  }

  keyword.addEventListener('input', () => {
    state.keyword = keyword.value;
    clear.hidden = keyword.value === '';
    onChange();
  });
  size.addEventListener('input', () => {
    state.pageSize = size.value;
    onChange();
  });
  go.addEventListener('click', submit);
  root.addEventListener('submit', (event) => event.preventDefault());
  for (const field of [keyword, size]) {
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing) return;
      event.preventDefault();
      submit();
    });
  }
  refresh();
  return { root, focus: () => keyword.wrappedElement.select(), refresh, submit };
}

type Fields = ReturnType<typeof createFields>;

interface FieldActions {
  readonly clear: () => void;
  readonly type: (value: string) => void;
  readonly order: () => void;
}

function createFields(state: ViewState, act: FieldActions) {
  const keyword = textField(l10n.t('Keyword'), 'text', 'keyword');
  keyword.placeholder = l10n.t('Keyword, for example CPI');
  const glass = icon('search');
  glass.slot = 'content-before';
  const clear = iconButton('close', l10n.t('Clear'), act.clear);
  clear.slot = 'content-after';
  keyword.append(glass, clear);
  // Not by type=search, which would bring a clear button of the browser's own look.
  void keyword.updateComplete.then(() => keyword.wrappedElement.setAttribute('role', 'searchbox'));
  const type = select(l10n.t('Type'), 'type', act.type);
  setChoices(
    type,
    searchTypes.map((value) => ({
      value: String(value),
      label: typeName(value),
    })),
    String(state.searchType),
  );
  const order = element('button', { class: 'order', attributes: { type: 'button' } });
  order.addEventListener('click', act.order);
  const size = textField(l10n.t('Page size'), 'number', 'page-size');
  size.title = l10n.t('Page size');
  const go = document.createElement('vscode-button');
  go.textContent = l10n.t('Search');
  const problem = element('div', { class: 'field-problem', attributes: { role: 'alert' } });
  const attributes = { role: 'search', 'aria-label': l10n.t('Search') };
  const root = element('form', { class: 'form', attributes }, keyword, type, order, size, go, problem);
  return { keyword, clear, type, order, size, go, problem, root };
}

function typeName(type: SearchType): string {
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

function showState({ keyword, clear, type, order, size }: Fields, { state, defaultPageSize }: SearchFormOptions): void {
  if (keyword.value !== state.keyword) keyword.value = state.keyword;
  clear.hidden = state.keyword === '';
  type.value = String(state.searchType);
  if (size.value !== state.pageSize) size.value = state.pageSize;
  size.placeholder = String(defaultPageSize());
  const applies = orderApplies(state.searchType);
  const isAscending = state.order === 'ascending' || !applies;
  const direction = isAscending ? l10n.t('Earliest first') : l10n.t('Latest first');
  order.replaceChildren(icon(isAscending ? 'arrow-up' : 'arrow-down'), element('span', { text: direction }));
  order.disabled = !applies;
  order.title = applies
    ? l10n.t('Sort order')
    : l10n.t({
        message: 'Sort order is fixed for this type',
        comment: ['Tooltip of the order button while it is disabled.'],
      });
  setAttribute(order, 'aria-label', `${l10n.t('Sort order')}: ${direction}`);
}

function checkAndSearch(fields: Fields, { state, defaultPageSize, onSearch, onProblem }: SearchFormOptions): void {
  const form: SearchForm = {
    keyword: state.keyword,
    searchType: state.searchType,
    order: state.order,
    pageSize: effectivePageSize(state.pageSize, defaultPageSize()),
  };
  const problems = checkSearch(form);
  const [first] = problems;
  fields.keyword.invalid = problems.some(({ field }) => field === 'keyword');
  fields.size.invalid = problems.some(({ field }) => field === 'limit');
  fields.problem.textContent =
    first === undefined
      ? ''
      : first.field === 'limit'
        ? l10n.t('Page size must be a whole number from 1 to 30.')
        : l10n.t('Enter a keyword.');
  onProblem(first !== undefined);
  if (first === undefined) onSearch(form);
  else (first.field === 'limit' ? fields.size : fields.keyword).focus();
}
