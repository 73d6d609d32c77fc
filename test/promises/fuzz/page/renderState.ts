import { html, render } from 'lit';
import type { SessionView } from '../../../../src/panel/platform/sessionView';
import { filterBar } from '../../../../src/webview/calendar/controls/filterBar';
import { ListModel } from '../../../../src/webview/calendar/list/listModel';
import { blankView, stripes } from '../../../../src/webview/calendar/list/listStates';
import { statusText } from '../../../../src/webview/calendar/list/statusText';
import { PopOver } from '../../../../src/webview/shared/popOver';
import { initialViewState } from '../../../../src/webview/calendar/viewState';
import type { ShownElement, StateInput } from '../shownElement';
import { describe } from './describe';

const now = 1_795_000_000_000;

/** Draws everything in the panel that is not a row: placeholders for rows, strips, the status line, filters. */
export function renderState({
  list,
  problem,
  endText,
  phase,
  end,
  isAnswered,
  isFiltered,
  session,
  countries,
}: StateInput): readonly ShownElement[] {
  const model = new ListModel(list);
  model.state = { generation: 1, phase, end, endText, isOld: true, loadedAt: now, isAnswered, searchType: null, form: null, problem };
  model.shownState = model.state;
  model.replace(
    0,
    countries.map((country) => ({
      text: 'x',
      previous: null,
      forecast: null,
      actual: null,
      unit: null,
      currency: null,
      country,
      star: 1,
      time: now / 1000,
      linkHost: null,
    })),
  );
  const filters = { leastStars: isFiltered ? 5 : 1, onlyStars: null, countries: [], onlyMine: false };
  model.layOut({ zone: 'UTC', now, filters, sortByTime: false, isMine: () => false, dayText: String, nowText: () => '' });
  const situation = {
    model,
    session: { kind: session } satisfies SessionView,
    hasStarted: true,
    isFiltered,
    hasFormProblem: false,
    chosenType: '',
    isSeeking: false,
    now,
  };
  const ignore = (): undefined => undefined;
  const actions = { act: ignore, clearFilters: ignore, searchFor: ignore, nextDay: ignore, filter: ignore, export: ignore };
  const text = statusText({
    state: model.state,
    loaded: model.rows.length,
    shown: model.shown,
    isFiltered,
    number: String,
    loadedAt: '12:00',
  });
  const container = document.createElement('div');
  render(
    html`${blankView(situation, actions) ?? ''}${stripes(situation, ignore)}<span>${text}</span>${filterBar(
      { filters: initialViewState(), countries: model.countries(), canBeMine: false },
      actions,
    )}`,
    container,
  );
  const menu = container.querySelector('pop-over');
  if (!(menu instanceof PopOver)) throw new Error('there is no menu of countries');
  render(html`<span title=${menu.button.tooltip} aria-label=${menu.button.name}>${menu.button.content}</span>${menu.content()}`, menu);
  return Array.from(container.children, describe);
}
