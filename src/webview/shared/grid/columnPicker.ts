import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { iconButton } from '../iconButton';

interface ColumnChoice<K extends string> {
  readonly all: readonly K[];
  readonly chosen: readonly K[];
  /** The initial columns of a page; the first of them always stays first. */
  readonly initial: readonly K[];
  readonly titleOf: (key: K) => string;
  readonly change: (columns: readonly K[]) => void;
  readonly close: () => void;
}

/** Lets the user choose which columns of a grid are shown, and their order. */
export function columnPicker<K extends string>(choice: ColumnChoice<K>): TemplateResult {
  const { all, chosen, initial, change, close } = choice;
  const rest = all.filter((key) => !chosen.includes(key));
  const toggle = (key: K): void => change(chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key]);
  const move = (key: K, step: 1 | -1): void => {
    const at = chosen.indexOf(key);
    const others = chosen.filter((other) => other !== key);
    change([...others.slice(0, at + step), key, ...others.slice(at + step)]);
  };
  const row = (key: K): TemplateResult => {
    const at = chosen.indexOf(key);
    const name = choice.titleOf(key);
    const moves = (direction: 'left' | 'right', step: 1 | -1, isPossible: boolean): TemplateResult =>
      html`<button
        type="button"
        class="icon-button codicon codicon-arrow-${direction === 'left' ? 'up' : 'down'}"
        aria-label=${direction === 'left' ? l10n.t('Move {0} left', name) : l10n.t('Move {0} right', name)}
        ?disabled=${!isPossible}
        @click=${() => move(key, step)}
      ></button>`;
    return html`<li>
      <label><input type="checkbox" .checked=${at >= 0} ?disabled=${key === initial[0]} @change=${() => toggle(key)} />${name}</label>
      ${moves('left', -1, at > 1)}${moves('right', 1, at > 0 && at < chosen.length - 1)}
    </li>`;
  };
  return html`<div class="picker-outside" @click=${() => close()}></div>
    <div
      class="picker"
      role="dialog"
      aria-label=${columnsTitle()}
      @keydown=${(event: KeyboardEvent) => (event.key === 'Escape' ? close() : undefined)}
    >
      <ul>
        ${[...chosen, ...rest].map(row)}
      </ul>
      <div class="picker-actions">
        <button type="button" class="button secondary" @click=${() => change(initial)}>${l10n.t('Reset Columns')}</button>
        <button type="button" class="button" @click=${() => close()}>${l10n.t('Done')}</button>
      </div>
    </div>`;
}

/** The button that opens {@link columnPicker}. */
export function columnsButton(isPressed: boolean, toggle: () => void): TemplateResult {
  return iconButton('settings', columnsTitle(), toggle, { isPressed, className: 'pick-columns' });
}

function columnsTitle(): string {
  return l10n.t('Columns');
}
