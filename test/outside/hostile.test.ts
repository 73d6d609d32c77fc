import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox } from 'market-desk-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('a hostile workspace in Restricted Mode', () => {
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
      theme: 'dark',
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

  it('cannot make a page accept a message from another window', async () => {
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

  it('is restricted, where the extension works and nothing is changed: no address, account, or plate, no way around the lock on orders', async () => {
    await desk.workbench.statusItem(/Restricted Mode/).waitFor(patience);
    await connect(desk, service);
    await (await desk.workbench.view('Positions')).waitForRow(/SIM-1001/);
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
