import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { repeat } from 'lit/directives/repeat.js';
import { css } from '../css';
import { PageElement } from '../pageElement';
import { headingOf, nextSort } from './arrange';
import type { GridItem } from './arrange';
import { columnTracks, leastWidth } from './column';
import { DrawnLines } from './drawnLines';
import { GridScroll } from './gridScroll';
import type { GridEvents, GridPlace, GridView } from './gridView';
import { firstSeen, isNearEnd, lineWindow, scrollTopFor } from './lineWindow';
import type { Viewport } from './lineWindow';
import { cellId, headerCell, line, lineId } from './lines';
import { GridSelection } from './selection';

const columnGap = 9;
const edge = 12;
const usualRowHeight = 26;

/**
 * A table of any length: only visible lines are in the document. It is one tab stop; the active line or cell is named
 * by `aria-activedescendant`, so scrolling never moves the focus away. Columns that do not fit scroll sideways, but the first
 * one stays.
 */
export class DataGrid<R, G = never> extends PageElement {
  @property({ attribute: false }) view: GridView<R, G> | undefined;
  @property({ attribute: false }) events: GridEvents<R> = {};
  /** -1 is the line as a whole. */
  @state() private activeColumn = -1;
  /** The line under the pointer, if lines have buttons. */
  @state() private pointedId: string | undefined;

  readonly #selection = new GridSelection();
  readonly #scroll = new GridScroll(() => this.#moved());
  readonly #lines = new DrawnLines(() => this.requestUpdate());
  #told = '';
  /** The index of the heading that was scrolled out of view, of which a copy stays. */
  #pinned: number | undefined;
  /** The last place that was scrolled to. */
  #place: GridPlace | undefined;
  #toldTop = 0;
  /** The selection changed; listeners are notified after the next render. */
  #isChoiceChanged = false;

  /** Puts the keyboard focus on the grid. */
  override focus(): void {
    this.querySelector<HTMLElement>('.grid')?.focus();
  }

