import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import Papa from 'papaparse';
import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf, searchPath } from './calendar/calendarPage';
import { useConnectedDesk } from './support/connectedDesk';
import { confirmChange, enterTicket, waitForStage } from './support/ticket';

const patience = { timeout: 20_000 };
const simulatedPositions = '/api/v1.0/sim-trade/{acc_id}/positions';

/** Formulas that a spreadsheet would run, and a plain signed number, which it would not. */
const formulas = ['=HYPERLINK("http://127.0.0.1:9","x")', "+1+cmd|'/C calc'!A0", '@SUM(1+1)', '-2+3'];

function wirePosition(id: string, name: string): Readonly<Record<string, string | number>> {
  return {
    pstn_id: id,
    pstn_type: 0,
    market: 1,
    symbol: 'HK.00700',
    stock_name: name,
    qty: '100',
    qty_avbl: '100',
    cost_price: '560',
    buy_avg_price: '560',
    cur_price: '550',
    mv: '55000',
    profit: '-1000',
    profit_ratio: '-1.785714',
  };
}

function table(csv: string): readonly Readonly<Record<string, string>>[] {
  const { data, errors } = Papa.parse<Record<string, string>>(csv.replace(/^\ufeff/, '').trimEnd(), { header: true });
  expect(errors).toEqual([]);
  return data;
}

