// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordRow, RecordsFacts, RecordsTab, ToRecordsHost, ToRecordsPage } from '../../../../src/panel/records/recordsProtocol';
import { columnsOf } from '../../../../src/webview/records/columns';
import { RecordsPage } from '../../../../src/webview/records/page';
import { readViewState } from '../../../../src/webview/records/viewState';
import { click, drawn, giveHeight, press, textOf, textsOf, type } from '../support/document';
import { openPage } from '../support/openPage';
import type { OpenPage } from '../support/openPage';

const record = (id: string, order: number, changes: Partial<RecordRow> = {}): RecordRow => ({
  ...{ id, order, atMs: Date.UTC(2026, 0, 5, 12, 0, order), kinds: ['modify'], look: 'good', actions: ['showReceipt'] },
  texts: { account: 'LIVE 8001', what: `Change ${id}`, outcome: 'applied', askedBy: 'you', orderId: id },
  ...changes,
});
const whole: RecordsFacts = { isReading: false, verdict: 'Verified', older: '', failure: '', damage: '' };

let shown: OpenPage<ToRecordsPage, ToRecordsHost>;

async function tell(rows: readonly RecordRow[], over: Partial<ToRecordsPage['records']> = {}): Promise<void> {
  await shown.say('records', { tab: 'orders', rows, isWhole: true, facts: whole, ...over });
  await drawn();
}
const rowsShown = (): readonly string[] =>
  textsOf(shown.page, 'market-grid .rows [role=row] .cell-what, market-grid .rows [role=row] .cell-request');
const grid = (): Element | null => shown.page.querySelector('.grid');
const drawAgain = async (): Promise<void> => {
  await shown.say('settings', { isPrivate: false, zone: 'UTC' });
  await drawn();
};

beforeEach(async () => {
  giveHeight(400);
  shown = await openPage((host) => new RecordsPage(host));
  await shown.say('start', { settings: { isPrivate: false, zone: 'UTC' }, kept: null });
});

