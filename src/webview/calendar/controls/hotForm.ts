import * as l10n from '@vscode/l10n';
import { basicDate, shiftDate } from '../../../domain/time/zones';
import { textField } from '../../shared/controls';
import { element, iconButton } from '../../shared/dom';
import { fromDateField, toDateField } from '../format';
import type { ViewState } from '../viewState';

export interface HotFormView {
  readonly root: HTMLElement;
  refresh(): void;
}

interface HotFormOptions {
  readonly state: ViewState;
  readonly zone: () => string;
  readonly now: () => number;
  /** The date changed. */
  readonly onDate: () => void;
  readonly onReload: () => void;
}

/** Date of the hot list: previous day, a date field, next day, today. Without a choice it follows today in the zone. */
export function createHotForm({ state, zone, now, onDate, onReload }: HotFormOptions): HotFormView {
  const today = (): string => basicDate(zone(), now());
  const choose = (date: string | null): void => {
    state.hotDate = date === today() ? null : date;
    problem.textContent = '';
    field.invalid = false;
    refresh();
    onDate();
  };
  const shift = (days: number) => (): void => choose(shiftDate(state.hotDate ?? today(), days) ?? null);
  const field = textField(l10n.t('Date'), 'date', 'date');
  field.addEventListener('change', () => {
    const date = fromDateField(field.value);
    field.invalid = date === undefined;
    problem.textContent = date === undefined ? l10n.t('Select a date.') : '';
    if (date !== undefined) choose(date);
  });
  const todayButton = element('button', { class: 'order', text: l10n.t('Today'), attributes: { type: 'button' } });
  todayButton.addEventListener('click', () => choose(null));
  const problem = element('div', { class: 'field-problem', attributes: { role: 'alert' } });
  const root = element(
    'div',
    { class: 'form', attributes: { role: 'group', 'aria-label': l10n.t('Date') } },
    iconButton('chevron-left', l10n.t('Previous day'), shift(-1)),
    field,
    iconButton('chevron-right', l10n.t('Next day'), shift(1)),
    todayButton,
    iconButton('refresh', l10n.t('Refresh'), onReload),
    problem,
  );
  function refresh(): void {
    const value = toDateField(state.hotDate ?? today());
    if (field.value !== value) field.value = value;
    todayButton.setAttribute('aria-pressed', String(state.hotDate === null || state.hotDate === today()));
  }
  refresh();
  return { root, refresh };
}
