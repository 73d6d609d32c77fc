import type { Frame, Locator } from 'playwright-core';
import { expect } from 'vitest';

/** What a test does and sees on the calendar's page, and what its service was asked. */

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
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name }).click();
}

/** Typed text takes the place of what was there; Enter takes the best match. */
export async function chooseZone(page: Frame, typed: string, expected: string): Promise<void> {
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.click();
  await page.page().keyboard.type(typed);
  await zone.press('Enter');
  await expect.poll(async () => zone.inputValue(), patience).toBe(expected);
}

interface SeenRequest {
  readonly path: string;
  readonly query: string;
}

interface WatchedService {
  /** What it was asked under a path, in order. */
  readonly requests: (path: string) => Promise<readonly URLSearchParams[]>;
  /** Bends its next response under a path. */
  readonly bend: (path: string, action: Readonly<Record<string, unknown>>) => Promise<void>;
  /** A search reads on by itself until it reaches now, and then fills the list: it is settled once nothing more is asked for. */
  readonly settled: (page: Frame) => Promise<void>;
}

/** The sandbox that a window has started; `url` is asked for inside tests only. */
export function watchService(url: () => string): WatchedService {
  const requests = async (path: string): Promise<readonly URLSearchParams[]> => {
    const answer = (await (await fetch(`${url()}/sandbox/requests`)).json()) as { readonly requests: readonly SeenRequest[] };
    return answer.requests.filter((request) => request.path === path).map((request) => new URLSearchParams(request.query));
  };
  const bend = async (path: string, action: Readonly<Record<string, unknown>>): Promise<void> => {
    const answer = await fetch(`${url()}/sandbox/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
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
  return { requests, bend, settled };
}
