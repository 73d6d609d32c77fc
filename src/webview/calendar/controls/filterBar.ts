import type { CalendarStrings } from '../../../panel/calendar/calendarStrings';
import { select, setChoices } from '../../shared/controls';
import { element, iconButton } from '../../shared/dom';
import { fill } from '../../shared/texts';
import { createCheckMenu } from './checkMenu';
import { countryChoices } from './countryChoices';
import type { ViewState } from '../viewState';

export interface FilterBarView {
  readonly root: HTMLElement;
  /** @param canBeMine - Some rows may concern what the user holds. */
  refresh(countries: readonly string[], canBeMine: boolean): void;
}

interface FilterBarOptions {
  readonly state: ViewState;
  readonly strings: CalendarStrings;
  readonly onFilter: () => void;
  readonly onExport: (format: 'csv' | 'ics') => void;
}

/** Filters over the loaded rows, and the ways to save what passes them. */
export function createFilterBar({ state, strings, onFilter, onExport }: FilterBarOptions): FilterBarView {
  const stars = select(strings.stars, 'stars-filter', (value) => {
    const exact = value.startsWith('=');
    state.onlyStars = exact ? Number(value.slice(1)) : null;
    state.leastStars = exact ? 1 : Number(value);
    onFilter();
  });
  const chosenStars = (): string => (state.onlyStars === null ? String(state.leastStars) : `=${String(state.onlyStars)}`);
  setChoices(stars, starChoices(strings), chosenStars());
  const countries = createCheckMenu(strings.country, strings.allCountries, (chosen) => {
    state.countries = chosen;
    onFilter();
  });
  const mine = element('button', {
    class: 'order mine-filter',
    text: strings.mine,
    title: strings.mineHint,
    attributes: { type: 'button' },
  });
  mine.addEventListener('click', () => {
    state.onlyMine = !state.onlyMine;
    onFilter();
  });
  return {
    root: element(
      'div',
      { class: 'filters', attributes: { role: 'group', 'aria-label': strings.filters } },
      stars,
      countries.root,
      mine,
      iconButton('export', strings.exportList, () => onExport('csv')),
      iconButton('calendar', strings.exportCalendar, () => onExport('ics')),
    ),
    refresh: (known, canBeMine) => {
      const value = chosenStars();
      if (stars.value !== value) stars.value = value;
      const offered = [...new Set([...state.countries, ...known])].sort((a, b) => a.localeCompare(b));
      countries.show(countryChoices(offered), state.countries);
      mine.hidden = !canBeMine && !state.onlyMine;
      mine.setAttribute('aria-pressed', String(state.onlyMine));
    },
  };
}

function starChoices(strings: CalendarStrings): readonly { readonly value: string; readonly label: string }[] {
  const atLeast = [4, 3, 2].map((least) => ({ value: String(least), label: fill(strings.atLeastStars, '★'.repeat(least)) }));
  const exactly = [4, 3, 2, 1].map((only) => ({ value: `=${String(only)}`, label: fill(strings.onlyStars, '★'.repeat(only)) }));
  return [{ value: '1', label: strings.anyStars }, { value: '5', label: '★★★★★' }, ...atLeast, ...exactly];
}
