import '../shared/grid/dataGrid';
import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { emsOf } from '../../domain/text/ems';
import { visibleText } from '../../domain/text/visibleText';
import type { DayLine } from '../../domain/watchlist/sparkline';
import { entryId, entryOf, headingId, mostSymbols, moveTarget } from '../../domain/watchlist/watchlist';
import type { Watchlist } from '../../domain/watchlist/watchlist';
import type { Handlers } from '../../panel/platform/messages';
import type {
  ToWatchlistHost,
  ToWatchlistPage,
  WatchAction,
  WatchAlert,
  WatchQuote,
  WatchState,
} from '../../panel/watchlist/watchlistProtocol';
import { arrange } from '../shared/grid/arrange';
import type { GridItem, SortOrder } from '../shared/grid/arrange';
import type { DataGrid } from '../shared/grid/dataGrid';
import type { GridEvents, GridView } from '../shared/grid/gridView';
import type { Host } from '../shared/host';
import { textWidth } from '../shared/grid/textWidth';
import { placeholder } from '../shared/placeholder';
import { FrameElement } from '../shared/pageElement';
import { showPriceColors } from '../shared/priceColors';
import { watchlistColumns } from './columns';
import type { WatchRow } from './columns';

const rowHeight = 40;
const settledMs = 100;
/** Texts as the trees have them. */
const sample = 'SELL 2,500 ALIBABA Group 1,190.50 · −190,899 +14.8%';

/** The watchlist: groups of securities with their prices and the day's chart, as wide as the side bar. */
export class WatchlistPage extends FrameElement {
  @state() private groups: Watchlist | undefined;
  @state() private state: WatchState = { kind: 'ready', notice: '', colors: { up: 'green', down: 'red' }, columns: [], first: 'name' };
  @state() private sort = readWatchlistState(this.host.readState()).sort;
  /** Of the list in CSS pixels. */
  @state() private width = 300;
  /** Counts changes of prices, which are stored in maps. */
  @state() private version = 0;

