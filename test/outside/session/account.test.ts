import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../../../src/sandbox/server';
import type { RunningSandbox } from '../../../src/sandbox/server';
import { allow, consentPage, deny } from '../support/consent';
import { useDesk } from '../support/desk';
import type { Desk } from '../support/desk';

const patience = { timeout: 30_000 };

/** The Positions view shows rows of an account only when signed in. */
async function expectSignedIn({ workbench }: Desk): Promise<void> {
  await (await workbench.view('Positions')).waitForRow(/SIM-1001/);
}

async function expectSignedOut({ workbench }: Desk): Promise<void> {
  await workbench.waitForWelcome('You are not signed in');
}

describe('signing in to the sandbox', () => {
  const desk = useDesk({ theme: 'dark' });

  it('goes from the button to a signed-in calendar with nothing but the consent page', async () => {
    const { workbench, host } = desk();
    await workbench.pressInWelcome('Try the Sandbox');
    await allow(host.page);
    await expect.poll(async () => workbench.activeTab(), patience).toContain('Economic Calendar');
    await expectSignedIn(desk());
    await desk().screenshot('account-signed-in');
  });

  it('survives a reload of the window, with the sandbox restarting by itself', async () => {
    const { host } = desk();
    await host.page.reload();
    await expectSignedIn(desk());
  });

  it('shows the account where the editor shows accounts', async () => {
    const { workbench } = desk();
    await workbench.page
      .locator('.activitybar')
      .getByRole('button', { name: /^Accounts/ })
      .click();
    const entry = workbench.page.locator('.context-view .action-label', { hasText: 'Sandbox (8001, SIM-1001)' }).first();
    await entry.waitFor(patience);
    await desk().screenshot('account-menu');
    await workbench.page.keyboard.press('Escape');
  });

  it('signs out', async () => {
    await desk().workbench.runCommand('Market Desk: Sign Out');
    await expectSignedOut(desk());
  });

  it('ends cleanly when consent is denied', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Sign In');
    await deny(host.page);
    await workbench.waitForNotification('denied in the browser');
    await desk().screenshot('account-denied');
    await expectSignedOut(desk());
  });

  it('says in the view that it waits for the browser, and can be ended with a button if the page never returns', async () => {
    const { workbench, host } = desk();
    await workbench.pressInWelcome('Sign In');
    const consent = await consentPage(host.page);
    const address = consent.url();
    await consent.close();
    await workbench.page.bringToFront();
    const welcome = await workbench.waitForWelcome('Waiting for you to sign in in the browser');
    expect(await welcome.locator('main').innerText()).not.toContain('You are not signed in');
    expect((await welcome.getByRole('button').allInnerTexts()).map((text) => text.trim())).toEqual([
      'Copy Link',
      'Try Another Way',
      'Cancel',
    ]);
    await desk().screenshot('account-waiting');
    await workbench.pressInWelcome('Copy Link');
    await expect
      .poll(async () => workbench.page.evaluate<string>('navigator.clipboard.readText()'), patience)
      .toContain(new URL(address).host);
    await workbench.pressInWelcome('Cancel');
    await expectSignedOut(desk());
    // The button that was pressed is gone: the focus moves to the new one.
    await welcome.locator('button:focus', { hasText: 'Sign In' }).waitFor();
  });

  it('can be tried again at once', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Sign In');
    await allow(host.page);
    await expectSignedIn(desk());
  });

  it('offers the current and another account when already signed in', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Sign In');
    await workbench.quickInput.waitUntilOpen();
    const items = await workbench.quickInput.items();
    expect(items.some((item) => item.includes('Sandbox (8001, SIM-1001)'))).toBe(true);
    await workbench.quickInput.pick('Sign In with Another Account…');
    await allow(workbench.page, async (page) => {
      await page.getByLabel(/lin/i).first().check();
    });
    await (await workbench.view('Positions')).waitForRow(/SIM-1002/);
  });

  it('switches between accounts without signing in again', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Sign In');
    await workbench.quickInput.pick('Sandbox (8001, SIM-1001)');
    await expectSignedIn(desk());
  });

  it('returns through the loopback address when the first way does not work', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Sign Out');
    await workbench.quickInput.pick('Sandbox (8001, SIM-1001)');
    await workbench.runCommand('Market Desk: Sign In');
    await workbench.quickInput.pick('Sign In with Another Account…');
    await (await consentPage(host.page)).close();
    await workbench.page.bringToFront();
    await workbench.runCommand('Market Desk: Try Another Way to Sign In');
    const page = await consentPage(host.page);
    expect(new URL(page.url()).searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText('You can close this page').waitFor(patience);
    await page.close();
    await expectSignedIn(desk());
  });

  it('accepts a pasted address as the last way', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Sign Out');
    await workbench.quickInput.pick('Sandbox (8001, SIM-1001)');
    await workbench.runCommand('Market Desk: Sign In');
    await workbench.quickInput.pick('Sign In with Another Account…');
    for (let way = 0; way < 2; way += 1) {
      await (await consentPage(host.page)).close();
      await workbench.page.bringToFront();
      await workbench.runCommand('Market Desk: Try Another Way to Sign In');
    }
    const page = await consentPage(host.page);
    // The browser runs elsewhere: it is sent to the loopback address, where nothing answers.
    let address = '';
    await page.route('**/oauth2/authorize/decision', async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      address = response.headers()['location'] ?? '';
      await route.fulfill({ status: 200, contentType: 'text/plain', body: address });
    });
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect.poll(() => address, patience).toContain('code=');
    await page.close();
    await workbench.page.bringToFront();
    await desk().screenshot('account-paste');
    await workbench.quickInput.enter('http://127.0.0.1/callback?code=x&state=wrong');
    await workbench.quickInput.waitForMessage('belongs to another sign-in');
    await workbench.quickInput.enter(address);
    await expectSignedIn(desk());
  });

  it('lets the way back be chosen in the palette, and says nothing untrue after a denial', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Sign In With…');
    await workbench.quickInput.pick('Return to This Machine');
    await workbench.quickInput.pick('Sign In with Another Account…');
    const page = await consentPage(host.page);
    expect(new URL(page.url()).searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    await page.getByRole('button', { name: 'Deny', exact: true }).click();
    await page.getByText('You can close this page and return to the editor.').waitFor(patience);
    await page.close();
    await workbench.page.bringToFront();
    await workbench.waitForNotification('denied in the browser');
    await expectSignedIn(desk());
  });

  it('says in every view that the sandbox was stopped, and restores the session with it', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Stop Sandbox');
    await workbench.waitForWelcome('Try the Sandbox');
    await workbench.runCommand('Market Desk: Start Sandbox');
    await expectSignedIn(desk());
  });
});

