import type { Page } from 'playwright-core';

/** What the browser says, for a moment, of a page whose surface is being replaced. */
const passing = /Unable to capture screenshot/;

/** Takes a picture of a page; a browser that cannot just now is asked again. */
export async function takePictureOf(page: Page, file: string): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      await page.screenshot({ path: file });
      return;
    } catch (error) {
      if (attempts === 5 || !(error instanceof Error && passing.test(error.message))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}
