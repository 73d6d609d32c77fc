import { tabbedLines } from '../../domain/text/csv';
import '../shared/grid/dataGrid';
import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { screenColumns, screenTest } from '../../domain/plates/screen';
import type { SavedScreen, ScreenColumn } from '../../domain/plates/screen';
import { sentences } from '../../domain/text/sentences';
import { groupDigits } from '../../domain/values/amount';
import { isRecord } from '../../panel/platform/messages';
import type { Handlers } from '../../panel/platform/messages';
import type { SessionView } from '../../panel/platform/sessionView';
import type { PlateView, ScreenerFacts, ScreenerSettings, ToScreenerHost, ToScreenerPage } from '../../panel/screener/screenerProtocol';
import { Delay } from '../shared/delay';
import { columnPicker } from '../shared/grid/columnPicker';
import type { GridColumn } from '../shared/grid/column';
import type { DataGrid } from '../shared/grid/dataGrid';
import { fittingColumns, lackOfSpace } from '../shared/grid/fitting';
import type { GridEvents, GridView } from '../shared/grid/gridView';
import type { Host } from '../shared/host';
import { LastResult } from '../shared/lastResult';
import { PageWidth } from '../shared/narrow';
import { FrameElement } from '../shared/pageElement';
import { placeholder, signedOutPlaceholder } from '../shared/placeholder';
import { showPriceColors } from '../shared/priceColors';
import { columnTitle, fittedName, plainCell, screenerColumn, yieldingColumns } from './columns';
import { filterBar } from './filters';
import { ScreenerModel } from './model';
import type { ScreenerLine } from './model';
import { toolbar } from './toolbar';
import { initialColumns, readViewState, screenOf } from './viewState';
import type { ScreenerViewState } from './viewState';

const storeDelayMs = 200;
const rowHeight = 26;

const nothingRead: ScreenerFacts = {
  ...{ phase: 'constituents', total: null, hasConstituents: true, hasQuotes: true, asked: 0, missing: 0 },
  ...{ lacks: '', problem: '', waiting: '', quotedAt: null },
};

/** The screener: all constituents of a plate with their figures, filtered by them. */
export class ScreenerPage extends FrameElement {
  @state() private view = readViewState(this.host.readState());
  @state() private settings: ScreenerSettings = { direction: { up: 'green', down: 'red' }, zone: 'UTC' };
  @state() private session: SessionView = { kind: 'signedIn' };
  @state() private plate: PlateView | null = null;
  @state() private plates: readonly PlateView[] = [];
  @state() private screens: readonly SavedScreen[] = [];
  @state() private facts = nothingRead;
  @state() private picksColumns = false;
  /** Columns without space are shown as well: the list scrolls sideways then. */
  @state() private showsAll = false;
  /** Counts changes of the data in the model. */
  @state() private version = 0;

