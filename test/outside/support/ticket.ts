import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import type { Workbench } from './workbench';

/** *Modify Order…* for an order of the list, up to the review. */
export async function enterTicket(workbench: Workbench, id: string, quantity: string, price: string): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runCommand('Market Desk: Modify Order…');
  await quickInput.pickDescribed(id);
  await quickInput.waitForMessage('Quantity');
  await quickInput.enter(quantity);
  await quickInput.waitForMessage('Price');
  await quickInput.enter(price);
}

/** Chooses the action in the review and says yes to it. @returns the text of the last question. */
export async function confirmChange(workbench: Workbench, action: string): Promise<string> {
  await workbench.quickInput.pick(`${action}…`);
  const text = await workbench.dialogText();
  await workbench.pressInDialog(action);
  return text;
}

/** Opens the ticket of an order as a page. @param title - *Modify Order…* in the language of the window, with its category. */
export async function openTicketPage(workbench: Workbench, title: string, id: string): Promise<Frame> {
  await workbench.runCommand(title);
  await workbench.quickInput.type(id);
  const order = workbench.page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: new RegExp(`${id}(?!\\d)`) });
  await order.first().waitFor();
  await workbench.quickInput.accept();
  const page = await workbench.webview('order-ticket .facts');
  await expect.poll(async () => page.locator('.facts').innerText(), { timeout: 30_000 }).toContain(id);
  return page;
}
