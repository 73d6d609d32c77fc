import { html, nothing, svg } from 'lit';
import type { SVGTemplateResult, TemplateResult } from 'lit';
import { withUnit } from '../../domain/calendar/calendarText';
import { countSurprises } from '../../domain/calendar/indicatorHistory';
import { indicatorName } from '../../domain/calendar/indicatorName';
import { hasValue } from '../../domain/calendar/surprise';
import { plainText } from '../../domain/text/segments';
import { visibleText } from '../../domain/text/visibleText';
import { wallDateTime } from '../../domain/time/zones';
import type { SessionView } from '../../panel/calendar/calendarProtocol';
import type { HistoryAction, HistoryData, ToHistoryHost, ToHistoryPage } from '../../panel/history/historyProtocol';
import type { HistoryStrings } from '../../panel/history/historyStrings';
import type { Handlers } from '../../panel/platform/messages';
import type { Host } from '../shared/host';
import { placeholder, signedOutPlaceholder } from '../shared/placeholder';
import { fill } from '../shared/texts';
import { PageElement } from '../shared/pageElement';
import { historyChart } from './chart';
import type { SeriesName } from './chart';
import { readReleases } from './releases';
import type { Release } from './releases';
import { releaseTable, releaseText } from './table';

const everySeries: readonly SeriesName[] = ['actual', 'forecast', 'previous'];
const chartHeight = 260;
const firstWidth = 800;
const emptyData: HistoryData = { indicator: null, past: [], next: null, phase: 'idle', keyword: '', read: 0, missing: '' };

/** The history page: where an indicator comes from, as a chart and as a table. */
export class HistoryPage extends PageElement {
  declare private data: HistoryData;
  declare private session: SessionView;
  declare private zone: string;
  declare private series: readonly SeriesName[];
  /** The release under the pointer in the chart, and the current one of the table. */
  declare private pointedId: string | undefined;
  declare private currentId: string | undefined;
  declare private width: number;
  declare private hasStarted: boolean;

  static override readonly properties = {
    data: { state: true },
    session: { state: true },
    zone: { state: true },
    series: { state: true },
    pointedId: { state: true },
    currentId: { state: true },
    width: { state: true },
    hasStarted: { state: true },
  };

