import type { SessionView } from '../../../../src/panel/calendarProtocol';
import type { CalendarStrings } from '../../../../src/panel/calendarStrings';
import { createFilterBar } from '../../../../src/webview/calendar/filterBar';
import { ListModel } from '../../../../src/webview/calendar/listModel';
import { blankView, stripes } from '../../../../src/webview/calendar/listStates';
import { statusText } from '../../../../src/webview/calendar/statusText';
import { initialViewState } from '../../../../src/webview/calendar/viewState';
import type { ShownElement, StateInput } from '../shownElement';
import { describe } from './describe';

const now = 1_795_000_000_000;

/** Draws everything of the panel that is not a row: what stands in place of rows, strips, the status line, filters. */
export function renderState(
  { list, problem, endText, phase, end, isAnswered, isFiltered, session, countries }: StateInput,
  strings: CalendarStrings,
): readonly ShownElement[] {
  const model = new ListModel(list);
  model.state = { generation: 1, phase, end, endText, isOld: true, loadedAt: now, isAnswered, problem };
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
  model.layOut('UTC', now, { leastStars: isFiltered ? 5 : 1, country: '' });
  const situation = { model, session: { kind: session } satisfies SessionView, hasStarted: true, isFiltered };
  const ignore = (): undefined => undefined;
  const actions = { act: ignore, clearFilters: ignore, searchFor: ignore };
  const bar = createFilterBar({
    state,
    strings,
    defaultZone: () => 'UTC',
    now: () => now,
    onFilter: ignore,
    onZone: ignore,
    onExport: ignore,
  });
  bar.refresh(model.countries());
  const blank = blankView(situation, strings, actions);
  const status = document.createElement('span');
  status.textContent = statusText(
    { state: model.state, loaded: model.rows.length, shown: model.shown, isFiltered, number: String, loadedAt: '12:00' },
    strings,
  );
  return [...(blank === undefined ? [] : [blank]), ...stripes(situation, strings, actions), status, bar.root]
    .map(describe)
    .concat(choicesOf(bar.root));
}

/** A drop-down of the component library draws its choices when it opens; what it will draw is in its options. */
function choicesOf(root: Element): readonly ShownElement[] {
  const options: unknown = Reflect.get(root.querySelector('.country-filter') ?? {}, 'options');
  if (!Array.isArray(options)) throw new Error('the filter of countries has no choices');
  return options.map((option: unknown) => ({
    tag: 'option',
    attributes: {},
    children: [typeof option === 'object' && option !== null && 'label' in option ? String(option.label) : ''],
  }));
}
