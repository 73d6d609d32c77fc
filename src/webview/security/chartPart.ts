import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { PriceLine } from '../../domain/security/priceLines';
import { visibleText } from '../../domain/text/visibleText';
import { chartAdjustments, chartPeriods } from '../../panel/security/securityGuards';
import type {
  BarsView,
  BarView,
  ChartChoice,
  Part,
  SecuritySettings,
  SubjectView,
  ToSecurityPage,
} from '../../panel/security/securityProtocol';
import type { GridEvents } from '../shared/grid/gridView';
import { PageElement } from '../shared/pageElement';
import { BarStore } from './barStore';
import { barText } from './bars';
import type { BarRow, BarTexts } from './bars';
import { barTable } from './barTable';
import { CandleChart } from './chart';
import type { ChartLine } from './chart';
import { readTheme } from './chartTheme';
import { changeOf, figure } from './format';
import { adjustmentName, periodName, shortPeriodName } from './names';
import { timeFormat, timeText } from './times';

export interface ChartPartEvents {
  readonly choose: (chart: ChartChoice) => void;
  readonly earlier: () => void;
  readonly refresh: () => void;
  readonly copy: (text: string) => void;
}

/** The chart with its controls and its legend, or the same bars as a table. */
export class ChartPart extends PageElement {
  declare subject: SubjectView;
  declare settings: SecuritySettings;
  declare lines: readonly PriceLine[];
  declare earlier: ToSecurityPage['earlier'];
  declare events: ChartPartEvents;
  declare private state: Part<unknown>;
  declare private pointed: BarView | undefined;
  declare private isTable: boolean;
  declare private version: number;

  static override readonly properties = {
    subject: { attribute: false },
    settings: { attribute: false },
    lines: { attribute: false },
    earlier: { attribute: false },
    events: { attribute: false },
    state: { state: true },
    pointed: { state: true },
    isTable: { state: true },
    version: { state: true },
  };

  readonly #store = new BarStore();
  #about: Omit<BarsView, 'bars' | 'isReset'> = { hasMore: false, hasGap: false, zone: '' };
  #chart: CandleChart | undefined;
  #observer: MutationObserver | undefined;

  constructor() {
    super();
    [this.state, this.isTable, this.version] = [{ kind: 'loading' }, false, 0];
  }

