import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox } from 'market-desk-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packedFile } from '../support/packed/packedFolder';
import { openDesk } from './support/desk';
import type { Desk } from './support/desk';
import { connect } from './support/service';
import { patience } from './support/patience';

/** Posts a message that would end the sign-in on the welcome page to every frame of the window that opened it. */
const intruder = `<script>
  let count = 0;
  const post = (target) => {
    target.postMessage({ type: 'state', body: { kind: 'lapsed', service: '', hasAnotherWay: false, isStarting: false } }, '*');
    count += 1;
    for (let index = 0; index < target.length; index += 1) post(target[index]);
  };
  post(window.opener);
  document.title = 'posted to ' + count;
</script>`;

describe('the packed extension, installed, in a hostile workspace in Restricted Mode', () => {
  let folder: string;
  let trap: Server;
  let arrived = 0;
  let desk: Desk;
  let service: RunningSandbox;

  beforeAll(async () => {
    trap = createServer((_, response) => {
      arrived += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    const { port } = trap.address() as AddressInfo;
    const elsewhere = `http://127.0.0.1:${port}`;
    folder = await mkdtemp(path.join(tmpdir(), 'market-desk-hostile-'));
    await mkdir(path.join(folder, '.vscode'));
    await writeFile(
      path.join(folder, '.vscode', 'settings.json'),
      JSON.stringify({
        'marketDesk.service.url': elsewhere,
        'marketDesk.service.authentication': 'apiKey',
        'marketDesk.accounts': [{ id: 'EVIL', kind: 'live' }],
        'marketDesk.plates': ['EVIL.PLATE'],
        'marketDesk.orders.allow': 'all',
        'marketDesk.orders.limits': {},
        'http.proxy': elsewhere,
        'http.proxyStrictSSL': false,
      }),
    );
    service = await startSandbox({ port: 0 });
    desk = await openDesk({
      vsix: [packedFile],
      theme: 'light',
      workspaceFolder: folder,
      workspaceTrust: true,
      settings: { 'marketDesk.orders.allow': 'nothing', 'security.workspace.trust.startupPrompt': 'never' },
    });
  });
  afterAll(async () => {
    await desk.host.close();
    await service.close();
    await new Promise((resolve) => trap.close(resolve));
    await rm(folder, { recursive: true, force: true });
  });

  it('accepts no message from another window in a page', async () => {
    const { host, workbench } = desk;
    const welcome = await workbench.waitForWelcome('Try the Sandbox');
    // A separate server: the browser also requests an icon, and the trap counts requests.
    const other = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(intruder));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const opened = host.browserContext.waitForEvent('page');
    await host.page.evaluate(`void window.open('http://localhost:${port}/')`);
    const page = await opened;
    await page.waitForFunction(`document.title.startsWith('posted to ')`, undefined, patience);
    expect(Number(/\d+$/.exec(await page.title())?.[0])).toBeGreaterThan(2);
    await page.close();
    other.close();
    expect(await welcome.locator('welcome-page').innerText()).not.toContain('ended');
    await workbench.waitForWelcome('Try the Sandbox');
  });

  it('is no extension in development, and goes from the button to a signed-in calendar with nothing between', async () => {
    const { workbench, host } = desk;
    await workbench.welcome();
    expect(await workbench.page.locator('.command-center').innerText()).not.toContain('Extension Development Host');
    await workbench.pressInWelcome('Try the Sandbox');
    const panel = await workbench.webview('[role=searchbox]');
    await panel.getByRole('searchbox', { name: 'Keyword' }).fill('CPI');
    await host.page.keyboard.press('Enter');
    await panel.locator('mark').first().waitFor();
    await desk.screenshot('package-calendar');
  });

  it('is still signed in after a reload of the window', async () => {
    const { workbench, host } = desk;
    await host.page.reload();
    const positions = await workbench.view('Positions');
    await positions.waitForRow(/8001/);
  });

  it('shows notifications as toasts, and asks before the sandbox is reset', async () => {
    const { workbench, host } = desk;
    await workbench.runCommand('Market Desk: Export Positions (CSV)…');
    await workbench.quickInput.waitForValue(/positions-.*\.csv$/);
    await host.page.keyboard.press('Enter');
    await host.page.locator('.notifications-toasts .notification-toast', { hasText: 'Positions exported to positions-' }).waitFor();
    await desk.screenshot('package-toast');
    await workbench.runCommand('Market Desk: Reset Sandbox');
    expect(await workbench.dialogText()).toMatch(/reset/i);
    await host.page.keyboard.press('Escape');
    await workbench.dialog.waitFor({ state: 'hidden' });
    await (await workbench.view('Positions')).waitForRow(/8001/);
  });

  it('is restricted, where the extension works and nothing is changed: no address, account, or plate, no way around the lock on orders', async () => {
    await desk.workbench.statusItem(/Restricted Mode/).waitFor(patience);
    await connect(desk, service);
    await (await desk.workbench.view('Positions')).waitForRow(/8001/);
    await desk.screenshot('restricted-mode');
    const { workbench } = desk;
    const positions = await workbench.view('Positions');
    expect((await positions.texts()).join()).not.toContain('EVIL');
    const plates = await workbench.view('Plates');
    await expect.poll(async () => plates.welcome.innerText(), patience).toContain('No plates yet');
    await workbench.runCommand('Market Desk: Modify Order…');
    await workbench.waitForNotification('Order changes are turned off in your order limits');
    expect(service.ledger.entries.filter(({ method }) => method === 'PUT')).toHaveLength(0);
    expect(arrived).toBe(0);
  });
});
