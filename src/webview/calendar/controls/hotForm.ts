import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { shiftDate } from '../../../domain/time/zones';
import { iconButton } from '../../shared/iconButton';
import { fromDateField, toDateField } from '../format';

interface HotFormState {
  /** `yyyyMMdd`; null follows today. */
  readonly date: string | null;
  readonly today: string;
  /** The typed text is not a date. */
  readonly isInvalid: boolean;
}

export interface HotFormActions {
  /** `yyyyMMdd`; null follows today. */
  readonly chooseDate: (date: string | null) => void;
  readonly invalidDate: () => void;
  readonly refresh: () => void;
}

/** Date of the hot list: previous day, a date field, next day, today. Without a choice it follows today in the zone. */
export function hotForm({ date, today, isInvalid }: HotFormState, actions: HotFormActions): TemplateResult {
  const choose = (chosen: string | null): void => actions.chooseDate(chosen === today ? null : chosen);
  const shift = (days: number) => (): void => choose(shiftDate(date ?? today, days) ?? null);
  const changed = ({ target }: Event): void => {
    const typed = target instanceof HTMLInputElement ? fromDateField(target.value) : undefined;
    if (typed === undefined) actions.invalidDate();
    else choose(typed);
  };
  return html`<div class="form" role="group" aria-label=${l10n.t('Date')}>
    ${iconButton('chevron-left', l10n.t('Previous day'), shift(-1))}
    <input
      class="field date"
      type="date"
      aria-label=${l10n.t('Date')}
      aria-invalid=${String(isInvalid)}
      .value=${isInvalid ? '' : toDateField(date ?? today)}
      @change=${changed}
    />
    ${iconButton('chevron-right', l10n.t('Next day'), shift(1))}
    <button type="button" class="order" aria-pressed=${String(date === null || date === today)} @click=${() => choose(null)}>
      ${l10n.t('Today')}
    </button>
    ${iconButton('refresh', l10n.t('Refresh'), actions.refresh)}
    <div class="field-problem" role="alert">${isInvalid ? l10n.t('Select a date.') : ''}</div>
  </div>`;
}