  /** Makes a record the active one and scrolls it into view. */
  select(id: string): void {
    if (this.#selection.indexOf(id) === undefined) return;
    this.#selection.only(id);
    this.#activated();
  }

  /** The chosen records, otherwise the active one, in their displayed order. */
  get selection(): readonly R[] {
    return this.#selection.ids.flatMap((id) => this.#rowOf(id) ?? []);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('view')) return;
    const [before, anchor] = [this.#selection.ids.join('\n'), this.#anchor()];
    this.#selection.follow(this.#items());
    this.#isChoiceChanged = before !== this.#selection.ids.join('\n');
    const index = this.#selection.indexOf(anchor?.id);
    if (anchor !== undefined && index !== undefined && index !== anchor.index)
      this.#scroll.to(this.#scroll.top + (index - anchor.index) * this.#rowHeight());
    this.#goToPlace();
  }

  #goToPlace(): void {
    const place = this.view?.place;
    if (place === undefined || place === this.#place) return;
    this.#place = place;
    const index = place.kind === 'line' ? this.#selection.indexOf(place.id) : undefined;
    if (place.kind === 'top') {
      this.#selection.clear();
      this.activeColumn = -1;
      this.#scroll.to(place.top);
    } else if (index !== undefined) {
      this.#selection.only(place.id);
      this.#scroll.to((index - Math.max(place.above, this.#headingsAbove(index))) * this.#rowHeight());
    }
  }

  /** The first visible record of the current lines; undefined at the top, where new lines should become visible. */
  #anchor(): { readonly id: string; readonly index: number } | undefined {
    if (this.view?.isAnchored !== true || this.#scroll.top === 0) return undefined;
    const { lines } = this.#selection;
    const first = firstSeen(this.#viewport());
    const index = lines.findIndex(({ kind }, at) => at >= first && kind === 'row');
    const id = lines[index]?.id;
    return id === undefined ? undefined : { id, index };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // When it is attached to the document again, it has to measure its height.
    if (this.hasUpdated) this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#scroll.detach();
    this.#lines.stop();
  }

  protected override updated(): void {
    if (this.#scroll.attach(this.querySelector<HTMLElement>('.scroller') ?? undefined) || this.#scroll.isAhead) this.#moved();
    if (this.#isChoiceChanged) this.events.active?.(this.#rowOf(this.#selection.activeId));
    this.#isChoiceChanged = false;
    this.#tellVisible();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view } = this;
    if (view === undefined) return nothing;
    const { columns, items, label, keyboardHelp } = view;
    const layout = { '--columns': columnTracks(columns), '--least-width': `${String(leastWidth(columns, columnGap, edge))}px` };
    const height = { height: `${String(items.length * view.rowHeight)}px` };
    const { start, end } = this.#lines.next(this.#viewport(), items.length);
    return html`<div
      class="grid scroller"
      role="grid"
      tabindex="0"
      aria-label=${label}
      aria-description=${keyboardHelp}
      aria-multiselectable="true"
      aria-rowcount=${view.hasMore === true ? -1 : items.length + 1}
      aria-colcount=${columns.length}
      aria-busy=${ifDefined(view.isBusy === true ? 'true' : undefined)}
      aria-activedescendant=${ifDefined(this.#activeElementId())}
      ${css(layout)}
      @scroll=${this.#moved}
      @keydown=${this.#key}
      @focus=${this.#focused}
      @mousedown=${this.#pressed}
      @click=${this.#click}
      @dblclick=${this.#doubleClick}
      @contextmenu=${this.#contextMenu}
      @pointerover=${this.#pointed}
      @pointerleave=${this.#pointed}
      @dragstart=${this.#dragStart}
      @dragover=${this.#dragOver}
      @dragleave=${this.#dragLeave}
      @drop=${this.#drop}
    >
      <div class="head" role="rowgroup">
        <div class="row header" role="row" aria-rowindex="1">${columns.map((column, at) => headerCell(view, column, at))}</div>
      </div>
      ${this.#pinnedLine(view)}
      <div class="rows" role="rowgroup" ${css(height)}>
        ${repeat(
          items.slice(start, end),
          ({ id }) => id,
          (item, at) => this.#line(view, item, start + at),
        )}
      </div>
    </div>`;
  }

  #line(view: GridView<R, G>, item: GridItem<R, G>, index: number): TemplateResult {
    const isActive = item.id === this.#selection.activeId;
    return line(view, item, {
      index,
      top: index * view.rowHeight,
      isActive,
      hasButtons: isActive || item.id === this.pointedId,
      isChosen: this.#selection.isChosen(item.id),
      activeColumn: this.activeColumn,
      isMovable: this.events.move !== undefined,
    });
  }

  /** The heading of the topmost line, once it is above the visible part. */
  #heading(): number | undefined {
    const { scrollTop, lineHeight } = this.#viewport();
    const found = headingOf(this.#items(), firstSeen(this.#viewport()));
    return found !== undefined && found * lineHeight < scrollTop ? found : undefined;
  }

  /** One line above a line is covered by its heading. */
  #headingsAbove(index: number): number {
    const found = headingOf(this.#items(), index);
    return found === undefined || found === index ? 0 : 1;
  }

  #pinnedLine(view: GridView<R, G>): TemplateResult | typeof nothing {
    this.#pinned = this.#heading();
    const item = this.#pinned === undefined ? undefined : view.items[this.#pinned];
    if (item === undefined) return nothing;
    const state = {
      index: 0,
      top: 0,
      isActive: false,
      isChosen: false,
      hasButtons: false,
      activeColumn: -1,
      isMovable: false,
      isCopy: true,
    };
    return html`<div class="pinned" aria-hidden="true">${line(view, item, state)}</div>`;
  }

  #items(): readonly GridItem<R, G>[] {
    return this.view?.items ?? [];
  }

  #itemOf(id: string | undefined): GridItem<R, G> | undefined {
    return this.#items()[this.#selection.indexOf(id) ?? -1];
  }

  #rowOf(id: string | undefined): R | undefined {
    const item = this.#itemOf(id);
    return item?.kind === 'row' ? item.row : undefined;
  }

