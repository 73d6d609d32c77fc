import * as l10n from '@vscode/l10n';
import { select, setChoices } from '../../shared/controls';
import { element, iconButton } from '../../shared/dom';
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
  readonly onFilter: () => void;
  readonly onExport: (format: 'csv' | 'ics') => void;
}

/** Filters over the loaded rows, and the ways to save what passes them. */
export function createFilterBar({ state, onFilter, onExport }: FilterBarOptions): FilterBarView {
  const stars = select(l10n.t('Impact'), 'stars-filter', (value) => {
    const exact = value.startsWith('=');
    state.onlyStars = exact ? Number(value.slice(1)) : null;
    state.leastStars = exact ? 1 : Number(value);
    onFilter();
  });
  const chosenStars = (): string => (state.onlyStars === null ? String(state.leastStars) : `=${String(state.onlyStars)}`);
  setChoices(stars, starChoices(), chosenStars());
  const countries = createCheckMenu(l10n.t('Country'), l10n.t('All countries'), (chosen) => {
    state.countries = chosen;
    onFilter();
  });
  const mine = element('button', {
    class: 'order mine-filter',
    text: l10n.t('My Positions'),
    title: l10n.t('Only events for securities you hold and markets you hold them in'),
    attributes: { type: 'button' },
  });
  mine.addEventListener('click', () => {
    state.onlyMine = !state.onlyMine;
    onFilter();
  });
  return {
    root: element(
      'div',
      { class: 'filters', attributes: { role: 'group', 'aria-label': l10n.t('Filters') } },
      stars,
      countries.root,
      mine,
      iconButton('export', l10n.t('Export Events as CSV…'), () => onExport('csv')),
      iconButton('calendar', l10n.t('Save All as Calendar File…'), () => onExport('ics')),
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

function starChoices(): readonly { readonly value: string; readonly label: string }[] {
  const atLeast = [4, 3, 2].map((least) => ({ value: String(least), label: l10n.t('{0} or higher', '★'.repeat(least)) }));
  const exactly = [4, 3, 2, 1].map((only) => ({
    value: `=${String(only)}`,
    label: l10n.t({ message: '{0} only', args: ['★'.repeat(only)], comment: ['{0} is a number of stars, such as "★★★".'] }),
  }));
  return [{ value: '1', label: l10n.t('Any impact') }, { value: '5', label: '★★★★★' }, ...atLeast, ...exactly];
}
