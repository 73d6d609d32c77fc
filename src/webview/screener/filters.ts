import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { boundOf, isScreenField, screenFields } from '../../domain/plates/screen';
import type { Screen, ScreenColumn, ScreenRange } from '../../domain/plates/screen';
import { iconButton } from '../shared/iconButton';
import { listText } from '../shared/texts/listText';
import { columnTitle } from './columns';

interface FilterEvents {
  readonly change: (change: Partial<Screen>) => void;
  readonly toGrid: () => void;
}

/** The filters: words, and a range of each field that was added. @param offered - Columns of which a constituent has a value. */
export function filterBar({ text, ranges, columns }: Screen, offered: ReadonlySet<ScreenColumn>, events: FilterEvents): TemplateResult {
  const unused = screenFields.filter((field) => offered.has(field) && ranges.every((range) => range.field !== field));
  const add = ({ target }: Event): void => {
    if (!(target instanceof HTMLSelectElement) || !isScreenField(target.value)) return;
    const [field, bar] = [target.value, target.closest('.filters')];
    target.value = '';
    // Without its column, nobody sees by what the rows were chosen.
    events.change({ ranges: [...ranges, { field, min: '', max: '' }], columns: [...new Set([...columns, field])] });
    // Drawn with the next frame.
    requestAnimationFrame(() => setTimeout(() => bar?.querySelector<HTMLElement>(`[data-field=${field}] input`)?.focus()));
  };
  return html`<div class="filters">
    <input
      class="field filter"
      type="search"
      aria-label=${l10n.t('Filter by symbol or name')}
      placeholder=${l10n.t('Filter by symbol or name')}
      maxlength="200"
      .value=${text}
      @input=${({ target }: InputEvent) => (target instanceof HTMLInputElement ? events.change({ text: target.value }) : undefined)}
      @keydown=${({ key }: KeyboardEvent) => (key === 'ArrowDown' ? events.toGrid() : undefined)}
    />
    <select
      class="field add-filter"
      aria-label=${l10n.t('Add Filter')}
      title=${l10n.t('Add Filter')}
      ?disabled=${unused.length === 0}
      @change=${add}
    >
      <option value="" selected>${l10n.t('Add Filter')}</option>
      ${unused.map((field) => html`<option value=${field}>${columnTitle(field)}</option>`)}
    </select>
    ${ranges.map((range) => rangeFields(range, ranges, events))} ${problem(ranges)}
  </div>`;
}

function rangeFields(range: ScreenRange, ranges: readonly ScreenRange[], events: FilterEvents): TemplateResult {
  const { field } = range;
  const title = columnTitle(field);
  const end = (key: 'min' | 'max', name: string, placeholder: string): TemplateResult =>
    html`<input
      class="field bound"
      type="text"
      inputmode="decimal"
      autocomplete="off"
      spellcheck="false"
      maxlength="40"
      aria-label=${name}
      title=${name}
      placeholder=${placeholder}
      aria-invalid=${boundOf(range[key], field).kind === 'wrong' ? 'true' : nothing}
      .value=${range[key]}
      @input=${({ target }: InputEvent) => {
        if (!(target instanceof HTMLInputElement)) return;
        const { value } = target;
        events.change({ ranges: ranges.map((other) => (other === range ? { ...range, [key]: value } : other)) });
      }}
      @keydown=${({ key: pressed }: KeyboardEvent) => (pressed === 'ArrowDown' ? events.toGrid() : undefined)}
    />`;
  return html`<span class="range" role="group" aria-label=${title} data-field=${field}>
    <span class="range-name">${title}</span>
    ${end('min', l10n.t('{0}: at least', title), l10n.t({ message: 'Min', comment: ['In an empty field: the least value.'] }))}
    <span aria-hidden="true">–</span>
    ${end('max', l10n.t('{0}: at most', title), l10n.t({ message: 'Max', comment: ['In an empty field: the greatest value.'] }))}
    ${iconButton('close', l10n.t('Remove the filter on {0}', title), () => events.change({ ranges: ranges.filter((other) => other !== range) }))}
  </span>`;
}

/** What does not restrict anything, because it is no number. */
function problem(ranges: readonly ScreenRange[]): TemplateResult | typeof nothing {
  const wrong = ranges.filter(({ field, min, max }) => [min, max].some((bound) => boundOf(bound, field).kind === 'wrong'));
  if (wrong.length === 0) return nothing;
  const names = wrong.map(({ field }) => columnTitle(field));
  return html`<p class="range-problem" role="status">
    ${l10n.t('Not a number, so not filtered by: {0}. Examples: 10, 2.5M, 1B, of percentages 5%.', listText(names))}
  </p>`;
}
