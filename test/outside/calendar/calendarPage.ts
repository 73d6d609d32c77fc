import type { Frame, Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Actions and observations of a test on the calendar's page, and the requests to its service. */

export const searchPath = '/api/v1.0/quote/economic-calendar/search';
export const hotPath = '/api/v1.0/quote/economic-calendar/hot';
export const patience = { timeout: 20_000 };

export const keyword = (page: Frame): Locator => page.getByRole('searchbox', { name: 'Keyword' });
export const status = async (page: Frame): Promise<string> => page.getByRole('status').innerText();
export const scrollTop = async (page: Frame): Promise<number> => page.evaluate<number>("document.querySelector('.scroller').scrollTop");
export const nowLine = (page: Frame): Locator => page.locator('[role=row].now');
export const rowsOf = (page: Frame): Locator => page.locator('[role=row].event');

export async function search(page: Frame, text: string): Promise<void> {
  await keyword(page).fill(text);
  await keyword(page).press('Enter');
}

export async function chooseType(page: Frame, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Type' }).selectOption(name);
}

/** Typing replaces the previous text; Enter accepts the best match. */
export async function chooseZone(page: Frame, typed: string, expected: string): Promise<void> {
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.click();
  await page.page().keyboard.type(typed);
  await zone.press('Enter');
  await expect.poll(async () => zone.inputValue(), patience).toBe(expected);
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

interface SeenRequest {
  readonly path: string;
  readonly query: string;
  readonly fault?: string;
  readonly processed: boolean;
}

interface WatchedService {
  /** Requests under a path, in order. */
  readonly requests: (path: string) => Promise<readonly URLSearchParams[]>;
  /** Changes its next response under a path. */
  readonly bend: (path: string, action: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Resolves when the service has sent all delayed answers under a path. */
  readonly delaysOver: (path: string) => Promise<void>;
  /** A search reads on by itself until it reaches now, and then fills the list: it is settled once no more requests are made. */
  readonly settled: (page: Frame) => Promise<void>;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Watches a sandbox; `url` and `headers` are called inside tests only.
 *
 * @param headers - The headers that its controls require if it runs in a window.
 */
export function watchService(
  url: () => string,
  headers: () => Promise<Headers> = async () => Promise.resolve({ 'Content-Type': 'application/json' }),
): WatchedService {
  const seen = async (path: string): Promise<readonly SeenRequest[]> => {
    const answer = (await (await fetch(`${url()}/sandbox/requests`, { headers: await headers() })).json()) as {
      readonly requests: readonly SeenRequest[];
    };
    return answer.requests.filter((request) => request.path === path);
  };
  const requests = async (path: string): Promise<readonly URLSearchParams[]> =>
    (await seen(path)).map((request) => new URLSearchParams(request.query));
  const delaysOver = async (path: string): Promise<void> => {
    const delayed = async () => (await seen(path)).filter(({ fault }) => fault === 'delay').map(({ processed }) => processed);
    await expect.poll(delayed, patience).toSatisfy((over: readonly boolean[]) => over.length > 0 && over.every(Boolean));
  };
  const bend = async (path: string, action: Readonly<Record<string, unknown>>): Promise<void> => {
    const answer = await fetch(`${url()}/sandbox/faults`, {
      method: 'POST',
      headers: await headers(),
      body: JSON.stringify({ match: { path }, action }),
    });
    expect(answer.status).toBe(201);
  };
  const settled = async (page: Frame): Promise<void> => {
    let before = '';
    const look = async (): Promise<string> => {
      const busy = await page.locator('.time-controls .busy').count();
      const now = `${String((await requests(searchPath)).length)} ${await status(page)} ${String(busy)}`;
      const isQuiet = now === before;
      before = now;
      return isQuiet ? now : 'Loading';
    };
    await expect.poll(look, { timeout: 60_000, interval: 700 }).not.toMatch(/Searching|Loading|1$/);
  };
  return { requests, bend, delaysOver, settled };
}
