import type { Page } from 'playwright-core';
import { isConsentPage } from '../../host/consent';
import { patient } from './patience';

/**
 * The consent page that a sign-in has opened in another tab.
 *
 * On the way it answers the dialog in which the workbench asks before it opens an address.
 */
export async function consentPage(workbenchPage: Page): Promise<Page> {
  const context = workbenchPage.context();
  const deadline = Date.now() + patient(20_000);
  const open = workbenchPage.locator('.monaco-dialog-box').getByRole('button', { name: 'Open', exact: true });
  for (;;) {
    const found = context.pages().find((page) => !page.isClosed() && isConsentPage(page));
    if (found !== undefined) return found;
    if (await open.isVisible()) await open.click().catch(() => undefined);
    if (Date.now() > deadline) throw new Error('No consent page was opened.');
    await workbenchPage.waitForTimeout(100);
  }
}

/** Presses Allow on the consent page, after `prepare` had a chance to change users and check boxes, and returns to the workbench. */
export async function allow(workbenchPage: Page, prepare?: (page: Page) => Promise<void>): Promise<void> {
  await decide(workbenchPage, 'Allow', prepare);
}

/** Presses Deny on the consent page and returns to the workbench. */
export async function deny(workbenchPage: Page): Promise<void> {
  await decide(workbenchPage, 'Deny');
}

/** The page is in the browser's language. */
const buttons = { Allow: /^(Allow|允许|允許)$/, Deny: /^(Deny|拒绝|拒絕)$/ } as const;

async function decide(workbenchPage: Page, button: keyof typeof buttons, prepare?: (page: Page) => Promise<void>): Promise<void> {
  const page = await consentPage(workbenchPage);
  await prepare?.(page);
  await page.getByRole('button', { name: buttons[button] }).click();
  // The callback page passes the answer to the workbench with its own script, so it must have loaded before it is closed.
  await page.waitForURL((url) => url.pathname !== '/oauth2/authorize/confirm', { timeout: patient(20_000) }).catch(() => undefined);
  await page.waitForLoadState('load').catch(() => undefined);
  await workbenchPage.bringToFront();
}
