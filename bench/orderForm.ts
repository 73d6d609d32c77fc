import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { Workbench } from '../test/outside/support/workbench';
import { median, noiseOf, sameWork } from './support/measurement';
import type { Measurement } from './support/measurement';
import { inRound } from './support/rounds';
import { openInSandbox } from './support/sharedWindow';

const forms = inRound(12, 1);
const mostMs = 300;
const patienceMs = 20_000;

/** Whether the form of a new order is drawn in a page, and whether its price is filled in. */
const look = `({
  form: document.querySelector('order-ticket .choices') !== null,
  price: (document.querySelector('order-ticket #price')?.value ?? '') !== '',
})`;

/** From the choice of a security to the form of a new order and its first price, in a real VS Code on the sandbox. */
export async function benchOrderForm(): Promise<readonly Measurement[]> {
  const { host, startSandbox, close } = await openInSandbox();
  try {
    const workbench = new Workbench(host.page);
    await startSandbox();
    const [opened, priced, works]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round <= forms; round += 1) {
      await workbench.closeAllEditors();
      works.push(sameWork());
      const chosenAt = await chooseSecurity(workbench);
      const { form, price } = await drawnIn(host.page);
      // The first form also loads the code that draws it.
      if (round === 0) continue;
      opened.push(form - chosenAt);
      priced.push(price - form);
    }
    const noise = noiseOf(works);
    return [
      { name: 'noise of the machine between the forms, by which limits are multiplied', value: noise, unit: '×', limit: undefined },
      { name: `Enter to the form of a new order, median of ${String(forms)}`, value: median(opened), unit: 'ms', limit: undefined },
      { name: `the form to its first price, median of ${String(forms)}`, value: median(priced), unit: 'ms', limit: mostMs * noise },
    ];
  } finally {
    await close();
  }
}

/** When the form was drawn, and its price filled in, as seen from outside every few milliseconds. */
async function drawnIn(page: Page): Promise<{ readonly form: number; readonly price: number }> {
  const giveUpAt = performance.now() + patienceMs;
  let form: number | undefined;
  while (performance.now() < giveUpAt) {
    for (const frame of page.frames()) {
      const drawn = await frame.evaluate<{ readonly form: boolean; readonly price: boolean }>(look).catch(() => undefined);
      if (drawn?.form === true) form ??= performance.now();
      if (form !== undefined && drawn?.price === true) return { form, price: performance.now() };
    }
    await sleep(5);
  }
  throw new Error('The form of a new order has no price.');
}

/** *New Order…*, which asks for the security only in the sandbox. @returns when Enter was pressed. */
async function chooseSecurity(workbench: Workbench): Promise<number> {
  const { quickInput } = workbench;
  await workbench.runCommand('Market Desk: New Order (Paper, Rehearse)…');
  await workbench.page.locator('.quick-input-widget:visible .quick-input-title', { hasText: 'New Order' }).waitFor();
  await quickInput.type('HK.00700');
  const chosenAt = performance.now();
  await quickInput.accept();
  return chosenAt;
}
