import '@vscode-elements/elements/dist/vscode-button/index.js';
import { checkSearch, isSearchType, orderApplies, searchTypes } from '../../../domain/calendar/calendarQuery';
import type { SearchForm } from '../../../domain/calendar/calendarQuery';
import type { CalendarStrings } from '../../../panel/calendar/calendarStrings';
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
  readonly strings: CalendarStrings;
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
  const fields = createFields(options.strings, state, {
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

function createFields(strings: CalendarStrings, state: ViewState, act: FieldActions) {
  const keyword = textField(strings.keyword, 'text', 'keyword');
  keyword.placeholder = strings.keywordHint;
  const glass = icon('search');
  glass.slot = 'content-before';
  const clear = iconButton('close', strings.clear, act.clear);
  clear.slot = 'content-after';
  keyword.append(glass, clear);
  // Not by type=search, which would bring a clear button of the browser's own look.
  void keyword.updateComplete.then(() => keyword.wrappedElement.setAttribute('role', 'searchbox'));
  const type = select(strings.type, 'type', act.type);
  setChoices(
    type,
    searchTypes.map((value) => ({ value: String(value), label: strings.types[value - 1] ?? '' })),
    String(state.searchType),
  );
  const order = element('button', { class: 'order', attributes: { type: 'button' } });
  order.addEventListener('click', act.order);
  const size = textField(strings.pageSize, 'number', 'page-size');
  size.title = strings.pageSize;
  const go = document.createElement('vscode-button');
  go.textContent = strings.search;
  const problem = element('div', { class: 'field-problem', attributes: { role: 'alert' } });
  const attributes = { role: 'search', 'aria-label': strings.tabSearch };
  const root = element('form', { class: 'form', attributes }, keyword, type, order, size, go, problem);
  return { keyword, clear, type, order, size, go, problem, root };
}

function showState({ keyword, clear, type, order, size }: Fields, { state, strings, defaultPageSize }: SearchFormOptions): void {
  if (keyword.value !== state.keyword) keyword.value = state.keyword;
  clear.hidden = state.keyword === '';
  type.value = String(state.searchType);
  if (size.value !== state.pageSize) size.value = state.pageSize;
  size.placeholder = String(defaultPageSize());
  const applies = orderApplies(state.searchType);
  const isAscending = state.order === 'ascending' || !applies;
  const direction = isAscending ? strings.ascending : strings.descending;
  order.replaceChildren(icon(isAscending ? 'arrow-up' : 'arrow-down'), element('span', { text: direction }));
  order.disabled = !applies;
  order.title = applies ? strings.order : strings.orderFixed;
  setAttribute(order, 'aria-label', `${strings.order}: ${direction}`);
}

function checkAndSearch(fields: Fields, { state, strings, defaultPageSize, onSearch, onProblem }: SearchFormOptions): void {
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
  fields.problem.textContent = first === undefined ? '' : first.field === 'limit' ? strings.problemLimit : strings.problemKeyword;
  onProblem(first !== undefined);
  if (first === undefined) onSearch(form);
  else (first.field === 'limit' ? fields.size : fields.keyword).focus();
}
