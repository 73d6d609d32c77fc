import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { visibleText } from '../../../domain/text/visibleText';
import { iconButton } from '../../shared/iconButton';
import { checkMenu } from './checkMenu';
import type { Filters } from './filters';

interface FilterBarState {
  readonly filters: Filters;
  /** Countries of the loaded rows. */
  readonly countries: readonly string[];
  /** Whether rows may concern the user's holdings. */
  readonly canBeMine: boolean;
}

export interface FilterActions {
  readonly filter: (change: Partial<Filters>) => void;
  /** Saves the rows that match the filters. */
  readonly export: (format: 'csv' | 'ics') => void;
}

/** Filters over the loaded rows, and buttons that save the matching ones. */
export function filterBar({ filters, countries, canBeMine }: FilterBarState, actions: FilterActions): TemplateResult {
  const { leastStars, onlyStars, onlyMine } = filters;
  const chosenStars = onlyStars === null ? String(leastStars) : `=${String(onlyStars)}`;
  const chooseStars = ({ target }: Event): void => {
    if (!(target instanceof HTMLSelectElement)) return;
    const only = target.value.startsWith('=') ? Number(target.value.slice(1)) : null;
    actions.filter({ onlyStars: only, leastStars: only === null ? Number(target.value) : 1 });
  };
  const offered = [...new Set([...filters.countries, ...countries])].sort((a, b) => a.localeCompare(b));
  const impact = l10n.t('Impact');
  return html`<div class="filters" role="group" aria-label=${l10n.t('Filters')}>
    <select class="field stars-filter" aria-label=${impact} title=${impact} @change=${chooseStars}>
      ${starChoices().map(([value, label]) => html`<option value=${value} .selected=${value === chosenStars}>${label}</option>`)}
    </select>
    ${checkMenu({
      name: l10n.t('Country'),
      all: l10n.t('All countries'),
      // The service's own words, without deceptive characters.
      choices: offered.map((value) => ({ value, label: visibleText(value) })),
      chosen: filters.countries,
      change: (chosen) => actions.filter({ countries: chosen }),
    })}
    ${
      canBeMine || onlyMine
        ? html`<button
            type="button"
            class="order mine-filter"
            title=${l10n.t('Only events for securities you hold and markets you hold them in')}
            aria-pressed=${String(onlyMine)}
            @click=${() => actions.filter({ onlyMine: !onlyMine })}
          >
            ${l10n.t('My Positions')}
          </button>`
        : nothing
    }
    ${iconButton('export', l10n.t('Export Events as CSV…'), () => actions.export('csv'))}
    ${iconButton('calendar', l10n.t('Save All as Calendar File…'), () => actions.export('ics'))}
  </div>`;
}

function starChoices(): readonly (readonly [value: string, label: string])[] {
  const atLeast = [4, 3, 2].map((least) => [String(least), l10n.t('{0} or higher', '★'.repeat(least))] as const);
  const exactly = [4, 3, 2, 1].map(
    (only) =>
      [
        `=${String(only)}`,
        l10n.t({ message: '{0} only', args: ['★'.repeat(only)], comment: ['{0} is a number of stars, such as "★★★".'] }),
      ] as const,
  );
  return [['1', l10n.t('Any impact')], ['5', '★★★★★'], ...atLeast, ...exactly];
}
