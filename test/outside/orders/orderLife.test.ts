import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { pressInMenu } from '../alerts/alertSteps';
import { useConnectedDesk } from '../support/connectedDesk';
import { lastQuestion, newOrder, pressEnterIn, ticketField, waitForStage } from '../support/ticket';

const patience = { timeout: 30_000 };
const account = 'SIM-1001';

/** The file of the order journal that holds this change. */
async function journalFile(dataDir: string): Promise<string> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files) if ((await readFile(file, 'utf8')).includes('new_qty')) return file;
  throw new Error(`No journal holds the change: ${files.join(', ')}`);
}

describe('the life of a paper order', () => {
  const { desk, service } = useConnectedDesk({ alwaysOpen: true });
  let [orderId, limit] = ['', ''];

  beforeAll(async () => {
    await desk().workbench.collapse('Watchlist', 'Positions', 'Plates', 'Today');
    const orders = await desk().workbench.view('Orders');
    // Rows out of view are not rendered, so the live account is collapsed.
    const live = await orders.waitForRow(/8001/);
    if ((await live.getAttribute('aria-expanded')) === 'true') await live.click();
  });

  /** Presses Enter once the confirming button has the focus. */
  async function sayYes(action: string): Promise<string> {
    const { workbench, host } = desk();
    const text = await lastQuestion(workbench, action);
    await workbench.dialog.getByRole('button', { name: action, exact: true }).focus();
    await host.page.keyboard.press('Enter');
    await workbench.dialog.waitFor({ state: 'hidden', ...patience });
    return text;
  }

  async function isReady(page: Frame, button: string): Promise<void> {
    await page.getByRole('button', { name: button }).and(page.locator(':enabled')).waitFor(patience);
  }

  /** The write requests, as method, path, and body. */
  const writes = (): readonly string[] =>
    service()
      .ledger.entries.filter(({ method, path: at }) => method !== 'GET' && at.startsWith('/api/') && at.includes('/orders'))
      .map(({ path: at, body }) => `${at} ${new TextDecoder().decode(body)}`);

  /** Goes to a row of the Orders view by keyboard alone. */
  async function focusRow(text: RegExp): Promise<void> {
    const { workbench, host } = desk();
    const orders = await workbench.view('Orders');
    await orders.waitForRow(text);
    await workbench.runCommand('Market Desk: Focus on Orders View');
    await orders.pane.locator('.monaco-list:focus').waitFor(patience);
    await host.page.keyboard.press('Home');
    const isThere = async (): Promise<boolean> => orders.pane.locator('.monaco-list-row.focused').filter({ hasText: text }).isVisible();
    for (let step = 0; !(await isThere()); step += 1) {
      if (step === 40) throw new Error(`The row ${String(text)} can’t be reached by the keyboard.`);
      await host.page.keyboard.press('ArrowDown');
    }
  }

  /** Chooses a menu entry of the focused row by keyboard alone. */
  async function pressInRowMenu(entry: string): Promise<void> {
    const { page } = desk().host;
    await page.keyboard.press('Shift+F10');
    const focused = page.locator('.context-view .action-item.focused');
    await page.locator('.context-view .action-label', { hasText: entry }).first().waitFor(patience);
    for (let step = 0; (await focused.count()) === 0 || !(await focused.first().innerText()).includes(entry); step += 1) {
      if (step === 40) throw new Error(`The entry “${entry}” can’t be reached by the keyboard.`);
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
  }

  async function idOf(row: RegExp): Promise<string> {
    const text = await (await (await desk().workbench.view('Orders')).waitForRow(row)).innerText();
    return /\d{10,}/.exec(text)?.[0] ?? '';
  }

  /** Requests for orders keep to the pace of the service, so a new state may be shown up to half a minute later. */
  async function showsRow(text: RegExp): Promise<void> {
    const orders = await desk().workbench.view('Orders');
    await expect.poll(async () => (await orders.texts()).join('\n'), { timeout: 60_000 }).toMatch(text);
  }

  it('begins with a limit order that rests in the book', async () => {
    const { workbench } = desk();
    const page = await newOrder(workbench, account, 'HK.00700');
    const [quantity, price] = [ticketField(page, 'Quantity'), ticketField(page, 'Price')];
    await expect.poll(async () => price.inputValue(), patience).toMatch(/^\d+(\.\d+)?$/);
    limit = String(Math.floor(Number(await price.inputValue()) * 0.9));
    await quantity.fill('300');
    await price.fill(limit);
    await isReady(page, 'Review Order…');
    await pressEnterIn(page, price);
    await sayYes(`BUY HK.00700: 300 @ ${limit}`);
    await waitForStage(page, `Order placed: BUY HK.00700, 300 @ ${limit}`);
  });

  it('continues with a partial fill, which the view shows by itself', async () => {
    const { workbench } = desk();
    orderId = await idOf(/BUY 300 TENCENT.*submitted/);
    const filled = await fetch(`${service().url}/sandbox/orders/fill`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ account, order_id: orderId, qty: '100' }),
    });
    expect(await filled.text()).toContain('changed');
    await workbench.runCommand('Market Desk: Refresh Orders');
    await showsRow(/BUY 300 TENCENT.*partially filled/);
  });

  it('continues with a change by keyboard, in a form that shows how much is filled', async () => {
    const { workbench, host } = desk();
    await workbench.closeAllEditors();
    await focusRow(/BUY 300 TENCENT.*partially filled/);
    await host.page.keyboard.press('Enter');
    const page = await workbench.webview('order-ticket .facts');
    await expect.poll(async () => page.locator('.facts').innerText(), patience).toMatch(/Filled\s+100 of 300/);
    const quantity = ticketField(page, 'Quantity');
    await quantity.fill('400');
    await isReady(page, 'Review Change…');
    await desk().screenshot('life-changed');
    await pressEnterIn(page, quantity);
    await sayYes(`Change ${orderId} to 400 @ ${limit}`);
    await waitForStage(page, /Change applied|is now 400/);
    await showsRow(/BUY 400 TENCENT.*partially filled/);
  });

  it('ends with a cancellation by keyboard, which says how much was filled', async () => {
    const { workbench } = desk();
    await focusRow(/BUY 400 TENCENT.*partially filled/);
    await pressInRowMenu('Cancel Order…');
    await sayYes('Cancel Order');
    await workbench.statusItem(`${orderId} is canceled, filled before: 100`).waitFor(patience);
    await desk().screenshot('life-canceled');
    await showsRow(/BUY 400 TENCENT.*partially filled, rest canceled/);
    const sent = writes().map((line) => line.replaceAll(/"remark":"[^"]*"/g, '"remark":""'));
    expect(sent.map((line) => line.split(' ')[0])).toEqual([
      `/api/v1.0/sim-trade/${account}/orders`,
      `/api/v1.0/sim-trade/${account}/orders/${orderId}/modify`,
      `/api/v1.0/sim-trade/${account}/orders/${orderId}/cancel`,
    ]);
  });

  it('can be saved as a receipt, and the check finds a single altered character in it', async () => {
    const { workbench, host } = desk();
    await workbench.closeAllEditors();
    const orders = await workbench.view('Orders');
    await pressInMenu(host.page, await orders.waitForRow(/BUY 400 TENCENT.*rest canceled/), 'Show Order Receipt');
    await expect.poll(shownText, patience).toMatch(/Canceled after 100 of 400 were filled\. +\[R1\]/);
    const file = path.join(host.workspaceFolder, 'receipt.json');
    await workbench.runCommand('Market Desk: Export Order Receipt…');
    await workbench.saveAs(file, /\/order-receipt-\d+-\d{4}-\d\d-\d\d\.json$/);
    await workbench.waitForNotification('Order receipt exported.');
    const written = await readFile(file, 'utf8');
    const { entries } = JSON.parse(written) as { readonly entries: readonly { readonly id: string; readonly line: string }[] };
    const change = entries.find(({ line }) => line.includes('new_qty'));
    expect(change).toBeDefined();
    await verify(file, /Nothing contradicts this receipt\.[^]*word for word, in the order journal of this machine, which is whole/);
    await desk().screenshot('receipt-verified');
    // Changes one digit of what was sent.
    const altered = written.replace(String.raw`\\\"new_qty\\\":\\\"400`, String.raw`\\\"new_qty\\\":\\\"900`);
    expect(altered).not.toBe(written);
    expect(altered).toHaveLength(written.length);
    await writeFile(file, altered);
    const unfit = `Journal lines that don’t fit their hash: ${change?.id ?? ''}`;
    await verify(file, new RegExp(`This receipt is not as it was exported\\.[^]*${unfit}`));
    await desk().screenshotInEveryTheme('receipt-altered');
    // Changes one digit of what it says.
    await writeFile(file, written.replace('Canceled after 100 of 400', 'Canceled after 300 of 400'));
    await verify(file, /The file doesn’t fit its digest\. Changed in it: statements\[0\]/);
  });

  it('is recorded in a journal, whose check finds a single altered character and names its line', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Show Order Journal');
    await expect.poll(shownText, patience).toMatch(/Verified: \d+ lines/);
    const journal = await journalFile(host.dataDir);
    const written = await readFile(journal, 'utf8');
    const line = written.split('\n').findIndex((text) => text.includes('new_qty')) + 1;
    await writeFile(journal, written.replace(String.raw`\"new_qty\":\"400`, String.raw`\"new_qty\":\"900`));
    await workbench.runCommand('Market Desk: Show Order Journal');
    await expect.poll(shownText, patience).toMatch(new RegExp(`line ${String(line)}\\b`));
    await desk().screenshot('journal-altered');
    await writeFile(journal, written);
    await workbench.runCommand('Market Desk: Show Order Journal');
    await expect.poll(shownText, patience).toMatch(/Verified: \d+ lines/);
  });

  /** The editor renders non-breaking spaces. */
  async function shownText(): Promise<string> {
    const text = await desk().host.page.locator('.editor-instance .view-lines').innerText();
    return text.replaceAll('\u00a0', ' ');
  }

  /** Lets *Verify Order Receipt…* read a file chosen in its dialog, until it shows the expected result. */
  async function verify(file: string, expected: RegExp): Promise<void> {
    const { workbench } = desk();
    await workbench.closeAllEditors();
    await workbench.runCommand('Market Desk: Verify Order Receipt…');
    // Until it shows the folder's contents, it would lose typed text.
    await expect.poll(async () => workbench.quickInput.items(), patience).toContain(path.basename(file));
    await workbench.quickInput.enter(file);
    await workbench.quickInput.waitUntilClosed();
    await expect.poll(async () => workbench.activeTab(), patience).toContain('Receipt Check');
    await expect.poll(shownText, patience).toContain(path.basename(file));
    await expect.poll(shownText, patience).toMatch(expected);
  }
});
