import * as l10n from '@vscode/l10n';
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { element, setAttribute } from '../../shared/dom';
import type { Formats } from '../format';
import { RowDrawing } from './rowDrawing';
import type { Shown } from './rowDrawing';
import { addRowActions, rowActions } from './rowElements';
import type { RowAction, RowOffers } from './rowElements';

export const rowHeight = 26;
const overscan = 8;
/** With the header row this stays below a hundred rows, however tall the window is. */
const mostRows = 96;

export interface GridEvents {
  /** An action on the event with this index. */
  act(action: RowAction, index: number): void;
  /** The last rows came into view. */
  nearEnd(): void;
  scrolled(offset: number): void;
  /** The present is wanted. */
  toNow(): void;
  /** The user goes through the rows. */
  moved(): void;
}

/** The header stands in the scroller, above the rows. */
const headerHeight = 27;
/** Rows of the past that stay in sight above "now". */
const pastInSight = 3;

/**
 * The grid: a header row and the visible part of a list of any length. Focus stays on the grid itself and the active row
 * or cell is named by `aria-activedescendant`, so that scrolling never takes the focus away.
 */
export class GridView {
  readonly root: HTMLElement;
  readonly #drawing: RowDrawing;
  readonly #header = element('div', { class: 'row header', attributes: { role: 'row', 'aria-rowindex': 1 } });
  readonly #body = element('div', { class: 'rows', attributes: { role: 'rowgroup' } });
  readonly #scroller: HTMLElement;
  readonly #virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  readonly #elements = new Map<number, HTMLElement>();
  #shown: Shown | undefined;
  #headerKey = '';
  /** Index into the items of the model; -1 before the grid was first used. */
  #active = -1;
  /** -1 is the row as a whole. */
  #column = -1;
  #marked: HTMLElement | undefined;
  #markedCell: Element | undefined;

