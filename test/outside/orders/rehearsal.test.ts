import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useConnectedDesk } from '../support/connectedDesk';
import { allow } from '../support/consent';
import { controlHeaders } from '../support/sandbox';
import { lastQuestion, newOrder, pressEnterIn, ticketField, waitForStage } from '../support/ticket';

const patience = { timeout: 30_000 };

describe('rehearsing a live order in the sandbox', () => {
  const { desk, service } = useConnectedDesk({ alwaysOpen: true }, { settings: { 'marketDesk.orders.allow': 'all' } });
  let limit = '';

  beforeAll(async () => {
    await (await desk().workbench.view('Orders')).waitForRow(/OK-1/);
  });

  const liveCalls = (): readonly string[] => service().ledger.entries.map(({ method, path }) => `${method} ${path}`);
  const liveWrites = (): readonly string[] => liveCalls().filter((call) => !call.startsWith('GET ') && call.includes('/orders'));

  async function press(page: Frame, key: string): Promise<void> {
    await ticketField(page, 'Price').focus();
    await expect.poll(async () => page.evaluate<boolean>('document.hasFocus()'), patience).toBe(true);
    await ticketField(page, 'Price').press(key);
  }

  async function values(page: Frame): Promise<readonly string[]> {
    const [quantity, price, remark] = ['Quantity', 'Price', 'Remark'].map((name) => page.getByRole('textbox', { name, exact: true }));
    const select = (name: string): Promise<string> => page.getByRole('combobox', { name }).inputValue();
    return [
      await quantity?.inputValue(),
      await price?.inputValue(),
      await remark?.inputValue(),
      await select('Side'),
      await select('Time in force'),
    ].map((text) => text ?? '');
  }

  async function shown(title: string): Promise<Frame> {
    await expect.poll(async () => desk().workbench.activeTab(), { timeout: 60_000 }).toContain(title);
    return desk().workbench.webview('order-ticket .choices');
  }

  it('asks where, starts the sandbox, and shows the order there word for word while the window stays signed in', async () => {
    const { workbench, host } = desk();
    const page = await newOrder(workbench, '8001', 'HK.00700');
    const price = ticketField(page, 'Price');
    await expect.poll(async () => price.inputValue(), patience).toMatch(/^\d/);
    limit = String(Math.floor(Number(await price.inputValue()) * 0.9));
    await ticketField(page, 'Quantity').fill('300');
    await price.fill(limit);
    await page.getByRole('textbox', { name: 'Remark' }).fill('mine');
    await page.getByRole('combobox', { name: 'Side' }).selectOption('SELL');
    await page.getByRole('combobox', { name: 'Time in force' }).selectOption('GTC');
    const before = ['300', limit, 'mine', 'SELL', 'GTC'];
    await expect.poll(async () => values(page), patience).toEqual(before);
    await press(page, 'F9');
    await expect.poll(async () => workbench.quickInput.items(), patience).toContain('Sandbox');
    await desk().screenshot('rehearse-where');
    await workbench.quickInput.pick('Sandbox');
    await allow(host.page);
    const rehearsal = await shown('Rehearsal HK.00700');
    await expect.poll(async () => values(rehearsal), patience).toEqual(before);
    const world = await rehearsal.locator('.world').innerText();
    expect(world).toMatch(/REHEARSAL · SANDBOX – no real money/);
    expect(world).not.toContain(new URL(service().url).host);
    expect(await rehearsal.locator('.stage').innerText()).toContain('Rehearsal in the sandbox on this machine');
    await desk().screenshotInEveryTheme('rehearsal');
    // The window is still at the live service.
    await (await workbench.view('Orders')).waitForRow(/8001 · 3\d open/);
  });

  it('sends it only to the sandbox: the live service gets none of its requests', async () => {
    const { workbench, host } = desk();
    const page = await shown('Rehearsal HK.00700');
    const address = `http://${await page.locator('.world .host').innerText()}`;
    await page.getByRole('button', { name: 'Review Order…' }).and(page.locator(':enabled')).waitFor(patience);
    const before = liveCalls().length;
    await pressEnterIn(page, ticketField(page, 'Price'));
    const action = `SELL HK.00700: 300 @ ${limit}`;
    expect(await lastQuestion(workbench, action)).toContain('SANDBOX – no real money');
    await desk().screenshot('rehearsal-question');
    await workbench.dialog.getByRole('button', { name: action, exact: true }).click();
    await waitForStage(page, /Order placed|Order accepted|placed/);
    await desk().screenshot('rehearsal-placed');
    const { requests } = (await (await fetch(`${address}/sandbox/requests`, { headers: await controlHeaders(host.dataDir) })).json()) as {
      readonly requests: readonly { readonly method: string; readonly path: string; readonly body: string }[];
    };
    const placed = requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/orders'));
    expect(placed.length).toBe(1);
    expect(placed[0]?.body).toContain('"mine #');
    // The window keeps reading the prices of what it shows.
    expect(
      liveCalls()
        .slice(before)
        .filter((call) => !call.endsWith('/quote/snapshot')),
    ).toEqual([]);
    expect(liveWrites()).toEqual([]);
  });

  it('returns to the live ticket, or opens a new one with the same values if that was closed', async () => {
    const { workbench, host } = desk();
    const back = async (page: Frame): Promise<void> => page.getByRole('button', { name: 'Back to the Live Order' }).click(patience);
    await back(await shown('Rehearsal HK.00700'));
    const live = await shown('New Order HK.00700');
    await expect.poll(async () => values(live), patience).toEqual(['300', limit, 'mine', 'SELL', 'GTC']);
    expect(await live.locator('.world').innerText()).toMatch(/LIVE – REAL MONEY/);
    // The place is remembered: no question this time.
    await press(live, 'F9');
    await shown('Rehearsal HK.00700');
    await workbench.page.locator('.tabs-container .tab', { hasText: 'New Order HK.00700' }).click();
    await workbench.runCommand('View: Close Editor');
    await press(await shown('Rehearsal HK.00700'), 'F9');
    const reopened = await shown('New Order HK.00700');
    await expect.poll(async () => values(reopened), patience).toEqual(['300', limit, 'mine', 'SELL', 'GTC']);
    expect(await reopened.locator('.world').innerText()).toMatch(/LIVE – REAL MONEY/);
    expect(await reopened.locator('.world').innerText()).toContain(new URL(service().url).host);
    expect(liveWrites()).toEqual([]);
    await desk().screenshot('rehearsal-back');
    await host.page.keyboard.press('Escape');
  });
});
