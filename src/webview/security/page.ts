import './chartPart';
import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { PriceLine } from '../../domain/security/priceLines';
import type { Handlers } from '../../panel/platform/messages';
import type { SessionView } from '../../panel/platform/sessionView';
import type {
  ActionView,
  BookView,
  OrderView,
  Part,
  PlateView,
  PositionView,
  QuoteView,
  SecurityCommand,
  SecuritySettings,
  SubjectView,
  ToSecurityHost,
  ToSecurityPage,
} from '../../panel/security/securityProtocol';
import type { Host } from '../shared/host';
import { placeholder, signedOutPlaceholder } from '../shared/placeholder';
import { PageElement } from '../shared/pageElement';
import { showPriceColors } from '../shared/priceColors';
import { ChartPart } from './chartPart';
import type { ChartPartEvents } from './chartPart';
import { quoteHead, toolbar } from './head';
import type { HeadState } from './head';
import { actionsPart, bookPart, ordersPart, platesPart, positionsPart, ticksPart } from './side';

const loading = { kind: 'loading' } as const;

/** The page of one security: price, chart, depth, what the user has of it, and what is known around it. */
export class SecurityPage extends PageElement {
  declare private session: SessionView;
  declare private settings: SecuritySettings;
  declare private subject: SubjectView;
  declare private quote: Part<QuoteView>;
  declare private marketState: string;
  declare private earlier: ToSecurityPage['earlier'];
  declare private book: Part<BookView>;
  declare private ticks: ToSecurityPage['ticks'];
  declare private positions: Part<readonly PositionView[]>;
  declare private orders: Part<readonly OrderView[]>;
  declare private lines: readonly PriceLine[];
  declare private plates: Part<readonly PlateView[]>;
  declare private actions: Part<readonly ActionView[]>;
  declare private nowMs: number;

  static override readonly properties = {
    session: { state: true },
    settings: { state: true },
    subject: { state: true },
    quote: { state: true },
    marketState: { state: true },
    earlier: { state: true },
    book: { state: true },
    ticks: { state: true },
    positions: { state: true },
    orders: { state: true },
    lines: { state: true },
    plates: { state: true },
    actions: { state: true },
    nowMs: { state: true },
  };

  #ticking: number | undefined;
  readonly #chartEvents: ChartPartEvents;

  constructor(private readonly host: Host<ToSecurityHost>) {
    super();
    this.session = { kind: 'signedIn' };
    this.settings = { direction: { up: 'green', down: 'red' }, isPrivate: false, zone: 'UTC', isSandbox: false, clockOffset: 0 };
    this.subject = { symbol: '', canGoBack: false, canGoForward: false, chart: { period: 'day', adjustment: 'forward' } };
    this.nowMs = Date.now();
    this.#empty();
    this.#chartEvents = {
      choose: (chart) => this.host.send('chart', chart),
      earlier: () => this.host.send('earlier', null),
      refresh: () => this.host.send('refresh', null),
      copy: (text) => this.host.send('copy', { text }),
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
      this.host.writeState({ symbol: subject.symbol, chart: subject.chart });
    },
    quote: (quote) => {
      this.quote = quote;
    },
    marketState: (state) => {
      this.marketState = state;
    },
    bars: (bars) => {
      if (bars.kind !== 'ready' || bars.value.isReset) this.earlier = { isLoading: false, problem: '' };
      this.#chart?.take(bars);
    },
    earlier: (earlier) => {
      this.earlier = earlier;
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
      this.lines = lines;
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

  /** Drawn once a frame, however many messages come before it, and not at all while nobody sees it. At first at once: the bars need their place. */
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
    const state: HeadState = { subject, settings, quote, book, marketState, nowMs };
    const act = (command: SecurityCommand): void => this.host.send('act', { command });
    const isShown = this.session.kind === 'signedIn' && subject.symbol !== '';
    const context = { webviewSection: 'security', symbol: subject.symbol, preventDefaultContextMenuItems: true };
    return html`<main data-vscode-context=${ifDefined(isShown ? JSON.stringify(context) : undefined)}>
      ${toolbar(state, act, () => this.host.send('refresh', null))}
      ${
        this.session.kind === 'signedIn'
          ? subject.symbol === ''
            ? placeholder({
                icon: 'graph-line',
                title: l10n.t('No security selected'),
                text: l10n.t('Open a security from your positions, a plate, or by its symbol.'),
                actions: [[l10n.t('Open another security'), () => act('search')]],
              })
            : quoteHead(state)
          : signedOutPlaceholder(this.session.kind, signedOutTexts(), act)
      }
      <div class="body" ?hidden=${!isShown}>
        <security-chart
          .subject=${subject}
          .settings=${settings}
          .lines=${this.lines}
          .earlier=${this.earlier}
          .events=${this.#chartEvents}
        ></security-chart>
        <aside class="side" aria-label=${l10n.t('Security')}>
          ${positionsPart(this.positions, settings.isPrivate)}
          ${ordersPart(this.orders, ({ accountId, orderId }) => this.host.send('modify', { accountId, orderId }))} ${bookPart(this.book)}
          ${ticksPart(this.ticks, settings.zone)} ${platesPart(this.plates)}
          ${actionsPart(this.actions, { nowMs, zone: settings.zone, search: () => act('calendar') })}
        </aside>
      </div>
    </main>`;
  }

  get #chart(): ChartPart | undefined {
    const found = this.querySelector('security-chart');
    return found instanceof ChartPart ? found : undefined;
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
    [this.lines, this.marketState, this.ticks] = [[], '', []];
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
