import { startSandbox } from 'market-desk-sandbox';
import type { Page } from 'playwright-core';
import type { Host } from '../../test/host/host';
import type { Workbench } from '../../test/outside/support/workbench';
import type { Area } from './traced';

export interface Studio {
  readonly host: Host;
  readonly workbench: Workbench;
  /**
   * Creates the picture `name` of an area of the window, including the pages in it.
   *
   * @param frame - The background, how much of it is visible above the area, and the folder if it is not the walkthrough's.
   */
  readonly take: (
    name: string,
    area: Area,
    frame?: { readonly background?: string; readonly above?: number; readonly folder?: 'walkthrough' | 'welcome' },
  ) => Promise<void>;
}

/** The sandbox, from its first minute on. */
export async function firstMinute({ host: { page }, workbench, take }: Studio): Promise<void> {
  const { quickInput } = workbench;
  const side = 'var(--vscode-sideBar-background)';
  const editor = async (): Promise<Area> => areaOf(page, '.part.editor .editor-container');
  await workbench.showContainer();
  await widenSideBar(page, 360);
  await workbench.pressInWelcome('Try the Sandbox');
  const calendar = await workbench.webview('[role=searchbox]');
  await (await workbench.view('Orders')).waitForRow(/TENCENT/);
  const watchlist = await workbench.webview('watchlist-page svg');
  await settle(page);
  await take('sandbox', await areaOf(page, '.part.sidebar .content'), { background: side });
  const keyword = calendar.getByRole('searchbox', { name: 'Keyword' });
  await keyword.fill('CPI');
  await keyword.press('Enter');
  await calendar.locator('mark').first().waitFor();
  await calendar.getByRole('button', { name: 'Jump to Now' }).click();
  await calendar.evaluate('document.activeElement.blur()');
  await settle(page);
  await take('calendar', await editor());

  const fold = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await page.locator(`.part.sidebar .pane-header[aria-label^="${name}"]`).click();
  };
  await fold('Positions', 'Plates', 'Today', 'Orders');
  await widenSideBar(page, 290);
  await watchlist.locator('.rows .row').nth(5).waitFor();
  await settle(page);
  const first = await watchlist.locator('.rows .row').first().boundingBox();
  if (first === null) throw new Error('The watchlist has no row.');
  // A price that has just moved is highlighted for a moment.
  await watchlist.evaluate(
    "for (const one of document.querySelectorAll('.flash-up, .flash-down')) one.classList.remove('flash-up', 'flash-down')",
  );
  await take('watchlist', { ...first, height: 6 * first.height }, { background: side, above: 6, folder: 'welcome' });
  await workbench.runCommand('View: Close All Editors');
  await workbench.runCommand('Market Desk: Modify Order…');
  await quickInput.pickDescribed('OK-1');
  const ticket = await workbench.webview('order-ticket .facts');
  await ticket.locator('.quote', { hasText: /Bid/ }).waitFor();
  await ticket.getByRole('textbox', { name: 'Quantity', exact: true }).fill('200');
  await ticket.locator('summary', { hasText: 'Exact request' }).click();
  await ticket.evaluate('document.activeElement.blur()');
  await settle(page);
  await take('orders', await editor());

  await workbench.runCommand('View: Close All Editors');
  await workbench.runCommand('File: New Untitled Text File');
  await page.locator('.editor-instance .view-lines').waitFor();
  await page.keyboard.type('hedge = "HK.00700"');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await workbench.runCommand('Show or Focus Hover');
  const hover = page.locator('.monaco-hover .hover-row', { hasText: 'TENCENT' });
  await hover.waitFor();
  const shown = await areaOf(page, '.monaco-hover:has(.hover-row)');
  const text = await editor();
  await take('hover', { ...text, height: shown.y + shown.height + 16 - text.y }, { above: 12 });
}

/** The way to a service of one's own. */
export async function connecting({ host: { page }, workbench, take }: Studio): Promise<void> {
  const { quickInput } = workbench;
  const service = await startSandbox({ port: 0 });
  try {
    await workbench.showContainer();
    await widenSideBar(page, 360);
    await workbench.runCommand('Market Desk: Accounts and Services…');
    await quickInput.pick('Connect to a Service…');
    await quickInput.enter(service.url);
    await workbench.pressInDialog('Connect');
    await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Use an API key' }).waitFor();
    await take('connect', await areaOf(page, '.quick-input-widget'), { background: 'var(--vscode-quickInput-background)' });
  } finally {
    await service.close();
  }
}

/** Moves the mouse to a place without hover effects, and waits until animations have ended. */
async function settle(page: Page): Promise<void> {
  await page.mouse.move(600, 2);
  await page.waitForTimeout(1500);
}

async function widenSideBar(page: Page, to: number): Promise<void> {
  const { x, width: now, y } = await areaOf(page, '.part.sidebar');
  await page.mouse.move(x + now, y + 300);
  await page.mouse.down();
  await page.mouse.move(x + to, y + 300, { steps: 5 });
  await page.mouse.up();
}

async function areaOf(page: Page, selector: string): Promise<Area> {
  const area = await page.locator(selector).filter({ visible: true }).first().boundingBox();
  if (area === null) throw new Error(`There is no ${selector}.`);
  return area;
}