describe('saving files', () => {
  const { desk, service } = useConnectedDesk();

  beforeAll(async () => {
    await (await desk().workbench.view('Positions')).waitForRow(/SIM-1001/);
    await desk().workbench.collapse('Plates', 'Today', 'Orders');
  });

  /** Answers the save dialog with a name in the workspace and returns the file's content; `proposed` is the name that the dialog must propose. */
  async function savedAs(name: string, proposed: RegExp): Promise<string> {
    const file = path.join(desk().host.workspaceFolder, name);
    await desk().workbench.saveAs(file, proposed);
    let text = '';
    await expect.poll(async () => (text = await readFile(file, 'utf8').catch(() => '')), patience).not.toBe('');
    return text;
  }

  async function exportPositions(name: string): Promise<string> {
    await desk().workbench.runCommand('Market Desk: Export Positions…');
    expect(await desk().workbench.quickInput.title()).toBe('Export Positions');
    await desk().screenshot('save-dialog');
    return savedAs(name, /\/positions-\d{4}-\d\d-\d\d\.csv$/);
  }

  it('writes positions as CSV and JSON with what the view shows', async () => {
    const { workbench } = desk();
    const positions = await workbench.view('Positions');
    await positions.waitForRow('HK.00005');
    const shown = (await positions.texts()).find((row) => row.startsWith('HK.00005')) ?? '';
    const [, name, quantity] = /^HK\.00005\s*[+−\d][^·]+%\s*· (.+) · ([\d,]+) @ [\d,.]+$/.exec(shown) ?? [];
    expect(quantity, shown).toBeDefined();
    const csv = await exportPositions('positions.csv');
    expect(csv.startsWith('\ufeffaccountId,')).toBe(true);
    const rows = table(csv);
    await desk().screenshot('save-done');
    await workbench.waitForNotification(`Positions exported to positions.csv: ${String(rows.length)}.`);
    await workbench.pressInNotification('Positions exported', 'Open');
    await expect.poll(async () => workbench.activeTab(), patience).toContain('positions.csv');
    await desk().screenshot('save-opened');
    // The row follows the market, and the file has the values as the service sent them: only the fixed ones can be compared. Two accounts
    // hold the security.
    const saved = rows.filter(({ symbol }) => symbol === 'HK.00005').map((row) => [row['quantity'], row['name']]);
    expect(saved).toContainEqual([quantity?.replaceAll(',', ''), name]);
    const json = JSON.parse(await exportPositions('positions.json')) as {
      readonly accounts: readonly { readonly id: string; readonly positions: readonly { readonly id: string }[] }[];
    };
    expect(json.accounts.map(({ id }) => id)).toContain('SIM-1001');
    expect(json.accounts.flatMap(({ positions: list }) => list.map(({ id }) => id))).toEqual(rows.map(({ positionId }) => positionId));
  });

  it('writes the name of a position as text if it looks like a formula', async () => {
    const { workbench } = desk();
    service().faults.once({
      match: { path: simulatedPositions },
      action: {
        kind: 'respond',
        status: 200,
        body: { ret_code: 0, ret_msg: '', data: { positions: formulas.map((name, index) => wirePosition(String(index), name)) } },
      },
    });
    await workbench.runCommand('Market Desk: Refresh Positions');
    await (await workbench.view('Positions')).waitForRow(/HK\.00700.*=HYPERLINK/);
    const csv = await exportPositions('formulas.csv');
    const rows = table(csv).filter(({ accountId }) => accountId === 'SIM-1001');
    expect(rows.map(({ name }) => name)).toEqual(formulas.map((name) => `'${name}`));
    expect(rows.map(({ profit }) => profit)).toEqual(formulas.map(() => '-1000'));
    // No cell in the whole file begins with anything that a spreadsheet would run.
    expect(csv.split(/[,\r\n]"?/).filter((cell) => /^[=@]|^[+-](?!\d+(\.\d+)?$)/.test(cell))).toEqual([]);
    const json = await exportPositions('formulas.json');
    for (const name of formulas) expect(json).toContain(JSON.stringify(name));
  });

  async function panel(): Promise<Frame> {
    return desk().workbench.webview('.tabs[role=tablist]');
  }

  async function searchFor(keyword: string): Promise<Frame> {
    await desk().workbench.runCommand('Market Desk: Search Economic Calendar…');
    await desk().workbench.quickInput.enter(keyword);
    const page = await panel();
    await expect.poll(async () => page.getByRole('status').innerText(), patience).toMatch(/^\d+ events?$/);
    return page;
  }

  it('writes the visible rows of the calendar as CSV, in the time zone that the header names', async () => {
    const page = await searchFor('Nonfarm');
    await page
      .locator('mark', { hasText: /nonfarm/i })
      .first()
      .waitFor(patience);
    const count = Number(/\d+/.exec(await page.getByRole('status').innerText())?.[0]);
    // A search opens at now; the file begins with the first row of the list.
    await page.getByRole('grid').press('Control+Home');
    const first = page.locator('[role=row].event').first();
    await expect.poll(async () => page.evaluate<number>("document.querySelector('.scroller').scrollTop"), patience).toBe(0);
    // A narrow cell shows a shortened name; its title is the full one.
    const name = (await first.locator('.cell-event').getAttribute('title')) ?? '';
    const time = await first.locator('.cell-time').innerText();
    await page.getByRole('button', { name: 'Export Events as CSV…' }).click();
    await desk().workbench.quickInput.waitForValue(/\/calendar\.csv$/);
    expect(await desk().workbench.quickInput.title()).toBe('Export Events as CSV');
    await desk().screenshot('save-calendar');
    const rows = table(await savedAs('rows.csv', /\/calendar\.csv$/));
    await desk().workbench.waitForNotification('Saved rows.csv.');
    expect(rows).toHaveLength(count);
    expect(rows[0]?.['event']).toBe(name.trim());
    expect(rows[0]?.['time (UTC)']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    expect(rows[0]?.['time (UTC)']).toContain(time.trim());
  });

  it('writes one event as an iCalendar file with its exact time, and its text cannot break out', async () => {
    const time = 1_900_000_000;
    const text = '=1+1; <em>CPI</em>, final\r\nEND:VEVENT';
    const event = { event_text: text, predictive: '=2', star: 5, event_time: time, unique_id: 'id-1' };
    service().faults.once({ match: { path: searchPath }, action: { kind: 'respond', status: 200, body: answerOf(event) } });
    const page = await searchFor('final');
    await page.getByRole('gridcell', { name: /=1\+1/ }).click();
    // By keyboard: E saves the active row.
    await page.page().keyboard.press('e');
    expect(await desk().workbench.quickInput.title()).toBe('Save as Calendar File');
    const file = await savedAs('release.ics', /\/event\.ics$/);
    expect(file.split('\r\n').filter((line) => line === 'END:VEVENT')).toHaveLength(1);
    expect(file).toContain(`DTSTART:${new Date(time * 1000).toISOString().replace(/[-:]|\.\d{3}/g, '')}\r\n`);
    expect(file).toContain('SUMMARY:US =1+1\\; CPI\\, final END:VEVENT\r\n');
    await page.getByRole('button', { name: 'Export Events as CSV…' }).click();
    const rows = table(await savedAs('guarded.csv', /\/calendar\.csv$/));
    expect(rows.map(({ event: name, forecast }) => [name, forecast])).toEqual([["'=1+1; CPI, final END:VEVENT", "'=2"]]);
  });

  it('writes the order journal as CSV and JSON with what the journal view shows', async () => {
    const { workbench, host } = desk();
    const ticket = await enterTicket(workbench, 'OK-1', '400', '560');
    const asked = await confirmChange(workbench, ticket, 'Change OK-1 to 400 @ 560');
    // The last line that the change adds.
    await waitForStage(ticket, 'Change applied: OK-1 is now 400 @ 560.');
    const body = '{"exchange":"SEHK","qty":"400","price":"560"}';
    expect(asked).toContain(body);
    await workbench.runCommand('Market Desk: Show Order Journal');
    const verdict = host.page.locator('.view-line', { hasText: /Verified:/ });
    await verdict.waitFor(patience);
    const lines = Number(/(\d+)\slines/.exec(await verdict.innerText())?.[1]);
    await workbench.runCommand('Market Desk: Export Order Journal…');
    const rows = table(await savedAs('journal.csv', /\/order-journal-\d{4}-\d\d-\d\d\.csv$/));
    expect(rows).toHaveLength(lines);
    expect(rows.find(({ kind }) => kind === 'intent')).toMatchObject({
      order: 'OK-1',
      account: '8001',
      exchange: 'SEHK',
      sandbox: 'false',
      body,
    });
    expect(rows.map(({ outcome }) => outcome)).toContain('accepted');
    await workbench.waitForNotification('Order journal exported. Verified');
    await workbench.runCommand('Market Desk: Export Order Journal…');
    const json = JSON.parse(await savedAs('journal.json', /\/order-journal-/)) as {
      readonly verified: unknown;
      readonly lines: readonly unknown[];
    };
    expect(json.verified).toEqual({ isWhole: true });
    expect(json.lines).toHaveLength(lines);
  });

  it('writes nothing when the dialog is cancelled', async () => {
    const { workbench, host } = desk();
    const before = await readdir(host.workspaceFolder);
    await workbench.runCommand('Market Desk: Export Positions…');
    await workbench.quickInput.waitForValue(/\/positions-/);
    await workbench.quickInput.cancel();
    // Commands run one after the other: when the next one shows something, the first has ended.
    await workbench.runCommand('Market Desk: Show Order Journal');
    await host.page.locator('.view-line', { hasText: /Verified:/ }).waitFor(patience);
    expect(await readdir(host.workspaceFolder)).toEqual(before);
  });

  it('is blocked in privacy mode, which hides figures and accounts except in confirmations and survives a reload', async () => {
    const { workbench, host } = desk();
    const positions = await workbench.view('Positions');
    const holding = async (): Promise<string> => (await positions.texts()).find((row) => row.startsWith('HK.00700')) ?? '';
    await workbench.runCommand('Market Desk: Show Order Journal');
    await host.page.locator('.view-line', { hasText: /"qty":"400"/ }).waitFor(patience);
    await workbench.runCommand('Market Desk: Toggle Privacy Mode');
    await workbench.statusItem('Private').waitFor(patience);
    await expect.poll(holding, patience).toMatch(/^HK\.00700\s*••• · [^·]+ · ••• @ [\d,.]+$/);
    await expect.poll(async () => host.page.locator('.view-line', { hasText: /"qty":"400"/ }).count(), patience).toBe(0);
    expect(await workbench.statusItem(/OK-1 is/).count()).toBe(0);
    // The second part is the name, which comes from the service.
    const told = (await positions.texts()).map((row) => row.split(' · ').filter((_, at) => at !== 1 || !row.startsWith('HK.00700')));
    expect(told.filter((parts) => /SIM-1001|8001|[+−]\d/.test(parts.join()))).toEqual([]);
    const hover = await positions.hover(/^\s*HK\.00700/, 'Position ID');
    expect(await hover.innerText()).toMatch(/Quantity\s+•••[^]*Market value\s+•••/);
    await desk().screenshot('privacy-positions');
    const orders = await workbench.view('Orders');
    await orders.waitForRow(/BUY ••• HKEX @ •••.*OK-4/);
    expect((await orders.texts()).filter((row) => row.includes('8001'))).toEqual([]);
    await desk().screenshotInEveryTheme('privacy');
    const before = await readdir(host.workspaceFolder);
    for (const command of ['Export Positions…', 'Export Order Journal…']) {
      await workbench.runCommand(`Market Desk: ${command}`);
      await workbench.waitForNotification('Nothing was copied or exported: privacy mode is on.');
      await workbench.clearNotifications();
    }
    expect(await readdir(host.workspaceFolder)).toEqual(before);
    const ticket = await enterTicket(workbench, 'OK-4', '600', '430');
    const changes = ticket.locator('.changes');
    await expect.poll(async () => changes.innerText(), patience).toMatch(/Quantity\s+500 → 600/);
    expect(await changes.innerText()).not.toContain('•••');
    await ticket.getByRole('button', { name: 'Discard' }).click();
    await host.page.reload();
    await workbench.statusItem('Private').waitFor({ timeout: 40_000 });
    await workbench.statusItem('Private').click();
    await workbench.statusItem('Private').waitFor({ state: 'hidden', ...patience });
    // Views that a reload opened again may push the row out of the pane.
    await workbench.collapse('Watchlist', 'Plates', 'Today', 'Orders');
    await expect.poll(holding, patience).toMatch(/^HK\.00700\s*[+−]?[\d,.]+/);
  });
});
