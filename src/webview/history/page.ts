import * as l10n from '@vscode/l10n';
import { html, nothing, svg } from 'lit';
import type { SVGTemplateResult, TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { withUnit } from '../../domain/calendar/calendarText';
import { countSurprises } from '../../domain/calendar/indicatorHistory';
import { indicatorName } from '../../domain/calendar/indicatorName';
import { hasValue } from '../../domain/calendar/surprise';
import { plainText } from '../../domain/text/segments';
import { visibleText } from '../../domain/text/visibleText';
import type { HistoryAction, HistoryData, ToHistoryHost, ToHistoryPage } from '../../panel/history/historyProtocol';
import type { Handlers } from '../../panel/platform/messages';
import type { SessionView } from '../../panel/platform/sessionView';
import type { Host } from '../shared/host';
import { placeholder, signedOutPlaceholder } from '../shared/placeholder';
import { PageElement } from '../shared/pageElement';
import { reminderText, surpriseWord } from '../shared/texts/releaseWords';
import { timeText } from '../shared/texts/times';
import { historyChart } from './chart';
import type { SeriesName } from './chart';
import { readReleases } from './releases';
import type { Release } from './releases';
import { releaseTable, releaseText } from './table';

const everySeries: readonly SeriesName[] = ['actual', 'forecast', 'previous'];
/** In a low page, rows are in sight below it. */
const [chartHeight, lowChartHeight, lowPage] = [260, 110, 420];
const firstWidth = 800;
const narrowWidth = 720;
const icon = 'graph-line';
const emptyData: HistoryData = {
  indicator: null,
  past: [],
  next: null,
  reminder: null,
  phase: 'idle',
  isAnswered: false,
  keyword: '',
  read: 0,
  missing: '',
  waiting: '',
};

/** The history page: past values of an indicator, as a chart and as a table. */
export class HistoryPage extends PageElement {
  @state() private data = emptyData;
  @state() private session: SessionView = { kind: 'signedIn' };
  @state() private zone = 'UTC';
  @state() private series: readonly SeriesName[] = everySeries;
  /** The release under the pointer in the chart, and the current one of the table. */
  @state() private pointedId: string | undefined;
  @state() private currentId: string | undefined;
  @state() private width = firstWidth;
  @state() private hasStarted = false;

  #releases: readonly Release[] = [];
  readonly #observer = new ResizeObserver(([entry]) => {
    if (entry !== undefined && entry.contentRect.width > 0) this.width = Math.floor(entry.contentRect.width);
  });

  constructor(private readonly host: Host<ToHistoryHost>) {
    super();
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
    const { data } = this;
    const { indicator } = data;
    const name = indicator === null ? '' : this.#name(indicator);
    const isSignedIn = this.session.kind === 'signedIn';
    return html`<header class="top">
        <h1>${name === '' ? l10n.t('Indicator History') : name}</h1>
        ${indicator === null ? nothing : html`<span class="about">${this.#about(indicator)}</span>`}
        <span class="spring"></span>
        ${isSignedIn ? this.#buttons() : nothing}
      </header>
      <main>
        <div class="progress ${data.phase === 'loading' ? 'busy' : ''}" aria-hidden="true"></div>
        ${this.#notice()}
        <div class="body">${this.session.kind === 'signedIn' ? this.#content(name) : this.#signedOut(this.session.kind)}</div>
      </main>
      <footer class="status"><span role="status" aria-live="polite">${this.#status()}</span></footer>`;
  }

  #name({ text, country }: { readonly text: string; readonly country: string }): string {
    return plainText(indicatorName(text, country));
  }

  #about({ country, unit }: { readonly country: string; readonly unit: string | null }): string {
    const of =
      unit === null || unit.trim() === ''
        ? ''
        : l10n.t({ message: 'in {0}', args: [visibleText(unit.trim())], comment: ['{0} is the unit of the figures, such as % or K.'] });
    return [visibleText(country), of].filter((part) => part !== '').join(' · ');
  }

  #buttons(): TemplateResult {
    const { data } = this;
    const button = (icon: string, title: string, run: () => void): TemplateResult =>
      html`<button type="button" class="icon-button" title=${title} aria-label=${title} @click=${run}>
        <span class="codicon codicon-${icon}" aria-hidden="true"></span>
      </button>`;
    return html`${button('list-filter', l10n.t('Select Indicator…'), this.#act('choose'))}
    ${data.keyword === '' ? nothing : button('calendar', l10n.t('Show in Calendar'), this.#act('search'))}
    ${
      data.phase === 'loading'
        ? button('stop-circle', l10n.t('Stop'), () => this.host.send('stop', null))
        : data.indicator === null
          ? nothing
          : button('refresh', l10n.t('Refresh'), () => this.host.send('refresh', null))
    }`;
  }

  #notice(): TemplateResult | typeof nothing {
    const { data } = this;
    if (data.missing === '' || this.session.kind !== 'signedIn') return nothing;
    return html`<div class="notice warning" role="alert">
      <span class="codicon codicon-warning" aria-hidden="true"></span><span class="notice-text">${data.missing}</span>
      <button type="button" class="link-button" @click=${() => this.host.send('refresh', null)}>${l10n.t('Try Again')}</button>
    </div>`;
  }

  #content(name: string): TemplateResult {
    const { data } = this;
    if (data.indicator === null)
      return this.hasStarted
        ? this.#placeholder(l10n.t('Select an indicator to see its past releases.'), [['choose', l10n.t('Select Indicator…')]])
        : html``;
    if (this.#releases.length === 0) {
      if (data.phase === 'loading' || !this.hasStarted)
        return this.#placeholder(data.waiting === '' ? l10n.t('Loading…') : data.waiting, []);
      return html`${this.#next()}${this.#empty()}`;
    }
    const label = l10n.t({ message: 'Past releases of {0}', args: [name], comment: ['{0} is an indicator.'] });
    return html`${this.#next()} ${this.#counts()}
      <section class="picture" aria-label=${l10n.t('Chart')}>${this.#legend()} ${this.#chart(name)}</section>
      <div class="list">
        ${releaseTable(this.#releases, {
          label,
          zone: this.zone,
          isNarrow: this.width < narrowWidth,
          events: {
            active: (release) => (this.currentId = release?.id),
            copy: (rows) => this.host.send('copy', { text: releaseText(rows) }),
          },
        })}
      </div>`;
  }

  /** No releases to show: there are none, reading failed, which the notice says, or it was stopped before the first answer. */
  #empty(): TemplateResult {
    const { missing, isAnswered } = this.data;
    const choose = [l10n.t('Select Indicator…'), this.#act('choose')] as const;
    if (missing !== '') return placeholder({ icon, text: '', actions: [choose] });
    if (isAnswered)
      return placeholder({ icon, text: l10n.t('The calendar search found no past releases of this indicator.'), actions: [choose] });
    const again = [l10n.t('Try Again'), () => this.host.send('refresh', null)] as const;
    return placeholder({ icon, text: l10n.t('The past releases of this indicator have not been read.'), actions: [again, choose] });
  }

  #next(): TemplateResult | typeof nothing {
    const { data, zone } = this;
    const { next } = data;
    if (next === null) return nothing;
    const forecast = hasValue(next.forecast)
      ? ` · ${l10n.t({ message: 'forecast {0}', args: [withUnit(next.forecast, next.unit)], comment: ['{0} is a figure with its unit.'] })}`
      : '';
    return html`<p class="next">
      <span class="codicon codicon-watch" aria-hidden="true"></span>
      ${l10n.t({ message: 'Next release: {0}', args: [`${timeText(next.time * 1000, zone, 'both')} ${zone}`], comment: ['{0} is a date and time.'] })}${forecast}
      ${data.reminder === null ? nothing : html`<span class="codicon codicon-bell" aria-hidden="true"></span>`}
      <button type="button" class="link-button" @click=${this.#act('remind')}>
        ${data.reminder === null ? l10n.t('Remind Me…') : reminderText(data.reminder)}
      </button>
    </p>`;
  }

  #counts(): TemplateResult {
    const { data } = this;
    const { above, below, inLine, none } = countSurprises(data.past, data.indicator?.unit ?? null);
    const chip = (icon: string, text: string, count: number): TemplateResult =>
      html`<li><span class="codicon codicon-${icon}" aria-hidden="true"></span> ${text} <b>${count}</b></li>`;
    return html`<ul class="counts" aria-label=${l10n.t('Actual against forecast')}>
      ${chip('arrow-up', l10n.t('Above'), above)} ${chip('arrow-down', l10n.t('Below'), below)} ${chip('dash', l10n.t('In line'), inLine)}
      ${none === 0 ? nothing : chip('circle-slash', l10n.t({ message: 'Not compared', comment: ['Releases without a forecast or an actual value.'] }), none)}
    </ul>`;
  }

  /** The series, which can be hidden, and the figures of the marked release. */
  #legend(): TemplateResult {
    const { series } = this;
    const marked = this.#releases.find(({ id }) => id === this.#markedId) ?? this.#releases[0];
    const toggle = (name: SeriesName) => (): void => {
      const shown = series.includes(name) ? series.filter((other) => other !== name) : [...series, name];
      if (shown.length > 0) this.series = shown;
    };
    return html`<div class="legend">
      <div class="series" role="group" aria-label=${l10n.t('Series')}>
        ${everySeries.map(
          (name) =>
            html`<button type="button" class="order" aria-pressed=${String(series.includes(name))} @click=${toggle(name)}>
              <svg class="key" width="14" height="12" viewBox="0 0 14 12" aria-hidden="true">${keys[name]}</svg>${seriesName(name)}
            </button>`,
        )}
      </div>
      <span class="figures">${marked === undefined ? '' : this.#figures(marked)}</span>
    </div>`;
  }

  get #markedId(): string | undefined {
    return this.pointedId ?? this.currentId;
  }

  #figures(release: Release): string {
    const { period, at, surprise, compared } = release;
    return [
      // The axis is by release, a figure is known by its period.
      timeText(at, this.zone, 'date'),
      ...(period === '' ? [] : [period]),
      ...everySeries.map((name) => `${seriesName(name)} ${release[name]}`),
      ...(compared === undefined ? [] : [`${surprise} ${surpriseWord(compared)}`]),
    ].join(' · ');
  }

  #chart(name: string): TemplateResult | typeof nothing {
    const language = document.documentElement.lang;
    const releases = this.#releases.toReversed();
    const month = new Intl.DateTimeFormat(language, { ...tickForm(releases), timeZone: this.zone });
    // The same sign as in the table below.
    const numberText = (value: number, least = 0): string =>
      new Intl.NumberFormat(language, { minimumFractionDigits: Math.min(least, 6), maximumFractionDigits: 6 })
        .format(value)
        .replace('-', '\u2212');
    return historyChart({
      releases,
      width: Math.max(280, this.width - 24),
      height: innerHeight < lowPage ? lowChartHeight : chartHeight,
      shown: this.series,
      markedId: this.#markedId,
      label: this.#chartLabel(name, releases, numberText),
      dateText: (at) => month.format(at),
      numberText,
      onMark: (id) => (this.pointedId = id),
    });
  }

  #chartLabel(name: string, releases: readonly Release[], numberText: (value: number) => string): string {
    const values = releases.flatMap(({ values: { actual } }) => actual ?? []);
    const [lowest, highest] = values.length === 0 ? ['–', '–'] : [Math.min(...values), Math.max(...values)].map(numberText);
    const dates = [releases[0], releases.at(-1)].map((release) => release?.date.slice(0, 10) ?? '');
    return l10n.t({
      message: 'Releases of {0} from {2} to {3}: {1}. Lowest actual {4}, highest {5}. The table below has all of them.',
      args: [name, releases.length, dates[0] ?? '', dates[1] ?? '', lowest ?? '', highest ?? ''],
      comment: ['Read out for the chart. {0} is the indicator, {2} and {3} are dates.'],
    });
  }

  #signedOut(kind: 'none' | 'signedOut'): TemplateResult {
    const texts = {
      none: l10n.t('The sandbox is a simulated broker on this machine. No account needed.'),
      signedOut: l10n.t('Sign in to see past releases.'),
    };
    return signedOutPlaceholder(kind, texts, (action) => this.#act(action)());
  }

  #status(): string {
    const { data } = this;
    if (this.session.kind !== 'signedIn' || data.indicator === null) return '';
    const number = new Intl.NumberFormat(document.documentElement.lang);
    if (data.phase === 'loading')
      return l10n.t({ message: 'Searching… Events loaded: {0}', args: [number.format(data.read)], comment: ['{0} is a number.'] });
    if (!data.isAnswered) return '';
    const count = this.#releases.length;
    const earliest = this.#releases.at(-1);
    return [
      count === 1 ? l10n.t('1 release') : l10n.t({ message: '{0} releases', args: [number.format(count)], comment: ['{0} is a number.'] }),
      ...(earliest === undefined
        ? []
        : [l10n.t({ message: 'since {0}', args: [timeText(earliest.at, this.zone, 'date')], comment: ['{0} is a date.'] })]),
      this.zone,
    ].join(' · ');
  }

  #placeholder(text: string, actions: readonly (readonly [HistoryAction, string])[]): TemplateResult {
    return placeholder({ icon, text, actions: actions.map(([action, label]) => [label, this.#act(action)]) });
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

function seriesName(name: SeriesName): string {
  switch (name) {
    case 'actual':
      return l10n.t('Actual');
    case 'forecast':
      return l10n.t('Forecast');
    case 'previous':
      return l10n.t('Previous');
  }
}

const weekMs = 7 * 86_400_000;

/** Weekly releases are distinguished by their day, others by their month. */
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
