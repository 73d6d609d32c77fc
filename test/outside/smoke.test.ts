import { describe, expect, it } from 'vitest';
import { useDesk } from './support/desk';

describe('the extension in a fresh window', () => {
  const desk = useDesk({ theme: 'light' });

  it('shows its five views', async () => {
    const { workbench } = desk();
    await workbench.showContainer();
    const headers = workbench.page.locator('.part.sidebar .pane-header .title');
    expect((await headers.allInnerTexts()).map((text) => text.toLowerCase())).toEqual([
      'watchlist',
      'positions',
      'plates',
      'today',
      'orders',
    ]);
  });

  it('explains itself where nothing was chosen yet', async () => {
    const positions = await desk().workbench.view('Positions');
    await expect.poll(async () => positions.welcome.innerText(), { timeout: 30_000 }).toContain('Try the Sandbox');
  });

  it('has its picture taken in every theme, to be looked at', async () => {
    await desk().screenshotInEveryTheme('welcome');
  });
});
