import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import { patience } from './patience';

/** How long a page is watched, and until a price of it has changed. */
const watchedMs = process.env['MARKET_DESK_LONG'] === undefined ? 2_000 : 30_000;

/** What users point at. Lines of a chart stand at prices, and move with them. */
const controls = 'button, input, select, textarea, a, label, h1, h2, canvas, [role=tab], [role=row], [role=columnheader], [role=status]';

/**
 * Watches a page while its prices move.
 *
 * @param prices - Where its prices stand: at least one must change.
 * @returns the controls that moved by more than a pixel, or went away.
 */
export async function displaced(page: Frame, prices: string): Promise<readonly string[]> {
  const read = `[...document.querySelectorAll(${JSON.stringify(prices)})].map((price) => price.textContent).join()`;
  const before = await page.evaluate<string>(read);
  await expect.poll(async () => page.evaluate<string>(read), patience).not.toBe(before);
  return page.evaluate<readonly string[]>(`(async () => {
    const boxOf = (element) => element.getBoundingClientRect();
    const shown = [...document.querySelectorAll(${JSON.stringify(controls)})].filter(
      (element) => element.closest('chart-lines, .canvas, .sr-only') === null && element.checkVisibility({ visibilityProperty: true }),
    );
    const places = new Map(shown.map((element) => [element, boxOf(element)]));
    const moved = new Set();
    const nameOf = (element) => (element.getAttribute('aria-label') ?? element.textContent).trim().replace(/\\s+/g, ' ').slice(0, 30);
    const name = (element, how) => moved.add(element.tagName.toLowerCase() + '.' + element.className + ' ' + nameOf(element) + how);
    let [shownPrices, changes] = [${read}, 0];
    const end = performance.now() + ${String(watchedMs)};
    while (changes === 0 || performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 40));
      const prices = ${read};
      if (prices !== shownPrices) [shownPrices, changes] = [prices, changes + 1];
      for (const [element, { left, top }] of places) {
        if (!element.isConnected || !element.checkVisibility()) {
          if (element.matches('button, input, select')) name(element, ' is gone');
          continue;
        }
        const now = boxOf(element);
        if (Math.abs(now.left - left) > 1 || Math.abs(now.top - top) > 1)
          name(element, ' by ' + (now.left - left).toFixed() + ', ' + (now.top - top).toFixed());
      }
    }
    return [...moved];
  })()`);
}
