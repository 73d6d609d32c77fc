import { tabbedLines } from '../../domain/text/csv';
import '../shared/grid/dataGrid';
import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { isRecord } from '../../panel/platform/messages';
import type { Handlers } from '../../panel/platform/messages';
import { recordColumns } from '../../panel/records/recordsProtocol';
import type {
  RecordColumn,
  RecordDetails,
  RecordRow,
  RecordsFacts,
  RecordsPart,
  RecordsSettings,
  RecordsTab,
  ToRecordsHost,
  ToRecordsPage,
} from '../../panel/records/recordsProtocol';
import { Delay } from '../shared/delay';
import type { GridColumn } from '../shared/grid/column';
import type { DataGrid } from '../shared/grid/dataGrid';
import { fittingColumns, lackOfSpace } from '../shared/grid/fitting';
import type { GridEvents, GridView } from '../shared/grid/gridView';
import type { Host } from '../shared/host';
import { LastResult } from '../shared/lastResult';
import { NarrowPage, PageWidth } from '../shared/narrow';
import { FrameElement } from '../shared/pageElement';
import { placeholder } from '../shared/placeholder';
import type { Placeholder } from '../shared/placeholder';
import { tabId } from '../shared/tabList';
import { cellText, columnsOf, columnTitle, tabTitle, yieldingColumns } from './columns';
import { detailsPanel } from './details';
import { listPanelId, toolbar } from './toolbar';
import { readViewState } from './viewState';
import type { RecordsViewState } from './viewState';

/** The page of a window that stays open for days would hold more and more. */
const mostRows = 25_000;

/** The rows after a part of them has come, the newest first. */
function withPart(before: readonly RecordRow[], { rows, isWhole }: Pick<RecordsPart, 'rows' | 'isWhole'>): readonly RecordRow[] {
  const byId = new Map((isWhole ? [] : before).map((row) => [row.id, row]));
  for (const row of rows) byId.set(row.id, row);
  return [...byId.values()].toSorted((one, other) => other.order - one.order).slice(0, mostRows);
}

