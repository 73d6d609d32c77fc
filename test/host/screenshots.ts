import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { Workbench } from '../outside/support/workbench';
import { packedFile } from '../support/packed/packedFolder';
import { startHost } from './host';
import { takePictureOf } from './picture';

type Shoot = (name: string, page?: Page) => Promise<void>;

/**
 * Performs the main workflow in a fresh window as a new user would, and writes one picture for each step.
 *
 * @param shot - Called after each picture, while the window is unchanged.
 * @returns 0, or 1 after the first step that failed; the picture `failed.png` shows where.
 */
export async function takeScreenshots(
  folder: string,
  log: (line: string) => void,
  shot: (name: string, page: Page) => Promise<void> = async () => undefined,
): Promise<number> {
  await mkdir(folder, { recursive: true });
  const host = await startHost({ vsix: [packedFile], theme: 'dark', viewport: { width: 1440, height: 900 }, log });
  const shoot: Shoot = async (name, page = host.page) => {
    await takePictureOf(page, path.join(folder, `${name}.png`));
    log(`${name}.png`);
    await shot(name, page);
  };
  try {
    await drive(host.page, shoot);
    return 0;
  } catch (error) {
    await shoot('failed');
    log(error instanceof Error ? error.message : String(error));
    return 1;
  } finally {
    await host.close();
  }
}

async function drive(page: Page, shoot: Shoot): Promise<void> {
  const workbench = new Workbench(page);
  await workbench.welcome();
  await shoot('01-welcome');
  await workbench.pressInWelcome('Try the Sandbox');
  const panel = await workbench.webview('[role=searchbox]');
  await shoot('02-signed-in');
  await searchCalendar(panel, shoot);
  await showHotList(panel);
  await shoot('05-hot-list');
  await addPlate(workbench, 'HK.BK1000');
  await shoot('06-plates');
  await changeOrder(workbench, shoot);
  await openSecurity(workbench);
  await shoot('10-security');
}

/** With the open orders as lines on the chart. */
async function openSecurity(workbench: Workbench): Promise<void> {
  await workbench.runCommand('Market Desk: Open Security (Chart, Price, Quote)…');
  await workbench.quickInput.enter('HK.00700');
  const page = await workbench.webview('security-page .canvas');
  await page.locator('.line-label').nth(2).waitFor();
}

/** A weekend day has no releases, so it goes back to the last day that has some. */
async function showHotList(panel: Frame): Promise<void> {
  await panel.getByRole('tab', { name: 'High Impact' }).click();
  for (let day = 0; day < 4; day++) {
    const shown = await panel
      .locator('[role=gridcell]')
      .first()
      .waitFor({ timeout: 5_000 })
      .then(
        () => true,
        () => false,
      );
    if (shown) return;
    await panel.getByRole('button', { name: 'Previous day' }).click();
  }
  throw new Error('The hot list stays empty.');
}

async function addPlate(workbench: Workbench, id: string): Promise<void> {
  await workbench.runCommand('Market Desk: Add Plate (Sector, Theme)…');
  await workbench.quickInput.pick('Enter a plate ID…');
  await workbench.quickInput.enter(id);
  const plates = await workbench.view('Plates');
  await plates.expand(/BK1000|\d of /);
  await plates.rows.nth(3).waitFor();
}

async function changeOrder(workbench: Workbench, shoot: Shoot): Promise<void> {
  const orders = await workbench.view('Orders');
  await orders.pressInline('OK-1', 'Modify Order…');
  const ticket = await workbench.webview('order-ticket .facts');
  await ticket.locator('.facts', { hasText: 'OK-1' }).waitFor({ timeout: 15_000 });
  await ticket.getByRole('textbox', { name: 'Price', exact: true }).fill('560');
  await shoot('07-modify-order');
  await ticket.getByRole('button', { name: 'Review Change…' }).click();
  const yes = await workbench.readDialog(/^Change to 300 at 560(\.0+)?$/);
  await shoot('08-review');
  await yes.click();
  // The ticket in front shows the outcome of its change.
  await ticket
    .getByText(/Change (accepted|applied)/)
    .first()
    .waitFor({ timeout: 120_000 });
  await shoot('09-outcome');
}

async function searchCalendar(panel: Frame, shoot: Shoot): Promise<void> {
  const keyword = panel.getByRole('searchbox', { name: 'Keyword' });
  await keyword.fill('CPI');
  await keyword.press('Enter');
  await panel.locator('mark').first().waitFor();
  await shoot('03-search');
  const status = panel.getByRole('status');
  const before = await status.innerText();
  await panel.getByRole('grid').hover();
  await panel.page().mouse.wheel(0, 20_000);
  await waitUntilChanged(async () => status.innerText(), before);
  await shoot('04-scrolled');
}

async function waitUntilChanged(read: () => Promise<string>, before: string): Promise<void> {
  const deadline = Date.now() + 15_000;
  while ((await read()) === before) {
    if (Date.now() > deadline) throw new Error(`Still “${before}” after scrolling.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
