import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { portfolioColumns } from '../../panel/portfolio/portfolioColumns';
import type { PortfolioColumnKey } from '../../panel/portfolio/portfolioColumns';
import { columnTitle } from './columns';
import { initialViewState } from './viewState';

interface ColumnPickerEvents {
  readonly change: (columns: readonly PortfolioColumnKey[]) => void;
  readonly close: () => void;
}

/** Which columns are shown, in which order. The symbol always stays first. */
export function columnPicker(chosen: readonly PortfolioColumnKey[], events: ColumnPickerEvents): TemplateResult {
  const rest = portfolioColumns.filter((key) => !chosen.includes(key));
  const toggle = (key: PortfolioColumnKey): void =>
    events.change(chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key]);
  const move = (key: PortfolioColumnKey, step: 1 | -1): void => {
    const at = chosen.indexOf(key);
    const others = chosen.filter((other) => other !== key);
    events.change([...others.slice(0, at + step), key, ...others.slice(at + step)]);
  };
  const row = (key: PortfolioColumnKey): TemplateResult => {
    const at = chosen.indexOf(key);
    const name = columnTitle(key);
    const moves = (direction: 'left' | 'right', step: 1 | -1, isPossible: boolean): TemplateResult =>
      html`<button
        type="button"
        class="icon-button codicon codicon-arrow-${direction === 'left' ? 'up' : 'down'}"
        aria-label=${direction === 'left' ? l10n.t('Move {0} left', name) : l10n.t('Move {0} right', name)}
        ?disabled=${!isPossible}
        @click=${() => move(key, step)}
      ></button>`;
    return html`<li>
      <label><input type="checkbox" .checked=${at >= 0} ?disabled=${key === 'symbol'} @change=${() => toggle(key)} />${name}</label>
      ${moves('left', -1, at > 1)}${moves('right', 1, at > 0 && at < chosen.length - 1)}
    </li>`;
  };
  return html`<div class="picker-outside" @click=${() => events.close()}></div>
    <div
      class="picker"
      role="dialog"
      aria-label=${l10n.t('Columns')}
      @keydown=${(event: KeyboardEvent) => (event.key === 'Escape' ? events.close() : undefined)}
    >
      <ul>
        ${[...chosen, ...rest].map(row)}
      </ul>
      <div class="picker-actions">
        <button type="button" class="button secondary" @click=${() => events.change(initialViewState.columns)}>
          ${l10n.t('Reset Columns')}
        </button>
        <button type="button" class="button" @click=${() => events.close()}>${l10n.t('Done')}</button>
      </div>
    </div>`;
}
