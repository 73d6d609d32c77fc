import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { visibleText } from '../../../domain/text/visibleText';
import { iconButton } from '../../shared/iconButton';
import type { Filters } from './filters';
import '../../shared/popOver';
import { listText } from '../../shared/texts/listText';
import type { PopOverButton } from '../../shared/popOver';

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

interface CheckMenu {
  readonly name: string;
  /** The label of the button while nothing is chosen. */
  readonly all: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly change: (chosen: readonly string[]) => void;
}

/** A button that opens a list of check boxes, any number of which may be chosen. */
function checkMenu({ name, all, choices, chosen, change }: CheckMenu): TemplateResult {
  const names = choices.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  const [only, another] = names;
  const label = only === undefined ? all : another === undefined ? only : l10n.t('{0}: {1}', name, names.length);
  const button: PopOverButton = {
    name: l10n.t('{0}: {1}', name, only === undefined ? all : listText(names)),
    tooltip: only === undefined ? name : listText(names),
    content: html`<span class="check-label">${label}</span><span class="codicon codicon-chevron-down" aria-hidden="true"></span>`,
    className: 'order check-button',
    isPressed: only !== undefined,
  };
  const toggle = (value: string): void => change(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  return html`<pop-over
    .button=${button}
    .content=${() =>
      html`<div class="check-menu" @keydown=${moveAmongBoxes}>
        ${choices.map(
          ({ value, label: text }) =>
            html`<label
              ><input type="checkbox" value=${value} .checked=${chosen.includes(value)} @change=${() => toggle(value)} />${text}</label
            >`,
        )}
      </div>`}
  ></pop-over>`;
}

function moveAmongBoxes(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.currentTarget instanceof Element)) return;
  const boxes = Array.from(event.currentTarget.querySelectorAll('input'));
  const at = boxes.findIndex((box) => box === document.activeElement);
  boxes[Math.min(boxes.length - 1, Math.max(0, at + step))]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
