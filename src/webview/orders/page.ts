import { tabbedLines } from '../../domain/text/csv';
import '../shared/grid/dataGrid';
import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { isTrade } from '../../domain/market/fill';
import { withDigitsOf } from '../../domain/security/tickPrice';
import { historyRange } from '../../domain/time/historyRange';
import type { RangeChoice } from '../../domain/time/historyRange';
import { dayNumber } from '../../domain/time/zones';
import { isRecord } from '../../panel/platform/messages';
import type { Handlers } from '../../panel/platform/messages';
import { fillColumns, orderColumns } from '../../panel/orders/ordersPageColumns';
import type { OrderColumnKey } from '../../panel/orders/ordersPageColumns';
import type {
  FillRow,
  ListFacts,
  OrderPrice,
  OrderRow,
  OrdersAccountView,
  OrdersPageSettings,
  OrdersTab,
  OrderWords,
  ToOrdersHost,
  ToOrdersPage,
} from '../../panel/orders/ordersPageProtocol';
import type { SessionView } from '../../panel/platform/sessionView';
import { columnPicker } from '../shared/grid/columnPicker';
import { Delay } from '../shared/delay';
import type { GridColumn } from '../shared/grid/column';
import { lackOfSpace } from '../shared/grid/fitting';
import type { GridEvents, GridView } from '../shared/grid/gridView';
import type { Host } from '../shared/host';
import { LastResult } from '../shared/lastResult';
import { NarrowPage, PageWidth } from '../shared/narrow';
import { FrameElement } from '../shared/pageElement';
import { placeholder, signedOutPlaceholder } from '../shared/placeholder';
import { tabId } from '../shared/tabList';
import { kindText } from '../shared/texts/positionTexts';
import { ageText, timeText } from '../shared/texts/times';
import { columnSpecs, gridColumn, plainCell } from './columns';
import { accountName, word } from './names';
import type { ColumnContext, PageColumn } from './columns';
import { chosenStatus, filtered, gridItems, orderName, pricedSymbols, sorted, valuesIn, withColumns } from './model';
import type { AnyRow } from './model';
import { statusText } from './statusText';
import { listPanelId, toolbar } from './toolbar';
import type { Choice } from './toolbar';
import { chosenSort, finished, initialViewState, newestFirst, readViewState } from './viewState';
import type { OrdersViewState } from './viewState';
import { fittedColumns, fittedWidth } from './widths';
import type { ColumnLook, FittedColumns } from './widths';

const storeDelayMs = 200;
const rowHeight = 26;
const noFilter = { filter: '', account: '', side: '' } as const;
/** How often the age of the list is drawn. */
const ageStepMs = 5_000;
const dayMs = 86_400_000;

/** One list of the page, regardless of the type of its rows. */
interface Shown<R> {
  readonly rows: readonly R[];
  readonly keys: readonly string[];
  readonly specs: Readonly<Record<string, PageColumn<R>>>;
  /** Its rows in order: prices change many times a second, and most of them move no row. */
  readonly arranged: LastResult<readonly R[]>;
}

const nothingRead: ListFacts = { isLoaded: false, isComplete: false, missing: [], notes: [], updatedAt: null };

/** The orders page: open orders, past orders, and fills of all accounts, one list at a time. */
export class OrdersPage extends FrameElement {
  @state() private view = readViewState(this.host.readState());
  @state() private settings: OrdersPageSettings = { isPrivate: false, zone: 'UTC', isSandbox: false };
  @state() private session: SessionView = { kind: 'signedIn' };
  @state() private accounts: readonly OrdersAccountView[] = [];
  @state() private isBusy = true;
  @state() private waiting = '';
  @state() private picksColumns = false;
  /** Columns without space are shown as well: the list scrolls sideways then. */
  @state() private showsAll = false;
  @state() private orders: ToOrdersPage['orders'] = { tab: 'open', rows: [], facts: nothingRead };
  @state() private fills: ToOrdersPage['fills'] = { rows: [], facts: nothingRead };
  /** The row that the buttons of the selected order are about. */
  @state() private selected: AnyRow | undefined;
  @state() private prices: ReadonlyMap<string, OrderPrice> = new Map();

