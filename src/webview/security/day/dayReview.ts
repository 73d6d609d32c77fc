import { tabbedLines } from '../../../domain/text/csv';
import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { axisPlaces } from '../../../domain/security/day/dayAxis';
import type { AxisPlace } from '../../../domain/security/day/dayAxis';
import { marksOfBars } from '../../../domain/security/fillMarks';
import type { DayBarsView, DayEventView, DayReviewView, DaySumView, ReviewStep } from '../../../panel/security/dayProtocol';
import type { BarView, Part, SecuritySettings } from '../../../panel/security/securityProtocol';
import type { GridEvents, GridPlace } from '../../shared/grid/gridView';
import { iconButton } from '../../shared/iconButton';
import { PageElement } from '../../shared/pageElement';
import { kindBadge } from '../../shared/texts/positionTexts';
import { timeText } from '../../shared/texts/times';
import { CandleChart } from '../chart/candleChart';
import { chartKeys } from '../chart/chartKeys';
import { chartPlaceholder } from '../chart/chartPlaceholder';
import { readTheme } from '../chart/chartTheme';
import { barLegend } from '../chart/legend';
import { DayMarks } from './dayMarks';
import '../../shared/grid/dataGrid';
import type { GridColumn } from '../../shared/grid/column';

export interface DayReviewEvents {
  readonly go: (to: ReviewStep) => void;
  readonly refresh: () => void;
  readonly copy: (text: string) => void;
}

/** Number of lines to show above one that was selected in the chart. */
const linesAbove = 2;
const rowHeight = 26;

/** One day of a security: its events, on a chart and in a table, and their totals. */
export class DayReviewPart extends PageElement {
  @property({ attribute: false }) declare view: DayReviewView;
  @property({ attribute: false }) declare bars: Part<DayBarsView>;
  @property({ attribute: false }) declare settings: SecuritySettings;
  @property({ attribute: false }) declare events: DayReviewEvents;
  @state() private selected: string | undefined;
  @state() private pointed: BarView | undefined;

