import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../../../src/sandbox/server';
import type { RunningSandbox } from '../../../src/sandbox/server';
import { createAppKey } from '../../support/sandbox/sandboxHarness';
import { useDesk } from '../support/desk';
import type { Desk } from '../support/desk';

const patience = { timeout: 30_000 };
/** Far more than the five seconds that the service tolerates: only a measured offset makes a signature valid. */
const skewMs = 61_000;

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const encryptedPem = rsa.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open sesame' }).toString();

/** The file dialog of a window in the browser is a quick input with a button; it accepts a path once it has read the folder. */
async function chooseFile({ workbench }: Desk, file: string): Promise<void> {
  await expect.poll(async () => workbench.quickInput.title(), patience).toBe('Select a Private Key');
  // It begins in the workspace folder, and anything typed before that is lost.
  await expect.poll(async () => workbench.quickInput.value(), patience).toMatch(/workspace\/?$/);
  await expect.poll(async () => workbench.quickInput.items(), patience).toContain('..');
  await workbench.quickInput.type(file);
  await expect.poll(async () => workbench.quickInput.items(), patience).toContain(path.basename(file));
  expect(await workbench.quickInput.value()).toBe(file);
  await workbench.page.locator('.quick-input-widget:visible').getByRole('button', { name: 'Import' }).click();
}

describe('a signed API key with a service whose clock is a minute ahead', () => {
  const desk = useDesk({ theme: 'dark' });
  let service: RunningSandbox;
  let folder: string;
  beforeAll(async () => {
    service = await startSandbox({ port: 0, clockSkewMs: skewMs });
    folder = await mkdtemp(path.join(tmpdir(), 'market-desk-keys-'));
    await writeFile(path.join(folder, 'key.pem'), encryptedPem);
    await writeFile(path.join(folder, 'public.pem'), publicPem);
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('asks for a service first', async () => {
    const { workbench } = desk();
    await workbench.showContainer();
    await workbench.runCommand('Market Desk: Set Up API Key…');
    await workbench.waitForNotification('An API key belongs to one service');
    await workbench.pressInNotification('An API key belongs to one service', 'Connect to a Service…');
    await workbench.quickInput.enter(service.url);
    await workbench.pressInDialog('Connect');
    await workbench.quickInput.pick('Use an API key');
    await expect.poll(async () => workbench.quickInput.items(), patience).toContain('Import a PEM File…');
    await workbench.quickInput.cancel();
  });

  it('says what is wrong with a public key, and accepts an encrypted RSA key with its passphrase', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Set Up API Key…');
    await workbench.quickInput.pick('Import a PEM File…');
    await chooseFile(desk(), path.join(folder, 'public.pem'));
    await workbench.waitForNotification('This is a public key');
    await workbench.pressInNotification('This is a public key', 'Select Another File');
    await chooseFile(desk(), path.join(folder, 'key.pem'));
    await workbench.quickInput.waitForMessage('Passphrase for the private key');
    await workbench.quickInput.enter('wrong');
    await workbench.quickInput.waitForMessage('Wrong passphrase for this key');
    await workbench.quickInput.enter('open sesame');
    await workbench.quickInput.pick('Enter the AppKey ID');
  });

  it('checks the key with a signed request before it is kept', async () => {
    const { workbench } = desk();
    await workbench.quickInput.enter('app-not-there');
    await workbench.quickInput.waitForMessage('The service didn’t accept the key. Check the AppKey ID');
    await desk().screenshot('api-key-refused');
    await workbench.quickInput.enter(await createAppKey(service, publicPem));
    await workbench.waitForNotification('works. Requests to');
    await (await workbench.view('Positions')).waitForRow(/SIM-1001/);
    expect(service.ledger.entries.filter(({ path: requested }) => requested.startsWith('/oauth2')).length).toBe(0);
  });

  it('shows in the status bar the offset with its bound, that it is beyond the tolerance, and what that means', async () => {
    const { workbench } = desk();
    const item = workbench.statusItem(/±/);
    await item.waitFor(patience);
    await expect.poll(async () => item.innerText(), patience).toMatch(/\d\d:\d\d:\d\d \+(1\.0\d min|61(\.\d+)? s|60\.\d+ s) ±/);
    await workbench.runCommand('Market Desk: Show Clock Details');
    await workbench.quickInput.waitUntilOpen();
    expect((await workbench.quickInput.items()).join()).toContain('Server clock offset');
    await desk().screenshot('clock-beyond-tolerance');
    await workbench.quickInput.cancel();
  });

  it('diagnoses the connection, layer by layer', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Diagnose Connection');
    await expect.poll(async () => workbench.activeTab(), patience).toContain('Connection Diagnostics');
    const text = workbench.page.locator('.editor-instance .view-lines').first();
    await expect.poll(async () => text.innerText(), patience).toMatch(/TCP/);
    await desk().screenshot('diagnosis');
    const report = (await text.innerText()).replaceAll('\u00a0', ' ');
    for (const layer of ['✓ DNS', '✓ TCP', '! Clock', '✓ Authentication', '✓ Authenticated request', '✓ Scopes'])
      expect(report).toContain(layer);
  });

  it('explains a signature without the private key', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Explain Request Signature…');
    await workbench.quickInput.pick('PUT /api/v1.0/accounts/{acc_id}/orders/{order_id}');
    await expect.poll(async () => workbench.activeTab(), patience).toContain('Request Signature');
    const text = workbench.page.locator('.editor-instance .view-lines').first();
    await expect.poll(async () => text.innerText(), patience).toContain('↵');
    await desk().screenshot('signature');
    expect(await text.innerText()).not.toContain('PRIVATE');
  });

  it('removes the key on request', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Set Up API Key…');
    await workbench.quickInput.pick('Remove Key');
    expect(await workbench.dialogText()).toContain('can’t be recovered');
    await workbench.pressInDialog('Remove Key');
    await workbench.waitForWelcome('You are not signed in');
  });
});