describe('the page of records', () => {
  it('says which records it shows as soon as it starts, and shows them, the newest first, in whatever parts they come', async () => {
    expect(shown.host.bodies('look')).toEqual([{ tab: 'orders' }]);
    await tell([record('B', 2), record('A', 1)], { facts: { ...whole, isReading: true } });
    await tell([record('C', 3), record('A', 1, { texts: { what: 'Changed A' } })], { isWhole: false });
    expect(rowsShown()).toEqual(['Change C', 'Change B', 'Changed A']);
    expect(textOf(shown.page.querySelector('[role=status]'))).toBe('Records: 3 · Verified · UTC');
    expect(textsOf(shown.page, '.rows .cell-time')[0]).toBe('2026-01-05 12:00:03');
    await tell([record('D', 4)]);
    expect(rowsShown()).toEqual(['Change D']);
  });

  it('leaves out in a narrow page what all paths begin with, and says all of it', () => {
    const cell = (isNarrow: boolean) => {
      const column = columnsOf('requests', { zone: 'UTC', isNarrow, nowMs: 0 }).find(({ key }) => key === 'request');
      const row = record('A', 1, { texts: { request: 'GET /api/v1.0/accounts/{acc_id}/orders' } });
      return [column?.cell(row), column?.label?.(row)];
    };
    const whole = 'GET /api/v1.0/accounts/{acc_id}/orders';
    expect([cell(false), cell(true)]).toEqual([
      [whole, whole],
      ['GET …/accounts/{acc_id}/orders', whole],
    ]);
  });

  it('has the seconds of today in a narrow page, and the day of other times', () => {
    const at = (nowMs: number, isNarrow: boolean): unknown =>
      columnsOf('requests', { zone: 'UTC', isNarrow, nowMs })
        .find(({ key }) => key === 'time')
        ?.cell(record('A', 1));
    const [today, later] = [Date.UTC(2026, 0, 5, 13), Date.UTC(2026, 0, 6)];
    expect([at(today, true), at(later, true), at(today, false)]).toEqual(['12:00:01', '01-05 12:00', '2026-01-05 12:00:01']);
  });

  it('goes to other records by their tab, by keys too, and takes nothing that comes late for the old one', async () => {
    await tell([record('A', 1)]);
    click(shown.page, '#tab-requests');
    await tell([record('B', 2)]);
    expect(rowsShown()).toEqual([]);
    press(shown.page.querySelector('[role=tablist]'), 'ArrowRight');
    await drawn();
    expect(shown.host.bodies('look')).toEqual([{ tab: 'orders' }, { tab: 'requests' }, { tab: 'agents' }]);
  });

  it.each([
    ['orders', 'No orders yet'],
    ['requests', 'No requests yet'],
    ['agents', 'No agent has called yet'],
  ] as const)('says what would be here: %s', async (tab: RecordsTab, title) => {
    await shown.say('show', { tab, id: null });
    await shown.say('records', { tab, rows: [], isWhole: true, facts: { ...whole, isReading: true } });
    expect(textOf(shown.page.querySelector('.list'))).toBe('Loading…');
    await shown.say('records', { tab, rows: [], isWhole: true, facts: whole });
    expect(textOf(shown.page.querySelector('.list h2'))).toBe(title);
  });

  it('leaves out whole columns before it cuts off what was asked for, and names them', async () => {
    vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(720);
    await tell([record('A', 1)]);
    expect(textsOf(shown.page, '[role=columnheader]')).toEqual(['Time', 'Account', 'What', 'Outcome']);
    expect(textOf(shown.page.querySelector('.lack'))).toBe('No space for: Asked By, Order ID Show All Columns');
    click(shown.page, '.lack button');
    await drawAgain();
    expect(textsOf(shown.page, '[role=columnheader]')).toHaveLength(6);
  });

  it('filters by words and by kind, exports just that, and offers to clear a filter without matches', async () => {
    await tell([record('A', 1), record('B', 2, { kinds: ['cancel', 'unresolved'] }), record('AB', 3)]);
    const search = shown.page.querySelector('input[type=search]');
    shown.page.querySelector<HTMLElement>('[aria-label^="Export"]')?.click();
    type(search, 'live b');
    await drawAgain();
    expect(rowsShown()).toEqual(['Change AB', 'Change B']);
    expect(textOf(shown.page.querySelector('[role=status]'))).toContain('2 of Records: 3');
    const kind = shown.page.querySelector('select');
    if (kind === null) throw new Error('there is no choice of kinds');
    kind.value = 'unresolved';
    kind.dispatchEvent(new Event('change', { bubbles: true }));
    await drawAgain();
    expect(rowsShown()).toEqual(['Change B']);
    shown.page.querySelector<HTMLElement>('[aria-label^="Export"]')?.click();
    expect(shown.host.bodies('export')).toEqual([
      { tab: 'orders', ids: null },
      { tab: 'orders', ids: ['B'] },
    ]);
    type(search, 'nothing like it');
    await drawAgain();
    expect(textOf(shown.page)).toContain('Nothing matches your filter.');
    click(shown.page, '.placeholder button');
    await drawAgain();
    expect(rowsShown()).toHaveLength(3);
  });

  it('opens the details of a row by Enter, follows the row from then on, and closes them by Escape', async () => {
    await tell([record('A', 1), record('B', 2)]);
    press(grid(), 'ArrowDown');
    press(grid(), 'Enter');
    await drawn();
    expect(shown.host.bodies('details')).toEqual([{ tab: 'orders', id: 'B' }]);
    const details = { rows: [['Exact request', '<b>bold</b>']], history: [{ line: '7', time: '12:00:00.000', text: 'accepted' }] } as const;
    await shown.say('details', { tab: 'orders', id: 'B', details });
    expect(textOf(shown.page.querySelector('.details'))).toContain('Exact request <b>bold</b>');
    expect(textsOf(shown.page, '.steps tbody td')).toEqual(['7', '12:00:00.000', 'accepted']);
    click(shown.page, '.details .link-button');
    expect(shown.host.last).toEqual(['actOn', { tab: 'orders', id: 'B', action: 'showReceipt' }]);
    press(grid(), 'ArrowDown');
    await drawAgain();
    expect(textOf(shown.page.querySelector('.details h2'))).toBe('Change A');
    expect(textOf(shown.page.querySelector('.details'))).not.toContain('bold');
    press(shown.page.querySelector('.details'), 'Escape');
    await drawAgain();
    expect(shown.page.querySelector('.details')).toBeNull();
  });

  it('goes to one record when it is asked to, also if it comes later, and shows it whatever the filter was', async () => {
    await tell([record('B', 2)]);
    type(shown.page.querySelector('input[type=search]'), 'nothing like it');
    await shown.say('show', { tab: 'orders', id: 'A' });
    await tell([record('A', 1), record('B', 2)]);
    await drawAgain();
    expect(textOf(shown.page.querySelector('.row.active .cell-what'))).toBe('Change A');
    expect(textOf(shown.page.querySelector('.details h2'))).toBe('Change A');
  });

  it('copies rows as they are shown', async () => {
    await tell([record('A', 1)]);
    press(grid(), 'ArrowDown');
    press(grid(), 'c', { ctrlKey: true });
    expect(shown.host.bodies('copy')).toEqual([
      { text: 'Time\tAccount\tWhat\tOutcome\tAsked By\tOrder ID\n2026-01-05 12:00:01\tLIVE 8001\tChange A\tapplied\tyou\tA' },
    ]);
  });

  it('says what is wrong with the journal, with a button to acknowledge it', async () => {
    await tell([record('A', 1)], { facts: { ...whole, damage: 'Line 1 was altered.' } });
    expect(textOf(shown.page.querySelector('[role=alert]'))).toContain('Line 1 was altered.');
    click(shown.page, '[role=alert] button');
    expect(shown.host.last).toEqual(['act', { action: 'acknowledge' }]);
  });

  it('keeps nothing that privacy mode hides once it is on', async () => {
    await tell([record('A', 1)]);
    press(grid(), 'ArrowDown');
    press(grid(), 'Enter');
    await shown.say('details', { tab: 'orders', id: 'A', details: { rows: [['Account', '8001']], history: [] } });
    expect(textOf(shown.page)).toContain('8001');
    await shown.say('settings', { isPrivate: true, zone: 'UTC' });
    await drawn();
    expect(textOf(shown.page)).not.toContain('8001');
  });

  it('gives VS Code’s menu of a row what its commands are about', async () => {
    await tell([record('A', 1), record('B', 2, { actions: ['resolve'] }), record('C', 3, { actions: [] })]);
    const contexts = [...shown.page.querySelectorAll<HTMLElement>('.rows [role=row]')].map(({ dataset }) => dataset['vscodeContext']);
    expect(contexts.map((context) => (context === undefined ? undefined : (JSON.parse(context) as unknown)))).toEqual([
      undefined,
      { preventDefaultContextMenuItems: true, webviewSection: 'openNewOrderRecord', root: 'B' },
      { preventDefaultContextMenuItems: true, webviewSection: 'orderRecord', root: 'A' },
    ]);
  });
});

describe('the stored choices', () => {
  it('are read as far as they fit', () => {
    expect(readViewState({ tab: 'agents', filter: 'x', kind: 'personal' })).toEqual({ tab: 'agents', filter: 'x', kind: 'personal' });
    expect(readViewState({ tab: 'requests', filter: 1, kind: 'personal' })).toEqual({ tab: 'requests', filter: '', kind: '' });
    expect(readViewState('x')).toEqual({ tab: 'orders', filter: '', kind: '' });
  });
});