  readonly #narrow = new NarrowPage(this);
  readonly #width = new PageWidth(this);
  readonly #widths: Readonly<Record<ColumnLook, LastResult<ReadonlyMap<string, number>>>> = {
    ...{ plain: new LastResult(), brief: new LastResult(), marked: new LastResult() },
  };
  readonly #measured = new LastResult<readonly AnyRow[]>();
  readonly #arrangedOrders = new LastResult<readonly OrderRow[]>();
  readonly #arrangedFills = new LastResult<readonly FillRow[]>();
  #ticking = 0;
  #onScreen: ReadonlySet<string> = new Set();
  /** The symbols whose prices were asked for. */
  #priced = '';
  /** Tells the menu’s commands that the user chose them here. */
  #menuKey = '';
  #words: OrderWords = { side: {}, briefSide: {}, type: {}, briefType: {}, status: {}, timeInForce: {} };
  readonly #storing = new Delay(storeDelayMs, () => {
    this.host.writeState(this.view);
    this.host.send('keep', { view: JSON.stringify(this.view) });
  });

  constructor(private readonly host: Host<ToOrdersHost>) {
    super();
  }

  readonly handlers: Handlers<ToOrdersPage> = {
    start: ({ session, settings, words, menuKey, kept }) => {
      // A page that was hidden or reloaded has its own state; a new one continues where the last one was closed.
      if (!isRecord(this.host.readState())) this.view = readViewState(kept);
      this.session = session;
      this.settings = settings;
      this.#words = words;
      this.#menuKey = menuKey;
      this.#look();
    },
    accounts: (accounts) => {
      this.accounts = accounts;
    },
    orders: (orders) => {
      this.orders = orders;
    },
    fills: (fills) => {
      this.fills = fills;
    },
    prices: (prices) => {
      this.prices = new Map([...this.prices, ...prices.map((price) => [price.symbol, price] as const)]);
    },
    forget: () => {
      this.prices = new Map();
    },
    session: (session) => {
      this.session = session;
    },
    settings: (settings) => {
      this.settings = settings;
    },
    busy: ({ isBusy, waiting }) => {
      this.isBusy = isBusy;
      this.waiting = waiting;
    },
    filter: ({ text }) => this.#set({ filter: text, account: '', side: '', status: '', pastStatus: initialViewState.pastStatus }),
  };

  override connectedCallback(): void {
    super.connectedCallback();
    this.#ticking = window.setInterval(() => this.requestUpdate(), ageStepMs);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#ticking);
  }

  protected override updated(): void {
    // Another list of rows begins without a selected one.
    if (this.selected !== undefined && this.querySelector('market-grid') === null) this.selected = undefined;
    this.#askPrices();
  }

  protected override render(): TemplateResult {
    if (this.session.kind !== 'signedIn') return html`<main>${this.#signedOut(this.session.kind)}</main>`;
    return this.view.tab === 'fills' ? this.#page<FillRow>(this.#shownFills()) : this.#page<OrderRow>(this.#shownOrders());
  }

  #shownOrders(): Shown<OrderRow> {
    const { orders, view } = this;
    return {
      rows: orders.tab === view.tab ? orders.rows : [],
      keys: view.orderColumns.filter((key) => this.#hasColumn(key)),
      specs: columnSpecs.orders,
      arranged: this.#arrangedOrders,
    };
  }

  /** Whether the list of orders that is shown has the column. */
  #hasColumn(key: OrderColumnKey): boolean {
    const { only } = columnSpecs.orders[key];
    return only === undefined || only === this.view.tab;
  }

  #shownFills(): Shown<FillRow> {
    return { rows: this.fills.rows, keys: this.view.fillColumns, specs: columnSpecs.fills, arranged: this.#arrangedFills };
  }

  get #facts(): ListFacts {
    const { view, orders, fills } = this;
    if (view.tab === 'fills') return fills.facts;
    return orders.tab === view.tab ? orders.facts : nothingRead;
  }

  get #context(): ColumnContext {
    const { isPrivate, isSandbox, zone } = this.settings;
    const accounts = new Map(this.accounts.map((account) => [account.key, account]));
    return {
      isPrivate,
      isSandbox,
      zone,
      words: this.#words,
      accounts,
      prices: this.prices,
      marksPaper: false,
      isNarrow: this.#narrow.isNarrow,
      nowMs: Date.now(),
      find: (text) => this.#set({ filter: text }),
    };
  }

  #page<R extends AnyRow>(shown: Shown<R>): TemplateResult {
    const context = this.#context;
    const { view, settings } = this;
    const rows = this.#rowsOf(shown, context);
    const { all, fitting } = this.#fitted(shown, context);
    const gridView: GridView<R> = {
      columns: this.showsAll ? all : fitting,
      items: gridItems(rows),
      sort: view.sort ?? newestFirst,
      label: { open: l10n.t('Open orders'), history: l10n.t('Past orders'), fills: l10n.t('Fills') }[view.tab],
      keyboardHelp: l10n.t('Arrow keys move, Space selects, Enter opens the row, S sorts by the current column, Ctrl+C copies.'),
      contextOf: (row) => this.#menuOf(row),
      rowLook: (row) => ('dealId' in row && !isTrade(row) ? 'undone' : ''),
      rowHeight,
    };
    const isWrong = view.tab !== 'open' && historyRange(view.range, settings.zone, Date.now()) === undefined;
    return html`<main>
      ${this.#toolbar(shown, isWrong)}
      <div class="progress ${this.isBusy ? 'busy' : ''}" aria-hidden="true"></div>
      ${this.#notices()}
      <div class="list" id=${listPanelId} role="tabpanel" aria-labelledby=${tabId(view.tab)}>
        ${rows.length === 0 ? this.#blank(shown.rows.length) : html`<market-grid .view=${gridView} .events=${this.#gridEvents(shown, context)}></market-grid>`}
      </div>
      ${this.#facts.notes.map((note) => html`<p class="hint line">${note}</p>`)}
      <p class="hint line footnote">${l10n.t('Option and multi-leg orders may be missing: services can leave them out of their lists.')}</p>
      <footer class="status">
        <span role="status" aria-live="polite"
          >${statusText({ facts: this.#facts, tab: view.tab, shown: rows.length, all: shown.rows.length })}</span
        >${this.#asOf()}${this.waiting === '' ? nothing : html`<span class="waiting">${this.waiting}</span>`}
        ${lackOfSpace(all, fitting, { showsAll: this.showsAll, toggle: () => (this.showsAll = !this.showsAll) })}
      </footer>
      ${this.picksColumns ? this.#picker() : nothing}
    </main>`;
  }

  /** Not a part of the status, which would be spoken at each step. */
  #asOf(): TemplateResult | typeof nothing {
    const { updatedAt, lateAfterMs } = this.#facts;
    const { zone } = this.settings;
    if (updatedAt === null) return html`<span>${zone}</span>`;
    const ageMs = Date.now() - updatedAt;
    const [age, isLate] = [ageText(ageMs), lateAfterMs !== undefined && ageMs > lateAfterMs];
    return html`<span class="as-of" title=${l10n.t('as of {0}', timeText(updatedAt, zone, 'time'))}
      ><span class=${isLate ? 'late' : ''}>${l10n.t('updated {0}', age)}</span> · ${zone}</span
    >`;
  }

  #fitted<R extends AnyRow>(shown: Shown<R>, context: ColumnContext): FittedColumns<R> {
    return fittedColumns({
      ...{ list: this.view.tab === 'fills' ? 'fills' : 'orders', context, width: this.#width.pixels, showsAll: this.showsAll },
      columns: (told, look) => this.#columns(shown, { ...context, ...told }, look),
    });
  }

  #columns<R extends AnyRow>({ rows: all, keys, specs }: Shown<R>, context: ColumnContext, look: ColumnLook): readonly GridColumn<R>[] {
    // Orders that work would widen the columns of those that have ended, which have other prices.
    const rows = this.#measured.of([all, chosenStatus(this.view) === finished], () =>
      chosenStatus(this.view) === finished ? filtered(all, { ...noFilter, status: finished }, () => '') : all,
    ) as readonly R[];
    const { marksPaper, tellsFilled, isBrief } = context;
    const inputs = [
      rows,
      this.settings,
      this.accounts,
      this.#words,
      this.#narrow.isNarrow,
      this.#digits(),
      marksPaper,
      tellsFilled,
      isBrief,
    ];
    const widths = this.#widths[look].of(inputs, () => {
      const fitted = Object.entries(specs).flatMap(([key, spec]) => (spec.fit === undefined ? [] : [{ key, spec, fit: spec.fit }]));
      return new Map(fitted.map(({ key, spec, fit }) => [key, fittedWidth(spec, fit, rows, context)]));
    });
    // In a narrow page, figures come before the name, because the symbol is enough.
    const placed = context.isNarrow ? keys.toSorted((one, other) => Number(one === 'name') - Number(other === 'name')) : keys;
    return placed.flatMap((key) => {
      const spec = specs[key];
      if (spec === undefined || (spec.isNeeded !== undefined && !rows.some(spec.isNeeded))) return [];
      return [gridColumn(key, spec, context, widths.get(key))];
    });
  }

  /** Prices move all the time, but the number of their digits doesn’t. */
  #digits(): string {
    return [...this.prices.values()].map(({ symbol, last, tick }) => `${symbol} ${withDigitsOf('0', last, tick)}`).join('\n');
  }

  /** The context of VS Code's menu for a row: an open order can be changed. */
  #menuOf({ account, orderId, code }: AnyRow): Readonly<Record<string, unknown>> {
    const found = this.accounts.find(({ key }) => key === account);
    const isOpen = this.view.tab === 'open' && found !== undefined;
    const order = {
      accountId: found?.id ?? '',
      accountKind: found?.kind ?? 'live',
      orderId,
      ...(isOpen ? { menuKey: this.#menuKey } : {}),
    };
    return { webviewSection: isOpen ? 'openOrder' : 'pastOrder', symbol: code, ...order, preventDefaultContextMenuItems: true };
  }

  #rowsOf<R extends AnyRow>({ rows, specs, keys, arranged }: Shown<R>, context: ColumnContext): readonly R[] {
    const { view } = this;
    const textOf = (row: R): string =>
      [word(context.words.side, row.side), word(context.words.status, row.status), accountName(row, context)].join(' ');
    const spec = view.sort !== null && keys.includes(view.sort.key) ? specs[view.sort.key] : undefined;
    // The order of hidden figures would reveal something about them.
    const isHidden = context.isPrivate && spec?.isPrivate === true;
    const prices = isByPrice(view.sort?.key) || view.sort?.key === 'value' ? this.prices : undefined;
    return arranged.of([rows, view, this.settings, this.accounts, this.#words, prices], () =>
      sorted(filtered(rows, { ...view, status: chosenStatus(view) }, textOf), view.sort, isHidden ? undefined : spec, context),
    );
  }

  /** Asks for the prices of open orders, if a column shows them; of others until the digits of their prices are known. */
  #askPrices(): void {
    const { view, settings } = this;
    const hasDistances = view.tab === 'open' && ['distance', 'last'].some((key) => view.orderColumns.some((column) => column === key));
    const rows: readonly AnyRow[] = settings.isPrivate
      ? []
      : view.tab === 'fills'
        ? this.#rowsOf(this.#shownFills(), this.#context)
        : this.#rowsOf(this.#shownOrders(), this.#context);
    const needed = pricedSymbols(rows, this.#onScreen, hasDistances && isByPrice(view.sort?.key));
    const symbols = hasDistances ? needed : needed.filter((symbol) => !this.prices.has(symbol));
    const asked = symbols.join('\n');
    if (asked === this.#priced) return;
    this.#priced = asked;
    this.host.send('visible', { symbols });
  }

  #toolbar<R extends AnyRow>({ rows }: Shown<R>, isRangeWrong: boolean): TemplateResult {
    const { view, settings } = this;
    const context = this.#context;
    const choices = (of: (row: R) => string, chosen: string, words: Readonly<Record<string, string>>): readonly Choice[] =>
      valuesIn(rows, of, chosen).map((value) => [value, word(words, value)]);
    const accounts = this.accounts.map(({ key, kind }): Choice => [
      key,
      `${accountName({ account: key }, context)} · ${kindText(kind, settings.isSandbox)}`,
    ]);
    return toolbar(
      {
        view,
        isSandbox: settings.isSandbox,
        picksColumns: this.picksColumns,
        accounts,
        sides: choices(({ side }) => side, view.side, this.#words.side),
        statuses: choices(({ status }) => status, [chosenStatus(view)].find((status) => status !== finished) ?? '', this.#words.status),
        isRangeWrong,
        canCancel: view.tab === 'open' && rows.length > 0,
        selected: orderName(rows, this.selected?.id, context),
      },
      {
        change: (change) => this.#set(change),
        pickColumns: () => {
          this.picksColumns = !this.picksColumns;
          void this.updateComplete.then(() => this.querySelector<HTMLElement>('.picker input:enabled')?.focus());
        },
        export: () => this.#export(),
        refresh: () => this.host.send('refresh', null),
        cancelAll: () => this.host.send('act', { action: 'cancelAll' }),
        order: (action) => (this.selected === undefined ? undefined : this.host.send('order', { action, id: this.selected.id })),
        toGrid: () => this.querySelector<HTMLElement>('market-grid')?.focus(),
        dates: () => this.#dates(),
      },
    );
  }

  /** The selected days, as dates. */
  #dates(): RangeChoice {
    const { range } = this.view;
    if (range.kind === 'dates') return range;
    const today = dayNumber(this.settings.zone, Date.now());
    const date = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
    return { kind: 'dates', from: date(today - range.days + 1), to: date(today) };
  }

  #picker(): TemplateResult {
    const close = (): void => {
      this.picksColumns = false;
      void this.updateComplete.then(() => this.querySelector<HTMLElement>('.pick-columns')?.focus());
    };
    return this.view.tab === 'fills'
      ? columnPicker({
          all: fillColumns,
          chosen: this.view.fillColumns,
          initial: initialViewState.fillColumns,
          titleOf: (key) => columnSpecs.fills[key].title(),
          change: (chosen) => this.#set({ fillColumns: chosen }),
          close,
        })
      : columnPicker({
          all: orderColumns.filter((key) => this.#hasColumn(key)),
          chosen: this.view.orderColumns.filter((key) => this.#hasColumn(key)),
          initial: initialViewState.orderColumns.filter((key) => this.#hasColumn(key)),
          titleOf: (key) => columnSpecs.orders[key].title(),
          change: (chosen) => this.#set({ orderColumns: withColumns(this.view.orderColumns, chosen, (key) => this.#hasColumn(key)) }),
          close,
        });
  }

  #gridEvents<R extends AnyRow>(shown: Shown<R>, context: ColumnContext): GridEvents<R> {
    const specs = shown.keys.flatMap((key) => shown.specs[key] ?? []);
    return {
      open: ({ id }) => this.host.send('open', { tab: this.view.tab, id }),
      copy: (rows) => {
        const lines = [specs.map(({ title }) => title()), ...rows.map((row) => specs.map((spec) => plainCell(spec, row, context)))];
        this.host.send('copy', { text: tabbedLines(lines) });
      },
      sort: (sort) => this.#set({ sort: chosenSort(this.view.sort, sort) }),
      active: (row) => {
        this.selected = row;
      },
      visible: (ids) => {
        this.#onScreen = new Set(ids);
        this.#askPrices();
      },
    };
  }

  #export(): void {
    const rows: readonly AnyRow[] =
      this.view.tab === 'fills' ? this.#rowsOf(this.#shownFills(), this.#context) : this.#rowsOf(this.#shownOrders(), this.#context);
    this.host.send('export', { tab: this.view.tab, ids: rows.map(({ id }) => id) });
  }

  #notices(): readonly TemplateResult[] {
    return this.#facts.missing.map(
      (text) =>
        html`<div class="notice warning" role="alert">
          <span class="codicon codicon-warning" aria-hidden="true"></span
          ><span class="notice-text">${l10n.t('The list is incomplete: {0}', text)}</span>
          <button type="button" class="link-button" @click=${() => this.host.send('refresh', null)}>${l10n.t('Try Again')}</button>
        </div>`,
    );
  }

  #blank(all: number): TemplateResult {
    const facts = this.#facts;
    if (!facts.isLoaded) return placeholder({ text: l10n.t('Loading…') });
    if (all > 0)
      return placeholder({
        text: l10n.t('Nothing matches your filter.'),
        actions: [[l10n.t('Clear Filter'), () => this.#set({ filter: '', account: '', side: '', status: '', pastStatus: '' })]],
      });
    const texts: Readonly<Record<OrdersTab, string>> = {
      open: l10n.t('No open orders'),
      history: l10n.t('No orders in this range'),
      fills: l10n.t('No fills in this range'),
    };
    return placeholder({ icon: 'list-unordered', text: this.isBusy ? l10n.t('Loading…') : texts[this.view.tab] });
  }

  #signedOut(kind: 'none' | 'signedOut'): TemplateResult {
    const texts = {
      none: l10n.t('Connect to a service to see your orders, or try the sandbox without an account.'),
      signedOut: l10n.t('Sign in to see the orders of your accounts.'),
    };
    return signedOutPlaceholder(kind, texts, (action) => this.host.send('act', { action }));
  }

  #look(): void {
    const { tab, range } = this.view;
    this.host.send('look', { tab, range });
  }

  #set(change: Partial<OrdersViewState>): void {
    const before = this.view;
    this.view = { ...before, ...change };
    if (this.view.tab !== before.tab || this.view.range !== before.range) {
      this.isBusy = true;
      this.#look();
    }
    this.#storing.restart();
  }
}

function isByPrice(key: string | undefined): boolean {
  return key === 'distance' || key === 'last';
}

customElements.define('orders-page', OrdersPage);
