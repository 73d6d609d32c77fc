import { describe, expect, it } from 'vitest';
import { allow, consentPage } from './support/consent';
import { useDesk } from './support/desk';
import { Workbench } from './support/workbench';

const patience = { timeout: 40_000 };

describe('several windows and interrupted sign-ins', () => {
  const desk = useDesk({ theme: 'dark', settings: { 'marketDesk.refresh.intervalSeconds': 0 } });

  it('a reload in the middle of a sign-in ends it cleanly, and it can be tried again at once', async () => {
    const { workbench, host } = desk();
    await (await workbench.view('Positions')).pressInWelcome('Try the Sandbox');
    const consent = await consentPage(host.page);
    await workbench.page.bringToFront();
    await host.page.reload();
    await host.page.locator('.part.statusbar').waitFor(patience);
    // Nobody waits for this answer any more.
    await consent.bringToFront();
    await consent.getByRole('button', { name: 'Allow', exact: true }).click();
    await workbench.page.bringToFront();
    const positions = await workbench.view('Positions');
    await expect
      .poll(async () => (await positions.welcome.isVisible()) && (await positions.welcome.innerText()).includes('Sign In'), patience)
      .toBe(true);
    await consent.close();
    await workbench.runCommand('Market Desk: Sign In');
    await allow(host.page);
    await positions.waitForRow(/SIM-1001/);
  });

  it('a second window finds the sandbox and the session of the first', async () => {
    const { host } = desk();
    const second = new Workbench(await host.openWindow());
    await (await second.view('Positions')).waitForRow(/SIM-1001/);
    await second.page.close();
    await host.page.bringToFront();
  });

  it('a secret storage that lost everything means signing in again, and nothing worse', async () => {
    const { workbench, host } = desk();
    // The key of the storage is another one now: nothing that was stored can be decrypted any more.
    await host.browserContext.route(/\/mint-key/, async (route) => route.fulfill({ body: Buffer.alloc(32, 7) }));
    await host.page.reload();
    const positions = await workbench.view('Positions');
    await expect
      .poll(
        async () => (await positions.welcome.isVisible()) && (await positions.welcome.innerText()).includes('You are not signed in'),
        patience,
      )
      .toBe(true);
    await positions.pressInWelcome('Sign In');
    await allow(host.page);
    await positions.waitForRow(/SIM-1001/);
  });
});
