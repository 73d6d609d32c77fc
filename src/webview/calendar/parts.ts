import * as l10n from '@vscode/l10n';
import type { SearchForm } from '../../domain/calendar/calendarQuery';
import type { TabName } from '../../panel/calendar/calendarProtocol';
import { createFilterBar } from './controls/filterBar';
import type { FilterBarView } from './controls/filterBar';
import type { Formats } from './format';
import { createHotForm } from './controls/hotForm';
import type { HotFormView } from './controls/hotForm';
import { panelId } from './pageFrame';
import { createSearchForm } from './controls/searchForm';
import type { SearchFormView } from './controls/searchForm';
import { createTabs } from './tabs';
import type { TabsView } from './tabs';
import { createTimeControls } from './controls/timeControls';
import type { TimeControlsView } from './controls/timeControls';
import type { ViewState } from './viewState';
import { createWeekStrip } from './controls/weekStrip';
import type { WeekStripView } from './controls/weekStrip';
import { createZonePicker } from './controls/zonePicker';
import type { ZonePickerView } from './controls/zonePicker';

/** The controls around the grid. */
export interface Parts {
  readonly tabs: TabsView;
  readonly searchForm: SearchFormView;
  readonly hotForm: HotFormView;
  readonly filters: FilterBarView;
  readonly zones: ZonePickerView;
  readonly week: WeekStripView;
  readonly times: TimeControlsView;
}

/** What the user does with them. */
export interface PartActions {
  selectTab(name: TabName): void;
  search(form: SearchForm): void;
  formChanged(): void;
  clearSearch(): void;
  formProblem(hasProblem: boolean): void;
  loadHot(): void;
  filter(): void;
  exportRows(format: 'csv' | 'ics'): void;
  chooseZone(zone: string): void;
  showDay(date: string): void;
  toNow(): void;
}

interface Context {
  readonly state: ViewState;
  readonly formats: Formats;
  readonly zone: () => string;
  readonly pageSize: () => number;
}

export function createParts({ state, formats, zone, pageSize }: Context, actions: PartActions): Parts {
  const common = { state, zone, now: () => Date.now() };
  const titles = { search: l10n.t('Search'), hot: l10n.t('Hot List') };
  return {
    tabs: createTabs(titles, panelId, l10n.t('Economic Calendar'), (name) => actions.selectTab(name)),
    searchForm: createSearchForm({
      ...common,
      defaultPageSize: pageSize,
      onSearch: (form) => actions.search(form),
      onChange: () => actions.formChanged(),
      onClear: () => actions.clearSearch(),
      onProblem: (hasProblem) => actions.formProblem(hasProblem),
    }),
    hotForm: createHotForm({ ...common, onDate: () => actions.loadHot(), onReload: () => actions.loadHot() }),
    filters: createFilterBar({ ...common, onFilter: () => actions.filter(), onExport: (format) => actions.exportRows(format) }),
    zones: createZonePicker({ ...common, onZone: (name) => actions.chooseZone(name) }),
    week: createWeekStrip(formats, (date) => actions.showDay(date)),
    times: createTimeControls({
      toNow: () => actions.toNow(),
      sort: () => {
        state.sortByTime = !state.sortByTime;
        actions.filter();
      },
    }),
  };
}
