import type { Frame, Locator } from 'playwright-core';

/** Actions and observations of a test on the calendar's page, and the answers of its service. */

export const searchPath = '/api/v1.0/quote/economic-calendar/search';

export const keyword = (page: Frame): Locator => page.getByRole('searchbox', { name: 'Keyword' });
export const status = async (page: Frame): Promise<string> => page.getByRole('status').innerText();
export const scrollTop = async (page: Frame): Promise<number> => page.evaluate<number>("document.querySelector('.scroller').scrollTop");
export const rowsOf = (page: Frame): Locator => page.locator('[role=row].event');

export async function search(page: Frame, text: string): Promise<void> {
  await page.getByRole('tab', { name: 'Search' }).click();
  await keyword(page).fill(text);
  await keyword(page).press('Enter');
}

/** An answer with a single release, as a service sends it; a test overrides what it is about. */
export function answerOf(
  event: Readonly<Record<string, string | number | null>>,
  pagination = { has_more: false, next_key: '-1' },
): Readonly<Record<string, unknown>> {
  const plain = {
    event_text: 'CPI',
    previous: null,
    predictive: null,
    announce: null,
    star: 1,
    event_time: 1_900_000_000,
    country: 'US',
    currency: null,
    unit: null,
    unique_id: null,
    detail_url: null,
  };
  return { ret_code: 0, ret_msg: '', data: [{ ...plain, ...event }], pagination };
}