  constructor(
    formats: Formats,
    private readonly events: GridEvents,
  ) {
    this.#drawing = new RowDrawing(formats);
    // The grid is its own scroller, in both directions: one tab stop, and no column vanishes where it is narrow.
    this.root = element(
      'div',
      {
        class: 'grid scroller',
        attributes: {
          role: 'grid',
          tabindex: 0,
          'aria-readonly': 'true',
          'aria-description': l10n.t(
            'Arrow keys move, Enter opens details, N jumps to now, H shows the indicator history, R sets a reminder, E saves a calendar file, Ctrl+C copies the event, / goes to the keyword.',
          ),
        },
      },
      element('div', { class: 'head', attributes: { role: 'rowgroup' } }, this.#header),
      this.#body,
    );
    this.#scroller = this.root;
    this.#virtualizer = new Virtualizer(this.#options(0));
    this.#scroller.addEventListener('scroll', () => this.events.scrolled(this.#scroller.scrollTop), { passive: true });
    this.root.addEventListener('click', (event) => this.#click(event));
    this.root.addEventListener('pointerover', (event) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('.rows .row.event') : null;
      if (row !== null) this.#addActions(row);
    });
    this.root.addEventListener('dblclick', (event) => this.#doubleClick(event));
    this.root.addEventListener('focus', () => this.#focused());
    this.root.addEventListener('keydown', (event) => this.#key(event));
    this.root.addEventListener('wheel', () => this.events.moved(), { passive: true });
    this.root.addEventListener('pointerdown', () => this.events.moved());
  }

  /** Call once the grid is in the document. @returns what takes it down. */
  mount(): () => void {
    const unmount = this.#virtualizer._didMount();
    this.#virtualizer._willUpdate();
    return unmount;
  }

  /** Shows a list; `keepPlace` leaves the scroll position and the active row. */
  show(shown: Shown, keepPlace: boolean): void {
    const { model, zone } = shown;
    this.#shown = shown;
    if (!keepPlace) this.#active = -1;
    if (this.#active >= model.items.length) this.#active = model.items.length - 1;
    for (const row of this.#elements.values()) row.remove();
    this.#elements.clear();
    const key = `${model.columns.join()} ${String(model.areClosures)} ${zone}`;
    if (key !== this.#headerKey) {
      this.#headerKey = key;
      this.#drawing.header(this.#header, this.root, shown);
    }
    setAttribute(
      this.root,
      'aria-label',
      { search: l10n.t('Search results'), hot: l10n.t('High-impact releases'), agenda: l10n.t('Upcoming releases') }[model.name],
    );
    setAttribute(this.root, 'aria-rowcount', model.state.end === 'more' ? -1 : model.items.length + 1);
    setAttribute(this.root, 'aria-colcount', this.#header.childElementCount);
    this.#virtualizer.setOptions(this.#options(model.items.length));
    this.#virtualizer._willUpdate();
    this.#virtualizer.measure();
    this.#render();
  }

  /** Brings the present into view, with a little of the past above it. @returns false where the list does not show it. */
  scrollToNow(): boolean {
    const index = this.#shown?.model.nowIndex();
    if (index === undefined) return false;
    this.#active = index;
    this.scrollTo(Math.max(0, index - pastInSight) * rowHeight);
    this.#render();
    return true;
  }

  scrollTo(offset: number): void {
    this.#scroller.scrollTop = offset;
    this.#virtualizer.scrollToOffset(offset);
  }

  /** Updates the countdown of the "now" line in place. */
  tick(now: number): void {
    if (this.#shown === undefined) return;
    this.#shown = { ...this.#shown, now };
    this.#elements.forEach((row, index) => {
      if (this.#shown?.model.items[index]?.kind !== 'now') return;
      const text = this.#drawing.nowText(this.#shown);
      const label = row.querySelector('.now-text');
      if (label !== null && label.textContent !== text) label.textContent = text;
    });
  }

  #key(event: KeyboardEvent): void {
    if (event.target !== this.root || !this.#handleKey(event)) return;
    event.preventDefault();
    if (event.key !== 'n') this.events.moved();
  }

  /** Moves as the key says; false for a key that is not the grid's. */
  #handleKey(event: KeyboardEvent): boolean {
    const items = this.#shown?.model.items ?? [];
    if (items.length === 0) return false;
    const page = Math.max(1, Math.floor((this.#scroller.clientHeight - headerHeight) / rowHeight) - 1);
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => this.#moveTo(this.#active + 1),
      ArrowUp: () => this.#moveTo(Math.max(0, this.#active - 1)),
      PageDown: () => this.#moveTo(this.#active + page),
      PageUp: () => this.#moveTo(Math.max(0, this.#active - page)),
      Home: () => (event.ctrlKey || this.#column === -1 ? this.#moveTo(0) : this.#moveColumn(0)),
      End: () => (event.ctrlKey || this.#column === -1 ? this.#moveTo(items.length - 1) : this.#moveColumn(Number.MAX_SAFE_INTEGER)),
      ArrowRight: () => this.#moveColumn(this.#column + 1),
      ArrowLeft: () => this.#moveColumn(this.#column - 1),
      Enter: () => this.#act('openLink'),
      e: () => this.#act('exportEvent'),
      h: () => this.#act('showHistory'),
      r: () => this.#act('remind'),
      n: () => this.events.toNow(),
    };
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c') {
      this.#act('copyRow');
      return true;
    }
    if (event.altKey || event.metaKey || (event.ctrlKey && event.key !== 'Home' && event.key !== 'End')) return false;
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    move?.();
    return move !== undefined;
  }

  /** First use of the grid by keyboard: the first row in view becomes active. */
  #focused(): void {
    if (this.#active === -1) this.#active = this.#virtualizer.range?.startIndex ?? 0;
    this.#markActive();
  }

  #options(count: number): ConstructorParameters<typeof Virtualizer<HTMLElement, HTMLElement>>[0] {
    return {
      count,
      getScrollElement: () => this.#scroller,
      estimateSize: () => rowHeight,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      overscan,
      scrollMargin: headerHeight,
      scrollPaddingStart: headerHeight,
      onChange: () => this.#render(),
    };
  }

  #render(): void {
    const shown = this.#shown;
    if (shown === undefined) return;
    const all = this.#virtualizer.getVirtualItems();
    const spare = Math.max(0, all.length - mostRows);
    const visible = all.slice(Math.min(overscan, Math.floor(spare / 2)), all.length - Math.ceil(spare / 2));
    this.#body.style.height = `${this.#virtualizer.getTotalSize()}px`;
    const wanted = new Set(visible.map((item) => item.index));
    for (const [index, row] of this.#elements) {
      if (wanted.has(index)) continue;
      row.remove();
      this.#elements.delete(index);
    }
    const fresh = document.createDocumentFragment();
    for (const { index, start } of visible) {
      if (this.#elements.has(index)) continue;
      const row = this.#drawing.row(index, shown, this.#header.childElementCount);
      if (row === undefined) continue;
      row.style.transform = `translateY(${start - headerHeight}px)`;
      this.#elements.set(index, row);
      fresh.append(row);
    }
    this.#body.append(fresh);
    this.#markActive();
    const last = visible.at(-1);
    if (last !== undefined && last.index >= shown.model.items.length - overscan) this.events.nearEnd();
  }

  #moveTo(index: number): void {
    const count = this.#shown?.model.items.length ?? 0;
    this.#active = Math.min(Math.max(0, index), count - 1);
    this.#virtualizer.scrollToIndex(this.#active, { align: 'auto' });
    this.#render();
  }

  #moveColumn(column: number): void {
    this.#column = Math.min(Math.max(-1, column), this.#header.childElementCount - 1);
    this.#markActive();
  }

  #markActive(): void {
    const row = this.#elements.get(this.#active);
    if (row !== this.#marked) {
      this.#marked?.classList.remove('active');
      this.#marked?.removeAttribute('aria-selected');
      this.#marked = row;
      row?.classList.add('active');
      row?.setAttribute('aria-selected', 'true');
      if (row !== undefined) this.#addActions(row);
    }
    const cell = row === undefined || this.#column === -1 ? undefined : row.children[Math.min(this.#column, row.childElementCount - 1)];
    if (cell !== this.#markedCell) {
      this.#markedCell?.classList.remove('active');
      this.#markedCell = cell;
      cell?.classList.add('active');
    }
    if (cell !== undefined) cell.id = `row-${this.#active}-${this.#column}`;
    setAttribute(this.root, 'aria-activedescendant', cell?.id ?? row?.id);
  }

  #act(action: RowAction): void {
    const shown = this.#shown;
    const item = shown?.model.items[this.#active];
    if (shown === undefined || item?.kind !== 'event') return;
    const { history, reminder } = offersOf(shown, item.index);
    if ((action === 'showHistory' && !history) || (action === 'remind' && !reminder)) return;
    this.events.act(action, item.index);
  }

  #addActions(row: HTMLElement): void {
    const shown = this.#shown;
    const item = shown?.model.items[Number(row.dataset['item'])];
    const event = item?.kind === 'event' ? shown?.model.rows[item.index] : undefined;
    if (shown === undefined || item?.kind !== 'event' || event === undefined) return;
    addRowActions(row, event, offersOf(shown, item.index));
  }

  #click(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : undefined;
    const row = target?.closest<HTMLElement>('.rows .row');
    if (row === undefined || row === null) return;
    this.#active = Number(row.dataset['item']);
    this.#column = -1;
    this.#markActive();
    const named = target?.closest<HTMLElement>('[data-action]')?.dataset['action'];
    const action = rowActions.find((known) => known === named);
    if (action !== undefined) this.#act(action);
  }

  #doubleClick(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : undefined;
    if (target?.closest('[data-action]') === null && target.closest('.rows .row') !== null) this.#act('openLink');
  }
}

function offersOf({ model, now }: Shown, index: number): RowOffers {
  return { history: model.isData, reminder: !model.areClosures && (model.rows[index]?.time ?? 0) * 1000 > now };
}
