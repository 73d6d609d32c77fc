import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDesk } from './support/desk';
import { enterSandbox } from './support/sandbox';
import { cutOff, englishIn, englishTexts, readTexts } from './support/texts';
import type { Texts } from './support/texts';
import { openTicket } from './support/ticket';
import { patience } from './support/patience';

/** The characters of both are as wide; unit tests read all texts of both. */
const locales = process.env['MARKET_DESK_LONG'] === undefined ? ['zh-cn'] : ['zh-cn', 'zh-tw'];

describe.each(locales)('a window in %s', (locale) => {
  const desk = useDesk({
    theme: 'light',
    locale,
    viewport: { width: 1280, height: 900 },
    settings: { 'marketDesk.refresh.intervalSeconds': 0 },
    keybindings: [{ key: 'ctrl+alt+6', command: 'marketDesk.plates.screen', args: 'HK.BK1001' }],
  });
  let texts: Texts;

  beforeAll(async () => {
    texts = await readTexts(locale);
  });

  /** Checks that only names are still in English and that no button or heading is cut off, and takes a picture for review. */
  async function judge(name: string, page: Frame): Promise<void> {
    await desk().screenshot(`${locale}-${name}`);
    expect({ english: await englishTexts(page), cutOff: await cutOff(page) }).toEqual({ english: [], cutOff: [] });
    // Nothing in a sandbox is called live.
    const around = await desk().host.page.locator('.part.sidebar, .part.statusbar').allInnerTexts();
    expect([await page.locator('body').innerText(), ...around].join('\n')).not.toMatch(/\blive\b|实盘|真實(?:帳戶|委託)/i);
  }

  it('shows every surface in that language, and cuts off none of its texts', async () => {
    const { workbench, host } = desk();
    await judge('welcome', await workbench.waitForWelcome(texts.code('Try the Sandbox')));
    await host.page.setViewportSize({ width: 1600, height: 900 });
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await workbench.quickInput.pick(texts.manifest('walkthrough.title'));
    const steps = host.page.locator('.getting-started-step');
    await steps.first().waitFor();
    expect(englishIn(await steps.allInnerTexts())).toEqual([]);
    await host.page.locator('.getting-started-media').first().waitFor();
    await desk().screenshot(`${locale}-walkthrough`);
    await host.page.setViewportSize({ width: 1280, height: 900 });
    await workbench.closeAllEditors();

    const calendar = await enterSandbox(desk(), texts.command('sandbox.start'));
    await calendar.locator('[role=row].event').first().waitFor(patience);
    await judge('calendar', calendar);
    await calendar.locator('[role=row].event').nth(2).click();
    await host.page.keyboard.press('h');
    const history = await workbench.webview('history-page');
    await history.locator('.rows .row').first().waitFor(patience);
    await judge('history', history);

    await workbench.runCommand(texts.command('portfolio.open'));
    const portfolio = await workbench.webview('portfolio-page');
    await expect.poll(async () => portfolio.getByRole('row').count(), patience).toBeGreaterThan(5);
    await judge('portfolio', portfolio);

    await host.page.keyboard.press('Control+Alt+6');
    const screener = await workbench.webview('screener-page');
    await screener.locator('.rows .row .cell-pe').first().waitFor(patience);
    await screener.locator('.add-filter').selectOption('pe');
    await screener.locator('[data-field=pe] input').first().fill('x');
    await screener.locator('.range-problem').waitFor(patience);
    await judge('screener', screener);

    await workbench.runCommand(texts.command('security.open'));
    await workbench.quickInput.enter('HK.00700');
    const security = await workbench.webview('security-page');
    await expect.poll(async () => security.locator('.levels tbody tr').count(), patience).toBe(10);
    await expect.poll(async () => security.locator('.events li').count(), patience).toBeGreaterThan(0);
    await judge('security', security);

    await workbench.runCommand(texts.command('records.show'));
    const records = await workbench.webview('records-page');
    await records.locator('.placeholder h2').waitFor(patience);
    await judge('records', records);

    await judge('ticket', await openTicket(workbench, 'OK-1', texts.command('orders.modify')));

    await workbench.showContainer();
    await workbench.collapse(...['positions', 'plates', 'today', 'orders'].map((name) => texts.manifest(`view.${name}`)));
    await judge('watchlist', await workbench.webview('watchlist-page [role=row][data-id]'));
  });
});
