import { isTimeZone, offsetLabel } from '../../domain/time/zones';
import type { CalendarStrings } from '../../panel/calendarStrings';
import { select, setChoices } from '../shared/controls';
import { countryChoices } from './countryChoices';
import { element, iconButton } from '../shared/dom';
import { fill } from '../shared/texts';
import type { ViewState } from './viewState';

export interface FilterBarView {
  readonly root: HTMLElement;
  readonly zone: HTMLElement;
  refresh(countries: readonly string[]): void;
}

interface FilterBarOptions {
  readonly state: ViewState;
  readonly strings: CalendarStrings;
  readonly defaultZone: () => string;
  readonly now: () => number;
  readonly onFilter: () => void;
  readonly onZone: () => void;
  readonly onExport: () => void;
}

/** Filters over the loaded rows, and the zone of all times. */
export function createFilterBar(options: FilterBarOptions): FilterBarView {
  const { state, strings, onFilter } = options;
  const stars = select(strings.stars, 'stars-filter', (value) => {
    state.leastStars = Number(value);
    onFilter();
  });
  const starChoices = [1, 2, 3, 4, 5].map((least) => ({
    value: String(least),
    label: least === 1 ? strings.anyStars : least === 5 ? '★★★★★' : fill(strings.atLeastStars, '★'.repeat(least)),
  }));
  setChoices(stars, starChoices, String(state.leastStars));
  const country = select(strings.country, 'country-filter', (value) => {
    state.country = value;
    onFilter();
  });
  let known = '';
  const { zone, refreshZone } = createZonePicker(options);
  return {
    root: element(
      'div',
      { class: 'filters', attributes: { role: 'group' } },
      stars,
      country,
      iconButton('export', strings.exportList, options.onExport),
    ),
    zone,
    refresh: (countries) => {
      stars.value = String(state.leastStars);
      const values = state.country === '' || countries.includes(state.country) ? countries : [state.country, ...countries];
      const key = `${state.country}\n${values.join('\n')}`;
      if (key !== known) setChoices(country, countryChoices(values, strings.allCountries), state.country);
      known = key;
      refreshZone();
    },
  };
}

/** The zone picker: typing filters some 400 names, which are read only when it is first used. */
function createZonePicker({ state, strings, defaultZone, now, onZone }: FilterBarOptions): {
  readonly zone: HTMLElement;
  readonly refreshZone: () => void;
} {
  const box = select(strings.zone, 'zone', (value) => {
    if (!isTimeZone(value)) return;
    state.zone = value === defaultZone() ? null : value;
    refreshZone();
    onZone();
  });
  box.combobox = true;
  box.filter = 'contains';
  const offset = element('span', { class: 'offset' });
  let isFilled = false;
  let shown = '';
  const fillIn = (): void => {
    if (isFilled) return;
    isFilled = true;
    refreshZone(true);
  };
  box.addEventListener('pointerdown', fillIn);
  box.addEventListener('focusin', fillIn);
  function refreshZone(isForced = false): void {
    const zone = state.zone ?? defaultZone();
    const label = offsetLabel(zone, now());
    offset.textContent = label === zone ? '' : label;
    if (zone === shown && !isForced) return;
    shown = zone;
    const names = isFilled ? [...new Set(['UTC', zone, defaultZone(), ...Intl.supportedValuesOf('timeZone')])].sort() : [zone];
    setChoices(
      box,
      names.map((name) => ({ value: name, label: name })),
      zone,
    );
  }
  return {
    zone: element(
      'div',
      { class: 'zone-picker' },
      element('span', { class: 'codicon codicon-globe', attributes: { 'aria-hidden': 'true' } }),
      box,
      offset,
    ),
    refreshZone: () => refreshZone(),
  };
}