  #chart: CandleChart | undefined;
  #marks: DayMarks | undefined;
  #places: readonly AxisPlace[] = [];
  #gridPlace: GridPlace | undefined;
  /** The day whose beginning was shown, and whether that was an order or a fill. */
  #begun = '';
  /** Places on the axis: while they stay the same, the chart keeps its scroll position. */
  #count = 0;
  #observer: MutationObserver | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#drop();
  }

  protected override firstUpdated(): void {
    this.querySelector<HTMLElement>('.day-title')?.focus();
  }

  protected override willUpdate(changed: PropertyValues<DayReviewPart>): void {
    const { bars, view } = this;
    if (changed.has('bars')) this.pointed = undefined;
    if (changed.has('view') && changed.get('view') !== undefined && changed.get('view')?.date !== view.date) this.selected = undefined;
    this.#begin();
    const { length, bars: shown } = bars.kind === 'ready' ? bars.value : { length: 60, bars: [] };
    this.#places = axisPlaces(
      view.events.map(({ time }) => time),
      shown,
      length,
    );
  }

  /** A day begins with its first order or fill in sight, today without one with what comes next. */
  #begin(): void {
    const { date, today, events } = this.view;
    const last = this.bars.kind === 'ready' ? this.bars.value.bars.at(-1)?.time : undefined;
    const own = events.findIndex(isOwn);
    const next = date === today && last !== undefined ? events.findIndex(({ time }) => time > last) : -1;
    const at = own >= 0 ? own : next;
    if (at < 0 || this.selected !== undefined || this.#begun === `${date} ${String(own >= 0)}`) return;
    this.#begun = `${date} ${String(own >= 0)}`;
    this.#gridPlace = { kind: 'top', top: Math.max(0, at - linesAbove) * rowHeight };
  }

  protected override updated(changed: PropertyValues): void {
    const canvas = this.querySelector<HTMLElement>('.canvas');
    if (canvas === null) this.#drop();
    else if (this.#chart === undefined) this.#draw(canvas);
    else if (changed.has('bars') || changed.has('view')) this.#show();
    if (changed.has('settings')) this.#dress();
    if (changed.has('selected') || changed.has('view')) this.#marks?.select(this.#selectedTime);
  }

  protected override render(): TemplateResult {
    const { view, bars, events } = this;
    const hasChart = bars.kind === 'ready' && (bars.value.bars.length > 0 || view.events.length > 0);
    return html`<section class="day" aria-labelledby="day-title" @keydown=${this.#key}>
      ${this.#head()}
      <div class="day-totals">${view.sums.map((sum) => this.#sum(sum))}</div>
      ${view.missing.map(
        (text) =>
          html`<p class="hint warning day-line" role="alert">
            ${text} <button type="button" class="link-button" @click=${events.refresh}>${l10n.t('Try Again')}</button>
          </p>`,
      )}
      <div class="legend" aria-live="polite">${this.#legend()}</div>
      <div class="plot">${hasChart ? this.#picture() : chartPlaceholder(bars, events.refresh)}</div>
      ${this.#table()}
      <p class="notes">${this.#notes().join(' · ')}</p>
    </section>`;
  }

  #head(): TemplateResult {
    const { view, events } = this;
    const step = (date: string | null, icon: string, name: string, key: string): TemplateResult =>
      iconButton(icon, l10n.t('{0} ({1})', name, key), () => this.#go(date), { isDisabled: date === null });
    const pick = ({ target }: Event): void => {
      if (target instanceof HTMLInputElement && target.value !== '') this.#go(target.value);
    };
    return html`<div class="day-head">
      <h2 id="day-title" class="day-title" tabindex="-1">${l10n.t('Day Review')}</h2>
      ${step(view.earlier, 'chevron-left', l10n.t('Previous trading day'), 'P')}
      <input class="field" type="date" aria-label=${l10n.t('Day to review')} .value=${view.date} max=${view.today} @change=${pick} />
      ${step(view.later, 'chevron-right', l10n.t('Next trading day'), 'N')}
      <span class="note">${[view.zone, view.session].filter((text) => text !== '').join(' · ')}</span>
      <span class="note" role="status">${view.isLoading ? l10n.t('Loading…') : ''}</span>
      <span class="spring"></span>
      ${iconButton('close', l10n.t('Close Day Review'), () => events.go('close'))}
    </div>`;
  }

  #sum({ kind, facts }: DaySumView): TemplateResult {
    return html`<div class="day-sums">
      ${kindBadge(kind, this.settings.isSandbox)}
      <dl>
        ${facts.map(
          ([name, value]) =>
            html`<div class="fact">
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
    </div>`;
  }

  #picture(): TemplateResult {
    const { view } = this;
    return html`<div
      class="canvas"
      tabindex="0"
      role="application"
      aria-label=${l10n.t('Chart of {0}', view.date)}
      aria-description=${l10n.t(
        'Shift+Left and Shift+Right move the crosshair, Enter selects the event there in the table, + and − zoom, 0 shows the whole day.',
      )}
      @blur=${() => this.#chart?.unpoint()}
    ></div>`;
  }

  /** The selected event, or the bar under the crosshair with the events in it. */
  #legend(): TemplateResult {
    const { bars, pointed, view } = this;
    const shown = bars.kind === 'ready' ? bars.value.bars : [];
    const selected = view.events.filter(({ id }) => id === this.selected);
    const there =
      pointed === undefined ? [] : view.events.filter(({ id }, at) => this.#places[at]?.time === pointed.time && id !== this.selected);
    return html`${selected.map((event) => html`<strong>${eventText(event)}</strong>`)}
    ${pointed === undefined ? nothing : barLegend({ bar: pointed, before: shown[shown.indexOf(pointed) - 1], isIntraday: true, indicators: [], fills: [] })}
    ${there.map((event) => html`<span>${eventText(event)}</span>`)}`;
  }

  #table(): TemplateResult {
    const { view, settings } = this;
    if (view.events.length === 0)
      return html`<p class="hint day-line">
        ${view.isLoading ? l10n.t('Loading…') : l10n.t('Nothing on this day in the lists that could be read.')}
      </p>`;
    return dayTable({ events: view.events, isSandbox: settings.isSandbox, place: this.#gridPlace, on: this.#tableEvents });
  }

  #notes(): readonly string[] {
    const { bars, view } = this;
    const shown = bars.kind === 'ready' ? bars.value.bars : [];
    const [first, last] = [shown[0], shown.at(-1)];
    const range =
      first === undefined || last === undefined
        ? ''
        : l10n.t(
            'Bars: {0}, {1} to {2}',
            shown.length,
            timeText(first.time * 1000, 'UTC', 'time'),
            timeText(last.time * 1000, 'UTC', 'time'),
          );
    return [range, bars.kind === 'ready' ? bars.problem : '', ...view.notes].filter((text) => text !== '');
  }

  readonly #tableEvents: GridEvents<DayEventView> = {
    active: (event) => (this.selected = event?.id),
    copy: (events) => this.events.copy(dayText(events)),
    key: (key) => this.#step(key),
  };

  get #selectedTime(): number | undefined {
    return this.#places[this.view.events.findIndex(({ id }) => id === this.selected)]?.time;
  }

  #go(date: string | null): void {
    if (date !== null && date !== this.view.date) this.events.go(date);
  }

  /** @returns false if the key has no meaning. */
  #step(key: string): boolean {
    const letter = key.toLowerCase();
    if (letter !== 'p' && letter !== 'n') return false;
    this.#go(letter === 'p' ? this.view.earlier : this.view.later);
    return true;
  }

  readonly #key = (event: KeyboardEvent): void => {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target instanceof HTMLInputElement) return;
    const chart = this.#chart;
    const isOnChart = chart !== undefined && target instanceof HTMLElement && target.classList.contains('canvas');
    const keys = isOnChart ? { ...chartKeys(chart, event.shiftKey), Enter: () => this.#selectAt(this.pointed?.time) } : {};
    const run = Object.hasOwn(keys, key) ? (keys as Readonly<Record<string, () => void>>)[key] : undefined;
    if (run !== undefined) run();
    else if (!this.#step(key)) return;
    event.preventDefault();
  };

  /** Selects the event at a place of the axis, or the nearest one. */
  #selectAt(time: number | undefined): void {
    if (time === undefined) return;
    const distance = (at: number): number => Math.abs((this.#places[at]?.time ?? Infinity) - time);
    const nearest = this.view.events.reduce((best, _, at) => (distance(at) < distance(best) ? at : best), 0);
    const id = this.view.events[nearest]?.id;
    if (id === undefined) return;
    this.selected = id;
    this.#gridPlace = { kind: 'line', id, above: linesAbove };
    this.requestUpdate();
  }

  #draw(canvas: HTMLElement): void {
    const theme = readTheme(this.settings.direction);
    const chart = new CandleChart(
      canvas,
      theme,
      { point: (bar) => (this.pointed = bar), nearStart: () => undefined, moved: () => undefined },
      'all',
    );
    this.#chart = chart;
    chart.setIntraday(true);
    this.#marks = chart.drawOn((api, candles) => new DayMarks(api, candles, theme, (time) => this.#selectAt(time)));
    this.#show();
    // The editor sets its theme on these two elements.
    this.#observer = new MutationObserver(() => this.#dress());
    this.#observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
    this.#observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  }

  #show(): void {
    const bars = this.bars.kind === 'ready' ? this.bars.value.bars : [];
    const { events } = this.view;
    const placed = events.flatMap((event, at) => {
      const place = this.#places[at];
      return place === undefined ? [] : [{ event, ...place }];
    });
    const isArrow = ({ event, hasBar }: (typeof placed)[number]): boolean => event.isBuy !== undefined && hasBar;
    this.#marks?.show(
      placed
        .filter((each) => !isArrow(each) && each.event.isUndone !== true)
        .map(({ time, event: { kind, side } }) => ({ time, kind, ...(side === undefined ? {} : { side }) })),
      [...new Set(placed.map(({ time }) => time))].toSorted((one, other) => one - other),
    );
    this.#chart?.show(bars, { kind: 'all' });
    const fills = placed.filter(isArrow).map(({ time, event }) => ({
      ...{ time, isBuy: event.isBuy === true, isPaper: event.accountKind === 'simulated', text: event.figures },
    }));
    this.#chart?.setMarks(marksOfBars(fills, bars));
    const count = bars.length + placed.filter(({ hasBar }) => !hasBar).length;
    if (count !== this.#count) {
      const times = [...new Set([...bars, ...placed].map(({ time }) => time))].toSorted((one, other) => one - other);
      const first = placed.find(({ event }) => isOwn(event))?.time ?? bars.at(-1)?.time;
      this.#chart?.frame(times.length, first === undefined ? undefined : times.indexOf(first));
    }
    this.#count = count;
  }

  #dress(): void {
    const theme = readTheme(this.settings.direction);
    this.#chart?.setTheme(theme);
    this.#marks?.setTheme(theme);
    if (this.#chart !== undefined) this.#show();
  }

  #drop(): void {
    this.#observer?.disconnect();
    this.#chart?.dispose();
    [this.#chart, this.#marks, this.#count] = [undefined, undefined, 0];
  }
}

/** What the user did, other than a release. */
function isOwn({ kind }: DayEventView): boolean {
  return kind !== 'released';
}

function eventText({ clock, what, figures }: DayEventView): string {
  return [clock, what, figures].filter((text) => text !== '').join(' · ');
}

customElements.define('day-review', DayReviewPart);

interface DayTable {
  readonly events: readonly DayEventView[];
  readonly isSandbox: boolean;
  readonly place: GridPlace | undefined;
  readonly on: GridEvents<DayEventView>;
}

/** The column of accounts takes no space as long as no event is of one. */
function columns(events: readonly DayEventView[], isSandbox: boolean): readonly GridColumn<DayEventView>[] {
  const account: GridColumn<DayEventView> = {
    ...{ key: 'account', title: l10n.t('Account'), kind: 'text', width: 120, grow: 1 },
    cell: ({ account: name, accountKind }) =>
      accountKind === undefined
        ? ''
        : html`<span class="marked">${kindBadge(accountKind, isSandbox)} <span class="marked-name">${name}</span></span>`,
  };
  return [
    { key: 'clock', title: l10n.t('Time'), kind: 'text', width: 76, grow: 0, cell: ({ clock }) => clock },
    { key: 'what', title: l10n.t('Event'), kind: 'text', width: 150, grow: 2, cell: ({ what }) => what },
    { key: 'figures', title: l10n.t('Figures'), kind: 'text', width: 180, grow: 3, cell: ({ figures }) => figures },
    ...(events.some(({ accountKind }) => accountKind !== undefined) ? [account] : []),
  ];
}

/** The events of a day in order of time: the same as on the chart. */
function dayTable({ events, isSandbox, place, on }: DayTable): TemplateResult {
  const view = {
    columns: columns(events, isSandbox),
    items: events.map((row) => ({ kind: 'row', id: row.id, row }) as const),
    label: l10n.t('Events of the day: {0}', events.length),
    keyboardHelp: l10n.t(
      'Arrow keys move and show the event on the chart, Ctrl+C copies, P and N go to the previous and next trading day.',
    ),
    rowHeight,
    rowLook: ({ kind, isUndone = false }: DayEventView) => (kind === 'released' ? 'release' : isUndone ? 'undone' : ''),
    place,
  };
  return html`<market-grid class="day-events" .view=${view} .events=${on}></market-grid>`;
}

/** Lines as tab-separated text with their header. */
function dayText(events: readonly DayEventView[]): string {
  const header = [l10n.t('Time'), l10n.t('Event'), l10n.t('Figures'), l10n.t('Account')];
  return tabbedLines([header, ...events.map(({ clock, what, figures, account }) => [clock, what, figures, account])]);
}
