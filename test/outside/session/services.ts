import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox } from 'market-desk-sandbox';
import { createAppKey } from 'market-desk-sandbox/test/sandboxHarness';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allow } from '../support/consent';
import type { Desk } from '../support/desk';
import { connect } from '../support/service';
import { confirmChange, shownTicket, ticketField, waitForStage } from '../support/ticket';
import type { TreeView } from '../support/treeView';
import { patience } from '../support/patience';
import { nightly } from '../support/nightly';

/** Far more than the five seconds that the service tolerates: only a measured offset makes a signature valid. */
const skewMs = 61_000;

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const encryptedPem = rsa.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open sesame' }).toString();

export function servicesOfWindow(desk: () => Desk): void {
  let folder: string;
  /** A service that offers only the specification: it lists no accounts and no orders. */
  let strict: RunningSandbox;
  let full: RunningSandbox;
  let signed: RunningSandbox;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'market-desk-services-'));
    await writeFile(path.join(folder, 'key.pem'), encryptedPem);
    await writeFile(path.join(folder, 'public.pem'), publicPem);
    strict = await startSandbox({ port: 0, strict: true });
    full = await startSandbox({ port: 0, stateFile: path.join(folder, 'state.json') });
    signed = await startSandbox({ port: 0, clockSkewMs: skewMs });
  });
  afterAll(async () => {
    for (const service of [strict, full, signed]) await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('asks before anything is sent to a new address, signs in there, and takes an account by its ID', async () => {
    const { workbench, host } = desk();
    await workbench.showContainer();
    await workbench.runCommand('Market Desk: Accounts and Services…');
    await workbench.quickInput.pick('Connect to a Service…');
    await workbench.quickInput.type('https://me@api.example.com');
    await workbench.quickInput.waitForMessage('must not contain a user name');
    await workbench.quickInput.enter(strict.url);
    expect(await workbench.dialogText()).toContain(new URL(strict.url).host);
    expect(strict.ledger.entries.map(({ path: at }) => at)).toEqual(['/api/v1.0/server-time']);
    await workbench.pressInDialog('Connect');
    await workbench.quickInput.pick('Sign in with your browser');
    await allow(host.page);
    const positions = await workbench.view('Positions');
    await (await positions.waitForRow(/Enter an account ID….*no accounts listed/)).click();
    await workbench.quickInput.waitForMessage('Account ID used by the service');
    await workbench.quickInput.enter('SIM-1001');
    await workbench.quickInput.pick('Paper account');
    await positions.waitForRow(/^SIM-1001\s*paper/);
    await positions.waitForRow(/HK\.00001/);
  });

  it('restores with one button a session that the service ended', async () => {
    const { workbench, host } = desk();
    // The same address, where neither the client nor the session is known any more.
    await strict.close();
    strict = await startSandbox({ port: Number(new URL(strict.url).port), strict: true });
    // A timer may have asked before, and then the view is gone.
    const today = await workbench.view('Today');
    void today.pressInTitle('Refresh Today').catch(() => undefined);
    await workbench.waitForWelcome('ended your session');
    await desk().screenshot('account-lapsed');
    await workbench.pressInWelcome('Sign In Again');
    await allow(host.page);
    await (await workbench.view('Positions')).waitForRow('SIM-1001');
  });

  nightly('changes an order whose ID, exchange, and type are typed or chosen, and keeps it among the changes of that service', async () => {
    const { workbench } = desk();
    const { quickInput } = workbench;
    await workbench.runCommand('Market Desk: Select Account…');
    await quickInput.pickSeveral(['Enter an account ID…']);
    await quickInput.enter('8001');
    await quickInput.pick('Live account');
    await workbench.collapse('Watchlist', 'Positions');
    const orders = await workbench.view('Orders');
    await orders.waitForRow(/Modify an order by ID….*the service doesn’t list orders/);
    await workbench.runCommand('Market Desk: Modify Order…');
    await quickInput.waitForMessage('ID of the order to modify');
    await quickInput.enter('OK-1');
    await quickInput.pick('SEHK');
    await quickInput.pick('LIMIT');
    const page = await shownTicket(workbench, 'OK-1');
    await ticketField(page, 'Quantity').fill('400');
    await ticketField(page, 'Price').fill('560');
    await confirmChange(workbench, page, /^Change to 400 at 560(\.0+)?$/);
    await waitForStage(page, /Change accepted, not applied yet: .*OK-1.* → 400 @ 560\./);
    await orders.waitForRow(/Recent Changes.*OK-1 → 400 @ 560: accepted/);
    expect(strict.ledger.entries.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    await workbench.closeAllEditors();
    await connect(desk(), full);
    await orders.waitForRow(/BUY 300 TENC.*562\.50* · /);
    expect(await orders.row(/^Recent Changes/).count()).toBe(0);
  });

  it('keeps its rows, marked with their time, while the service is down, and recovers when it is back', async () => {
    const { workbench, host } = desk();
    // An address that was approved is not asked about again.
    if (full.ledger.count === 0) await connect(desk(), full);
    await workbench.collapse('Watchlist', 'Plates', 'Today');
    const positions = await workbench.view('Positions');
    const orders = await workbench.view('Orders');
    await positions.waitForRow(/HK\.00005/);
    await orders.waitForRow(/OK-1/);
    const updatedAt = async (view: TreeView): Promise<string> => /updated (\d\d:\d\d:\d\d)/.exec(await view.description())?.[1] ?? '';
    /** The time since which there is no news, above the rows. */
    const marked = async (view: TreeView): Promise<string> => {
      await expect.poll(async () => view.message(), patience).toMatch(/^As of \d\d:\d\d:\d\d$/);
      return /(\d\d:\d\d:\d\d)/.exec(await view.message())?.[1] ?? '';
    };
    const { port } = full;
    await full.close();
    const since = await marked(positions);
    await marked(orders);
    expect(await orders.row(/OK-1/).isVisible()).toBe(true);
    // The outage is named once, in the status bar, and in no view.
    const outage = host.page.locator('.statusbar-item', { hasText: /Service doesn’t respond|No response/ });
    await outage.waitFor(patience);
    await desk().screenshot('views-stale');
    const refused = host.page.locator('.split-view-container .pane', { hasText: 'refused the connection' });
    await expect.poll(async () => refused.count(), patience).toBe(0);
    full = await startSandbox({ port, stateFile: path.join(folder, 'state.json') });
    await expect.poll(async () => positions.message(), patience).toBe('');
    await expect.poll(async () => orders.message(), patience).toBe('');
    await expect.poll(async () => (await updatedAt(positions)) > since, patience).toBe(true);
    expect(await outage.isVisible()).toBe(false);
  });

  /** The file dialog of a window in the browser is a quick input with a button; it accepts a path once it has read the folder. */
  async function chooseFile(file: string): Promise<void> {
    const { workbench } = desk();
    await expect.poll(async () => workbench.quickInput.title(), patience).toBe('Select a Private Key');
    // It begins in the workspace folder, and anything typed before that is lost.
    await expect.poll(async () => workbench.quickInput.value(), patience).toMatch(/workspace\/?$/);
    await expect.poll(async () => workbench.quickInput.items(), patience).toContain('..');
    await workbench.quickInput.type(file);
    await expect.poll(async () => workbench.quickInput.items(), patience).toContain(path.basename(file));
    expect(await workbench.quickInput.value()).toBe(file);
    await workbench.page.locator('.quick-input-widget:visible').getByRole('button', { name: 'Import' }).click();
  }

  nightly(
    'takes an encrypted key for a service, which it checks before it is kept, shows the clock’s offset, and removes the key',
    async () => {
      const { workbench } = desk();
      await workbench.runCommand('Market Desk: Accounts and Services…');
      await workbench.quickInput.pick('Connect to a Service…');
      await workbench.quickInput.enter(signed.url);
      await workbench.pressInDialog('Connect');
      await workbench.quickInput.pick('Use an API key');
      await workbench.quickInput.pick('Import a PEM File…');
      await chooseFile(path.join(folder, 'public.pem'));
      await workbench.waitForNotification('This is a public key');
      await workbench.pressInNotification('This is a public key', 'Select Another File');
      await chooseFile(path.join(folder, 'key.pem'));
      await workbench.quickInput.waitForMessage('Passphrase for the private key');
      await workbench.quickInput.enter('wrong');
      await workbench.quickInput.waitForMessage('Wrong passphrase for this key');
      await workbench.quickInput.enter('open sesame');
      await workbench.quickInput.pick('Enter the AppKey ID');
      await workbench.quickInput.enter('app-not-there');
      await workbench.quickInput.waitForMessage('The service didn’t accept the key. Check the AppKey ID');
      await workbench.quickInput.enter(await createAppKey(signed, publicPem));
      await workbench.waitForNotification('works. Requests to');
      await (await workbench.view('Positions')).waitForRow(/8001/);
      expect(signed.ledger.entries.filter(({ path: requested }) => requested.startsWith('/oauth2')).length).toBe(0);
      const item = workbench.statusItem(/Clock/);
      await expect.poll(async () => item.innerText(), patience).toMatch(/Clock \+(1\.0\d min|61(\.\d+)? s|60\.\d+ s)/);
      await workbench.clearNotifications();
      await workbench.runCommand('Market Desk: Show Clock Details');
      await expect.poll(async () => workbench.quickInput.items(), patience).toContain('Allowed clock difference');
      await desk().screenshot('clock-beyond-tolerance');
      await workbench.quickInput.cancel();
      await workbench.runCommand('Market Desk: Accounts and Services…');
      await workbench.quickInput.pick('Set Up API Key…');
      await workbench.quickInput.pick('Remove Key');
      expect(await workbench.dialogText()).toContain('can’t be recovered');
      await workbench.pressInDialog('Remove Key');
      await workbench.waitForWelcome('You are not signed in');
    },
  );
}
