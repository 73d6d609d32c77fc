import { describe, expect, it } from 'vitest';
import { allow, consentPage, deny } from '../support/consent';
import type { Desk } from '../support/desk';
import { enterSandbox } from '../support/sandbox';
import { patience } from '../support/patience';
import { nightly } from '../support/nightly';

const ada = 'Sandbox (8001, SIM-1001)';

export function neverUsed(desk: () => Desk): void {
  /** The commands of the program that the palette offers for a text. */
  async function offered(text: string): Promise<readonly string[]> {
    const { workbench, host } = desk();
    const labels = host.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row .label-name');
    let [before, now] = ['', ''];
    // The list is filtered a moment after the text.
    const isSettled = async (): Promise<boolean> => {
      // A page that is still opening takes the focus, which closes the palette.
      if (!(await workbench.quickInput.isOpen())) await workbench.quickInput.openPalette();
      if ((await workbench.quickInput.value()) !== `>${text}`) await workbench.quickInput.type(`>${text}`);
      [before, now] = [now, (await labels.allInnerTexts()).join('\n')];
      return now !== '' && now === before;
    };
    await expect.poll(isSettled, { ...patience, interval: 400 }).toBe(true);
    await workbench.quickInput.cancel();
    return now
      .split('\n')
      .map((label) => label.replace(/\s+/g, ' ').trim())
      .filter((label) => label.startsWith('Market Desk: '));
  }

  it('shows one welcome page, no view, and all its buttons to the keyboard', async () => {
    const { workbench } = desk();
    const page = await workbench.waitForWelcome('Try the Sandbox');
    await page.getByRole('img', { name: 'Watchlist' }).waitFor();
    const headers = workbench.page.locator('.part.sidebar .pane-header .title').filter({ visible: true });
    await expect.poll(async () => headers.allInnerTexts(), patience).toEqual([]);
    await page.locator('main').click({ position: { x: 2, y: 2 } });
    for (const name of ['Try the Sandbox', 'Connect to a Service…', 'Take the Tour']) {
      await workbench.page.keyboard.press('Tab');
      await page.locator('button:focus', { hasText: name }).waitFor();
    }
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.getting-started-step').first().waitFor();
    await workbench.closeAllEditors();
    await (await workbench.welcome()).getByRole('button', { name: 'Connect to a Service…' }).press('Enter');
    await workbench.quickInput.waitUntilOpen();
  });

  nightly('offers in the palette what can be done without a session', async () => {
    expect(await offered('Market Desk: Sign')).toContain('Market Desk: Sign In');
    for (const command of ['Modify Order…', 'Sign Out', 'Stop Sandbox'])
      expect(await offered(`Market Desk: ${command}`)).not.toContain(`Market Desk: ${command}`);
  });

  it('checks off in the walkthrough what is done', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await workbench.quickInput.pick('Get Started with Market Desk');
    const step = host.page.locator('.getting-started-step', { hasText: 'Try the sandbox' });
    await step.first().waitFor({ timeout: 20_000 });
    const ticked = step.locator('.codicon-getting-started-step-checked');
    expect(await ticked.count()).toBe(0);
    await enterSandbox(desk());
    await workbench.runCommand('View: Open Previous Editor');
    await expect.poll(async () => ticked.count(), patience).toBe(1);
  });

  describe('after it', () => {
    /** The Positions view shows rows of an account only when signed in. */
    async function expectSignedIn(): Promise<void> {
      await (await desk().workbench.view('Positions')).waitForRow(/8001/);
    }

    async function expectSignedOut(): Promise<void> {
      await desk().workbench.waitForWelcome('You are not signed in');
    }

    /** Which of the two is shown, once one of them is. */
    async function isSignedIn(): Promise<boolean> {
      const { workbench } = desk();
      await workbench.showContainer();
      const rows = workbench.page.locator('.part.sidebar .monaco-list-row', { hasText: '8001' });
      let isIn = false;
      const isKnown = async (): Promise<boolean> => {
        isIn = (await rows.count()) > 0;
        if (isIn) return true;
        const welcome = workbench.page.frames().map(async (frame) => frame.locator('welcome-page main').isVisible());
        return (await Promise.all(welcome.map(async (shown) => shown.catch(() => false)))).includes(true);
      };
      await expect.poll(isKnown, patience).toBe(true);
      return isIn;
    }

    async function signOut(): Promise<void> {
      if (!(await isSignedIn())) return;
      await desk().workbench.runCommand('Market Desk: Sign Out');
      await expectSignedOut();
    }

    async function signIn(): Promise<void> {
      const { workbench, host } = desk();
      if (await isSignedIn()) return;
      await workbench.runCommand('Market Desk: Sign In');
      await allow(host.page);
      await expectSignedIn();
    }

    /** Begins a sign-in with another account. */
    async function beginAnother(): Promise<void> {
      const { workbench } = desk();
      await workbench.runCommand('Market Desk: Sign In');
      await workbench.quickInput.pick('Sign In with Another Account…');
    }

    /** Closes the consent page and asks for the next way to sign in. */
    async function tryAnotherWay(): Promise<void> {
      const { workbench, host } = desk();
      await (await consentPage(host.page)).close();
      await workbench.page.bringToFront();
      await workbench.runCommand('Market Desk: Try Another Way to Sign In');
    }

    it('eight securities are visible, with positions and orders below, and nothing is labeled LIVE', async () => {
      await signIn();
      const { workbench, host } = desk();
      await workbench.showContainer();
      const watchlist = await workbench.webview('watchlist-page [role=grid] [data-id]');
      await expect.poll(async () => watchlist.locator('[role=row][data-id]').count(), patience).toBeGreaterThan(7);
      await expect.poll(async () => watchlist.locator('svg.spark path.line').count(), patience).toBeGreaterThan(4);
      await desk().screenshot('first-sight-dark');
      const seen = await watchlist.evaluate<number>(
        `[...document.querySelectorAll('[role=row][data-id]')].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`,
      );
      expect(seen).toBeGreaterThanOrEqual(8);
      for (const [name, isOpen] of Object.entries({ Positions: true, Orders: true, Plates: false, Today: false }))
        expect(await host.page.locator(`.pane-header[aria-label^="${name}"]`).getAttribute('aria-expanded')).toBe(String(isOpen));
      const positions = await workbench.view('Positions');
      // The day P&L is there without any action.
      await expect.poll(async () => (await positions.texts())[0], patience).toMatch(/^Day P&L\s*[+−]?[\d,.]+.* [A-Z]{3} · 2 more/);
      await workbench.runCommand('Market Desk: Open Portfolio');
      const page = await workbench.webview('portfolio-page');
      await expect.poll(async () => page.locator('.badge.paper').count(), patience).toBeGreaterThan(2);
      expect(await page.locator('.badge.live').count()).toBe(0);
      expect(await page.locator('body').innerText()).not.toMatch(/\blive\b/i);
      expect((await positions.texts()).join('\n')).not.toMatch(/\blive\b/i);
    });

    it('the palette has every command, and one way to modify an order', async () => {
      await signIn();
      // The palette adds commands that it finds similar.
      const found = await offered('Market Desk: Modify Order…');
      expect(found.filter((command) => command.includes('Modify'))).toEqual(['Market Desk: Modify Order…']);
      expect(await offered('Market Desk: Stop Sandbox')).toContain('Market Desk: Stop Sandbox');
    });

    nightly('the editor shows the account where it shows accounts', async () => {
      await signIn();
      const { workbench } = desk();
      await workbench.page
        .locator('.activitybar')
        .getByRole('button', { name: /^Accounts/ })
        .click();
      await workbench.page.locator('.context-view .action-label', { hasText: ada }).first().waitFor(patience);
      await desk().screenshot('account-menu');
    });

    nightly('a sign-in that is denied ends cleanly', async () => {
      await signOut();
      const { workbench, host } = desk();
      await workbench.runCommand('Market Desk: Sign In');
      await deny(host.page);
      await workbench.waitForNotification('denied in the browser');
      await desk().screenshot('account-denied');
      await expectSignedOut();
    });

    it('a sign-in waits in the view for the browser, and is ended with a button if the page never returns', async () => {
      await signOut();
      const { workbench, host } = desk();
      await workbench.pressInWelcome('Sign In');
      const consent = await consentPage(host.page);
      const address = consent.url();
      await consent.close();
      await workbench.page.bringToFront();
      const welcome = await workbench.waitForWelcome('Waiting for you to sign in in the browser');
      await desk().screenshot('account-waiting');
      await workbench.pressInWelcome('Copy Link');
      const copied = async (): Promise<string> => workbench.page.evaluate<string>('navigator.clipboard.readText()');
      await expect.poll(copied, patience).toContain(new URL(address).host);
      await workbench.pressInWelcome('Cancel');
      await expectSignedOut();
      // The button that was pressed is gone: the focus moves to the new one.
      await welcome.locator('button:focus', { hasText: 'Sign In' }).waitFor();
    });

    nightly('another account is added in the browser, and both are switched between without it', async () => {
      await signIn();
      const { workbench } = desk();
      await beginAnother();
      await allow(workbench.page, async (page) => {
        await page.getByLabel(/lin/i).first().check();
      });
      await (await workbench.view('Positions')).waitForRow(/8002/);
      await workbench.runCommand('Market Desk: Sign In');
      await workbench.quickInput.pick(ada);
      await expectSignedIn();
    });

    it('a sign-in returns through the loopback address when the first way does not work', async () => {
      await signIn();
      const { host } = desk();
      await beginAnother();
      await tryAnotherWay();
      const page = await consentPage(host.page);
      expect(new URL(page.url()).searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      await page.getByText('You can close this page').waitFor(patience);
      await page.close();
      await expectSignedIn();
    });

    nightly('a sign-in accepts a pasted address as the last way', async () => {
      await signIn();
      const { workbench, host } = desk();
      await beginAnother();
      await tryAnotherWay();
      await tryAnotherWay();
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
      await workbench.quickInput.enter('http://127.0.0.1/callback?code=x&state=wrong');
      await workbench.quickInput.waitForMessage('belongs to another sign-in');
      await workbench.quickInput.enter(address);
      await expectSignedIn();
    });

    it('stopping the sandbox leads back to the choice of a service in every view, and its start restores the session', async () => {
      await signIn();
      const { workbench } = desk();
      await workbench.runCommand('Market Desk: Open Economic Calendar');
      const calendar = await workbench.webview('.tabs[role=tablist]');
      await calendar.locator('[role=row].event').first().waitFor(patience);
      await workbench.runCommand('Market Desk: Stop Sandbox');
      await calendar.getByRole('button', { name: 'Try the Sandbox' }).first().waitFor(patience);
      await workbench.waitForWelcome('Try the Sandbox');
      await workbench.runCommand('Market Desk: Start Sandbox');
      await expectSignedIn();
    });
  });
}