  #activeElementId(): string | undefined {
    const { activeId } = this.#selection;
    if (activeId === undefined) return undefined;
    const column = this.view?.columns[this.activeColumn];
    return column === undefined ? lineId(activeId) : cellId(activeId, column.key);
  }

  #rowHeight(): number {
    return this.view?.rowHeight ?? usualRowHeight;
  }

  #viewport(): Viewport {
    return this.#scroll.viewport(this.#rowHeight());
  }

  /** Another part of the lines became visible. */
  readonly #moved = (): void => {
    if (!this.#scroll.settle()) return;
    if (this.#scroll.top !== this.#toldTop) {
      this.#toldTop = this.#scroll.top;
      this.events.scrolled?.(this.#toldTop);
    }
    const { start, end } = lineWindow(this.#viewport(), this.#items().length);
    if (start !== this.#lines.drawn.start || end !== this.#lines.drawn.end || this.#heading() !== this.#pinned) this.requestUpdate();
  };

  #tellVisible(): void {
    const items = this.#items();
    const { start, end } = this.#lines.drawn;
    if (this.view?.hasMore === true && isNearEnd(this.#lines.drawn, items.length)) this.events.nearEnd?.();
    if (this.events.visible === undefined) return;
    const ids = items.slice(start, end).flatMap(({ kind, id }) => (kind === 'row' ? [id] : []));
    const key = ids.join('\n');
    if (key === this.#told) return;
    this.#told = key;
    this.events.visible(ids);
  }

  #activated(): void {
    const { activeId } = this.#selection;
    const index = this.#selection.indexOf(activeId);
    if (index !== undefined) {
      this.#scroll.to(scrollTopFor(index, this.#viewport(), this.#headingsAbove(index)));
      this.#moved();
    }
    this.requestUpdate();
    this.events.active?.(this.#rowOf(activeId));
  }

  #moveTo(target: number, isExtending: boolean): void {
    const items = this.#items();
    const item = items[Math.min(Math.max(0, target), items.length - 1)];
    if (item === undefined) return;
    if (isExtending) this.#selection.extendTo(item.id);
    else this.#selection.only(item.id);
    this.#activated();
  }

  readonly #focused = (): void => {
    if (this.#selection.activeId !== undefined) return;
    const first = this.#items()[firstSeen(this.#viewport()) + (this.#pinned === undefined ? 0 : 1)];
    if (first === undefined) return;
    this.#selection.give(first.id);
    this.#activated();
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.target instanceof Element && event.target.closest('input, select, textarea') !== null) return;
    const isHandled = event.altKey
      ? this.#moveLines(event.key)
      : event.ctrlKey || event.metaKey
        ? this.#command(event)
        : this.#plainKey(event);
    if (isHandled) event.preventDefault();
  };

  #plainKey(event: KeyboardEvent): boolean {
    const active = this.#selection.indexOf(this.#selection.activeId) ?? -1;
    const item = this.#items()[active];
    const group = item?.kind === 'group' ? item : undefined;
    const toggle = (): void => (group === undefined ? undefined : this.events.toggleGroup?.(group.id));
    const page = Math.max(1, Math.floor(this.#viewport().height / this.#rowHeight()) - 2);
    const columns = this.view?.columns.length ?? 0;
    const moveTo = (target: number) => (): void => this.#moveTo(target, event.shiftKey);
    const keys: Readonly<Record<string, () => unknown>> = {
      ArrowDown: moveTo(active + 1),
      ArrowUp: moveTo(active - 1),
      PageDown: moveTo(active + page),
      PageUp: moveTo(active - page),
      Home: () => (this.activeColumn === -1 ? this.#moveTo(0, event.shiftKey) : this.#toColumn(0)),
      End: () => (this.activeColumn === -1 ? this.#moveTo(Infinity, event.shiftKey) : this.#toColumn(columns - 1)),
      ArrowRight: () => (group?.isExpanded === false ? toggle() : this.#toColumn(this.activeColumn + 1)),
      ArrowLeft: () => (group?.isExpanded === true && this.activeColumn === -1 ? toggle() : this.#toColumn(this.activeColumn - 1)),
      Enter: () => (item?.kind === 'row' ? this.events.open?.(item.row) : toggle()),
      ' ': () => (item?.kind === 'row' ? this.#choose(() => this.#selection.toggle(item.id)) : toggle()),
      Delete: () => this.events.remove?.(this.selection),
      s: () => this.#sortBy(this.view?.columns[this.activeColumn]?.key),
    };
    if (!Object.hasOwn(keys, event.key)) return this.events.key?.(event.key, item?.kind === 'row' ? item.row : undefined) ?? false;
    keys[event.key]?.();
    return true;
  }

  #command(event: KeyboardEvent): boolean {
    const keys: Readonly<Record<string, () => unknown>> = {
      home: () => this.#moveTo(0, event.shiftKey),
      end: () => this.#moveTo(Infinity, event.shiftKey),
      a: () => this.#choose(() => this.#selection.all()),
      c: () => this.events.copy?.(this.selection),
    };
    const key = event.key.toLowerCase();
    if (!Object.hasOwn(keys, key)) return false;
    keys[key]?.();
    return true;
  }

  #choose(change: () => void): void {
    change();
    this.requestUpdate();
  }

  #toColumn(column: number): void {
    this.activeColumn = Math.min(Math.max(-1, column), (this.view?.columns.length ?? 0) - 1);
    void this.updateComplete.then(() => this.querySelector('.cell.active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  }

  #sortBy(key: string | undefined): void {
    const column = this.view?.columns.find((candidate) => candidate.key === key);
    if (column?.compare !== undefined) this.events.sort?.(nextSort(this.view?.sort ?? null, column.key, column.kind === 'number'));
  }

  #moveLines(key: string): boolean {
    if (this.events.move === undefined || (key !== 'ArrowUp' && key !== 'ArrowDown')) return false;
    const before = this.#selection.neighbor(key === 'ArrowUp' ? 'up' : 'down');
    if (before !== undefined) this.events.move(this.#selection.ids, before);
    return true;
  }

  #lineAt({ target }: Event): HTMLElement | null {
    return target instanceof Element ? target.closest<HTMLElement>('.rows .row') : null;
  }

  readonly #click = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? event.target : undefined;
    const header = target?.closest<HTMLElement>('.header .sortable')?.dataset['column'];
    if (header !== undefined) this.#sortBy(header);
    const toggle = target?.closest<HTMLElement>('[data-toggle]')?.dataset['toggle'];
    if (toggle !== undefined) this.events.toggleGroup?.(toggle);
    const pinned = toggle === undefined ? target?.closest<HTMLElement>('.pinned .row')?.dataset['id'] : undefined;
    if (pinned !== undefined) this.select(pinned);
    const id = this.#lineAt(event)?.dataset['id'];
    if (id === undefined) return;
    if (event.shiftKey) this.#selection.extendTo(id);
    else if (event.ctrlKey || event.metaKey) this.#selection.toggle(id);
    else this.#selection.only(id);
    this.activeColumn = -1;
    this.#activated();
    // The second click of a double click must not open anything again.
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && event.detail < 2;
    if (this.view?.opensOnClick === true && isPlain) this.#openAt(event);
  };

  /** A double click opens a row, and one with Shift selects rows: neither marks text. */
  readonly #pressed = (event: MouseEvent): void => {
    if (event.button !== 0 || (event.detail < 2 && !event.shiftKey)) return;
    event.preventDefault();
    this.focus();
  };

  readonly #doubleClick = (event: MouseEvent): void => {
    if (this.view?.opensOnClick !== true) this.#openAt(event);
  };

  #openAt(event: MouseEvent): void {
    const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
    const row = isOnButton ? undefined : this.#rowOf(this.#lineAt(event)?.dataset['id']);
    if (row !== undefined) this.events.open?.(row);
  }

  /** The context menu applies to the line under the pointer. */
  readonly #contextMenu = (event: MouseEvent): void => {
    const id = this.#lineAt(event)?.dataset['id'];
    if (id !== undefined && !this.#selection.isChosen(id)) this.select(id);
  };

  /** Buttons are drawn for one line only: for all lines they would slow down scrolling. */
  readonly #pointed = (event: PointerEvent): void => {
    if (this.view?.columns.some(({ kind }) => kind === 'buttons') === true) this.pointedId = this.#lineAt(event)?.dataset['id'];
  };

  readonly #dragStart = (event: DragEvent): void => {
    const id = this.#lineAt(event)?.dataset['id'];
    if (id === undefined || event.dataTransfer === null) return;
    if (!this.#selection.isChosen(id)) this.select(id);
    event.dataTransfer.setData('text/plain', this.#selection.ids.join('\n'));
    event.dataTransfer.effectAllowed = 'move';
  };

  readonly #dragOver = (event: DragEvent): void => {
    if (this.events.move === undefined) return;
    event.preventDefault();
    this.#lineAt(event)?.classList.add('drop');
  };

  readonly #dragLeave = (event: DragEvent): void => {
    this.#lineAt(event)?.classList.remove('drop');
  };

  readonly #drop = (event: DragEvent): void => {
    const target = this.#lineAt(event);
    target?.classList.remove('drop');
    event.preventDefault();
    const before = target?.dataset['id'] ?? null;
    const { ids } = this.#selection;
    if (ids.length > 0 && (before === null || !ids.includes(before))) this.events.move?.(ids, before);
  };
}

customElements.define('market-grid', DataGrid);
