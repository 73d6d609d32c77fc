// @vitest-environment happy-dom
import { html } from 'lit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GridItem } from '../../../../../src/webview/shared/grid/arrange';
import type { GridColumn } from '../../../../../src/webview/shared/grid/column';
import { DataGrid } from '../../../../../src/webview/shared/grid/dataGrid';
import type { GridView } from '../../../../../src/webview/shared/grid/gridView';
import { drawn, giveHeight, press, textOf, textsOf } from '../../support/document';

interface Row {
  readonly name: string;
  readonly price: string;
}

const rowHeight = 20;
const columns: readonly GridColumn<Row>[] = [
  {
    key: 'name',
    title: 'Name',
    kind: 'text',
    width: 100,
    grow: 1,
    cell: ({ name }) => name,
    compare: (a, b) => a.name.localeCompare(b.name),
  },
  {
    key: 'price',
    title: 'Price',
    kind: 'number',
    width: 60,
    grow: 0,
    cell: ({ price }) => price,
    label: () => undefined,
    tooltip: () => 'tip',
  },
  { key: 'do', title: 'Actions', kind: 'buttons', width: 0, grow: 0, cell: ({ name }) => html`<button>Buy ${name}</button>` },
];
const row = (name: string): GridItem<Row> => ({ kind: 'row', id: name, row: { name, price: `${name}.5` } });
const rows = (from: number, to: number): readonly GridItem<Row>[] => Array.from({ length: to - from }, (_, at) => row(String(from + at)));
const divider = (id: string): GridItem<Row> => ({ kind: 'divider', id, look: 'day', content: () => `Day ${id}` });

let grid: DataGrid<Row>;

async function show(items: readonly GridItem<Row>[], more: Partial<GridView<Row>> = {}): Promise<void> {
  grid.view = { columns, items, label: 'Prices', keyboardHelp: 'Keys', rowHeight, ...more };
  await drawn();
}

const scroller = (): HTMLElement => grid.querySelector<HTMLElement>('.scroller') ?? document.body;
const active = (): string => textOf(document.getElementById(scroller().getAttribute('aria-activedescendant') ?? ''));
const key = async (name: string, options: KeyboardEventInit = {}): Promise<boolean> => {
  const isTaken = press(scroller(), name, options);
  await drawn();
  return isTaken;
};

beforeEach(async () => {
  giveHeight(27 + 5 * rowHeight);
  grid = new DataGrid<Row>();
  document.body.append(grid);
  await drawn();
});
afterEach(() => {
  grid.remove();
  vi.restoreAllMocks();
});

