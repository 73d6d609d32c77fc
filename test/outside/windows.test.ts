import { describe, it } from 'vitest';
import { allow, consentPage } from './support/consent';
import { useDesk } from './support/desk';
import { Workbench } from './support/workbench';

const patience = { timeout: 40_000 };

describe('several windows and interrupted sign-ins', () => {
  const desk = useDesk({ theme: 'dark', settings: { 'marketDesk.refresh.intervalSeconds': 0 } });

  it('a reload in the middle of a sign-in ends it cleanly, and it can be tried again at once', async () => {
    const { workbench, host } = desk();
    await workbench.pressInWelcome('Try the Sandbox');
    const consent = await consentPage(host.page);
    await workbench.page.bringToFront();
    await host.page.reload();
    await host.page.locator('.part.statusbar').waitFor(patience);
    // This answer is no longer expected.
    await consent.bringToFront();
    await consent.getByRole('button', { name: 'Allow', exact: true }).click();
    await workbench.page.bringToFront();
    await workbench.waitForWelcome('Sign In');
    await consent.close();
    await workbench.runCommand('Market Desk: Sign In');
    await allow(host.page);
    await (await workbench.view('Positions')).waitForRow(/SIM-1001/);
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
    // The storage has another key now: what was stored can't be decrypted any more.
    await host.browserContext.route(/\/mint-key/, async (route) => route.fulfill({ body: Buffer.alloc(32, 7) }));
    await host.page.reload();
    await workbench.waitForWelcome('You are not signed in');
    await workbench.pressInWelcome('Sign In');
    await allow(host.page);
    await (await workbench.view('Positions')).waitForRow(/SIM-1001/);
  });
});
