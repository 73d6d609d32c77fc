import { tabbedLines } from '../../domain/text/csv';
import '../shared/grid/dataGrid';
import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { bucketSums } from '../../domain/positions/portfolio';
import type { BucketSum, PortfolioPosition } from '../../domain/positions/portfolio';
import { masked } from '../../domain/text/mask';
import { showMoney, showSignedMoney, showSignedPercent } from '../../domain/values/amount';
import type { Amount } from '../../domain/values/amount';
import { isRecord } from '../../panel/platform/messages';
import type { Handlers } from '../../panel/platform/messages';
import type { SessionView } from '../../panel/platform/sessionView';
import { fundsPart } from './funds';
import { nameHidden } from './hiddenFigures';
import { portfolioColumns } from '../../panel/portfolio/portfolioColumns';
import type { PortfolioColumnKey } from '../../panel/portfolio/portfolioColumns';
import type { PortfolioSettings, ToPortfolioHost, ToPortfolioPage } from '../../panel/portfolio/portfolioProtocol';
import type { GridItem, SortOrder } from '../shared/grid/arrange';
import type { GridColumn } from '../shared/grid/column';
import { fittingColumns, lackOfSpace } from '../shared/grid/fitting';
import type { GridEvents, GridView } from '../shared/grid/gridView';
import { columnPicker } from '../shared/grid/columnPicker';
import { Delay } from '../shared/delay';
import type { Host } from '../shared/host';
import { placeholder, signedOutPlaceholder } from '../shared/placeholder';
import { kindBadge, kindText } from '../shared/texts/positionTexts';
import { LastResult } from '../shared/lastResult';
import { PageWidth } from '../shared/narrow';
import { FrameElement } from '../shared/pageElement';
import { showPriceColors } from '../shared/priceColors';
import type { ColumnContext, FigureWidths } from './columns';
import {
  columnTitle,
  fittedFigures,
  fittedName,
  fittedSymbol,
  shownSymbol,
  marketText,
  portfolioColumn,
  plainCell,
  shownSort,
  sideText,
  yieldingColumns,
} from './columns';
import { PortfolioModel } from './model';
import type { PortfolioGroup } from './model';
import { allocation, pictureWidth, profitBars } from './pictures';
import { assumedLegend, bucketText, currencyPart, dayCell, profitTitle, summary, sumLook } from './sums';
import { toolbar } from './toolbar';
import { areFiguresShown, arePicturesShown, initialViewState, readViewState } from './viewState';
import type { PortfolioViewState } from './viewState';

const storeDelayMs = 200;
const nameEveryMs = 1_000;
/** From this width on, there is room for longer names. */
const wideFrom = 1_100;
/** Rows of a very short page are lower, as in the style sheet: then eight are in sight at a zoom of 200%. */
const [rowHeight, lowRowHeight, lowPage] = [24, 22, 420];

/** The portfolio page: one table of all positions of all accounts, with sums only over what can be added. */
export class PortfolioPage extends FrameElement {
  @state() private view = readViewState(this.host.readState());
  @state() private settings: PortfolioSettings = { direction: { up: 'green', down: 'red' }, isPrivate: false, zone: 'UTC' };
  @state() private session: SessionView = { kind: 'signedIn' };
  @state() private funds: ToPortfolioPage['funds'] = [];
  @state() private problem = '';
  @state() private isBusy = true;
  @state() private waiting = '';
  @state() private picksColumns = false;
  /** Columns without space are shown as well: the list scrolls sideways then. */
  @state() private showsAll = false;
  @state() private pictured = '';
  /** Counts changes of the data in the model. */
  @state() private version = 0;

  /** When the lines of figures last named what they have no room for. */
  #namedAt = 0;

