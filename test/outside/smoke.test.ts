import { describe, expect, it } from 'vitest';
import { useDesk } from './support/desk';

describe('the extension in a fresh window', () => {
  const desk = useDesk({ theme: 'light' });

  it('shows one welcome page with a picture, and its views wait', async () => {
    const { workbench } = desk();
    const page = await workbench.waitForWelcome('Try the Sandbox');
    await page.getByRole('img', { name: 'Watchlist' }).waitFor();
    const headers = workbench.page.locator('.part.sidebar .pane-header .title').filter({ visible: true });
    await expect.poll(async () => headers.allInnerTexts(), { timeout: 30_000 }).toEqual([]);
  });

  it('offers the actions of the welcome page’s buttons by keyboard', async () => {
    const { workbench } = desk();
    const page = await workbench.welcome();
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
    await workbench.quickInput.cancel();
  });
});
