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