  /** Takes bars that came. */
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

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#drop();
  }

  protected override updated(changed: PropertyValues): void {
    const canvas = this.querySelector<HTMLElement>('.canvas');
    if (canvas === null) this.#drop();
    else if (this.#chart === undefined) this.#draw(canvas);
    else if (changed.has('settings')) this.#chart.setTheme(readTheme(this.settings.direction));
    if (changed.has('subject')) this.#chart?.setIntraday(this.#isIntraday);
    if (changed.has('lines') || changed.has('settings')) this.#chart?.setLines(this.#chartLines());
  }

  protected override render(): TemplateResult {
    const { state } = this;
    const isShown = state.kind === 'ready' && this.#store.bars.length > 0;
    return html`<section class="chart" aria-label=${l10n.t('Chart')}>
      ${this.#controls(isShown)}
      <div class="plot">${isShown ? (this.isTable ? this.#table() : this.#picture()) : this.#without()}</div>
      ${isShown ? this.#notes() : nothing}
    </section>`;
  }

  get #isIntraday(): boolean {
    return /^\d/.test(this.subject.chart.period);
  }

  #controls(isShown: boolean): TemplateResult {
    const { subject } = this;
    const { chart } = subject;
    return html`<div class="controls">
      <div class="periods" role="group" aria-label=${l10n.t('Interval')}>
        ${chartPeriods.map(
          (period) =>
            html`<button
              type="button"
              class="segment"
              title=${periodName(period)}
              aria-pressed=${String(period === chart.period)}
              @click=${() => this.events.choose({ ...chart, period })}
            >
              ${shortPeriodName(period)}
            </button>`,
        )}
      </div>
      <select
        class="field"
        aria-label=${l10n.t('Adjustment for dividends and splits')}
        title=${l10n.t('Adjustment for dividends and splits')}
        @change=${this.#adjust}
      >
        ${chartAdjustments.map((adjustment) => html`<option value=${adjustment} .selected=${adjustment === chart.adjustment}>${adjustmentName(adjustment)}</option>`)}
      </select>
      <span class="spring"></span>
      ${
        isShown
          ? html`<button
              type="button"
              class="order table-toggle"
              aria-pressed=${String(this.isTable)}
              @click=${() => (this.isTable = !this.isTable)}
            >
              <span class="codicon codicon-${this.isTable ? 'graph-line' : 'table'}" aria-hidden="true"></span
              >${this.isTable ? l10n.t('Show as Chart') : l10n.t('Show as Table')}
            </button>`
          : nothing
      }
    </div>`;
  }

  readonly #adjust = ({ target }: Event): void => {
    const found = chartAdjustments.find((adjustment) => target instanceof HTMLSelectElement && target.value === adjustment);
    if (found !== undefined) this.events.choose({ ...this.subject.chart, adjustment: found });
  };

  #picture(): TemplateResult {
    return html`<div class="legend" aria-live="polite">${this.#legend()}</div>
      <div
        class="canvas"
        tabindex="0"
        role="application"
        aria-label=${this.#label()}
        aria-description=${l10n.t(
          'Left and Right pan, Shift+Left and Shift+Right move the crosshair, + and − zoom, 0 shows all bars, End goes to the latest bar.',
        )}
        @keydown=${this.#key}
        @blur=${() => this.#chart?.unpoint()}
      ></div>`;
  }

  #legend(): TemplateResult | typeof nothing {
    const bar = this.pointed ?? this.#store.bars.at(-1);
    if (bar === undefined) return nothing;
    const at = this.#store.bars.indexOf(bar);
    const change = changeOf(bar.close, this.#store.bars[at - 1]?.close ?? '');
    const letters = l10n.t({
      message: 'O H L C V',
      comment: ['Above a chart: open, high, low, close, volume. One letter or word each, with one space between.'],
    });
    const [open, high, low, close, volume] = letters.split(' ');
    const item = (short: string | undefined, name: string, value: string): TemplateResult =>
      html`<span><abbr title=${name}>${short ?? name}</abbr> ${value}</span>`;
    return html`<span class="legend-time">${timeText(bar.time * 1000, 'UTC', this.#isIntraday ? 'both' : 'date')}</span>
      ${item(open, l10n.t('Opening price'), figure(bar.open))} ${item(high, l10n.t('Highest price'), figure(bar.high))}
      ${item(low, l10n.t('Lowest price'), figure(bar.low))} ${item(close, l10n.t('Closing price'), figure(bar.close))}
      <span class=${change?.direction ?? ''}>${change?.text ?? ''}</span> ${item(volume, l10n.t('Volume'), figure(bar.volume))}`;
  }

  #table(): TemplateResult {
    return barTable(this.#store.bars, {
      texts: this.#barTexts(),
      hasMore: this.#about.hasMore,
      label: this.#label(),
      events: this.#tableEvents,
    });
  }

  #barTexts(): BarTexts {
    const isIntraday = this.#isIntraday;
    // Times of bars stand on the clock of the exchange already.
    const times = timeFormat('UTC', isIntraday ? 'both' : 'date');
    return { isIntraday, timeText: (ms) => times.format(ms) };
  }

  readonly #tableEvents: GridEvents<BarRow> = {
    nearEnd: () => this.#earlier(),
    copy: (rows) => this.events.copy(barText(rows, this.#barTexts())),
  };

  #label(): string {
    const { chart, symbol } = this.subject;
    const period = chartPeriods.find((known) => known === chart.period);
    return l10n.t(
      'Chart of {0}, {1} bars of {2}',
      visibleText(symbol),
      this.#store.bars.length,
      period === undefined ? '' : periodName(period),
    );
  }

  #notes(): TemplateResult {
    const { earlier, settings, state } = this;
    const { bars } = this.#store;
    const [first] = bars;
    const since =
      first === undefined || this.#about.hasMore ? '' : l10n.t('complete since {0}', timeText(first.time * 1000, 'UTC', 'date'));
    const problem = state.kind === 'ready' ? state.problem : '';
    const notes = [
      l10n.t('{0} bars', bars.length),
      since,
      this.#isIntraday ? this.#about.zone : '',
      this.#about.hasGap ? l10n.t('The chart has gaps: the service returned only part of some days.') : '',
      settings.isPrivate ? l10n.t('Your cost and order lines are hidden in privacy mode.') : '',
      earlier.isLoading ? l10n.t('Loading earlier bars…') : earlier.problem,
      problem,
    ];
    return html`<p class="notes">
      <span>${notes.filter((note) => note !== '').join(' · ')}</span>
      ${earlier.problem === '' && problem === '' ? nothing : html`<button type="button" class="link-button" @click=${() => (problem === '' ? this.events.earlier() : this.events.refresh())}>${l10n.t('Try Again')}</button>`}
    </p>`;
  }

  #without(): TemplateResult {
    const { state } = this;
    const texts = {
      loading: l10n.t('Loading…'),
      notOffered: l10n.t('This service doesn’t provide price history, so there is no chart.'),
      ready: l10n.t('No price history for this security.'),
      failed: '',
    };
    const text = state.kind === 'failed' ? state.problem : texts[state.kind];
    return html`<div class="placeholder" aria-busy=${String(state.kind === 'loading')}>
      <span class="codicon codicon-graph-line placeholder-icon" aria-hidden="true"></span>
      <p>${text}</p>
      ${state.kind === 'failed' ? html`<button type="button" class="button secondary" @click=${() => this.events.refresh()}>${l10n.t('Try Again')}</button>` : nothing}
    </div>`;
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
    });
    this.#chart.setIntraday(this.#isIntraday);
    this.#chart.show(this.#store.bars, { kind: 'all' });
    this.#chart.setLines(this.#chartLines());
    // The editor puts its theme on these two elements.
    this.#observer = new MutationObserver(() => this.#chart?.setTheme(readTheme(this.settings.direction)));
    this.#observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
    this.#observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  }

  #drop(): void {
    this.#observer?.disconnect();
    this.#chart?.dispose();
    this.#chart = undefined;
  }

  #chartLines(): readonly ChartLine[] {
    return this.lines.map(({ kind, side, isLive, price, quantity }): ChartLine => {
      const word = side === 'BUY' ? l10n.t('BUY') : side === 'SELL' ? l10n.t('SELL') : visibleText(side);
      const what = `${word} ${figure(quantity)}`;
      if (kind === 'cost')
        return { kind, price: Number(price), title: `${l10n.t('Avg. cost')} · ${isLive === true ? l10n.t('LIVE') : l10n.t('paper')}` };
      return { kind: 'order', price: Number(price), title: kind === 'trigger' ? l10n.t('{0} trigger', what) : what };
    });
  }

  readonly #key = (event: KeyboardEvent): void => {
    const chart = this.#chart;
    if (chart === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => (event.shiftKey ? chart.point(-1) : chart.pan(-0.1)),
      ArrowRight: () => (event.shiftKey ? chart.point(1) : chart.pan(0.1)),
      ArrowUp: () => chart.zoom('in'),
      ArrowDown: () => chart.zoom('out'),
      '+': () => chart.zoom('in'),
      '=': () => chart.zoom('in'),
      '-': () => chart.zoom('out'),
      PageUp: () => chart.pan(-0.8),
      PageDown: () => chart.pan(0.8),
      '0': () => chart.fit(),
      End: () => chart.toLatest(),
      Escape: () => chart.unpoint(),
    };
    if (!Object.hasOwn(keys, event.key)) return;
    keys[event.key]?.();
    event.preventDefault();
  };
}

customElements.define('security-chart', ChartPart);
