import '../shared/grid/dataGrid';
import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { bucketSums } from '../../domain/positions/portfolio';
import type { BucketSum, PortfolioPosition } from '../../domain/positions/portfolio';
import { visibleText } from '../../domain/text/visibleText';
import { masked } from '../../domain/text/mask';
import { showMoney, showSignedMoney, showSignedPercent } from '../../domain/values/amount';
import type { Amount } from '../../domain/values/amount';
import { isRecord } from '../../panel/platform/messages';
import type { Handlers } from '../../panel/platform/messages';
import type { SessionView } from '../../panel/platform/sessionView';
import { fundsPart } from './funds';
import { hiddenInGroup, nameHidden } from './hiddenFigures';
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
import type { ColumnContext } from './columns';
import { columnTitle, fittedName, fittedSymbol, marketText, portfolioColumn, plainCell, shownSort, yieldingColumns } from './columns';
import { PortfolioModel } from './model';
import type { PortfolioGroup } from './model';
import { allocation, profitBars } from './pictures';
import { bucketText, dayCell, dayInLine, summary, sumLook, sumProfit } from './sums';
import { toolbar } from './toolbar';
import { areFiguresShown, arePicturesShown, initialViewState, readViewState } from './viewState';
import type { PortfolioViewState } from './viewState';