  readonly #model = new PortfolioModel();
  readonly #width = new PageWidth(this);
  readonly #nameWidth = new LastResult<number>();
  readonly #symbolWidth = new LastResult<number>();
  readonly #figureWidths = new LastResult<FigureWidths>();
  readonly #storing = new Delay(storeDelayMs, () => {
    this.host.writeState(this.view);
    this.host.send('keep', { view: JSON.stringify(this.view) });
  });

  constructor(private readonly host: Host<ToPortfolioHost>) {
    super();
    // As long as the page, which is the whole document.
    window.addEventListener('resize', () => this.requestUpdate());
  }

  readonly handlers: Handlers<ToPortfolioPage> = {
    start: ({ session, settings, data, kept }) => {
      // A page that was hidden or reloaded has its own state; a new one continues where the last one was closed.
      if (!isRecord(this.host.readState())) this.view = readViewState(kept);
      this.session = session;
      this.settings = settings;
      this.isBusy = !data.isLoaded;
      this.#changed(() => this.#model.setData(data));
    },
    data: (data) => this.#changed(() => this.#model.setData(data)),
    funds: (funds) => {
      this.funds = funds;
    },
    filter: ({ text }) => this.#set({ filter: text, collapsed: [] }),
    prices: (prices) => this.#changed(() => this.#model.setPrices(prices)),
    forget: () => this.#changed(() => this.#model.forgetPrices()),
    session: (session) => {
      this.session = session;
      if (session.kind !== 'signedIn') this.#model.forgetPrices();
    },
    settings: (settings) => {
      this.settings = settings;
    },
    busy: ({ isBusy, problem, waiting = '' }) => {
      this.isBusy = isBusy;
      this.waiting = waiting;
      this.problem = problem;
    },
  };

  protected override render(): TemplateResult {
    showPriceColors(this.settings.direction);
    if (this.session.kind !== 'signedIn') return html`<main>${this.#toolbar()}${this.#signedOut(this.session.kind)}</main>`;
    const sort = shownSort(this.view.sort, this.settings.isPrivate);
    const { all, fitting } = this.#fitted(sort);
    const { items, shown } = this.#model.items({ ...this.view, sort }, all);
    const isEmpty = shown.length === 0;
    const current = this.#model.current(shown);
    const sums = bucketSums(current);
    const isFolded = !areFiguresShown(this.view, window);
    const firstBucket = items.find((item) => item.kind === 'group')?.group.sums[0]?.bucket;
    const gridView: GridView<PortfolioPosition, PortfolioGroup> = {
      columns: this.showsAll ? all : fitting,
      items,
      sort,
      label: l10n.t('Positions of all accounts'),
      keyboardHelp: l10n.t(
        'Arrow keys move, Space selects, Enter opens the security, S sorts by the current column, Ctrl+C copies, Left and Right collapse and expand groups.',
      ),
      groupName: (group) => this.#groupName(group),
      groupCell: ({ sums }, key) => this.#groupCell(sums, key),
      contextOf: (position) => ({
        preventDefaultContextMenuItems: true,
        ...(this.#model.isOldPosition(position) ? {} : { webviewSection: 'position', symbol: position.read.holding.symbol }),
      }),
      rowHeight: innerHeight < lowPage ? lowRowHeight : rowHeight,
      rowLook: (position) => (this.#model.isOld(position) ? 'old' : ''),
    };
    return html`<main class=${isFolded ? 'folded' : ''}>
      ${this.#toolbar()}
      <div class="progress ${this.isBusy ? 'busy' : ''}" aria-hidden="true"></div>
      ${this.#oldNotice()} ${this.#loadingNotice()} ${this.#notices()}
      <div class="above">
        ${guard([this.funds, this.#model.positions, this.settings.isPrivate, this.#model.data.isSandbox], () =>
          fundsPart(this.funds, {
            isPrivate: this.settings.isPrivate,
            isSandbox: this.#model.data.isSandbox,
            sumsOf: (key) => this.#model.sumsOf(key),
            unfold: () => this.#set({ showsFigures: true }),
          }),
        )}
        ${sums.length === 0 ? nothing : html`<div class="band">${this.#totals(sums)} ${arePicturesShown(this.view, window) ? this.#pictures(current, sums, firstBucket) : nothing}</div>`}
      </div>
      <div class="list">
        ${isEmpty ? this.#blank() : html`<market-grid .view=${gridView} .events=${this.#gridEvents(shown)}></market-grid>`}
      </div>
      <footer class="status">
        <span role="status" aria-live="polite">${this.#status(shown.length)}</span
        >${this.waiting === '' ? nothing : html`<span class="waiting">${this.waiting}</span>`}${assumedLegend(sums)}${isEmpty ? nothing : lackOfSpace(all, fitting, { showsAll: this.showsAll, toggle: () => (this.showsAll = !this.showsAll) })}
      </footer>
      ${
        this.picksColumns
          ? columnPicker({
              all: portfolioColumns,
              chosen: this.view.columns,
              initial: initialViewState.columns,
              titleOf: columnTitle,
              change: (chosen) => this.#set({ columns: chosen }),
              close: () => {
                this.picksColumns = false;
                void this.updateComplete.then(() => this.querySelector<HTMLElement>('.pick-columns')?.focus());
              },
            })
          : nothing
      }
    </main>`;
  }

  protected override updated(changed: PropertyValues): void {
    const now = performance.now();
    // Prices change many times a second, and hardly the room that a figure needs.
    if (changed.size === 1 && changed.has('version') && now - this.#namedAt < nameEveryMs) return;
    this.#namedAt = now;
    nameHidden(this, !areFiguresShown(this.view, window));
  }

  #signedOut(kind: 'none' | 'signedOut'): TemplateResult {
    const texts = {
      none: l10n.t('Connect to a service to see your positions, or try the sandbox without an account.'),
      signedOut: l10n.t('Sign in to see the positions of your accounts.'),
    };
    return signedOutPlaceholder(kind, texts, (action) => this.host.send('act', { action }));
  }

  #toolbar(): TemplateResult {
    const { view } = this;
    const isSandbox = this.#model.data.isSandbox && this.session.kind === 'signedIn';
    return toolbar(
      { view, isSandbox, picksColumns: this.picksColumns },
      {
        change: (change) => this.#set(change),
        pickColumns: () => {
          this.picksColumns = !this.picksColumns;
          void this.updateComplete.then(() => this.querySelector<HTMLElement>('.picker input:enabled')?.focus());
        },
        export: () => this.#export(),
        refresh: () => this.host.send('refresh', null),
        toGrid: () => this.querySelector<HTMLElement>('market-grid')?.focus(),
      },
    );
  }

  #totals(sums: readonly BucketSum[]): TemplateResult {
    const { isSandbox, partial, aged } = this.#model.data;
    return summary(sums, {
      ...{ isPrivate: this.settings.isPrivate, isSandbox, partial, aged },
      unfold: () => this.#set({ showsFigures: true }),
    });
  }

  /** The time of dimmed positions. */
  #oldNotice(): TemplateResult | typeof nothing {
    const { oldAsOf } = this.#model.data;
    return oldAsOf === '' ? nothing : html`<p class="hint">${l10n.t('Not read again yet: {0}', oldAsOf)}</p>`;
  }

  /** Which accounts are still being read, as long as the page shows others. */
  #loadingNotice(): TemplateResult | typeof nothing {
    const { accounts, unlisted, isLoaded, isSandbox } = this.#model.data;
    if (!isLoaded || !this.#model.isLoading) return nothing;
    const parts = [
      ...unlisted.map((kind) => l10n.t('{0}: {1}', kindText(kind, isSandbox), l10n.t('Loading accounts'))),
      ...accounts.flatMap(({ key, loading }) =>
        loading === '' ? [] : [l10n.t('{0}: {1}', this.#model.accountName(key, this.settings), loading)],
      ),
    ];
    return html`<p class="hint">${parts.join(' · ')}</p>`;
  }

  #notices(): readonly (TemplateResult | typeof nothing)[] {
    const { data } = this.#model;
    const gaps = [
      ...data.missing,
      ...data.accounts.flatMap((account) =>
        account.missing.map((text) => l10n.t('{0}: {1}', this.#model.accountName(account.key, this.settings), text)),
      ),
    ];
    const notice = (text: string): TemplateResult =>
      html`<div class="notice warning" role="alert">
        <span class="codicon codicon-warning" aria-hidden="true"></span><span class="notice-text">${text}</span>
        <button type="button" class="link-button" @click=${() => this.host.send('refresh', null)}>${l10n.t('Try Again')}</button>
      </div>`;
    // The list of gaps already shows that something went wrong.
    if (gaps.length > 0) return gaps.map((gap) => notice(l10n.t('The list is incomplete: {0}', gap)));
    return this.problem === '' ? [] : [notice(this.problem)];
  }

  #money(text: string): string {
    return this.settings.isPrivate ? masked : text;
  }

  /** @param first - What is on top of the list: amounts of several currencies can’t be compared. */
  #pictures(shown: readonly PortfolioPosition[], sums: readonly BucketSum[], first: string | undefined): TemplateResult {
    if (this.settings.isPrivate) return html`<p class="hint private">${l10n.t('Charts are hidden in privacy mode.')}</p>`;
    const chosen = sums.find(({ bucket }) => bucket === this.pictured) ?? sums.find(({ bucket }) => bucket === first) ?? sums[0];
    if (chosen === undefined) return html``;
    const name = (sum: BucketSum): string => bucketText(sum, this.#model.data.isSandbox);
    const shareOf = (position: PortfolioPosition): Amount | undefined => this.#model.shareOf(position);
    const width = pictureWidth(this.#width.pixels);
    // Both charts are of what is chosen here.
    const choice =
      sums.length < 2
        ? name(chosen)
        : html`<select
            class="field pictured"
            aria-label=${l10n.t('Show charts of')}
            title=${l10n.t('Show charts of')}
            @change=${(event: Event) => {
              if (event.target instanceof HTMLSelectElement) this.pictured = event.target.value;
            }}
          >
            ${sums.map((sum) => html`<option value=${sum.bucket} ?selected=${sum === chosen}>${name(sum)}</option>`)}
          </select>`;
    return html`<section class="pictures" aria-label=${l10n.t('Charts')}>
      ${guard([shown, chosen.bucket, width], () => {
        const members = shown.filter(({ bucket }) => bucket === chosen.bucket);
        return html`${allocation(members, { bucket: name(chosen), choice, width, shareOf })} ${profitBars(members, name(chosen))}`;
      })}
    </section>`;
  }

  #groupName(group: PortfolioGroup): TemplateResult {
    // Old positions are not part of any sum.
    const count = group.sums.reduce((total, sum) => total + sum.count, 0);
    const text = count === 0 ? '' : count === 1 ? l10n.t('1 position') : l10n.t('{0} positions', count);
    const { example } = group;
    return html`${this.#groupTitle(group)} ${example === undefined ? nothing : kindBadge(example.kind, this.#model.data.isSandbox)}
      <span class="count">${text}</span>`;
  }

  #groupTitle({ example, sums }: PortfolioGroup): TemplateResult | typeof nothing {
    const [sum] = sums.length > 1 || example === undefined ? [] : bucketSums([example]);
    const currency = sum === undefined ? '' : currencyPart(sum);
    const within = (name: string): TemplateResult => html`${name}${currency === '' ? '' : ' · '}${currency}`;
    switch (example === undefined ? 'none' : this.view.grouping) {
      case 'account':
        return within(this.#model.accountName(example?.accountKey ?? '', this.settings));
      case 'market':
        // A currency that is only assumed already names the market.
        return sum?.currency === undefined ? html`${sum === undefined ? marketText('') : currency}` : within(marketText(sum.market));
      case 'currency':
        return html`${sum === undefined || (sum.currency === undefined && sum.assumedCurrency === '') ? l10n.t('Unknown currency') : currency}`;
      case 'side':
        return within(sideText(example?.read.holding ?? { side: 'other', sideText: '' }).trim());
      case 'none':
        return nothing;
    }
  }

  /** Figures of a group are shown in their columns if all of it can be added. */
  #groupCell(sums: readonly BucketSum[], key: string): TemplateResult | string | undefined {
    const [sum] = sums;
    if (sum === undefined || sums.length > 1) return undefined;
    if (key === 'dayProfit') return dayCell(sum, this.settings.isPrivate);
    if (key === 'value') return this.#money(showMoney(sum.marketValue));
    const look = sumLook(sum, this.settings.isPrivate);
    if (key === 'profit') return html`<span class=${look}>${this.#money(showSignedMoney(sum.profit))}</span>`;
    if (key !== 'percent') return undefined;
    const percent = this.#money(sum.percent === undefined ? '–' : showSignedPercent(sum.percent));
    return html`<span class=${look} title=${this.settings.isPrivate ? '' : profitTitle(sum)}>${percent}</span>`;
  }

  #gridEvents(shown: readonly PortfolioPosition[]): GridEvents<PortfolioPosition> {
    return {
      open: (position) => {
        if (!this.#model.isOldPosition(position)) this.host.send('open', { symbol: position.read.holding.symbol });
      },
      copy: (rows) => this.host.send('copy', { text: tabbedLines(this.#table(this.#model.current(rows))) }),
      sort: (sort) => this.#set({ sort }),
      toggleGroup: (id) => {
        const key = id.replace(/^group /, '');
        const collapsed = this.view.collapsed.includes(key)
          ? this.view.collapsed.filter((other) => other !== key)
          : [...this.view.collapsed, key];
        this.#set({ collapsed });
      },
      visible: (ids) => {
        const seen = new Set(ids);
        const symbols = this.#model.current(shown).flatMap(({ id, read }) => (seen.has(id) ? [read.holding.symbol] : []));
        this.host.send('visible', { symbols: [...new Set(symbols)] });
      },
    };
  }

  /** Rows as texts. Where accounts of both kinds are mixed, each row says which one it is from. */
  #table(positions: readonly PortfolioPosition[]): readonly (readonly string[])[] {
    const { columns } = this.view;
    const isMixed = new Set(this.#model.positions.map(({ kind }) => kind)).size > 1;
    const keys = isMixed && !columns.includes('account') ? [...columns, 'account' as const] : columns;
    const told = this.#columns(null, {}, keys);
    return [keys.map(columnTitle), ...positions.map((position) => told.map((column) => plainCell(column, position)))];
  }

  /** All columns, and those that have space: what tells the name and the side depends on them. */
  #fitted(sort: SortOrder | null): Record<'all' | 'fitting', readonly GridColumn<PortfolioPosition>[]> {
    const width = this.#width.pixels;
    const all = this.#columns(sort);
    const { grouping } = this.view;
    const isOfOne = grouping === 'market' || grouping === 'currency' || new Set(this.#model.positions.map(({ bucket }) => bucket)).size < 2;
    const yielding = yieldingColumns({ hasMixed: !isOfOne });
    const fitting = fittingColumns(all, yielding, width);
    const has = (key: PortfolioColumnKey): boolean => (this.showsAll ? all : fitting).some((column) => column.key === key);
    const hasOther = this.#model.positions.some(({ read }) => read.holding.side === 'other');
    const marksSide = !has('side') && (hasOther || !has('quantity') || this.settings.isPrivate);
    if (has('name') && !marksSide) return { all, fitting };
    const told = this.#columns(sort, { isNameless: !has('name'), marksSide });
    // A symbol in its short form may leave room for a figure again.
    const kept = told.filter(({ key }) => (key !== 'name' && key !== 'side') || fitting.some((column) => column.key === key));
    return { all: told, fitting: fittingColumns(kept, yielding, width) };
  }

  #columns(
    sort: SortOrder | null,
    told: Pick<ColumnContext, 'isNameless' | 'marksSide'> = {},
    keys: readonly PortfolioColumnKey[] = this.view.columns,
  ): readonly GridColumn<PortfolioPosition>[] {
    const { isPrivate } = this.settings;
    const accountName = (account: string): string => this.#model.accountName(account, { isPrivate });
    const shareOf = (position: PortfolioPosition): Amount | undefined => this.#model.shareOf(position);
    const { accounts } = this.#model.data;
    const isWide = this.#width.pixels >= wideFrom;
    const nameWidth = this.#nameWidth.of([accounts, isWide], () =>
      fittedName(
        accounts.flatMap(({ positions }) => positions.map(({ name }) => name)),
        isWide,
      ),
    );
    const isNameless = told.isNameless === true;
    const hasRoom = isWide || isNameless;
    const symbolWidth = this.#symbolWidth.of([accounts, hasRoom, isNameless], () =>
      fittedSymbol(
        accounts.flatMap(({ positions }) => positions.map(({ symbol }) => shownSymbol(symbol, isNameless))),
        hasRoom,
      ),
    );
    const figureWidths = this.#figureWidths.of([accounts, isPrivate], () =>
      isPrivate ? fittedFigures([], []) : fittedFigures(this.#model.positions, bucketSums(this.#model.positions)),
    );
    return keys.map((key) =>
      portfolioColumn(key, {
        ...{ isPrivate, accountName, shareOf, sort, ...told },
        extendedOf: (position) => this.#model.extendedOf(position),
        isSandbox: this.#model.data.isSandbox,
        ...{ nameWidth, symbolWidth, figureWidths },
      }),
    );
  }

  /** Rows as displayed: order, filter, and columns. */
  #export(): void {
    const sort = shownSort(this.view.sort, this.settings.isPrivate);
    const { items } = this.#model.items({ ...this.view, sort, collapsed: [] }, this.#columns(sort));
    const rows = items.flatMap((item: GridItem<PortfolioPosition, PortfolioGroup>) => (item.kind === 'row' ? [item.row] : []));
    const current = this.#model.current(rows);
    const [header = [], ...body] = this.#table(current);
    this.host.send('export', { header, rows: body, accounts: current.map(({ accountKey }) => accountKey) });
  }

  #blank(): TemplateResult {
    const { data, isLoading, positions } = this.#model;
    if (!data.isLoaded) return placeholder({ text: this.problem === '' ? l10n.t('Loading positions…') : this.problem });
    if (positions.length > 0)
      return placeholder({
        text: isLoading ? l10n.t('Loading positions…') : l10n.t('No positions match your filter.'),
        actions: [[l10n.t('Clear Filter'), () => this.#set({ filter: '' })]],
      });
    if (isLoading) return placeholder({ text: l10n.t('Loading positions…') });
    // The notices say what could not be read.
    return data.partial.length > 0 ? html`` : placeholder({ icon: 'briefcase', text: l10n.t('No positions') });
  }

  #status(shown: number): string {
    const { data, positions } = this.#model;
    const all = positions.length;
    if (!data.isLoaded || (all === 0 && this.#model.isLoading)) return l10n.t('Loading positions…');
    const known =
      shown !== all ? l10n.t('{0} of {1} positions', shown, all) : all === 1 ? l10n.t('1 position') : l10n.t('{0} positions', all);
    const whole = data.aged.length === 0 ? known : l10n.t('{0}, out of date', known);
    const count = data.partial.length === 0 ? whole : l10n.t('{0}, incomplete', known);
    const times = data.accounts.flatMap(({ updatedAt }) => (updatedAt === null ? [] : [updatedAt]));
    if (times.length === 0) return count;
    const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZone: this.settings.zone,
    });
    return `${count} · ${l10n.t('updated {0}', clock.format(Math.min(...times)))}`;
  }

  #changed(change: () => void): void {
    change();
    this.version += 1;
  }

  #set(change: Partial<PortfolioViewState>): void {
    this.view = { ...this.view, ...change };
    this.#storing.restart();
  }
}

customElements.define('portfolio-page', PortfolioPage);
