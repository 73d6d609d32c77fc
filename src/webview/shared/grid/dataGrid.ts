import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { html, LitElement, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { repeat } from 'lit/directives/repeat.js';
import { styleMap } from 'lit/directives/style-map.js';
import { nextSort } from './arrange';
import type { GridItem, SortOrder } from './arrange';
import { columnTracks, leastWidth } from './column';
import type { CellContent, GridColumn, GridStrings } from './column';

const overscan = 6;
const columnGap = 12;
const edge = 12;
/** Of the header with its border; it stands in the scroller above the lines. */
const headerHeight = 27;

/** What a page learns of its grid. Records are named by their ids. */
export interface GridEvents<R> {
  /** Enter or double click on a record. */
  readonly open?: (row: R) => void;
  /** Ctrl+C with the chosen records, in the order in which they stand. */
  readonly copy?: (rows: readonly R[]) => void;
  /** Delete with the chosen records. */
  readonly remove?: (rows: readonly R[]) => void;
  readonly sort?: (order: SortOrder | null) => void;
  readonly toggleGroup?: (id: string) => void;
  /** The chosen records are to stand before `before`; null is the end. By drag, or Alt with an arrow key. */
  readonly move?: (ids: readonly string[], before: string | null) => void;
  /** The active record changed; undefined on a group. */
  readonly active?: (row: R | undefined) => void;
  /** Ids of the records that are on the screen: ask for their prices. */
  readonly visible?: (ids: readonly string[]) => void;
  /** The last lines came into view. */
  readonly nearEnd?: () => void;
}

/** All that a grid shows; replaced as a whole. */
export interface GridView<R, G> {
  readonly columns: readonly GridColumn<R>[];
  readonly items: readonly GridItem<R, G>[];
  readonly sort: SortOrder | null;
  readonly strings: GridStrings;
  /** The heading of a group: its name, and figures for columns by key. */
  readonly groupName: (group: G) => CellContent;
  readonly groupCell: (group: G, key: string) => CellContent | undefined;
  /** What VS Code's context menu of a record knows; undefined shows none. */
  readonly contextOf: ((row: R) => Readonly<Record<string, unknown>>) | undefined;
  readonly rowHeight: number;
  /** Classes of a line, such as `old`. */
  readonly rowLook: ((row: R) => string) | undefined;
  /** True where there are more lines than are loaded. */
  readonly hasMore: boolean;
}

/**
 * A table of any length: only lines on the screen are in the document. It is one tab stop; the active line or cell is named
 * by `aria-activedescendant`, so scrolling never takes the focus away. Columns that do not fit scroll sideways, the first
 * one stays.
 */
export class DataGrid<R, G = never> extends LitElement {
  declare view: GridView<R, G> | undefined;
  declare events: GridEvents<R>;
  declare private activeId: string | undefined;
  /** -1 is the line as a whole. */
  declare private activeColumn: number;
  declare private chosen: ReadonlySet<string>;

  static override readonly properties = {
    view: { attribute: false },
    events: { attribute: false },
    activeId: { state: true },
    activeColumn: { state: true },
    chosen: { state: true },
  };

  #virtualizer: Virtualizer<HTMLElement, HTMLElement> | undefined;
  #unmount: (() => void) | undefined;
  /** Where a range began that Shift extends. */
  #anchorId: string | undefined;
  #told = '';
  #index: ReadonlyMap<string, number> = new Map();

  constructor() {
    super();
    this.events = {};
    this.activeColumn = -1;
    this.chosen = new Set();
  }

  /** Without a shadow root: the page's own style sheet reaches the cells, and ids for assistive technology work. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Puts the keyboard focus on the grid. */
  override focus(): void {
    this.querySelector<HTMLElement>('.grid')?.focus();
  }

  /** Makes a record the active one and scrolls it into view. */
  select(id: string): void {
    if (!this.#index.has(id)) return;
    this.#activate(id);
    this.chosen = new Set([id]);
  }

  /** The chosen records, else the active one, in the order in which they stand. */
  get selection(): readonly R[] {
    const ids = this.chosen.size > 0 ? this.chosen : new Set(this.activeId === undefined ? [] : [this.activeId]);
    return this.#items().flatMap((item) => (item.kind === 'row' && ids.has(item.id) ? [item.row] : []));
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('view')) return;
    const items = this.#items();
    this.#index = new Map(items.map(({ id }, at) => [id, at]));
    if (this.activeId !== undefined && !this.#index.has(this.activeId)) this.activeId = undefined;
    if ([...this.chosen].some((id) => !this.#index.has(id))) this.chosen = new Set([...this.chosen].filter((id) => this.#index.has(id)));
    this.#virtualizer?.setOptions(this.#options());
  }

  protected override firstUpdated(): void {
    this.#virtualizer = new Virtualizer(this.#options());
    this.#unmount = this.#virtualizer._didMount();
    this.#virtualizer._willUpdate();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unmount?.();
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('view')) {
      this.#virtualizer?._willUpdate();
      this.#virtualizer?.measure();
    }
    this.#tellVisible();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view } = this;
    if (view === undefined) return nothing;
    const { columns, items, strings } = view;
    const layout = { '--columns': columnTracks(columns), '--least-width': `${String(leastWidth(columns, columnGap, edge))}px` };
    const height = { height: `${String(this.#virtualizer?.getTotalSize() ?? 0)}px` };
    return html`<div
      class="grid"
      role="grid"
      tabindex="0"
      aria-label=${strings.label}
      aria-description=${strings.keyboardHelp}
      aria-multiselectable="true"
      aria-rowcount=${view.hasMore ? -1 : items.length + 1}
      aria-colcount=${columns.length}
      aria-activedescendant=${ifDefined(this.#activeElementId())}
      style=${styleMap(layout)}
      @keydown=${this.#key}
      @focus=${this.#focused}
    >
      <div class="scroller" tabindex="-1" @click=${this.#click} @dblclick=${this.#doubleClick} @contextmenu=${this.#contextMenu}>
        <div class="head" role="rowgroup">
          <div class="row header" role="row" aria-rowindex="1">${columns.map((column, at) => this.#header(column, at))}</div>
        </div>
        <div class="rows" role="rowgroup" style=${styleMap(height)}>
          ${repeat(
            this.#virtualizer?.getVirtualItems() ?? [],
            ({ index }) => items[index]?.id ?? index,
            ({ index, start }) => this.#line(index, start),
          )}
        </div>
      </div>
    </div>`;
  }

  #header(column: GridColumn<R>, at: number): TemplateResult {
    const order = this.view?.sort?.key === column.key ? this.view.sort.direction : undefined;
    const content = html`<span class="title">${column.title}</span
      >${order === undefined ? nothing : html`<span class="codicon codicon-arrow-${order === 'ascending' ? 'up' : 'down'}" aria-hidden="true"></span>`}`;
    return html`<div
      class="cell ${column.kind} cell-${column.key} ${column.compare === undefined ? '' : 'sortable'}"
      id=${`column-${column.key}`}
      role="columnheader"
      aria-colindex=${at + 1}
      aria-sort=${ifDefined(column.compare === undefined ? undefined : (order ?? 'none'))}
      title=${column.hint ?? column.title}
      data-column=${column.key}
    >
      ${content}
    </div>`;
  }

  #line(index: number, start: number): TemplateResult | typeof nothing {
    const item = this.#items()[index];
    const { view } = this;
    if (item === undefined || view === undefined) return nothing;
    const place = { transform: `translateY(${String(start - headerHeight)}px)`, height: `${String(view.rowHeight)}px` };
    const isActive = item.id === this.activeId;
    if (item.kind === 'group') {
      return html`<div
        class="row group ${isActive ? 'active' : ''}"
        role="row"
        id=${this.#lineId(item.id)}
        aria-rowindex=${index + 2}
        data-id=${item.id}
        style=${styleMap(place)}
      >
        ${view.columns.map((column, at) => this.#groupCell(item, column, at))}
      </div>`;
    }
    const context = view.contextOf?.(item.row);
    return html`<div
      class="row ${isActive ? 'active' : ''} ${this.chosen.has(item.id) ? 'chosen' : ''} ${view.rowLook?.(item.row) ?? ''}"
      role="row"
      id=${this.#lineId(item.id)}
      aria-rowindex=${index + 2}
      aria-selected=${this.chosen.has(item.id) || isActive ? 'true' : 'false'}
      data-id=${item.id}
      data-vscode-context=${ifDefined(context === undefined ? undefined : JSON.stringify(context))}
      draggable=${this.events.move === undefined ? 'false' : 'true'}
      style=${styleMap(place)}
      @dragstart=${this.#dragStart}
      @dragover=${this.#dragOver}
      @dragleave=${this.#dragLeave}
      @drop=${this.#drop}
    >
      ${view.columns.map((column, at) => this.#cell(item, column, at))}
    </div>`;
  }

  #cell(item: { readonly id: string; readonly row: R }, column: GridColumn<R>, at: number): TemplateResult {
    const label = column.label?.(item.row);
    const isActive = item.id === this.activeId && at === this.activeColumn;
    const content = column.cell(item.row);
    return html`<div
      class="cell ${column.kind} cell-${column.key} ${column.look?.(item.row) ?? ''} ${isActive ? 'active' : ''}"
      id=${`${this.#lineId(item.id)}-${column.key}`}
      role="gridcell"
      aria-colindex=${at + 1}
      aria-label=${ifDefined(label)}
      title=${ifDefined(label ?? (typeof content === 'string' ? content : undefined))}
    >
      ${content}
    </div>`;
  }

  #groupCell(item: Extract<GridItem<R, G>, { kind: 'group' }>, column: GridColumn<R>, at: number): TemplateResult {
    const { view } = this;
    if (at > 0 || view === undefined) {
      return html`<div class="cell ${column.kind} cell-${column.key}" role="gridcell" aria-colindex=${at + 1}>
        ${view?.groupCell(item.group, column.key) ?? nothing}
      </div>`;
    }
    return html`<div class="cell group-name" role="gridcell" aria-colindex="1">
      <button
        type="button"
        class="twistie codicon codicon-chevron-${item.isExpanded ? 'down' : 'right'}"
        tabindex="-1"
        aria-expanded=${item.isExpanded}
        aria-label=${item.isExpanded ? view.strings.collapse : view.strings.expand}
        data-toggle=${item.id}
      ></button>
      <span class="group-title">${view.groupName(item.group)}</span>
    </div>`;
  }

  #items(): readonly GridItem<R, G>[] {
    return this.view?.items ?? [];
  }

  #lineId(id: string): string {
    return `line-${id.replace(/[^\w.-]/g, (character) => `_${(character.codePointAt(0) ?? 0).toString(16)}`)}`;
  }

  #activeElementId(): string | undefined {
    if (this.activeId === undefined) return undefined;
    const column = this.view?.columns[this.activeColumn];
    return column === undefined ? this.#lineId(this.activeId) : `${this.#lineId(this.activeId)}-${column.key}`;
  }

  #options(): ConstructorParameters<typeof Virtualizer<HTMLElement, HTMLElement>>[0] {
    const items = this.#items();
    return {
      count: items.length,
      getScrollElement: () => this.querySelector<HTMLElement>('.scroller'),
      estimateSize: () => this.view?.rowHeight ?? 26,
      getItemKey: (index) => items[index]?.id ?? index,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      overscan,
      scrollMargin: headerHeight,
      scrollPaddingStart: headerHeight,
      onChange: () => this.requestUpdate(),
    };
  }

  #tellVisible(): void {
    const lines = this.#virtualizer?.getVirtualItems() ?? [];
    const items = this.#items();
    const last = lines.at(-1)?.index ?? -1;
    if (this.view?.hasMore === true && last >= items.length - overscan) this.events.nearEnd?.();
    if (this.events.visible === undefined) return;
    const ids = lines.flatMap(({ index }) => {
      const item = items[index];
      return item?.kind === 'row' ? [item.id] : [];
    });
    const key = ids.join('\n');
    if (key === this.#told) return;
    this.#told = key;
    this.events.visible(ids);
  }

  #activate(id: string): void {
    const index = this.#index.get(id);
    if (index === undefined) return;
    this.activeId = id;
    this.#virtualizer?.scrollToIndex(index, { align: 'auto' });
    const item = this.#items()[index];
    this.events.active?.(item?.kind === 'row' ? item.row : undefined);
  }

  #moveTo(target: number, event: KeyboardEvent): void {
    const items = this.#items();
    const item = items[Math.min(Math.max(0, target), items.length - 1)];
    if (item === undefined) return;
    if (event.shiftKey) this.#extendTo(item.id);
    else {
      this.chosen = new Set();
      this.#anchorId = item.id;
    }
    this.#activate(item.id);
  }

  #extendTo(id: string): void {
    this.#anchorId ??= this.activeId ?? id;
    const from = this.#index.get(this.#anchorId) ?? 0;
    const to = this.#index.get(id) ?? from;
    const range = this.#items().slice(Math.min(from, to), Math.max(from, to) + 1);
    this.chosen = new Set(range.flatMap((item) => (item.kind === 'row' ? [item.id] : [])));
  }

  readonly #focused = (): void => {
    if (this.activeId !== undefined) return;
    const first = this.#items()[this.#virtualizer?.range?.startIndex ?? 0];
    if (first !== undefined) this.activeId = first.id;
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.target instanceof Element && event.target.closest('input, select, textarea') !== null) return;
    if (this.#handle(event)) event.preventDefault();
  };

  #handle(event: KeyboardEvent): boolean {
    const items = this.#items();
    const command = event.ctrlKey || event.metaKey;
    const active = this.activeId === undefined ? -1 : (this.#index.get(this.activeId) ?? -1);
    const item = items[active];
    const page = Math.max(1, Math.floor((this.querySelector('.scroller')?.clientHeight ?? 0) / (this.view?.rowHeight ?? 26)) - 2);
    if (event.altKey) return this.#moveLines(event, active);
    switch (event.key) {
      case 'ArrowDown':
        this.#moveTo(active + 1, event);
        return true;
      case 'ArrowUp':
        this.#moveTo(active - 1, event);
        return true;
      case 'PageDown':
        this.#moveTo(active + page, event);
        return true;
      case 'PageUp':
        this.#moveTo(active - page, event);
        return true;
      case 'Home':
        if (command || this.activeColumn === -1) this.#moveTo(0, event);
        else this.activeColumn = 0;
        return true;
      case 'End':
        if (command || this.activeColumn === -1) this.#moveTo(items.length - 1, event);
        else this.activeColumn = (this.view?.columns.length ?? 0) - 1;
        return true;
      case 'ArrowRight':
        if (item?.kind === 'group' && !item.isExpanded) this.events.toggleGroup?.(item.id);
        else this.#moveColumn(1);
        return true;
      case 'ArrowLeft':
        if (item?.kind === 'group' && item.isExpanded && this.activeColumn === -1) this.events.toggleGroup?.(item.id);
        else this.#moveColumn(-1);
        return true;
      case 'Enter':
        if (item?.kind === 'group') this.events.toggleGroup?.(item.id);
        else if (item !== undefined) this.events.open?.(item.row);
        return true;
      case ' ':
        if (item?.kind === 'row') this.#toggleChosen(item.id);
        return true;
      case 's':
        return !command && this.#sortByActiveColumn();
      case 'Delete':
        if (this.events.remove === undefined || this.selection.length === 0) return false;
        this.events.remove(this.selection);
        return true;
      default:
        return this.#handleCommand(event, command);
    }
  }

  #sortByActiveColumn(): boolean {
    const column = this.view?.columns[this.activeColumn];
    if (column?.compare === undefined) return false;
    this.events.sort?.(nextSort(this.view?.sort ?? null, column.key, column.kind === 'number'));
    return true;
  }

  #handleCommand(event: KeyboardEvent, command: boolean): boolean {
    if (!command) return false;
    if (event.key.toLowerCase() === 'c' && this.events.copy !== undefined && this.selection.length > 0) {
      this.events.copy(this.selection);
      return true;
    }
    if (event.key.toLowerCase() === 'a') {
      this.chosen = new Set(this.#items().flatMap((item) => (item.kind === 'row' ? [item.id] : [])));
      return true;
    }
    return false;
  }

  #moveColumn(step: number): void {
    this.activeColumn = Math.min(Math.max(-1, this.activeColumn + step), (this.view?.columns.length ?? 0) - 1);
    void this.updateComplete.then(() => this.querySelector('.cell.active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  }

  #toggleChosen(id: string): void {
    const chosen = new Set(this.chosen);
    if (!chosen.delete(id)) chosen.add(id);
    this.chosen = chosen;
    this.#anchorId = id;
  }

  #moveLines(event: KeyboardEvent, active: number): boolean {
    if (this.events.move === undefined || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return false;
    const ids = this.#movedIds();
    const rows = this.#items().filter((item) => item.kind === 'row');
    const places = ids.map((id) => rows.findIndex((row) => row.id === id)).filter((place) => place >= 0);
    if (places.length === 0 || active < 0) return true;
    const before = event.key === 'ArrowUp' ? rows[Math.min(...places) - 1]?.id : (rows[Math.max(...places) + 2]?.id ?? null);
    if (before !== undefined) this.events.move(ids, before);
    return true;
  }

  #movedIds(): readonly string[] {
    const ids = this.chosen.size > 0 ? [...this.chosen] : this.activeId === undefined ? [] : [this.activeId];
    return ids.toSorted((a, b) => (this.#index.get(a) ?? 0) - (this.#index.get(b) ?? 0));
  }

  #idAt(event: Event): string | undefined {
    return event.target instanceof Element ? event.target.closest<HTMLElement>('.rows .row')?.dataset['id'] : undefined;
  }

  readonly #click = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? event.target : undefined;
    const header = target?.closest<HTMLElement>('.header .sortable')?.dataset['column'];
    if (header !== undefined) {
      const column = this.view?.columns.find(({ key }) => key === header);
      this.events.sort?.(nextSort(this.view?.sort ?? null, header, column?.kind === 'number'));
      return;
    }
    const toggle = target?.closest<HTMLElement>('[data-toggle]')?.dataset['toggle'];
    if (toggle !== undefined) this.events.toggleGroup?.(toggle);
    const id = this.#idAt(event);
    if (id === undefined) return;
    if (event.shiftKey) this.#extendTo(id);
    else if (event.ctrlKey || event.metaKey) this.#toggleChosen(id);
    else {
      this.chosen = new Set();
      this.#anchorId = id;
    }
    this.activeColumn = -1;
    this.#activate(id);
  };

  readonly #doubleClick = (event: MouseEvent): void => {
    const id = this.#idAt(event);
    const item = id === undefined ? undefined : this.#items()[this.#index.get(id) ?? -1];
    if (item?.kind === 'row') this.events.open?.(item.row);
  };

  /** The menu is about the line under the pointer. */
  readonly #contextMenu = (event: MouseEvent): void => {
    const id = this.#idAt(event);
    if (id === undefined || this.chosen.has(id)) return;
    this.chosen = new Set();
    this.#activate(id);
  };

  readonly #dragStart = (event: DragEvent): void => {
    const id = this.#idAt(event);
    if (id === undefined || event.dataTransfer === null) return;
    if (!this.chosen.has(id)) this.chosen = new Set([id]);
    this.activeId = id;
    event.dataTransfer.setData('text/plain', this.#movedIds().join('\n'));
    event.dataTransfer.effectAllowed = 'move';
  };

  readonly #dragOver = (event: DragEvent): void => {
    if (this.events.move === undefined || !(event.currentTarget instanceof HTMLElement)) return;
    event.preventDefault();
    event.currentTarget.classList.add('drop');
  };

  readonly #dragLeave = (event: DragEvent): void => {
    if (event.currentTarget instanceof HTMLElement) event.currentTarget.classList.remove('drop');
  };

  readonly #drop = (event: DragEvent): void => {
    if (!(event.currentTarget instanceof HTMLElement)) return;
    event.preventDefault();
    event.currentTarget.classList.remove('drop');
    const before = event.currentTarget.dataset['id'];
    const ids = this.#movedIds();
    if (before !== undefined && ids.length > 0 && !ids.includes(before)) this.events.move?.(ids, before);
  };
}

customElements.define('market-grid', DataGrid);