const storeDelayMs = 200;
const nameEveryMs = 1_000;
const nameWhileScrollingMs = 100;
/** From this width on, the kind of an account is a word, as in the style sheet. */
const wideFrom = 1_100;
/** Rows of a very short page are lower, as in the style sheet: then eight are in sight at a zoom of 200%. */
const [rowHeight, lowRowHeight, lowPage] = [26, 24, 420];

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
  readonly #storing = new Delay(storeDelayMs, () => {
    this.host.writeState(this.view);
    this.host.send('keep', { view: JSON.stringify(this.view) });
  });

  constructor(private readonly host: Host<ToPortfolioHost>) {
    super();
    // As long as the page, which is the whole document.
    window.addEventListener('resize', () => this.requestUpdate());
  }

  readonly #naming = new Delay(nameWhileScrollingMs, () => nameHidden(this, !areFiguresShown(this.view, window)));
  /** The headings of other groups come into view. */
  readonly #scrolled = { capture: true, handleEvent: (): void => this.#naming.start() };

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
      ${guard([this.funds, this.#model.positions, this.settings.isPrivate, this.#model.data.isSandbox], () =>
        fundsPart(this.funds, {
          isPrivate: this.settings.isPrivate,
          isSandbox: this.#model.data.isSandbox,
          sumsOf: (key) => this.#model.sumsOf(key),
          unfold: () => this.#set({ showsFigures: true }),
        }),
      )}
      ${sums.length === 0 ? nothing : summary(sums, { isPrivate: this.settings.isPrivate, isSandbox: this.#model.data.isSandbox, partial: this.#model.data.partial, aged: this.#model.data.aged, unfold: () => this.#set({ showsFigures: true }) })}
      ${sums.length === 0 || !arePicturesShown(this.view, window) ? nothing : this.#pictures(current, sums, items.find((item) => item.kind === 'group')?.group.sums[0]?.bucket)}
      <div class="list" @scroll=${this.#scrolled}>
        ${isEmpty ? this.#blank() : html`<market-grid .view=${gridView} .events=${this.#gridEvents(shown)}></market-grid>`}
      </div>
      <footer class="status">
        <span role="status" aria-live="polite">${this.#status(shown.length)}</span
        >${this.waiting === '' ? nothing : html`<span class="waiting">${this.waiting}</span>`}${isEmpty ? nothing : lackOfSpace(all, fitting, { showsAll: this.showsAll, toggle: () => (this.showsAll = !this.showsAll) })}
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
    // The table draws its headings later.
    void this.querySelector<FrameElement>('market-grid')?.updateComplete.then(() => this.#naming.restart());
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
    const name = bucketText(chosen, this.#model.data.isSandbox);
    const shareOf = (position: PortfolioPosition): Amount | undefined => this.#model.shareOf(position);
    return html`<section class="pictures" aria-label=${l10n.t('Charts')}>
      ${
        sums.length < 2
          ? nothing
          : html`<select
              class="field pictured"
              aria-label=${l10n.t('Show charts of')}
              title=${l10n.t('Show charts of')}
              @change=${(event: Event) => {
                if (event.target instanceof HTMLSelectElement) this.pictured = event.target.value;
              }}
            >
              ${sums.map((sum) => html`<option value=${sum.bucket} ?selected=${sum === chosen}>${bucketText(sum, this.#model.data.isSandbox)}</option>`)}
            </select>`
      }
      ${guard([shown, chosen.bucket], () => {
        const members = shown.filter(({ bucket }) => bucket === chosen.bucket);
        return html`${allocation(members, { bucket: name, shareOf })} ${profitBars(members, name)}`;
      })}
    </section>`;
  }

  #groupName({ key, sums }: PortfolioGroup): TemplateResult {
    const count = sums.reduce((total, sum) => total + sum.count, 0);
    // Old positions are not part of any sum.
    if (count === 0) return html`${this.#groupTitle(key)}`;
    const text = count === 1 ? l10n.t('1 position') : l10n.t('{0} positions', count);
    const several =
      sums.length < 2
        ? nothing
        : html`<span class="several" data-fits="div">${sums.map((sum) => this.#groupSum(sum))}</span>${hiddenInGroup()}`;
    return html`${this.#groupTitle(key)} <span class="count">${text}</span> ${several}`;
  }

  /** A total of a group that has several: each figure with its name, and left out whole where there is no room. */
  #groupSum(sum: BucketSum): TemplateResult {
    const [bucket, profit, day] = [bucketText(sum, this.#model.data.isSandbox), l10n.t('P&L'), l10n.t('Day P&L')];
    const { isPrivate } = this.settings;
    return html`<span data-name=${l10n.t('{0}: {1}', bucket, profit)}
        >${bucket} · ${profit} <span class=${sumLook(sum, isPrivate)}>${sumProfit(sum, isPrivate)}</span></span
      >
      <span data-name=${l10n.t('{0}: {1}', bucket, day)}>${day} ${dayInLine(sum, isPrivate)}</span>`;
  }

  #groupTitle(key: string): TemplateResult | string {
    switch (this.view.grouping) {
      case 'account': {
        const kind = this.#model.account(key)?.kind ?? 'simulated';
        return html`${this.#model.accountName(key, this.settings)} ${kindBadge(kind, this.#model.data.isSandbox)}`;
      }
      case 'currency':
        return key === '' ? l10n.t('Unknown currency') : visibleText(key);
      case 'side':
        return [l10n.t('long'), l10n.t('short')][Number(key)] ?? l10n.t('side {0}', '').trim();
      default:
        return marketText(key);
    }
  }

  /** Figures of a group are shown in their columns if all of it can be added. */
  #groupCell(sums: readonly BucketSum[], key: string): TemplateResult | string | undefined {
    const [sum] = sums;
    if (sum === undefined || sums.length > 1) return undefined;
    if (key === 'dayProfit') return dayCell(sum, this.settings.isPrivate);
    if (key === 'value') return this.#money(showMoney(sum.marketValue));
    if (key === 'profit')
      return html`<span class=${sumLook(sum, this.settings.isPrivate)}>${this.#money(showSignedMoney(sum.profit))}</span>`;
    if (key === 'percent' && sum.percent !== undefined)
      return html`<span class=${sumLook(sum, this.settings.isPrivate)}>${this.#money(showSignedPercent(sum.percent))}</span>`;
    return undefined;
  }

  #gridEvents(shown: readonly PortfolioPosition[]): GridEvents<PortfolioPosition> {
    return {
      open: (position) => {
        if (!this.#model.isOldPosition(position)) this.host.send('open', { symbol: position.read.holding.symbol });
      },
      copy: (rows) =>
        this.host.send('copy', {
          text: this.#table(this.#model.current(rows))
            .map((cells) => cells.join('\t'))
            .join('\n'),
        }),
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

  #table(positions: readonly PortfolioPosition[]): readonly (readonly string[])[] {
    const columns = this.#columns(null);
    return [this.view.columns.map(columnTitle), ...positions.map((position) => columns.map((column) => plainCell(column, position)))];
  }

  /** All columns, and those that have space: what tells the kind of account and the side depends on them. */
  #fitted(sort: SortOrder | null): Record<'all' | 'fitting', readonly GridColumn<PortfolioPosition>[]> {
    const width = this.#width.pixels;
    const all = this.#columns(sort);
    const fitting = fittingColumns(all, yieldingColumns, width);
    const has = (key: PortfolioColumnKey): boolean => (this.showsAll ? all : fitting).some((column) => column.key === key);
    if (has('name') && has('side')) return { all, fitting };
    const shortAt = has('side') ? undefined : has('quantity') && !this.settings.isPrivate ? 'quantity' : 'symbol';
    const told = this.#columns(sort, { isNameless: !has('name'), shortAt });
    const kept = told.filter(({ key }) => fitting.some((column) => column.key === key));
    return { all: told, fitting: fittingColumns(kept, yieldingColumns, width) };
  }

  #columns(sort: SortOrder | null, told: Pick<ColumnContext, 'isNameless' | 'shortAt'> = {}): readonly GridColumn<PortfolioPosition>[] {
    const { isPrivate } = this.settings;
    const accountName = (account: string): string => this.#model.accountName(account, { isPrivate });
    const shareOf = (position: PortfolioPosition): Amount | undefined => this.#model.shareOf(position);
    const { accounts } = this.#model.data;
    const look = { marksKind: this.#marksKind(), isWide: this.#width.pixels >= wideFrom };
    const nameWidth = this.#nameWidth.of([accounts, look.marksKind, look.isWide], () =>
      fittedName(
        accounts.flatMap(({ positions }) => positions.map(({ name }) => name)),
        look,
      ),
    );
    const symbolWidth = this.#symbolWidth.of([accounts], () =>
      fittedSymbol(accounts.flatMap(({ positions }) => positions.map(({ symbol }) => symbol))),
    );
    return this.view.columns.map((key) =>
      portfolioColumn(key, {
        ...{ isPrivate, accountName, shareOf, sort, ...told },
        extendedOf: (position) => this.#model.extendedOf(position),
        marksKind: look.marksKind,
        isSandbox: this.#model.data.isSandbox,
        nameWidth,
        symbolWidth,
      }),
    );
  }

  /** Whether accounts of both kinds are mixed, and neither a group nor a column distinguishes them. */
  #marksKind(): boolean {
    const { grouping, columns } = this.view;
    if (grouping === 'account' || columns.includes('account')) return false;
    return new Set(this.#model.data.accounts.map(({ kind }) => kind)).size > 1;
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