/** The rows of a kind in which every word of the filter occurs. */
function filtered(rows: readonly RecordRow[], { filter, kind }: Pick<RecordsViewState, 'filter' | 'kind'>): readonly RecordRow[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0 && kind === '') return rows;
  return rows.filter(({ kinds, texts }) => {
    if (kind !== '' && !kinds.includes(kind)) return false;
    const all = Object.values(texts).join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

const storeDelayMs = 200;
const rowHeight = 26;

interface Shown {
  readonly rows: readonly RecordRow[];
  readonly facts: RecordsFacts | undefined;
}

const nothingRead: Shown = { rows: [], facts: undefined };

/** The Records page: orders, requests, and agents’ calls, one kind at a time, each with its details. */
export class RecordsPage extends FrameElement {
  @state() private view = readViewState(this.host.readState());
  @state() private settings: RecordsSettings = { isPrivate: false, zone: 'UTC' };
  @state() private shown: Shown = nothingRead;
  /** The record whose details are open. */
  @state() private openId: string | undefined;
  @state() private details: { readonly id: string; readonly details: RecordDetails } | undefined;

  /** Columns without space are shown as well: the list scrolls sideways then. */
  @state() private showsAll = false;

  readonly #narrow = new NarrowPage(this);
  readonly #width = new PageWidth(this);
  readonly #filtered = new LastResult<readonly RecordRow[]>();
  /** A record to go to once it is there. */
  #wanted: string | undefined;
  readonly #storing = new Delay(storeDelayMs, () => {
    this.host.writeState(this.view);
    this.host.send('keep', { view: JSON.stringify(this.view) });
  });

  constructor(private readonly host: Host<ToRecordsHost>) {
    super();
  }

  readonly handlers: Handlers<ToRecordsPage> = {
    start: ({ settings, kept }) => {
      // A page that was hidden or reloaded has its own state; a new one continues where the last one was closed.
      if (!isRecord(this.host.readState())) this.view = readViewState(kept);
      this.settings = settings;
      this.#look();
    },
    settings: (settings) => {
      // The rows come again, with what is hidden now.
      if (settings.isPrivate !== this.settings.isPrivate) [this.shown, this.details] = [nothingRead, undefined];
      this.settings = settings;
    },
    records: ({ tab, ...part }) => {
      if (tab !== this.view.tab) return;
      this.shown = { rows: withPart(this.shown.rows, part), facts: part.facts };
      // What was hidden or shown in the meantime is in its details, too.
      if (this.openId !== undefined) this.#askDetails(this.openId);
    },
    show: ({ tab, id }) => {
      this.#wanted = id ?? undefined;
      this.#set({ tab, ...(id === null ? {} : { filter: '', kind: '' }), ...(tab === this.view.tab ? {} : { kind: '' }) });
    },
    details: ({ id, details }) => {
      this.details = { id, details };
    },
  };

  protected override updated(): void {
    const wanted = this.#wanted;
    if (wanted === undefined || !this.shown.rows.some(({ id }) => id === wanted)) return;
    this.#wanted = undefined;
    void this.#grid?.updateComplete.then(() => {
      this.#grid?.select(wanted);
      this.#open(wanted);
      this.#grid?.focus();
    });
  }

  protected override render(): TemplateResult {
    const { view, shown } = this;
    const rows = this.#rows;
    const all = columnsOf(view.tab, { zone: this.settings.zone, isNarrow: this.#narrow.isNarrow, nowMs: Date.now() });
    const fitting = fittingColumns(all, yieldingColumns, this.#width.pixels);
    const columns = this.showsAll ? all : fitting;
    const open = rows.find(({ id }) => id === this.openId);
    return html`<main>
      ${toolbar(view, {
        change: (change) => this.#set(change),
        act: (action) => this.host.send('act', { action }),
        export: () => this.#export(),
        toGrid: () => this.#grid?.focus(),
      })}
      <div class="progress ${shown.facts?.isReading === false ? '' : 'busy'}" aria-hidden="true"></div>
      ${this.#notices()}
      <div class="list" id=${listPanelId} role="tabpanel" aria-labelledby=${tabId(view.tab)}>
        ${rows.length === 0 ? this.#blank() : html`<market-grid .view=${this.#gridView(rows, columns)} .events=${this.#gridEvents}></market-grid>`}
      </div>
      ${open === undefined ? nothing : this.#details(open)}
      ${shown.facts === undefined || shown.facts.older === '' ? nothing : html`<p class="hint line">${shown.facts.older}</p>`}
      <footer class="status">
        <span role="status" aria-live="polite">${this.#statusText(rows.length)}</span>
        ${rows.length === 0 ? nothing : lackOfSpace(all, fitting, { showsAll: this.showsAll, toggle: () => (this.showsAll = !this.showsAll) })}
      </footer>
    </main>`;
  }

  get #grid(): DataGrid<RecordRow> | null {
    return this.querySelector<DataGrid<RecordRow>>('market-grid');
  }

  get #rows(): readonly RecordRow[] {
    const { view, shown } = this;
    return this.#filtered.of([shown.rows, view], () => filtered(shown.rows, view));
  }

  #gridView(rows: readonly RecordRow[], columns: readonly GridColumn<RecordRow>[]): GridView<RecordRow> {
    const { view } = this;
    return {
      columns,
      items: rows.map((row) => ({ kind: 'row', id: row.id, row })),
      label: tabTitle(view.tab),
      keyboardHelp: l10n.t('Arrow keys move, Space selects, Enter opens the details, Ctrl+C copies.'),
      contextOf: (row) => menuOf(row, view.tab),
      rowHeight,
      isAnchored: true,
    };
  }

  readonly #gridEvents: GridEvents<RecordRow> = {
    open: ({ id }) => this.#open(id),
    active: (row) => {
      if (row !== undefined && this.openId !== undefined && row.id !== this.openId) this.#open(row.id);
    },
    copy: (rows) => {
      const columns: readonly RecordColumn[] = recordColumns[this.view.tab];
      const { zone } = this.settings;
      const lines = [columns.map(columnTitle), ...rows.map((row) => columns.map((column) => cellText(row, column, zone)))];
      this.host.send('copy', { text: tabbedLines(lines) });
    },
  };

  #details(row: RecordRow): TemplateResult {
    const { tab } = this.view;
    const more = this.details?.id === row.id ? this.details.details : undefined;
    return detailsPanel(
      { tab, row, more, zone: this.settings.zone },
      {
        act: (action) => this.host.send('actOn', { tab, id: row.id, action }),
        close: () => {
          this.openId = undefined;
          this.#grid?.focus();
        },
      },
    );
  }

  #open(id: string): void {
    this.openId = id;
    this.#askDetails(id);
  }

  #askDetails(id: string): void {
    if (this.view.tab === 'orders') this.host.send('details', { tab: 'orders', id });
  }

  #notices(): readonly TemplateResult[] {
    const { damage = '', failure = '' } = this.shown.facts ?? {};
    const notice = (text: string, button?: readonly [label: string, act: () => void]): TemplateResult =>
      html`<div class="notice warning" role="alert">
        <span class="codicon codicon-warning" aria-hidden="true"></span><span class="notice-text">${text}</span>
        ${button === undefined ? nothing : html`<button type="button" class="link-button" @click=${button[1]}>${button[0]}</button>`}
      </div>`;
    return [
      ...(damage === '' ? [] : [notice(damage, [l10n.t('Acknowledge…'), () => this.host.send('act', { action: 'acknowledge' })])]),
      ...(failure === '' ? [] : [notice(failure)]),
    ];
  }

  /** What would be here. */
  #blank(): TemplateResult {
    const { rows, facts } = this.shown;
    if (rows.length > 0)
      return placeholder({
        text: l10n.t('Nothing matches your filter.'),
        actions: [[l10n.t('Clear Filter'), () => this.#set({ filter: '', kind: '' })]],
      });
    if (facts === undefined || facts.isReading) return placeholder({ text: l10n.t('Loading…') });
    const blanks: Readonly<Record<RecordsTab, Placeholder>> = {
      orders: {
        icon: 'history',
        title: l10n.t('No orders yet'),
        text: l10n.t('Every order that you place, change, or cancel is recorded here before it is sent, with its outcome.'),
      },
      requests: {
        icon: 'arrow-swap',
        title: l10n.t('No requests yet'),
        text: l10n.t('Requests that this window sends to the service are listed here, with the answer and the time that it took.'),
      },
      agents: {
        icon: 'hubot',
        title: l10n.t('No agent has called yet'),
        text: l10n.t('What agents ask for in this window appears here.'),
        actions: [[l10n.t('Manage Agents…'), () => this.host.send('act', { action: 'manageAgents' })]],
      },
    };
    return placeholder(blanks[this.view.tab]);
  }

  #statusText(count: number): string {
    const { rows, facts } = this.shown;
    if (facts === undefined) return l10n.t('Loading…');
    const all = l10n.t('Records: {0}', rows.length);
    const shown = count === rows.length ? all : l10n.t('{0} of {1}', count, all);
    return [shown, facts.verdict, this.settings.zone].filter((text) => text !== '').join(' · ');
  }

  #export(): void {
    const { view, shown } = this;
    const rows = this.#rows;
    this.host.send('export', { tab: view.tab, ids: rows.length === shown.rows.length ? null : rows.map(({ id }) => id) });
  }

  #look(): void {
    this.host.send('look', { tab: this.view.tab });
  }

  #set(change: Partial<RecordsViewState>): void {
    const before = this.view;
    this.view = { ...before, ...change };
    if (this.view.tab !== before.tab) {
      this.shown = nothingRead;
      this.openId = undefined;
      this.#look();
    }
    this.#storing.restart();
  }
}

/** The context of VS Code's menu for a row: what its commands are about. */
function menuOf({ id, actions, texts }: RecordRow, tab: RecordsTab): Readonly<Record<string, unknown>> | undefined {
  if (actions.length === 0) return undefined;
  const menu = { preventDefaultContextMenuItems: true };
  if (tab === 'requests') return { ...menu, webviewSection: 'requestRecord', request: texts.request };
  const order = actions.includes('showReceipt') ? 'OrderRecord' : 'NewOrderRecord';
  const section = actions.includes('resolve') ? `open${order}` : order.replace(/^[ON]/, (first) => first.toLowerCase());
  return { ...menu, webviewSection: section, root: id };
}

customElements.define('records-page', RecordsPage);
