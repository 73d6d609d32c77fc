import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useConnectedDesk } from '../support/connectedDesk';
import { answerOf, patience, rowsOf, search, searchPath, status } from './calendarPage';

/** A wait longer than this is announced. */
const announcedMs = 100;

/** When a page received a search and its answer, and when it told its user, in milliseconds. */
interface Recorded {
  /** When Enter was pressed. */
  readonly askedAt: number;
  readonly answeredAt: number;
  /** When the status line announced the search, and when the bar began to move; null if they did not. */
  readonly announcedAt: number | null;
  readonly busyAt: number | null;
}

describe('a calendar search that takes time', () => {
  const { desk, service } = useConnectedDesk();
  let page: Frame;

  beforeAll(async () => {
    await desk().workbench.runCommand('Market Desk: Open Economic Calendar');
    page = await desk().workbench.webview('.tabs[role=tablist]');
    await rowsOf(page).first().waitFor(patience);
    // The first search leaves the upcoming releases, which the page draws at once.
    answerNext('First');
    await search(page, 'CPI');
    await rowsOf(page).filter({ hasText: 'First' }).waitFor(patience);
  });

  function answerNext(text: string): void {
    const body = answerOf({ event_text: text });
    service().faults.once({ match: { path: searchPath }, action: { kind: 'respond', status: 200, body } });
  }

  /** Makes the page record what it receives and shows; recording ends with the next answer. */
  async function record(): Promise<void> {
    await page.evaluate(`(() => {
      const recorded = (window.recorded = { askedAt: 0, answeredAt: 0, announcedAt: null, busyAt: null });
      const status = document.querySelector('[role=status]');
      const progress = document.querySelector('.progress');
      const changes = new MutationObserver(() => {
        if (/^Searching/.test(status.textContent)) recorded.announcedAt ??= performance.now();
        if (progress.classList.contains('busy')) recorded.busyAt ??= performance.now();
      });
      for (const element of [status, progress]) changes.observe(element, { attributes: true, childList: true, characterData: true, subtree: true });
      addEventListener('keydown', () => (recorded.askedAt = performance.now()), { capture: true, once: true });
      const hear = ({ data }) => {
        if (data?.type !== 'list' || data.body.name !== 'search' || data.body.state.phase === 'loading') return;
        recorded.answeredAt = performance.now();
        removeEventListener('message', hear);
        setTimeout(() => changes.disconnect(), 2 * ${String(announcedMs)});
      };
      addEventListener('message', hear);
    })()`);
  }

  const recorded = async (): Promise<Recorded> => page.evaluate<Recorded>('window.recorded');

  it('is announced after a moment, until its rows are there', async () => {
    service().faults.once({ match: { path: searchPath }, action: { kind: 'delay', ms: 1500 } });
    await record();
    await search(page, 'no such release');
    await expect.poll(async () => status(page), patience).toBe('Searching…');
    expect(await page.locator('.progress.busy').count()).toBe(1);
    expect(await page.getByRole('grid').getAttribute('aria-busy')).toBe('true');
    await desk().screenshot('calendar-searching');
    await expect.poll(async () => status(page), patience).toMatch(/^No /);
    expect(await page.locator('.progress.busy').count()).toBe(0);
    const { askedAt, announcedAt, busyAt, answeredAt } = await recorded();
    for (const at of [announcedAt, busyAt]) {
      // Timers are rounded to a millisecond.
      expect((at ?? 0) - askedAt).toBeGreaterThanOrEqual(announcedMs - 1);
      expect(at ?? Infinity).toBeLessThan(answeredAt);
    }
  });

  it('is not announced when it is answered at once', async () => {
    const isQuick = ({ askedAt, answeredAt }: Recorded): boolean => answeredAt - askedAt < announcedMs / 2;
    let seen: Recorded | undefined;
    // A machine that stalls makes an answer slow, which says nothing about the page.
    for (let turn = 1; turn <= 10 && !(seen !== undefined && isQuick(seen)); turn += 1) {
      const text = `Quick ${String(turn)}`;
      answerNext(text);
      await record();
      await search(page, text);
      await expect.poll(async () => rowsOf(page).allInnerTexts(), patience).toEqual([expect.stringContaining(text)]);
      seen = await recorded();
    }
    expect(seen).toSatisfy(isQuick);
    // Any announcement that was started would be visible by now.
    await page.evaluate(`new Promise((resolve) => setTimeout(resolve, 2 * ${String(announcedMs)}))`);
    expect(await recorded()).toMatchObject({ announcedAt: null, busyAt: null });
  });

  it('ends with Escape, which leaves the old rows marked as such, and the next search is answered', async () => {
    const before = await rowsOf(page).allInnerTexts();
    service().faults.once({ match: { path: searchPath }, action: { kind: 'hang' } });
    await search(page, 'never');
    await expect.poll(async () => status(page), patience).toBe('Searching…');
    await page.page().keyboard.press('Escape');
    // The rows were not read again.
    await expect.poll(async () => status(page), patience).toMatch(/^1 event · Cached results from \d\d:\d\d$/);
    await expect.poll(async () => page.locator('.progress.busy').count(), patience).toBe(0);
    expect(await rowsOf(page).allInnerTexts()).toEqual(before);
    expect(await page.locator('.notice').count()).toBe(0);
    answerNext('Afterwards');
    await search(page, 'afterwards');
    await expect.poll(async () => rowsOf(page).allInnerTexts(), patience).toEqual([expect.stringContaining('Afterwards')]);
  });
});
