import './chart/chartPart';
import './day/dayReview';
import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { PriceLine } from '../../domain/security/priceLines';
import type { Handlers } from '../../panel/platform/messages';
import type { ReviewStep } from '../../panel/security/dayProtocol';
import type { SessionView } from '../../panel/platform/sessionView';
import type {
  ActionView,
  BookView,
  ComparedView,
  OrderView,
  Part,
  PlateView,
  PositionView,
  QuoteView,
  SecurityCommand,
  SecuritySettings,
  Studies,
  SubjectView,
  ToSecurityHost,
  ToSecurityPage,
} from '../../panel/security/securityProtocol';
import type { Host } from '../shared/host';
import { placeholder, signedOutPlaceholder } from '../shared/placeholder';
import { PageElement } from '../shared/pageElement';
import { showPriceColors } from '../shared/priceColors';
import { ChartPart } from './chart/chartPart';
import type { ChartPartEvents } from './chart/chartPart';
import type { DayReviewEvents } from './day/dayReview';
import { securityHead } from './head';
import type { HeadState } from './head';
import { actionsPart, bookPart, ordersPart, platesPart, positionsPart, ticksPart, withoutReason } from './side';
import type { BookEvents, LevelPlace } from './side';
import { brokersPart, capitalPart } from './capital';

const loading = { kind: 'loading' } as const;

/** The page of one security: price, chart, depth, the user's holdings, and related data. */
export class SecurityPage extends PageElement {
  @state() private session: SessionView = { kind: 'signedIn' };
  @state() private settings: SecuritySettings = {
    direction: { up: 'green', down: 'red' },
    isPrivate: false,
    zone: 'UTC',
    offset: '',
    isSandbox: false,
    clockOffset: 0,
  };
  @state() private subject: SubjectView = { symbol: '', chart: { period: 'day', adjustment: 'forward' }, compared: [], isKept: false };
  @state() private quote: Part<QuoteView> = loading;
  @state() private marketState = '';
  /** Told in place of the chart. */
  @state() private barsProblem = '';
  @state() private earlier: ToSecurityPage['earlier'] = { isLoading: false, problem: '' };
  @state() private book: Part<BookView> = loading;
  @state() private level: LevelPlace = { at: 0, side: 'bid' };
  @state() private ticks: ToSecurityPage['ticks'] = [];
  @state() private positions: Part<readonly PositionView[]> = loading;
  @state() private orders: Part<readonly OrderView[]> = loading;
  @state() private lines: readonly PriceLine[] = [];
  @state() private fills: ToSecurityPage['fills'] = { marks: [], notes: [] };
  @state() private studies: Studies = { averages: [], previousClose: false };
  @state() private compared: readonly ComparedView[] = [];
  @state() private isMore = false;
  @state() private review: ToSecurityPage['review'] = null;
  @state() private reviewBars: ToSecurityPage['reviewBars'] = loading;
  @state() private brokers: ToSecurityPage['brokers'] = null;
  @state() private capital: ToSecurityPage['capital'] = loading;
  @state() private plates: Part<readonly PlateView[]> = loading;
  @state() private actions: Part<readonly ActionView[]> = loading;
  @state() private nowMs = Date.now();

