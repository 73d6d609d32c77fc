import type { SessionView } from '../../../../src/panel/calendar/calendarProtocol';
import { createFilterBar } from '../../../../src/webview/calendar/controls/filterBar';
import { ListModel } from '../../../../src/webview/calendar/list/listModel';
import { blankView, stripes } from '../../../../src/webview/calendar/list/listStates';
import { statusText } from '../../../../src/webview/calendar/list/statusText';
import { initialViewState } from '../../../../src/webview/calendar/viewState';
import type { ShownElement, StateInput } from '../shownElement';
import { describe } from './describe';

const now = 1_795_000_000_000;

/** Draws everything of the panel that is not a row: what stands in place of rows, strips, the status line, filters. */
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
  model.state = { generation: 1, phase, end, endText, isOld: true, loadedAt: now, isAnswered, searchType: null, problem };
  const state = initialViewState();
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
  model.layOut({ zone: 'UTC', now, filters, sortByTime: false, isMine: () => false });
  const situation = { model, session: { kind: session } satisfies SessionView, hasStarted: true, isFiltered, hasFormProblem: false };
  const ignore = (): undefined => undefined;
  const actions = { act: ignore, clearFilters: ignore, searchFor: ignore };
  const bar = createFilterBar({
    state,
    onFilter: ignore,
    onExport: ignore,
  });
  bar.refresh(model.countries(), false);
  const blank = blankView(situation, actions);
  const status = document.createElement('span');
  status.textContent = statusText({
    state: model.state,
    loaded: model.rows.length,
    shown: model.shown,
    isFiltered,
    number: String,
    loadedAt: '12:00',
  });
  return [...(blank === undefined ? [] : [blank]), ...stripes(situation, actions), status, bar.root].map(describe);
}
