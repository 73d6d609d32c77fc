import type { Frame, Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Workbench } from './workbench';
import { patience } from './patience';

/** Opens the ticket of an order. @param title - *Modify Order…* in the language of the window, with its category. */
export async function openTicket(workbench: Workbench, id: string, title = 'Market Desk: Modify Order…'): Promise<Frame> {
  await workbench.runCommand(title);
  await chooseOrder(workbench, id);
  return shownTicket(workbench, id);
}

/** *New Order…* in an account of the list, which is chosen in the form if it is not the one that the form opens with. @returns the form. */
export async function newOrder(workbench: Workbench, account: string, symbol: string): Promise<Frame> {
  await workbench.runCommand('Market Desk: New Order (Paper, Rehearse)…');
  await expect.poll(async () => workbench.quickInput.title(), patience).toContain('New Order');
  await workbench.quickInput.type(symbol);
  await workbench.quickInput.accept();
  const form = await workbench.webview('order-ticket .choices');
  if (await form.locator('.account', { hasText: account }).isVisible()) return form;
  await form.getByRole('button', { name: 'Choose Another Account…' }).click();
  await chooseAccount(workbench, account);
  const other = await workbench.webview('order-ticket .choices');
  await other.locator('.account', { hasText: account }).waitFor();
  return other;
}

/** Chooses an account in the list by its ID. @returns its row as it was read and its icons. */
export async function chooseAccount(workbench: Workbench, account: string): Promise<{ readonly text: string; readonly icons: string }> {
  await workbench.quickInput.type(account);
  const row = workbench.page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: account }).first();
  await row.waitFor();
  const shown = { text: await row.innerText(), icons: await row.innerHTML() };
  await workbench.quickInput.accept();
  return shown;
}

/** Chooses an order in the list by its ID, which follows the security. */
export async function chooseOrder(workbench: Workbench, id: string): Promise<void> {
  await workbench.quickInput.type(id);
  const order = workbench.page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: new RegExp(`${id}(?!\\d)`) });
  await order.first().waitFor();
  await workbench.quickInput.accept();
}

/** The ticket of this order once it is in front. */
export async function shownTicket(workbench: Workbench, id: string): Promise<Frame> {
  const find = async (): Promise<Frame | undefined> => {
    const page = await workbench.webview('order-ticket .facts');
    const facts = await page.locator('.facts').innerText({ timeout: 2_000 });
    return facts.split(/\s/).includes(id) ? page : undefined;
  };
  // The previous ticket disappears when the new one appears.
  for (const deadline = Date.now() + patience.timeout; ;) {
    let why: unknown;
    const page = await find().catch((error: unknown) => void (why = error));
    if (page !== undefined) return page;
    if (Date.now() > deadline) throw new Error(`No ticket of ${id} shows.`, { cause: why });
    await workbench.page.waitForTimeout(50);
  }
}

/** A number field of the ticket, by its name. */
export function ticketField(page: Frame, name: string): Locator {
  return page.getByRole('textbox', { name, exact: true });
}

/**
 * Presses Enter in a field of the ticket, until the page has heard it once: the editor may take the focus from a page, or give it one, a moment
 * after a list, a dialog, or the palette has closed.
 */
export async function pressEnterIn(page: Frame, field: Locator): Promise<void> {
  await page.evaluate(`(() => {
    globalThis.heardEnter = false;
    addEventListener('keydown', ({ key }) => (globalThis.heardEnter ||= key === 'Enter'), { capture: true, once: true });
  })()`);
  const heard = async (): Promise<boolean> => {
    if (await page.evaluate<boolean>('globalThis.heardEnter')) return true;
    await field.focus();
    if (await page.evaluate<boolean>('document.hasFocus()')) await field.press('Enter');
    return page.evaluate<boolean>('globalThis.heardEnter');
  };
  await expect.poll(heard, patience).toBe(true);
}

/** *Modify Order…* for an order of the list, filled and ready for its review. */
export async function enterTicket(workbench: Workbench, id: string, quantity: string, price: string): Promise<Frame> {
  await workbench.closeAllEditors();
  const page = await openTicket(workbench, id);
  await ticketField(page, 'Quantity').fill(quantity);
  await ticketField(page, 'Price').fill(price);
  return page;
}

export async function askForReview(page: Frame): Promise<void> {
  await page.getByRole('button', { name: 'Review Change…' }).click(patience);
}

/** The last question. @returns its text. */
export async function lastQuestion(workbench: Workbench, action: string | RegExp): Promise<string> {
  await workbench.shownInDialog(action);
  return workbench.dialogText();
}

/** Asks for the review and confirms the last question. @returns its text. */
export async function confirmChange(workbench: Workbench, page: Frame, action: string | RegExp): Promise<string> {
  await askForReview(page);
  const text = await lastQuestion(workbench, action);
  await workbench.pressInDialog(action);
  return text;
}

/** Resolves when the ticket shows this status. */
export async function waitForStage(page: Frame, text: string | RegExp): Promise<void> {
  await page.locator('.stage').filter({ hasText: text }).waitFor(patience);
}