  #ticking: number | undefined;
  readonly #chartEvents: ChartPartEvents;
  readonly #bookEvents: BookEvents = {
    pick: (price, side) => this.host.send('pick', { price, side }),
    activate: (place) => (this.level = place),
  };
  readonly #dayEvents: DayReviewEvents = {
    go: (to) => this.#reviewDay(to),
    refresh: () => this.host.send('refresh', null),
    copy: (text) => this.host.send('copy', { text }),
  };

  constructor(private readonly host: Host<ToSecurityHost>) {
    super();
    this.#chartEvents = {
      choose: (chart) => this.host.send('chart', chart),
      earlier: () => this.host.send('earlier', null),
      refresh: () => this.host.send('refresh', null),
      copy: (text) => this.host.send('copy', { text }),
      study: (studies) => {
        // The next choice adds to this one, also before the extension has answered.
        this.studies = studies;
        this.host.send('studies', studies);
      },
      compare: () => this.host.send('act', { command: 'compare' }),
      uncompare: (symbol) => this.host.send('uncompare', { symbol }),
      propose: {
        order: ({ accountId, accountKind, orderId }, price) => this.host.send('modify', { accountId, accountKind, orderId, ...price }),
        alert: (id, price) => this.host.send('moveAlert', { id, price }),
      },
      price: {
        trade: (price, side) => this.host.send('pick', { price, side }),
        alert: (price) => this.host.send('alertAt', { price }),
      },
    };
  }

  readonly handlers: Handlers<ToSecurityPage> = {
    session: (session) => {
      this.session = session;
    },
    settings: (settings) => {
      this.settings = settings;
      this.nowMs = Date.now() + settings.clockOffset;
    },
    subject: (subject) => {
      if (subject.symbol !== this.subject.symbol) this.#empty();
      this.subject = subject;
      this.#keep();
    },
    quote: (quote) => {
      this.quote = quote;
    },
    marketState: (state) => {
      this.marketState = state;
    },
    bars: (bars) => {
      this.barsProblem = bars.kind === 'failed' ? bars.problem : '';
      if (bars.kind !== 'ready' || bars.value.isReset) this.earlier = { isLoading: false, problem: '' };
      this.#chart?.take(bars);
    },
    earlier: (earlier) => {
      this.earlier = earlier;
    },
    studies: (studies) => {
      this.studies = studies;
    },
    compared: (compared) => {
      if (JSON.stringify(compared) !== JSON.stringify(this.compared)) this.compared = compared;
    },
    comparedBars: (bars) => {
      this.#chart?.takeCompared(bars);
    },
    book: (book) => {
      this.book = book;
    },
    ticks: (ticks) => {
      this.ticks = ticks;
    },
    positions: (positions) => {
      this.positions = positions;
    },
    orders: (orders) => {
      this.orders = orders;
    },
    lines: (lines) => {
      // A line that is being moved keeps moving if nothing changed.
      if (JSON.stringify(lines) !== JSON.stringify(this.lines)) this.lines = lines;
    },
    fills: (fills) => {
      if (JSON.stringify(fills) !== JSON.stringify(this.fills)) this.fills = fills;
    },
    review: (review) => {
      this.review = review;
      this.#keep();
    },
    reviewBars: (bars) => {
      this.reviewBars = bars;
    },
    brokers: (brokers) => {
      this.brokers = brokers;
    },
    capital: (capital) => {
      this.capital = capital;
    },
    plates: (plates) => {
      this.plates = plates;
    },
    actions: (actions) => {
      this.actions = actions;
    },
  };

  override connectedCallback(): void {
    super.connectedCallback();
    this.#ticking = window.setInterval(() => (this.nowMs = Date.now() + this.settings.clockOffset), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#ticking);
  }

  /** Drawn at most once per frame, and not at all while hidden. The first time it is drawn at once, because the bars need their place. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated) await new Promise((resolve) => requestAnimationFrame(resolve));
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('settings')) return;
    showPriceColors(this.settings.direction);
  }

  protected override render(): TemplateResult {
    const { subject, settings, quote, book, marketState, nowMs } = this;
    const act = (command: SecurityCommand): void => this.host.send('act', { command });
    const told = <T>(part: Part<T>): Part<T> => withoutReason(part, this.barsProblem);
    const isShown = this.session.kind === 'signedIn' && subject.symbol !== '';
    const isReviewed = isShown && this.review !== null;
    const state: HeadState = { subject, settings, quote, book, marketState, nowMs, isShown, isMore: this.isMore, isReviewed };
    const context = { webviewSection: 'security', symbol: subject.symbol, preventDefaultContextMenuItems: true };
    return html`<main data-vscode-context=${ifDefined(isShown ? JSON.stringify(context) : undefined)}>
      ${securityHead(state, {
        act,
        refresh: () => this.host.send('refresh', null),
        toggleMore: () => (this.isMore = !this.isMore),
        review: () => this.#reviewDay(isReviewed ? 'close' : 'open'),
      })}
      ${
        this.session.kind === 'signedIn'
          ? subject.symbol === ''
            ? placeholder({
                icon: 'graph-line',
                title: l10n.t('No security selected'),
                text: l10n.t('Open a security from your positions, a plate, or by its symbol.'),
                actions: [[l10n.t('Open another security'), () => act('search')]],
              })
            : nothing
          : signedOutPlaceholder(this.session.kind, signedOutTexts(), act)
      }
      ${
        isReviewed
          ? html`<day-review .view=${this.review} .bars=${this.reviewBars} .settings=${settings} .events=${this.#dayEvents}></day-review>`
          : nothing
      }
      <div class="body" ?hidden=${!isShown || isReviewed}>
        <security-chart
          .subject=${subject}
          .settings=${settings}
          .lines=${this.lines}
          .fills=${this.fills}
          .earlier=${this.earlier}
          .studies=${this.studies}
          .compared=${this.compared}
          .previousClose=${quote.kind === 'ready' ? quote.value.quote.previousClose : ''}
          .tick=${quote.kind === 'ready' ? quote.value.quote.priceSpread : ''}
          .events=${this.#chartEvents}
        ></security-chart>
        <aside class="side" aria-label=${l10n.t('Security')}>
          ${bookPart(told(this.book), this.lines, this.level, this.#bookEvents)}
          ${positionsPart(told(this.positions), { isPrivate: settings.isPrivate, isSandbox: settings.isSandbox, symbol: subject.symbol, quote, nowMs: nowMs - settings.clockOffset })}
          ${ordersPart(told(this.orders), this.settings.isSandbox, quote, (act, { accountId, accountKind, orderId }) =>
            this.host.send(act, { accountId, accountKind, orderId }),
          )}
          ${brokersPart(this.brokers)} ${ticksPart(this.ticks, this.book.kind === 'ready' && this.book.value.hasTrades === true, settings)}
          ${capitalPart(told(this.capital), { ...settings, symbol: subject.symbol })} ${platesPart(told(this.plates))}
          ${actionsPart(told(this.actions), { nowMs, zone: settings.zone, search: () => act('calendar') })}
        </aside>
      </div>
    </main>`;
  }

  get #chart(): ChartPart | undefined {
    const found = this.querySelector('security-chart');
    return found instanceof ChartPart ? found : undefined;
  }

  #reviewDay(to: ReviewStep): void {
    this.host.send('review', { to });
    // The focus returns to the button that opened the review.
    if (to === 'close') this.querySelector<HTMLElement>('.actions .codicon-history')?.focus();
  }

  /** The state that is restored after a reload of the window. */
  #keep(): void {
    const { symbol, chart, compared, isKept } = this.subject;
    this.host.writeState({ symbol, chart, compared, isKept, reviewed: this.review?.date });
  }

  #empty(): void {
    [this.quote, this.book, this.positions, this.orders, this.plates, this.actions] = [
      loading,
      loading,
      loading,
      loading,
      loading,
      loading,
    ];
    [this.review, this.reviewBars, this.brokers, this.capital] = [null, loading, null, loading];
    [this.lines, this.fills, this.marketState, this.ticks] = [[], { marks: [], notes: [] }, '', []];
    this.earlier = { isLoading: false, problem: '' };
    this.#chart?.take(loading);
  }
}

function signedOutTexts(): Readonly<Record<'none' | 'signedOut', string>> {
  return {
    none: l10n.t('Connect to a service to see securities, or try the sandbox without an account.'),
    signedOut: l10n.t('Sign in to see prices, charts, and your positions.'),
  };
}

customElements.define('security-page', SecurityPage);