  readonly #quotes = new Map<string, WatchQuote>();
  #alerts: ReadonlyMap<string, WatchAlert> = new Map();
  readonly #lines = new Map<string, DayLine>();
  readonly #flashes = new Map<string, string>();
  #moved: string | undefined;
  #observer: ResizeObserver | undefined;
  #measuring: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: Host<ToWatchlistHost>) {
    super();
  }

  readonly handlers: Handlers<ToWatchlistPage> = {
    list: ({ groups }) => {
      this.groups = groups;
      const moved = this.#moved;
      this.#moved = undefined;
      if (moved !== undefined) void this.updateComplete.then(() => this.#grid?.select(moved));
    },
    quotes: (quotes) => {
      for (const [symbol, quote] of Object.entries(quotes)) {
        const before = this.#quotes.get(symbol)?.sortLast ?? null;
        if (before !== null && quote.sortLast !== null && before !== quote.sortLast) this.#flash(symbol, quote.sortLast > before);
        this.#quotes.set(symbol, quote);
      }
      this.version += 1;
    },
    alerts: (alerts) => {
      this.#alerts = new Map(Object.entries(alerts));
      this.version += 1;
    },
    lines: (lines) => {
      for (const [symbol, line] of Object.entries(lines)) this.#lines.set(symbol, line);
      this.version += 1;
    },
    forget: () => this.#forget(),
    state: (state) => {
      if (state.kind !== 'ready') this.#forget();
      this.state = state;
    },
    reveal: ({ id }) => {
      void this.updateComplete.then(() => {
        this.#grid?.select(id);
        // A security that was added elsewhere is revealed, but the focus stays there.
        if (document.hasFocus()) this.#grid?.focus();
      });
    },
  };

  get #grid(): DataGrid<WatchRow> | null {
    return this.querySelector<DataGrid<WatchRow>>('market-grid');
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer = new ResizeObserver(() => {
      this.width = this.clientWidth;
      clearTimeout(this.#measuring);
      // While the side bar is being dragged, nothing is told.
      this.#measuring = setTimeout(() => this.#tellRoom(), settledMs);
    });
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
    clearTimeout(this.#measuring);
  }

  /** The trees below have no measure of their own. */
  #tellRoom(): void {
    const width = this.clientWidth;
    if (width > 0) this.host.send('room', { width, em: textWidth(sample, 'text') / emsOf(sample) });
  }

  protected override render(): TemplateResult {
    showPriceColors(this.state.colors);
    const { state } = this;
    if (state.kind === 'none')
      return this.#blank(
        'graph-line',
        l10n.t('Not connected'),
        l10n.t('Connect to a service, or try the sandbox: simulated prices on this machine, no account needed.'),
        [
          ['startSandbox', l10n.t('Start Sandbox')],
          ['connect', l10n.t('Connect to a Service…')],
        ],
      );
    if (state.kind === 'signedOut')
      return this.#blank('account', l10n.t('You are not signed in'), l10n.t('Sign in to see prices. Your list is kept.'), [
        ['signIn', l10n.t('Sign In')],
      ]);
    if (this.groups === undefined) return html`<main aria-busy="true" aria-label=${l10n.t('Loading…')}></main>`;
    if (this.groups.length < 2 && this.groups.every(({ symbols }) => symbols.length === 0))
      return this.#blank(
        'eye',
        l10n.t('Your watchlist is empty'),
        l10n.t('Add securities by symbol, or from any list with Add to Watchlist.'),
        [['add', l10n.t('Add to Watchlist…')]],
      );
    return html`<main>
      <h1 class="sr-only">${l10n.t('Watchlist')}</h1>
      ${state.notice === '' ? nothing : html`<p class="notice-line" role="status"><span class="codicon codicon-info" aria-hidden="true"></span><span>${state.notice}</span></p>`}
      <div class="list"><market-grid .view=${this.#view(this.groups)} .events=${this.#events}></market-grid></div>
    </main>`;
  }

  #view(groups: Watchlist): GridView<WatchRow, string> {
    const columns = watchlistColumns(
      {
        quote: (symbol) => this.#quotes.get(symbol),
        line: (symbol) => this.#lines.get(symbol),
        alert: (symbol) => this.#alerts.get(symbol),
        longest: longestOf(this.#quotes.values()),
        first: this.state.first,
      },
      this.width,
      this.state.columns,
    );
    return {
      columns,
      items: this.#items(groups, columns.find(({ key }) => key === this.sort?.key)?.compare),
      sort: this.sort,
      label: l10n.t('Watchlist'),
      keyboardHelp: l10n.t(
        'Arrow keys move, Enter opens the security, Space selects, Delete removes, Alt with an arrow key reorders, S sorts by the current column.',
      ),
      groupName: (name) => visibleText(name),
      contextOf: ({ id, symbol }) => ({ webviewSection: 'watched', entry: id, symbol, preventDefaultContextMenuItems: true }),
      rowHeight,
      opensOnClick: true,
      rowLook: ({ symbol }) => [this.#quotes.get(symbol)?.isOld === true ? 'old' : '', this.#flashes.get(symbol) ?? ''].join(' '),
    };
  }

  /** A single group needs no heading. */
  #items(groups: Watchlist, compare: ((a: WatchRow, b: WatchRow) => number) | undefined): readonly GridItem<WatchRow, string>[] {
    const names = new Map(groups.map(({ id, name }) => [id, name]));
    const rows = groups.flatMap((group) =>
      group.symbols.map((symbol) => ({ id: entryId({ groupId: group.id, symbol }), groupId: group.id, symbol })),
    );
    // Sorted within each group: groups stay in the user's order.
    const order = new Map(groups.map(({ id }, at) => [id, at]));
    const sign = this.sort?.direction === 'descending' ? -1 : 1;
    const sorted =
      compare === undefined
        ? rows
        : rows.toSorted((a, b) => (order.get(a.groupId) ?? 0) - (order.get(b.groupId) ?? 0) || sign * compare(a, b));
    return arrange<WatchRow, string>(sorted.slice(0, mostSymbols), {
      idOf: ({ id }) => id,
      keep: () => true,
      compare: undefined,
      direction: 'ascending',
      groupOf: groups.length < 2 ? undefined : ({ groupId }) => groupId,
      describeGroup: (id) => names.get(id) ?? '',
      collapsed: new Set(groups.filter(({ isCollapsed }) => isCollapsed).map(({ id }) => id)),
      groups: groups.map(({ id }) => id),
    });
  }

  readonly #events: GridEvents<WatchRow> = {
    open: ({ symbol }) => this.host.send('open', { symbol }),
    copy: (rows) => this.host.send('copy', { symbols: rows.map(({ symbol }) => symbol) }),
    remove: (rows) => this.host.send('remove', { ids: rows.map(({ id }) => id) }),
    sort: (sort) => {
      this.sort = sort;
      this.host.writeState({ sort });
    },
    toggleGroup: (id) => this.host.send('toggleGroup', { id: this.groups?.find((group) => headingId(group.id) === id)?.id ?? '' }),
    move: (ids, before) => {
      // A sorted list is not in the user's order: a moved record would seem to jump.
      if (this.sort !== null) return;
      const { groupId } = moveTarget(this.groups ?? [], before);
      const [only, another] = ids;
      const entry = only === undefined || another !== undefined ? undefined : entryOf(only);
      // In another group it has another ID, but it stays the active one.
      if (entry !== undefined && groupId !== undefined) this.#moved = entryId({ groupId, symbol: entry.symbol });
      this.host.send('move', { ids, before });
    },
    active: () => this.host.send('chosen', { ids: this.#grid?.selection.map(({ id }) => id) ?? [] }),
    visible: (ids) => this.host.send('visible', { symbols: [...new Set(ids.map((id) => id.slice(id.indexOf(' ') + 1)))] }),
  };

  #forget(): void {
    this.#quotes.clear();
    this.#lines.clear();
    this.#flashes.clear();
    this.version += 1;
  }

  /** Highlights a price that moved for a moment. */
  #flash(symbol: string, isUp: boolean): void {
    const look = isUp ? 'flash-up' : 'flash-down';
    this.#flashes.set(symbol, look);
    setTimeout(() => {
      if (!this.isConnected || this.#flashes.get(symbol) !== look) return;
      this.#flashes.delete(symbol);
      this.version += 1;
    }, 600);
  }

  #blank(icon: string, title: string, text: string, actions: readonly (readonly [WatchAction, string])[]): TemplateResult {
    return html`<main>
      <h1 class="sr-only">${l10n.t('Watchlist')}</h1>
      ${placeholder({ icon, title, text, actions: actions.map(([action, label]) => [label, () => this.host.send('act', { action })]) })}
    </main>`;
  }
}

/** Names become shorter, and columns go, so that figures don’t. */
function longestOf(quotes: Iterable<WatchQuote>): { readonly last: number; readonly change: number } {
  const longest = { last: 0, change: 0 };
  for (const { last, change } of quotes) {
    longest.last = Math.max(longest.last, last.length);
    longest.change = Math.max(longest.change, change.length);
  }
  return longest;
}

customElements.define('watchlist-page', WatchlistPage);

/** What the page keeps while it is hidden. */
interface WatchlistViewState {
  readonly sort: SortOrder | null;
}

function readWatchlistState(stored: unknown): WatchlistViewState {
  if (typeof stored !== 'object' || stored === null || !('sort' in stored)) return { sort: null };
  const { sort } = stored;
  if (typeof sort !== 'object' || sort === null || !('key' in sort) || !('direction' in sort)) return { sort: null };
  if (typeof sort.key !== 'string' || (sort.direction !== 'ascending' && sort.direction !== 'descending')) return { sort: null };
  return { sort: { key: sort.key, direction: sort.direction } };
}
