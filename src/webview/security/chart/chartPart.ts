import './chartLines';
import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { beginOf, besideBars, percentAt } from '../../../domain/security/comparison';
import { marksOfBars } from '../../../domain/security/fillMarks';
import type { BarMark } from '../../../domain/security/fillMarks';
import type { Indicator } from '../../../domain/security/indicators';
import type { PriceLine } from '../../../domain/security/priceLines';
import { sentences } from '../../../domain/text/sentences';
import { nearestTick } from '../../../domain/security/tickPrice';
import { visibleText } from '../../../domain/text/visibleText';
import { showNumber } from '../../../domain/values/amount';
import { chartPeriods } from '../../../panel/security/securityProtocol';
import type {
  BarsView,
  BarView,
  ChartChoice,
  ComparedView,
  FillsView,
  Part,
  SecuritySettings,
  Studies,
  SubjectView,
  ToSecurityPage,
} from '../../../panel/security/securityProtocol';
import type { GridEvents } from '../../shared/grid/gridView';
import { PageElement } from '../../shared/pageElement';
import { periodName } from '../names';
import { timeFormat, timeText } from '../../shared/texts/times';
import { BarStore } from './barStore';
import { barText } from './bars';
import type { BarRow, BarTexts, ComparedColumn } from './bars';
import { barTable } from './barTable';
import { CandleChart } from './candleChart';
import { chartKeys } from './chartKeys';
import { ChartLines } from './chartLines';
import type { LabelledLine } from './chartLines';
import { readTheme } from './chartTheme';
import type { ComparedBars } from './comparedLines';
import { chartControls } from './controls';
import type { StudyField } from './controls';
import { chartNotes } from '../chartNotes';
import { chartPlaceholder } from './chartPlaceholder';
import { barLegend, comparedLegend, whyNoLine } from './legend';
import type { ComparedItem } from './legend';
import { labelledLines } from './labelledLines';
import type { ProposePrice } from './labelledLines';
import { PriceMenu } from './priceMenu';
import type { PriceEvents } from './priceMenu';

export interface ChartPartEvents {
  readonly choose: (chart: ChartChoice) => void;
  readonly earlier: () => void;
  readonly refresh: () => void;
  readonly copy: (text: string) => void;
  readonly study: (studies: Studies) => void;
  readonly compare: () => void;
  readonly uncompare: (symbol: string) => void;
  /** A line was moved to another price. */
  readonly propose: ProposePrice;
  /** A price was chosen on the axis. */
  readonly price: PriceEvents;
}

const linesFrom = ['lines', 'studies', 'previousClose', 'subject', 'settings'] as const;

/** The chart with its controls and its legend, or the same bars as a table. */
export class ChartPart extends PageElement {
  @property({ attribute: false }) declare subject: SubjectView;
  @property({ attribute: false }) declare settings: SecuritySettings;
  @property({ attribute: false }) declare lines: readonly PriceLine[];
  @property({ attribute: false }) declare fills: FillsView;
  @property({ attribute: false }) declare earlier: ToSecurityPage['earlier'];
  @property({ attribute: false }) declare events: ChartPartEvents;
  @property({ attribute: false }) declare studies: Studies;
  @property({ attribute: false }) declare compared: readonly ComparedView[];
  /** Previous close, and tick size; empty if unknown. */
  @property({ attribute: false }) declare previousClose: string;
  @property({ attribute: false }) declare tick: string;
  @state() private wrong: StudyField | undefined;
  /** Start of the first visible bar. */
  @state() private firstId: number | undefined;
  @state() private state: Part<unknown> = { kind: 'loading' };
  @state() private pointed: BarView | undefined;
  @state() private isTable = false;
  @state() private version = 0;

  readonly #store = new BarStore();
  readonly #others = new Map<string, { readonly store: BarStore; part: Part<BarsView> }>();
  #beside: readonly ComparedBars[] = [];
  #shownLines: readonly LabelledLine[] = [];
  #about: Omit<BarsView, 'bars' | 'isReset'> = { hasMore: false, hasGap: false, zone: '', isExtended: false };
  #legendWidth = 0;
  #chart: CandleChart | undefined;
  #observer: MutationObserver | undefined;
  #isMoved = false;
  #pressedAt: PointerEvent | undefined;

  take(part: Part<BarsView>): void {
    this.state = part;
    if (part.kind === 'ready') {
      this.#about = part.value;
      const change = this.#store.take(part.value);
      if (change.kind === 'all' && part.value.isReset) this.#chart?.clear();
      this.#chart?.show(this.#store.bars, change);
    } else {
      this.#store.clear();
      this.#chart?.clear();
      this.pointed = undefined;
    }
    this.version += 1;
  }