  #releases: readonly Release[] = [];
  readonly #observer = new ResizeObserver(([entry]) => {
    if (entry !== undefined && entry.contentRect.width > 0) this.width = Math.floor(entry.contentRect.width);
  });

  constructor(
    private readonly host: Host<ToHistoryHost>,
    private readonly strings: HistoryStrings,
  ) {
    super();
    [this.data, this.session, this.zone, this.series] = [emptyData, { kind: 'signedIn' }, 'UTC', everySeries];
    [this.pointedId, this.currentId, this.width, this.hasStarted] = [undefined, undefined, firstWidth, false];
  }

  readonly handlers: Handlers<ToHistoryPage> = {
    start: ({ session, zone, data }) => {
      this.session = session;
      this.zone = zone;
      this.hasStarted = true;
      this.#take(data);
    },
    data: (data) => this.#take(data),
    session: (session) => {
      this.session = session;
    },
    zone: (zone) => {
      this.zone = zone;
      this.#take(this.data);
    },
  };

  protected override firstUpdated(): void {
    const main = this.querySelector('.body');
    if (main !== null) this.#observer.observe(main);
  }

  protected override render(): TemplateResult {
    const { data, strings } = this;
    const { indicator } = data;
    const name = indicator === null ? '' : this.#name(indicator);
    const isSignedIn = this.session.kind === 'signedIn';
    return html`<header class="top">
        <h1>${name === '' ? strings.title : name}</h1>
        ${indicator === null ? nothing : html`<span class="about">${this.#about(indicator)}</span>`}
        <span class="spring"></span>
        ${isSignedIn ? this.#buttons() : nothing}
      </header>
      <main>
        <div class="progress ${data.phase === 'loading' ? 'busy' : ''}" aria-hidden="true"></div>
        ${this.#notice()}
        <div class="body">
          ${this.session.kind === 'signedIn' ? this.#content(name) : signedOutPlaceholder(this.session.kind, strings, (action) => this.#act(action)())}
        </div>
      </main>
      <footer class="status"><span role="status" aria-live="polite">${this.#status()}</span></footer>`;
  }

  #name({ text, country }: { readonly text: string; readonly country: string }): string {
    return plainText(indicatorName(text, country));
  }

  #about({ country, unit }: { readonly country: string; readonly unit: string | null }): string {
    const of = unit === null || unit.trim() === '' ? '' : fill(this.strings.unit, visibleText(unit.trim()));
    return [visibleText(country), of].filter((part) => part !== '').join(' · ');
  }

  #buttons(): TemplateResult {
    const { data, strings } = this;
    const button = (icon: string, title: string, run: () => void): TemplateResult =>
      html`<button type="button" class="icon-button" title=${title} aria-label=${title} @click=${run}>
        <span class="codicon codicon-${icon}" aria-hidden="true"></span>
      </button>`;
    return html`${button('list-filter', strings.choose, this.#act('choose'))}
    ${data.keyword === '' ? nothing : button('calendar', strings.search, this.#act('search'))}
    ${
      data.phase === 'loading'
        ? button('stop-circle', strings.stop, () => this.host.send('stop', null))
        : data.indicator === null
          ? nothing
          : button('refresh', strings.refresh, () => this.host.send('refresh', null))
    }`;
  }

  #notice(): TemplateResult | typeof nothing {
    const { data, strings } = this;
    if (data.missing === '' || this.session.kind !== 'signedIn') return nothing;
    return html`<div class="notice warning" role="alert">
      <span class="codicon codicon-warning" aria-hidden="true"></span><span class="notice-text">${data.missing}</span>
      <button type="button" class="link-button" @click=${() => this.host.send('refresh', null)}>${strings.retry}</button>
    </div>`;
  }

  #content(name: string): TemplateResult {
    const { data, strings } = this;
    if (data.indicator === null) return this.hasStarted ? this.#placeholder(strings.nothingChosen, [['choose', strings.choose]]) : html``;
    if (this.#releases.length === 0) {
      if (data.phase === 'loading' || !this.hasStarted) return this.#placeholder(strings.loading, []);
      return html`${this.#next()}${this.#placeholder(data.missing === '' ? strings.none : '', [['choose', strings.choose]])}`;
    }
    const label = fill(strings.grid, name);
    return html`${this.#next()} ${this.#counts()}
      <section class="picture" aria-label=${strings.chart}>${this.#legend()} ${this.#chart(name)}</section>
      <div class="list">
        ${releaseTable(this.#releases, {
          label,
          strings,
          events: {
            active: (release) => (this.currentId = release?.id),
            copy: (rows) => this.host.send('copy', { text: releaseText(rows, strings) }),
          },
        })}
      </div>`;
  }

  #next(): TemplateResult | typeof nothing {
    const { data, strings, zone } = this;
    const { next } = data;
    if (next === null) return nothing;
    const forecast = hasValue(next.forecast) ? ` · ${fill(strings.nextForecast, withUnit(next.forecast, next.unit))}` : '';
    return html`<p class="next">
      <span class="codicon codicon-watch" aria-hidden="true"></span>
      ${fill(strings.next, `${wallDateTime(zone, next.time * 1000)} ${zone}`)}${forecast}
      <button type="button" class="link-button" @click=${this.#act('remind')}>${strings.remind}</button>
    </p>`;
  }

  #counts(): TemplateResult {
    const { strings, data } = this;
    const { above, below, inLine, none } = countSurprises(data.past, data.indicator?.unit ?? null);
    const chip = (icon: string, text: string, count: number): TemplateResult =>
      html`<li><span class="codicon codicon-${icon}" aria-hidden="true"></span> ${text} <b>${count}</b></li>`;
    return html`<ul class="counts" aria-label=${strings.counts}>
      ${chip('arrow-up', strings.above, above)} ${chip('arrow-down', strings.below, below)} ${chip('dash', strings.inLine, inLine)}
      ${none === 0 ? nothing : chip('circle-slash', strings.notCompared, none)}
    </ul>`;
  }

  /** The series, which can be hidden, and the figures of the marked release. */
  #legend(): TemplateResult {
    const { strings, series } = this;
    const marked = this.#releases.find(({ id }) => id === this.#markedId) ?? this.#releases[0];
    const toggle = (name: SeriesName) => (): void => {
      const shown = series.includes(name) ? series.filter((other) => other !== name) : [...series, name];
      if (shown.length > 0) this.series = shown;
    };
    return html`<div class="legend">
      <div class="series" role="group" aria-label=${strings.series}>
        ${everySeries.map(
          (name) =>
            html`<button type="button" class="order" aria-pressed=${String(series.includes(name))} @click=${toggle(name)}>
              <svg class="key" width="14" height="12" viewBox="0 0 14 12" aria-hidden="true">${keys[name]}</svg>${strings[name]}
            </button>`,
        )}
      </div>
      <span class="figures">${marked === undefined ? '' : this.#figures(marked)}</span>
    </div>`;
  }

  get #markedId(): string | undefined {
    return this.pointedId ?? this.currentId;
  }

  #figures({ period, date, actual, forecast, previous, surprise, compared }: Release): string {
    const { strings } = this;
    return [
      period === '' ? date : period,
      `${strings.actual} ${actual}`,
      `${strings.forecast} ${forecast}`,
      `${strings.previous} ${previous}`,
      ...(compared === undefined ? [] : [`${surprise} ${strings[compared]}`]),
    ].join(' · ');
  }

  #chart(name: string): TemplateResult | typeof nothing {
    const language = document.documentElement.lang;
    const releases = this.#releases.toReversed();
    const month = new Intl.DateTimeFormat(language, { ...tickForm(releases), timeZone: this.zone });
    const number = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
    return historyChart({
      releases,
      width: Math.max(280, this.width - 24),
      height: chartHeight,
      shown: this.series,
      markedId: this.#markedId,
      label: this.#chartLabel(name, releases, number),
      dateText: (at) => month.format(at),
      numberText: (value) => number.format(value),
      onMark: (id) => (this.pointedId = id),
    });
  }

  #chartLabel(name: string, releases: readonly Release[], number: Intl.NumberFormat): string {
    const values = releases.flatMap(({ values: { actual } }) => actual ?? []);
    const [lowest, highest] =
      values.length === 0 ? ['–', '–'] : [Math.min(...values), Math.max(...values)].map((value) => number.format(value));
    const dates = [releases[0], releases.at(-1)].map((release) => release?.date.slice(0, 10) ?? '');
    return fill(this.strings.chartOf, name, releases.length, dates[0] ?? '', dates[1] ?? '', lowest ?? '', highest ?? '');
  }

  #status(): string {
    const { data, strings } = this;
    if (this.session.kind !== 'signedIn' || data.indicator === null) return '';
    const number = new Intl.NumberFormat(document.documentElement.lang);
    if (data.phase === 'loading') return fill(strings.reading, number.format(data.read));
    const count = this.#releases.length;
    const earliest = this.#releases.at(-1);
    return [
      count === 1 ? strings.oneRelease : fill(strings.releases, number.format(count)),
      ...(earliest === undefined ? [] : [fill(strings.since, earliest.date.slice(0, 10))]),
      ...(data.keyword === '' ? [] : [fill(strings.readEvents, visibleText(data.keyword), number.format(data.read))]),
      this.zone,
    ].join(' · ');
  }

  #placeholder(text: string, actions: readonly (readonly [HistoryAction, string])[]): TemplateResult {
    return placeholder({ icon: 'graph-line', text, actions: actions.map(([action, label]) => [label, this.#act(action)]) });
  }

  #act(action: HistoryAction): () => void {
    return () => this.host.send('act', { action });
  }

  #take(data: HistoryData): void {
    this.data = data;
    this.#releases = readReleases(data.past, data.indicator?.unit ?? null, this.zone);
    if (data.indicator !== null) this.host.writeState(data.indicator);
  }
}

const weekMs = 7 * 86_400_000;

/** Releases of every week are told apart by their day, others by their month. */
function tickForm(releases: readonly Release[]): Intl.DateTimeFormatOptions {
  const span = (releases.at(-1)?.at ?? 0) - (releases[0]?.at ?? 0);
  return span / Math.max(1, releases.length - 1) < 2 * weekMs ? { day: 'numeric', month: 'short' } : { month: 'short', year: 'numeric' };
}

/** The marks of the chart, for its legend. */
const keys: Readonly<Record<SeriesName, SVGTemplateResult>> = {
  actual: svg`<path class="line" d="M0 6L14 6"></path><circle class="actual" cx="7" cy="6" r="3"></circle>`,
  forecast: svg`<path class="forecast" d="M7 1L12 6L7 11L2 6Z"></path>`,
  previous: svg`<rect class="previous" x="4" y="3" width="6" height="6"></rect>`,
};

customElements.define('history-page', HistoryPage);