  readonly #width = new PageWidth(this);
  readonly #model = new ScreenerModel();
  readonly #nameWidth = new LastResult<number>();
  readonly #matching = new LastResult<readonly ScreenerLine[]>();
  readonly #storing = new Delay(storeDelayMs, () => {
    this.host.writeState(this.view);
    this.host.send('keep', { view: JSON.stringify(this.view) });
  });

  constructor(private readonly host: Host<ToScreenerHost>) {
    super();
  }

  readonly handlers: Handlers<ToScreenerPage> = {
    start: ({ session, settings, kept, screens }) => {
      // A page that was hidden or reloaded has its own state; a new one continues where the last one was closed.
      if (!isRecord(this.host.readState())) this.view = readViewState(kept);
      this.session = session;
      this.settings = settings;
      this.screens = screens;
    },
    session: (session) => {
      this.session = session;
    },
    settings: (settings) => {
      this.settings = settings;
    },
    plate: ({ plate, plates }) => {
      [this.plate, this.plates, this.facts] = [plate, plates, nothingRead];
      this.#changed(() => this.#model.clear());
      if (plate !== null && plate.id !== this.view.plateId) this.#set({ plateId: plate.id });
    },
    names: (names) => {
      const named = (plate: PlateView): PlateView => ({
        ...plate,
        name: (Object.hasOwn(names, plate.id) ? names[plate.id] : undefined) ?? plate.name,
      });
      this.plate = this.plate === null ? null : named(this.plate);
      this.plates = this.plates.map(named);
    },
    rows: (rows) => this.#changed(() => this.#model.setRows(rows)),
    quotes: (quotes) => this.#changed(() => this.#model.setQuotes(quotes)),
    facts: (facts) => {
      this.facts = facts;
    },
    screens: ({ screens, chosen }) => {
      this.screens = screens;
      const name = chosen ?? this.view.chosen;
      this.#set({ chosen: screens.some((screen) => screen.name === name) ? name : '' });
    },
  };

  protected override render(): TemplateResult {
    showPriceColors(this.settings.direction);
    if (this.session.kind !== 'signedIn') return html`<main>${this.#toolbar()}${this.#signedOut(this.session.kind)}</main>`;
    const { facts, view, plate } = this;
    const lines = this.#lines;
    const all = this.#gridColumns;
    const fitting = fittingColumns(all, yieldingColumns(view), this.#width.pixels);
    return html`<main>
      ${this.#toolbar()}
      ${
        plate === null
          ? placeholder({
              icon: 'layers',
              title: l10n.t('No plate'),
              text: l10n.t('Choose Open Screener on a plate in the Plates view.'),
            })
          : html`${filterBar(view, this.#model.offered, { change: (change) => this.#set(change), toGrid: () => this.#grid?.focus() })}
              <div class="progress ${facts.phase === 'idle' ? '' : 'busy'}" aria-hidden="true"></div>
              ${this.#notices()}
              <div class="list">
                ${lines.length === 0 ? this.#blank() : html`<market-grid .view=${this.#gridView(lines, this.showsAll ? all : fitting)} .events=${this.#gridEvents}></market-grid>`}
              </div>
              <footer class="status">
                <span role="status" aria-live="polite">${this.#statusText(lines.length)}</span
                >${facts.waiting === '' ? nothing : html`<span class="waiting">${facts.waiting}</span>`}
                ${lines.length === 0 ? nothing : lackOfSpace(all, fitting, { showsAll: this.showsAll, toggle: () => (this.showsAll = !this.showsAll) })}
              </footer>`
      }
      ${this.picksColumns ? this.#columnPicker() : nothing}
    </main>`;
  }

  get #grid(): DataGrid<ScreenerLine> | null {
    return this.querySelector<DataGrid<ScreenerLine>>('market-grid');
  }

  /** Columns that are chosen and have something to show, as far as that is known yet. */
  get #columns(): readonly ScreenColumn[] {
    const { asked, phase } = this.facts;
    const { offered } = this.#model;
    return this.view.columns.filter((column) => offered.has(column) || (phase !== 'idle' && asked === 0 && column !== 'status'));
  }

  get #gridColumns(): readonly GridColumn<ScreenerLine>[] {
    const { lines } = this.#model;
    const widthOfNames = this.#nameWidth.of([lines], () => fittedName(lines.map(({ name }) => name)));
    return this.#columns.map((column) => screenerColumn(column, this.view.sort, widthOfNames));
  }

  /** The constituents that match, in order. */
  get #lines(): readonly ScreenerLine[] {
    const { text, ranges, sort } = this.view;
    return this.#matching.of([text, ranges, sort, this.version], () => {
      const kept = this.#model.lines.filter(screenTest({ text, ranges }));
      const compare = sort === null ? undefined : screenerColumn(sort.key, sort).compare;
      if (compare === undefined) return kept;
      const sign = sort?.direction === 'descending' ? -1 : 1;
      return kept.sort((one, other) => sign * compare(one, other));
    });
  }

  #toolbar(): TemplateResult {
    const { view, screens, plate, plates, picksColumns, session } = this;
    return toolbar(
      {
        view,
        screens,
        plate,
        plates: session.kind === 'signedIn' ? plates : [],
        picksColumns,
        isReady: session.kind === 'signedIn' && plate !== null,
      },
      {
        choosePlate: (plateId) => this.host.send('choosePlate', { plateId }),
        chooseScreen: (name) => {
          const screen = screens.find((saved) => saved.name === name);
          this.#set(screen === undefined ? { chosen: '' } : { ...screenOf(screen), chosen: name });
        },
        save: () => this.host.send('saveScreen', { name: view.chosen, screen: screenOf(view) }),
        rename: () => this.host.send('renameScreen', { name: view.chosen }),
        remove: () => this.host.send('removeScreen', { name: view.chosen }),
        pickColumns: () => {
          this.picksColumns = !picksColumns;
          void this.updateComplete.then(() => this.querySelector<HTMLElement>('.picker input:enabled')?.focus());
        },
        export: () => {
          const [header = [], ...rows] = this.#table(this.#lines);
          this.host.send('export', { header, rows });
        },
        refresh: () => this.host.send('refresh', null),
      },
    );
  }

  #signedOut(kind: 'none' | 'signedOut'): TemplateResult {
    const texts = {
      none: l10n.t('Connect to a service to screen the constituents of a plate, or try the sandbox without an account.'),
      signedOut: l10n.t('Sign in to screen the constituents of a plate.'),
    };
    return signedOutPlaceholder(kind, texts, (action) => this.host.send('act', { action }));
  }

  #gridView(lines: readonly ScreenerLine[], columns: readonly GridColumn<ScreenerLine>[]): GridView<ScreenerLine> {
    const { sort } = this.view;
    return {
      columns,
      items: lines.map((row) => ({ kind: 'row', id: row.id, row })),
      sort,
      label: l10n.t('Constituents'),
      keyboardHelp: l10n.t('Arrow keys move, Space selects, Enter opens the security, S sorts by the current column, Ctrl+C copies.'),
      contextOf: ({ symbol }) => ({
        preventDefaultContextMenuItems: true,
        ...(symbol === '' ? {} : { webviewSection: 'security', symbol }),
      }),
      rowHeight,
      rowLook: ({ isOld }) => (isOld ? 'old' : ''),
      isBusy: this.facts.phase !== 'idle',
    };
  }

  readonly #gridEvents: GridEvents<ScreenerLine> = {
    open: ({ symbol }) => {
      if (symbol !== '') this.host.send('open', { symbol });
    },
    copy: (lines) => this.host.send('copy', { text: tabbedLines(this.#table(lines)) }),
    sort: (sort) => {
      const key = screenColumns.find((column) => column === sort?.key);
      this.#set({ sort: sort === null || key === undefined ? null : { key, direction: sort.direction } });
    },
    visible: (ids) => this.host.send('visible', { symbols: ids.filter((id) => this.#model.has(id)) }),
  };

  #table(lines: readonly ScreenerLine[]): readonly (readonly string[])[] {
    const columns = this.#columns;
    return [columns.map(columnTitle), ...lines.map((line) => columns.map((column) => plainCell(line, column)))];
  }

  #notices(): readonly TemplateResult[] {
    const { lacks, problem, hasQuotes, phase, missing } = this.facts;
    const failure = sentences(lacks, problem);
    const hints = [
      hasQuotes ? '' : l10n.t('This service doesn’t provide prices.'),
      phase === 'idle' && hasQuotes && missing > 0 ? l10n.t('Without a quote from the service: {0}', missing) : '',
    ];
    const warning = html`<div class="notice warning" role="alert">
      <span class="codicon codicon-warning" aria-hidden="true"></span><span class="notice-text">${failure}</span>
      <button type="button" class="link-button" @click=${() => this.host.send('refresh', null)}>${l10n.t('Try Again')}</button>
    </div>`;
    return [...(failure === '' ? [] : [warning]), ...hints.filter((hint) => hint !== '').map((hint) => html`<p class="hint">${hint}</p>`)];
  }

  /** Why there are no rows. */
  #blank(): TemplateResult {
    const { phase, problem, lacks, hasConstituents } = this.facts;
    if (!hasConstituents) return placeholder({ text: l10n.t('This service doesn’t provide this list.') });
    if (this.#model.lines.length > 0 && this.#isAwaitingFigures) return placeholder({ text: l10n.t('Loading…') });
    if (this.#model.lines.length > 0)
      return placeholder({
        text: l10n.t('No constituent matches your filters.'),
        actions: [[l10n.t('Clear Filters'), () => this.#set({ text: '', ranges: [] })]],
      });
    if (phase !== 'idle') return placeholder({ text: l10n.t('Loading…') });
    // The notice says what could not be read.
    return problem !== '' || lacks !== '' ? html`` : placeholder({ icon: 'layers', text: l10n.t('No constituents') });
  }

  /** Whether rows that do not match yet may match once their quotes are there. */
  get #isAwaitingFigures(): boolean {
    return this.facts.phase !== 'idle' && this.view.ranges.length > 0;
  }

  #statusText(matching: number): string {
    const { phase, total, asked, quotedAt, lacks, problem } = this.facts;
    const count = (of: number): string => groupDigits(String(of));
    const all = this.#model.lines.length;
    if (phase === 'constituents' && quotedAt === null)
      return total === null ? l10n.t('Loading: {0} so far', count(all)) : l10n.t('Loading: {0} of {1}', count(all), count(total));
    // How many there are is not known.
    if (all === 0 && (problem !== '' || lacks !== '')) return '';
    const shown = l10n.t('{0} of {1}', count(matching), count(all));
    const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
      timeZone: this.settings.zone,
    });
    const parts = [
      lacks === '' ? shown : l10n.t('{0}, incomplete', shown),
      phase === 'quotes' ? l10n.t('Loading quotes: {0} of {1}', count(asked), count(all)) : '',
      quotedAt === null ? '' : l10n.t('updated {0}', clock.format(quotedAt)),
    ];
    return parts.filter((part) => part !== '').join(' · ');
  }

  #columnPicker(): TemplateResult {
    const { offered } = this.#model;
    const isKnown = this.facts.phase === 'idle' && this.#model.lines.length > 0;
    return columnPicker({
      all: screenColumns,
      chosen: this.view.columns,
      initial: initialColumns,
      titleOf: (column) => (isKnown && !offered.has(column) ? l10n.t('{0} (no values)', columnTitle(column)) : columnTitle(column)),
      change: (columns) => this.#set({ columns }),
      close: () => {
        this.picksColumns = false;
        void this.updateComplete.then(() => this.querySelector<HTMLElement>('.pick-columns')?.focus());
      },
    });
  }

  #changed(change: () => void): void {
    change();
    this.version += 1;
  }

  #set(change: Partial<ScreenerViewState>): void {
    this.view = { ...this.view, ...change };
    this.#storing.restart();
  }
}

customElements.define('screener-page', ScreenerPage);