describe('a grid', () => {
  it('draws the visible lines and a few more, however many there are', async () => {
    await show(rows(0, 10_000));
    expect(textsOf(grid, '.rows .row .cell-name')).toEqual(rows(0, 11).map(({ id }) => id));
    expect(scroller().getAttribute('aria-rowcount')).toBe('10001');
    scroller().scrollTop = 5000 * rowHeight;
    scroller().dispatchEvent(new Event('scroll'));
    await drawn();
    expect(textsOf(grid, '.rows .row .cell-name')).toEqual(rows(5000, 5005).map(({ id }) => id));
    await vi.waitFor(() => expect(textsOf(grid, '.rows .row .cell-name')).toEqual(rows(4994, 5011).map(({ id }) => id)));
  });

  it('says that there is more, and requests it when the last lines come into view', async () => {
    const nearEnd = vi.fn();
    grid.events = { nearEnd };
    await show(rows(0, 100), { hasMore: true });
    expect(scroller().getAttribute('aria-rowcount')).toBe('-1');
    expect(nearEnd).not.toHaveBeenCalled();
    await key('End');
    expect(nearEnd).toHaveBeenCalled();
  });

  it('skips dividers, which have no action', async () => {
    const [open, copy] = [vi.fn(), vi.fn()];
    grid.events = { open, copy };
    await show([divider('A'), row('1'), divider('B'), row('2')]);
    await key('ArrowDown');
    expect(active()).toBe('Day A');
    await key('Enter');
    await key('c', { ctrlKey: true });
    expect(open).not.toHaveBeenCalled();
    expect(copy).toHaveBeenCalledWith([]);
    await key('ArrowDown');
    await key('ArrowDown', { shiftKey: true });
    await key('ArrowDown', { shiftKey: true });
    await key('c', { ctrlKey: true });
    expect(copy).toHaveBeenLastCalledWith([expect.objectContaining({ name: '1' }), expect.objectContaining({ name: '2' })]);
    const cell = grid.querySelector('.divider [role=gridcell]');
    expect(cell?.getAttribute('aria-colspan')).toBe('3');
  });

  it('reads a divider again whenever it is drawn', async () => {
    let left = '2 min';
    const items: readonly GridItem<Row>[] = [{ kind: 'divider', id: 'now', look: 'now', content: () => left }, row('1')];
    await show(items);
    left = '1 min';
    await show(items);
    expect(textsOf(grid, '.divider')).toEqual(['1 min']);
  });

  it('offers buttons only on the active line and on the one under the pointer', async () => {
    const open = vi.fn();
    grid.events = { open };
    await show(rows(0, 4));
    expect(textsOf(grid, '.rows button')).toEqual([]);
    await key('ArrowDown');
    grid.querySelectorAll('.rows .row')[2]?.dispatchEvent(new Event('pointerover', { bubbles: true }));
    await drawn();
    expect(textsOf(grid, '.rows button')).toEqual(['Buy 0', 'Buy 2']);
    grid.querySelectorAll('.rows button')[1]?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    expect(open).not.toHaveBeenCalled();
    scroller().dispatchEvent(new Event('pointerleave'));
    await drawn();
    expect(textsOf(grid, '.rows button')).toEqual(['Buy 0']);
  });

  it('opens a record with a single click if configured, once for a double click, and not while several are selected', async () => {
    const open = vi.fn();
    grid.events = { open };
    const click = (kind: 'click' | 'dblclick', init: MouseEventInit): void =>
      void grid.querySelectorAll('.rows .row')[1]?.dispatchEvent(new MouseEvent(kind, { bubbles: true, ...init }));
    await show(rows(0, 4));
    click('click', { detail: 1 });
    expect(open).not.toHaveBeenCalled();
    await show(rows(0, 4), { opensOnClick: true });
    click('click', { detail: 1, ctrlKey: true });
    expect(open).not.toHaveBeenCalled();
    click('click', { detail: 1 });
    click('click', { detail: 2 });
    click('dblclick', { detail: 2 });
    expect(open.mock.calls).toEqual([[{ name: '1', price: '1.5' }]]);
  });

  it('marks no text with a double click or with Shift', async () => {
    await show(rows(0, 4));
    const marks = (init: MouseEventInit): boolean =>
      grid.querySelectorAll('.rows .row')[1]?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, ...init })) ===
      true;
    expect([marks({ detail: 1 }), marks({ detail: 2, button: 2 })]).toEqual([true, true]);
    expect([marks({ detail: 2 }), marks({ detail: 1, shiftKey: true })]).toEqual([false, false]);
    expect(document.activeElement).toBe(scroller());
  });

  it('passes letters that have no meaning of their own to the page, with the active record', async () => {
    const keys = vi.fn((name: string) => name === 'e');
    grid.events = { key: keys };
    await show([row('1')]);
    await key('ArrowDown');
    expect(await key('e')).toBe(true);
    expect(await key('x')).toBe(false);
    expect(keys.mock.calls).toEqual([
      ['e', expect.objectContaining({ name: '1' })],
      ['x', expect.objectContaining({ name: '1' })],
    ]);
  });

  it('scrolls to a line, with lines above it in view, once for each request', async () => {
    const scrolled = vi.fn();
    grid.events = { scrolled };
    const place = { kind: 'line', id: '50', above: 3 } as const;
    await show(rows(0, 100), { place });
    expect([active(), scroller().scrollTop]).toEqual(['5050.5Buy 50', 47 * rowHeight]);
    expect(scrolled).toHaveBeenLastCalledWith(47 * rowHeight);
    await key('ArrowUp');
    await show(rows(0, 100), { place });
    expect(active()).toBe('4949.5Buy 49');
    await show(rows(0, 100), { place: { kind: 'top', top: 40 } });
    expect([scroller().getAttribute('aria-activedescendant'), scroller().scrollTop]).toEqual([null, 40]);
  });

  it('keeps the heading of the topmost line in view, and no line under it', async () => {
    await show([divider('A'), ...rows(0, 50), divider('B'), ...rows(50, 100)]);
    const pinned = (): readonly string[] => textsOf(grid, '.pinned .row');
    const scroll = async (line: number): Promise<void> => {
      scroller().scrollTop = line * rowHeight;
      scroller().dispatchEvent(new Event('scroll'));
      await drawn();
    };
    expect(pinned()).toEqual([]);
    await scroll(10);
    expect(pinned()).toEqual(['Day A']);
    expect(new Set([...grid.querySelectorAll('[id]')].map(({ id }) => id)).size).toBe(grid.querySelectorAll('[id]').length);
    scroller().dispatchEvent(new FocusEvent('focus'));
    await drawn();
    expect([active(), scroller().scrollTop]).toEqual(['1010.5Buy 10', 10 * rowHeight]);
    await key('ArrowUp');
    expect([active(), scroller().scrollTop]).toEqual(['99.5Buy 9', 9 * rowHeight]);
    await scroll(60);
    expect(pinned()).toEqual(['Day B']);
    grid.querySelector<HTMLElement>('.pinned .cell')?.click();
    await drawn();
    expect([active(), scroller().scrollTop, pinned()]).toEqual(['Day B', 51 * rowHeight, []]);
  });

  it('scrolls to a missing line only if it comes with the view that requests it', async () => {
    await show(rows(0, 10), { place: { kind: 'line', id: '50', above: 0 } });
    expect(scroller().scrollTop).toBe(0);
  });

  it('keeps visible lines in place when lines come above them, if it is anchored', async () => {
    await show(rows(10, 100), { isAnchored: true, place: { kind: 'top', top: 10 * rowHeight + 7 } });
    await show([divider('A'), ...rows(0, 100)], { isAnchored: true });
    expect(scroller().scrollTop).toBe((10 + 11) * rowHeight + 7);
    await show(rows(15, 100), { isAnchored: true });
    expect(scroller().scrollTop).toBe(5 * rowHeight + 7);
  });

  it('keeps its distance from the top when lines come above and it is not anchored, or at the top', async () => {
    await show(rows(10, 100), { place: { kind: 'top', top: 200 } });
    await show(rows(0, 100));
    expect(scroller().scrollTop).toBe(200);
    await show(rows(10, 100), { isAnchored: true, place: { kind: 'top', top: 0 } });
    await show(rows(0, 100), { isAnchored: true });
    expect(scroller().scrollTop).toBe(0);
  });

  it('is sorted by a click on the header of a sortable column', async () => {
    const sort = vi.fn();
    grid.events = { sort };
    await show(rows(0, 3));
    grid.querySelector<HTMLElement>('#column-price')?.click();
    expect(sort).not.toHaveBeenCalled();
    grid.querySelector<HTMLElement>('#column-name')?.click();
    expect(sort).toHaveBeenCalledWith({ key: 'name', direction: 'ascending' });
  });

  it('gives a cell the description of its column, and says that lines are being read', async () => {
    await show([row('1')], { isBusy: true });
    expect(scroller().getAttribute('aria-busy')).toBe('true');
    const cell = grid.querySelector('.rows .cell-price');
    expect([cell?.getAttribute('title'), cell?.hasAttribute('aria-label')]).toEqual(['tip', false]);
  });
});