  /** Takes bars of a compared security. */
  takeCompared({ symbol, bars }: ToSecurityPage['comparedBars']): void {
    const { store } = this.#others.get(symbol) ?? { store: new BarStore() };
    this.#others.set(symbol, { store, part: bars });
    if (bars.kind === 'ready') store.take(bars.value);
    else store.clear();
    this.version += 1;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#drop();
  }

  protected override willUpdate(changed: PropertyValues): void {
    // The legend names them.
    if (['studies', 'compared', 'subject'].some((name) => changed.has(name))) this.#chart?.setIndicators(this.#indicators);
    if (changed.has('version') || changed.has('compared') || changed.has('subject')) this.#putBeside();
    // Bars may arrive before the list that names their security.
    if (changed.has('compared'))
      for (const symbol of this.#others.keys()) if (!this.compared.some((other) => other.symbol === symbol)) this.#others.delete(symbol);
    if (linesFrom.some((name) => changed.has(name)))
      this.#shownLines = labelledLines({
        lines: this.lines,
        previousClose: this.studies.previousClose ? this.previousClose : '',
        isSandbox: this.settings.isSandbox,
        isBackward: this.subject.chart.adjustment === 'backward',
        propose: this.events.propose,
      });
  }

  protected override updated(changed: PropertyValues): void {
    this.#keepLegend();
    const canvas = this.querySelector<HTMLElement>('.canvas');
    if (canvas === null) this.#drop();
    else if (this.#chart === undefined) this.#draw(canvas);
    else this.#update(this.#chart, changed);
    const labels = this.querySelector('chart-lines');
    if (!(labels instanceof ChartLines)) return;
    [labels.lines, labels.scale, labels.tick] = [this.#shownLines, this.#chart, this.tick];
  }

  /** Longer figures take more lines: the legend keeps the most that it had at this width, so that the chart stays under the pointer. */
  #keepLegend(): void {
    const legend = this.querySelector<HTMLElement>('.above');
    if (legend === null) return;
    const { offsetWidth, offsetHeight } = legend;
    if (offsetWidth !== this.#legendWidth) {
      this.#legendWidth = offsetWidth;
      legend.style.minHeight = '';
    } else if (offsetHeight > 0) legend.style.minHeight = `${String(offsetHeight)}px`;
  }

  #update(chart: CandleChart, changed: PropertyValues): void {
    if (changed.has('subject')) chart.setIntraday(this.#isIntraday);
    if (changed.has('settings')) this.#dress();
    if (changed.has('fills') || changed.has('version')) chart.setMarks(this.#marks);
    if (linesFrom.some((name) => changed.has(name))) this.#showLines(chart);
    if (changed.has('compared') || (this.compared.length > 0 && changed.has('version'))) chart.compare(this.#beside);
  }

  /** Applies the current theme's colors to everything. */
  #dress(): void {
    const chart = this.#chart;
    if (chart === undefined) return;
    chart.setTheme(readTheme(this.settings.direction));
    this.#showLines(chart);
    chart.setIndicators(this.#indicators);
    chart.compare(this.#beside);
    chart.setMarks(this.#marks);
  }

  get #marks(): readonly BarMark[] {
    return marksOfBars(this.fills.marks, this.#store.bars);
  }

  #showLines(chart: CandleChart): void {
    chart.setLines(this.#shownLines.map(({ kind, price }) => ({ kind, price: Number(price) })));
  }

  /** In a comparison, each line begins with 0% at its first visible bar, so only the strength would still mean something. */
  get #indicators(): readonly Indicator[] {
    const { averages, exponential = [], strength, vwap = false } = this.studies;
    const below: readonly Indicator[] = strength === undefined ? [] : [{ kind: 'strength', length: strength }];
    if (this.compared.length > 0) return below;
    return [
      ...averages.map((length): Indicator => ({ kind: 'average', length })),
      ...exponential.map((length): Indicator => ({ kind: 'exponential', length })),
      ...(vwap && this.#isIntraday ? [{ kind: 'vwap' } as const] : []),
      ...below,
    ];
  }

  #putBeside(): void {
    const { bars } = this.#store;
    const period = chartPeriods.find((known) => known === this.subject.chart.period) ?? 'day';
    this.#beside = this.compared.map(({ symbol }) => ({
      symbol,
      beside: besideBars(bars, this.#others.get(symbol)?.store.bars ?? [], period),
    }));
  }

  protected override render(): TemplateResult {
    const { state, events } = this;
    const isShown = state.kind === 'ready' && this.#store.bars.length > 0;
    return html`<section class="chart" aria-label=${l10n.t('Chart')}>
      ${chartControls({
        ...{ subject: this.subject, studies: this.studies, isTable: this.isTable, wrong: this.wrong, isShown },
        choose: events.choose,
        study: (studies) => {
          this.wrong = typeof studies === 'string' ? studies : undefined;
          if (typeof studies !== 'string') events.study(studies);
        },
        compare: events.compare,
        toggleTable: () => (this.isTable = !this.isTable),
      })}
      ${
        isShown
          ? html`<div class="above">
              ${this.isTable ? nothing : html`<div class="legend" aria-live="polite">${this.#legend()}</div>`} ${this.#notes()}
            </div>`
          : nothing
      }
      ${isShown && this.compared.length > 0 ? this.#comparedLegend() : nothing}
      <div class="plot">${isShown ? (this.isTable ? this.#table() : this.#picture()) : chartPlaceholder(state, events.refresh)}</div>
    </section>`;
  }

  get #isIntraday(): boolean {
    return /^\d/.test(this.subject.chart.period);
  }

  #picture(): TemplateResult {
    const { events } = this;
    return html`<div
        class="canvas"
        tabindex="0"
        role="application"
        aria-label=${this.#label()}
        aria-description=${l10n.t(
          'Left and Right pan, Shift+Left and Shift+Right move the crosshair, + and − zoom, 0 shows all bars, End goes to the latest bar. Enter offers an order or an alert at the price of the bar.',
        )}
        @keydown=${this.#key}
        @blur=${() => this.#chart?.unpoint()}
        @pointerdown=${(event: PointerEvent) => (this.#pressedAt = event)}
        @click=${this.#clicked}
      ></div>
      <chart-lines></chart-lines>
      <price-menu .events=${events.price} .closed=${() => this.querySelector<HTMLElement>('.canvas')?.focus()}></price-menu>`;
  }

  #legend(): TemplateResult | typeof nothing {
    const { bars } = this.#store;
    const bar = this.pointed ?? bars.at(-1);
    if (bar === undefined) return nothing;
    const indicators = this.#chart?.indicatorsAt(bar) ?? [];
    const fills = this.#marks.flatMap(({ time, texts }) => (time === bar.time ? texts : []));
    return barLegend({ bar, before: bars[bars.indexOf(bar) - 1], isIntraday: this.#isIntraday, indicators, fills });
  }

  /** Index of the bar where percentages begin. */
  get #first(): number {
    const at = this.#store.bars.findIndex(({ id }) => id === this.firstId);
    return Math.max(0, at);
  }

  #comparedLegend(): TemplateResult {
    const { bars } = this.#store;
    const at = this.pointed === undefined ? bars.length - 1 : bars.indexOf(this.pointed);
    const first = this.#first;
    const { symbol } = this.subject;
    const time = (bar: BarView | undefined): string =>
      bar === undefined ? '' : timeText(bar.time * 1000, 'UTC', this.#isIntraday ? 'both' : 'date');
    const others = this.compared.map(({ symbol: other, name }, place): ComparedItem => {
      const beside = this.#beside[place]?.beside ?? [];
      const begin = beginOf(beside, first);
      const late = begin === undefined || begin === first ? '' : l10n.t('since {0}', time(bars[begin]));
      return {
        symbol: other,
        name,
        percent: percentAt(beside, first, at),
        note: whyNoLine(this.#others.get(other)?.part, begin !== undefined) ?? late,
      };
    });
    const rule = this.#isIntraday
      ? l10n.t('Lines of other markets change when those trade.')
      : l10n.t('Days, weeks, and months are those of each exchange.');
    return comparedLegend({
      own: { symbol, name: '', percent: percentAt(bars, first, at), note: '' },
      others,
      since: sentences(l10n.t('Percent since {0}, the first bar in view.', time(bars[first])), rule),
      remove: this.events.uncompare,
    });
  }

  #table(): TemplateResult {
    return barTable(this.#store.bars, {
      texts: this.#barTexts(),
      compared: this.#comparedColumns(),
      hasMore: this.#about.hasMore,
      label: this.#label(),
      events: this.#tableEvents,
    });
  }

  #barTexts(): BarTexts {
    const isIntraday = this.#isIntraday;
    // Times of bars are already in the exchange's wall-clock time.
    const times = timeFormat('UTC', isIntraday ? 'both' : 'date');
    const fillsAt = new Map<number, readonly string[]>();
    for (const { time, texts } of this.#marks) fillsAt.set(time, [...(fillsAt.get(time) ?? []), ...texts]);
    return { isIntraday, timeText: (ms) => times.format(ms), fillsAt };
  }

  #comparedColumns(): readonly ComparedColumn[] {
    if (this.compared.length === 0) return [];
    const first = this.#first;
    const own = { symbol: this.subject.symbol, beside: this.#store.bars };
    return [own, ...this.#beside].map(({ symbol, beside }) => ({
      title: l10n.t('{0} %', visibleText(symbol)),
      percentAt: (at) => (beside[at] === undefined ? undefined : percentAt(beside, first, at)),
    }));
  }

  readonly #tableEvents: GridEvents<BarRow> = {
    nearEnd: () => this.#earlier(),
    copy: (rows) => this.events.copy(barText(rows, this.#barTexts(), this.#comparedColumns())),
  };

  #label(): string {
    const { chart, symbol } = this.subject;
    const period = chartPeriods.find((known) => known === chart.period);
    return l10n.t(
      'Chart of {0}, interval {2}, bars: {1}',
      visibleText(symbol),
      this.#store.bars.length,
      period === undefined ? '' : periodName(period),
    );
  }

  #notes(): TemplateResult {
    const { earlier, settings, state, subject, events, fills } = this;
    return chartNotes({
      ...{ bars: this.#store.bars, about: this.#about, isIntraday: this.#isIntraday, fills: fills.notes },
      ...{ earlier, subject, isPrivate: settings.isPrivate, problem: state.kind === 'ready' ? state.problem : '' },
      tryAgain: (what) => (what === 'earlier' ? events.earlier() : events.refresh()),
    });
  }

  #earlier(): void {
    if (this.#about.hasMore && !this.earlier.isLoading && this.earlier.problem === '') this.events.earlier();
  }

  #draw(canvas: HTMLElement): void {
    this.#chart = new CandleChart(canvas, readTheme(this.settings.direction), {
      point: (bar) => {
        this.pointed = bar;
      },
      nearStart: () => this.#earlier(),
      moved: () => this.#moved(),
    });
    this.#chart.setIntraday(this.#isIntraday);
    this.#chart.show(this.#store.bars, { kind: 'all' });
    this.#dress();
    this.requestUpdate();
    // The editor sets its theme on these two elements.
    this.#observer = new MutationObserver(() => this.#dress());
    this.#observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
    this.#observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  }

  #drop(): void {
    this.#observer?.disconnect();
    this.#chart?.dispose();
    this.#chart = undefined;
  }

  /** Called while the chart is being drawn. */
  #moved(): void {
    if (this.#isMoved) return;
    this.#isMoved = true;
    requestAnimationFrame(() => {
      this.#isMoved = false;
      if (this.compared.length > 0) this.firstId = this.#chart?.firstInView?.id ?? this.firstId;
      const labels = this.querySelector('chart-lines');
      if (labels instanceof ChartLines) labels.place();
    });
  }

  /** A click on the price axis; the end of a drag there is none. */
  readonly #clicked = ({ clientX, clientY, currentTarget }: MouseEvent): void => {
    const [chart, pressed] = [this.#chart, this.#pressedAt];
    if (chart === undefined || !(currentTarget instanceof HTMLElement)) return;
    const { left, top } = currentTarget.getBoundingClientRect();
    const isDragged = pressed !== undefined && Math.hypot(pressed.clientX - clientX, pressed.clientY - clientY) > 3;
    if (isDragged || clientX - left < chart.plot.width || clientY - top > chart.plot.height) return;
    this.#offerAt(chart.priceAt(clientY - top), clientY - top);
  };

  /** Prices of a percent scale, or adjusted to the past, are none that can be traded. */
  #offerAt(price: string | undefined, top: number): void {
    const [chart, last] = [this.#chart, this.#store.bars.at(-1)];
    const menu = this.querySelector('price-menu');
    if (this.compared.length > 0 || this.subject.chart.adjustment === 'backward' || !(menu instanceof PriceMenu)) return;
    const tick = price === undefined || last === undefined ? undefined : nearestTick(price, this.tick, last.close);
    if (chart === undefined || tick === undefined) return;
    const decimals = /\.(\d+)$/.exec(last?.close ?? '')?.[1]?.length ?? 0;
    const [whole = '', fraction = ''] = tick.split('.');
    const shown = showNumber(decimals === 0 ? tick : `${whole}.${fraction.padEnd(decimals, '0')}`);
    menu.open(
      { price: tick, shown, top, right: (this.querySelector<HTMLElement>('.canvas')?.clientWidth ?? 0) - chart.plot.width },
      chart.plot.height,
    );
  }

  readonly #key = (event: KeyboardEvent): void => {
    const chart = this.#chart;
    if (chart === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') {
      const bar = this.pointed ?? this.#store.bars.at(-1);
      if (bar !== undefined) this.#offerAt(bar.close, chart.heightOf(Number(bar.close)) ?? 0);
      event.preventDefault();
      return;
    }
    const keys = chartKeys(chart, event.shiftKey);
    if (!Object.hasOwn(keys, event.key)) return;
    keys[event.key]?.();
    event.preventDefault();
  };
}

customElements.define('security-chart', ChartPart);
