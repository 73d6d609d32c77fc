import * as l10n from '@vscode/l10n';
import { dayOfDate } from '../../../domain/time/zones';
import type { WeekDay } from '../../../panel/calendar/calendarProtocol';
import { element, setAttribute } from '../../shared/dom';
import type { Formats } from '../format';

export interface WeekStripView {
  readonly root: HTMLElement;
  /** @param selected - `yyyyMMdd` of the day whose hot list is shown; null where none is. */
  show(days: readonly WeekDay[], selected: string | null, today: number): void;
}

/** The next days with the number of their important releases. One tab stop; arrow keys move, a press goes to the day. */
export function createWeekStrip(formats: Formats, onDay: (date: string) => void): WeekStripView {
  const root = element('div', { class: 'week', attributes: { role: 'toolbar', 'aria-label': l10n.t('Next 7 days') } });
  let buttons: readonly HTMLButtonElement[] = [];
  let current = 0;
  const makeCurrent = (at: number): void => {
    current = Math.min(Math.max(0, at), buttons.length - 1);
    buttons.forEach((button, index) => (button.tabIndex = index === current ? 0 : -1));
  };
  root.addEventListener('keydown', (event) => {
    const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    makeCurrent(to);
    buttons[current]?.focus();
  });
  return {
    root,
    show: (days, selected, today) => {
      root.hidden = days.length === 0;
      if (buttons.length !== days.length) {
        buttons = days.map((_, index) => {
          const button = element('button', { class: 'week-day', attributes: { type: 'button' } });
          button.addEventListener('focus', () => makeCurrent(index));
          button.addEventListener('click', () => {
            const { date } = button.dataset;
            if (date !== undefined) onDay(date);
          });
          return button;
        });
        root.replaceChildren(...buttons);
        makeCurrent(0);
      }
      days.forEach((day, index) => {
        const button = buttons[index];
        const number = dayOfDate(day.date);
        if (button !== undefined && number !== undefined) draw(button, day, number, { selected, today });
      });
    },
  };

  function draw(
    button: HTMLElement,
    { date, count }: WeekDay,
    day: number,
    { selected, today }: { readonly selected: string | null; readonly today: number },
  ): void {
    const releases =
      count === null
        ? l10n.t('not loaded')
        : count === 1
          ? l10n.t('1 high-impact release', count)
          : l10n.t('{0} high-impact releases', count);
    const key = `${date} ${String(count)} ${String(selected === date)} ${String(today)}`;
    if (button.dataset['key'] === key) return;
    button.dataset['key'] = key;
    button.dataset['date'] = date;
    button.title = `${formats.day(day, today)}\n${releases}`;
    setAttribute(button, 'aria-pressed', String(selected === date));
    button.classList.toggle('is-today', day === today);
    button.classList.toggle('is-empty', count === 0);
    button.replaceChildren(
      element('span', { class: 'week-name', text: formats.shortDay(day) }),
      element('span', { class: 'week-count', text: count === null ? '…' : String(count) }),
      element('span', { class: 'sr-only', text: ` ${formats.day(day, today)}: ${releases}` }),
    );
  }
}
