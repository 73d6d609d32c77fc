import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { SavedScreen } from '../../domain/plates/screen';
import { visibleText } from '../../domain/text/visibleText';
import type { PlateView } from '../../panel/screener/screenerProtocol';
import { columnsButton } from '../shared/grid/columnPicker';
import { iconButton } from '../shared/iconButton';
import { isSameScreen } from './viewState';
import type { ScreenerViewState } from './viewState';

interface ToolbarState {
  readonly view: ScreenerViewState;
  readonly screens: readonly SavedScreen[];
  readonly plate: PlateView | null;
  readonly plates: readonly PlateView[];
  readonly picksColumns: boolean;
  /** There is a plate, and somebody is signed in. */
  readonly isReady: boolean;
}

interface ToolbarEvents {
  readonly choosePlate: (plateId: string) => void;
  readonly chooseScreen: (name: string) => void;
  readonly save: () => void;
  readonly rename: () => void;
  readonly remove: () => void;
  readonly pickColumns: () => void;
  readonly export: () => void;
  readonly refresh: () => void;
}

/** The head of the page: the plate, the saved screens, and the actions on the whole table. */
export function toolbar({ view, screens, plate, plates, picksColumns, isReady }: ToolbarState, events: ToolbarEvents): TemplateResult {
  const valueOf = ({ target }: Event): string => (target instanceof HTMLSelectElement ? target.value : '');
  const chosen = screens.find(({ name }) => name === view.chosen);
  const title = l10n.t('Saved screens');
  const nameOf = ({ name }: SavedScreen): string =>
    chosen?.name !== name || isSameScreen(chosen, view) ? visibleText(name) : l10n.t('{0} (changed)', visibleText(name));
  const options = { isDisabled: chosen === undefined };
  return html`<header class="top">
    <h1>${l10n.t('Screener')}</h1>
    ${
      plates.length < 2
        ? html`<span class="plate">${visibleText(plate?.name ?? '')}</span>`
        : html`<select
            class="field plates"
            aria-label=${l10n.t('Plate')}
            title=${l10n.t('Plate')}
            @change=${(event: Event) => events.choosePlate(valueOf(event))}
          >
            ${plate === null ? html`<option value="" selected></option>` : nothing}
            ${plates.map(({ id, name }) => html`<option value=${id} .selected=${id === plate?.id}>${visibleText(name)}</option>`)}
          </select>`
    }
    <span class="spring"></span>
    ${
      isReady
        ? html`<select
              class="field screens"
              aria-label=${title}
              title=${title}
              ?disabled=${screens.length === 0}
              @change=${(event: Event) => events.chooseScreen(valueOf(event))}
            >
              <option value="" .selected=${chosen === undefined}>
                ${screens.length === 0 ? l10n.t('No saved screens') : l10n.t('Saved screens…')}
              </option>
              ${screens.map((screen) => html`<option value=${screen.name} .selected=${screen === chosen}>${nameOf(screen)}</option>`)}
            </select>
            ${iconButton('save', l10n.t('Save Screen…'), events.save)}
            ${iconButton('edit', l10n.t('Rename Screen…'), events.rename, options)}
            ${iconButton('trash', l10n.t('Delete Screen'), events.remove, options)} ${columnsButton(picksColumns, events.pickColumns)}
            ${iconButton('export', l10n.t('Export Rows as CSV…'), events.export)}
            ${iconButton('refresh', l10n.t('Refresh'), events.refresh)}`
        : nothing
    }
  </header>`;
}