describe('connecting to a service', () => {
  const desk = useDesk({ theme: 'light' });
  let service: RunningSandbox;
  beforeAll(async () => {
    service = await startSandbox({ port: 0, strict: true });
  });
  afterAll(async () => service.close());

  it('rejects invalid service addresses, and says why', async () => {
    const { workbench } = desk();
    await workbench.showContainer();
    await workbench.runCommand('Market Desk: Connect to a Service…');
    for (const [text, complaint] of [
      ['api.example.com', 'Enter a URL such as'],
      ['http://api.example.com', 'must start with https://'],
      ['https://me@api.example.com', 'must not contain a user name'],
      ['https://аpi.example.com', 'must be ASCII'],
    ] as const) {
      await workbench.quickInput.type(text);
      await workbench.quickInput.waitForMessage(complaint);
    }
    await workbench.quickInput.cancel();
  });

  it('asks before anything is sent to a new address, and then signs in there', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Connect to a Service…');
    await workbench.quickInput.enter(service.url);
    expect(await workbench.dialogText()).toContain(new URL(service.url).host);
    await desk().screenshot('account-approval');
    expect(service.ledger.entries.map(({ path }) => path)).toEqual(['/api/v1.0/server-time']);
    await workbench.pressInDialog('Connect');
    await workbench.quickInput.pick('Sign in with your browser');
    await allow(host.page);
    await (await workbench.view('Positions')).waitForRow('Enter an account ID');
    // A strict service offers no account lists: the session is numbered.
    await workbench.runCommand('Market Desk: Sign In');
    await workbench.quickInput.waitUntilOpen();
    expect((await workbench.quickInput.items()).join()).toContain('· 1');
    await workbench.quickInput.cancel();
    expect(service.ledger.entries.some(({ path }) => path === '/oauth2/token')).toBe(true);
  });

  it('says that the service ended the session, and restores it with one button', async () => {
    const { workbench, host } = desk();
    // The same address, where neither the client nor the session is known any more.
    await service.close();
    service = await startSandbox({ port: Number(new URL(service.url).port), strict: true });
    await workbench.runCommand('Market Desk: Refresh Today');
    await workbench.waitForWelcome('The service ended your session');
    await desk().screenshot('account-lapsed');
    await workbench.pressInWelcome('Sign In Again');
    await allow(host.page);
    await (await workbench.view('Positions')).waitForRow('Enter an account ID');
  });

  it('says that nothing answers at an address, and does not connect without a second confirmation', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Connect to a Service…');
    await workbench.quickInput.enter('http://127.0.0.1:9');
    expect(await workbench.dialogText()).toContain('No service found at this URL');
    // Enter leads back to the address, not on.
    await workbench.page.keyboard.press('Enter');
    await workbench.quickInput.waitUntilOpen();
    await workbench.quickInput.cancel();
  });
});
