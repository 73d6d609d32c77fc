import type { RunningSandbox } from 'market-desk-sandbox';
import type { Locator, Page } from 'playwright-core';
import type { Workbench } from './workbench';
import { patience } from './patience';

/**
 * Opens an empty list of notifications: under the test driver there are no toasts, new notifications are only listed behind the bell. The
 * list is opened before anything is told, and emptied one by one: the editor draws it wrong if it was closed with something in it.
 */
export async function openEmptyCenter({ page }: Workbench): Promise<void> {
  for (;;) {
    const center = await openCenter(page);
    const first = center.locator('.notification-list-item').first();
    if (!(await first.isVisible())) return;
    // The list closes itself with the last notification.
    await first.locator('a[aria-label^="Clear Notification"]').click(patience);
  }
}

async function openCenter(page: Page): Promise<Locator> {
  const center = page.locator('.notifications-center.visible');
  if (await center.isVisible()) return center;
  await page.locator('[id="status.notifications"] a').click(patience);
  await center.waitFor(patience);
  // The tooltip of the bell would cover the buttons.
  await page.mouse.move(0, 0);
  return center;
}

/** The texts of the windows' notifications. Reopens a list that the editor closed because of an earlier notification. */
export async function toldIn(windows: readonly Workbench[], text: string): Promise<readonly string[]> {
  const found = await Promise.all(
    windows.map(async ({ page }) => (await openCenter(page)).locator('.notification-list-item-message', { hasText: text }).allInnerTexts()),
  );
  return found.flat().map((said) => said.trim());
}

/** Answers the questions of *Add Alert…*, or of a row's menu, where the symbol is known. */
export async function answerAlert(
  { quickInput }: Workbench,
  { kind, symbol, figure }: { readonly kind: string; readonly symbol?: string; readonly figure?: string },
): Promise<void> {
  await quickInput.pick(kind);
  if (symbol !== undefined) {
    await quickInput.waitForPlaceholder('Symbol');
    await quickInput.enter(symbol);
  }
  if (figure !== undefined) {
    await quickInput.waitForMessage(/^(Price|Change)/);
    const about = symbol ?? (await quickInput.title());
    await quickInput.enter(figure);
    // Only US securities trade outside the regular hours.
    if (/\bUS\./.test(about)) await quickInput.pick('Regular trading hours only');
  }
  await quickInput.waitUntilClosed();
}

/**
 * Runs *Add Alert…* from the palette to its end.
 *
 * @param said - How the list will describe the alert.
 */
export async function addAlert(workbench: Workbench, said: string, answers: Parameters<typeof answerAlert>[1]): Promise<void> {
  await workbench.runCommand('Market Desk: Add Alert…');
  await answerAlert(workbench, answers);
  await workbench.statusItem(`Alert added: ${said}`).waitFor(patience);
}

/** The alerts in *Manage Alerts…* with their states, as in `US.AAPL at 200 or above · done`. */
export async function managed(workbench: Workbench): Promise<readonly string[]> {
  await workbench.runCommand('Market Desk: Manage Alerts and Reminders…');
  await workbench.quickInput.items();
  const rows = await workbench.page.locator('.quick-input-widget:visible .monaco-list-row').all();
  // Rows are reused: hidden ones belong to an earlier list.
  const texts = await Promise.all(
    rows.map(async (row) => row.locator('.label-name, .label-description').filter({ visible: true }).allInnerTexts()),
  );
  await workbench.quickInput.cancel();
  return texts.map((parts) =>
    parts
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join(' · '),
  );
}

/** Picks an alert in *Manage Alerts…* by its description, and an action for it. */
export async function manage(workbench: Workbench, said: string, action: string): Promise<void> {
  await workbench.runCommand('Market Desk: Manage Alerts and Reminders…');
  await workbench.quickInput.pick(said);
  await workbench.quickInput.pick(action);
}

/** Chooses an entry in the menu of a row. */
export async function pressInMenu(page: Page, row: Locator, entry: string): Promise<void> {
  await row.click({ button: 'right', ...patience });
  const found = page.locator('.context-view .action-label', { hasText: entry }).first();
  await found.waitFor(patience);
  // For a moment a menu takes a click for the end of the one that opened it.
  while (await found.isVisible()) {
    await found.click({ timeout: 1000 }).catch(() => undefined);
    await found.waitFor({ state: 'hidden', timeout: 300 }).catch(() => undefined);
  }
}

/**
 * Makes a security trade at a price until `until` resolves. The sandbox's own pushes continue meanwhile.
 *
 * @param nowMs - The service's time.
 */
export async function tradeAt<T>(
  {
    service,
    symbol,
    price,
    nowMs = () => Date.now(),
  }: {
    readonly service: RunningSandbox;
    readonly symbol: string;
    /** One price, or each time the next. */
    readonly price: number | (() => number);
    readonly nowMs?: () => number;
  },
  until: () => Promise<T>,
): Promise<T> {
  const trade = (): void => {
    const time = nowMs();
    const data = { last_price: typeof price === 'number' ? price : price(), data_time_ms: time };
    service.feeds?.push('quote', JSON.stringify({ timestamp: time, type: 'QUOTE', symbol, data }));
  };
  const trades = setInterval(trade, 50);
  try {
    return await until();
  } finally {
    clearInterval(trades);
  }
}
