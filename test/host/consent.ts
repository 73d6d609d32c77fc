import type { BrowserContext, Page } from 'playwright-core';

const consentPath = '/oauth2/authorize/confirm';

/** Whether a page is the sandbox's consent page. */
export function isConsentPage(page: Page): boolean {
  return URL.canParse(page.url()) && new URL(page.url()).pathname === consentPath;
}

/** Presses Allow on every consent page that opens: a suite inside the editor cannot reach the browser. */
export function answerConsentPages(context: BrowserContext): void {
  context.on('page', (page) => {
    void answer(page).catch(() => undefined);
  });
}

async function answer(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === consentPath, { timeout: 10_000 });
  await page.getByRole('button', { name: 'Allow' }).click();
}
