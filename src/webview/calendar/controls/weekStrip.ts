import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { dayOfDate } from '../../../domain/time/zones';
import type { WeekDay } from '../../../panel/calendar/calendarProtocol';
import { PageElement } from '../../shared/pageElement';
import type { Formats } from '../format';

/** The next days with the number of their important releases, or of the events that a search found. One tab stop; arrow keys move, a press opens the day. */
export class WeekStrip extends PageElement {
  @property({ attribute: false }) days: readonly WeekDay[] = [];
  /** `yyyyMMdd` of the day whose hot list is shown; null if none is. */
  @property({ attribute: false }) selected: string | null = null;
  @property({ attribute: false }) counted: 'releases' | 'events' = 'releases';
  @property({ attribute: false }) today = 0;
  @property({ attribute: false }) formats: Pick<Formats, 'day' | 'shortDay'> | undefined;
  @property({ attribute: false }) choose: (date: string) => void = () => undefined;
  /** The day that Tab focuses. */
  @state() private current = 0;

  protected override render(): TemplateResult {
    return html`<div
      class="week"
      role="toolbar"
      aria-label=${l10n.t('Next 7 days')}
      ?hidden=${this.days.length === 0}
      @keydown=${this.#key}
    >
      ${this.days.map((day, at) => this.#button(day, at))}
    </div>`;
  }

  #button({ date, count }: WeekDay, at: number): TemplateResult {
    const day = dayOfDate(date) ?? 0;
    const name = this.formats?.day(day, this.today) ?? '';
    const releases = this.counted === 'events' ? eventsText(count) : releasesText(count);
    return html`<button
      type="button"
      class="week-day ${day === this.today ? 'is-today' : ''} ${count === 0 ? 'is-empty' : ''}"
      title="${name}&#10;${releases}"
      aria-pressed=${String(this.selected === date)}
      tabindex=${at === Math.min(this.current, this.days.length - 1) ? 0 : -1}
      @focus=${() => (this.current = at)}
      @click=${() => this.choose(date)}
    >
      <span class="week-name">${this.formats?.shortDay(day) ?? ''}</span><span class="week-count">${countText(count, this.counted)}</span
      ><span class="sr-only"> ${name}: ${releases}</span>
    </button>`;
  }

  readonly #key = (event: KeyboardEvent): void => {
    const last = this.days.length - 1;
    const to = { ArrowLeft: this.current - 1, ArrowRight: this.current + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.querySelectorAll<HTMLElement>('.week-day')[Math.min(Math.max(0, to), last)]?.focus();
  };
}

/** The hits of a search have a word: a number alone is known as that of releases. */
function countText(count: number | null, counted: WeekStrip['counted']): string {
  if (count === null) return '…';
  if (counted === 'releases') return String(count);
  return count === 1
    ? l10n.t({ message: '1 hit', comment: ['Of a search, on one day; little room.'] })
    : l10n.t({ message: '{0} hits', args: [count], comment: ['Of a search, on one day; little room.'] });
}

function eventsText(count: number | null): string {
  if (count === null) return l10n.t('not loaded');
  return count === 1 ? l10n.t('1 event found') : l10n.t('{0} events found', count);
}

function releasesText(count: number | null): string {
  if (count === null) return l10n.t('not loaded');
  return count === 1 ? l10n.t('1 high-impact release') : l10n.t('{0} high-impact releases', count);
}

customElements.define('week-strip', WeekStrip);
