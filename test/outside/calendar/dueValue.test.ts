import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useConnectedDesk } from '../support/connectedDesk';
import { answerOf, hotPath, patience, rowsOf } from './calendarPage';

/** How long after drawing the value is published; long enough to look at the page first. */
const aheadMs = 25_000;

describe('a release that is published while the calendar is open', () => {
  const { desk, service } = useConnectedDesk();

  function answerNext(releases: readonly Readonly<Record<string, string | number | null>>[]): void {
    const answers = releases.map((release) => answerOf(release));
    const data = answers.flatMap((answer) => answer['data'] as readonly unknown[]);
    const body = { ...answers[0], data };
    service().faults.once({ match: { path: hotPath }, action: { kind: 'respond', status: 200, body } });
  }

  /** The rows in order, including the line of the current time, each by the first word of its event. */
  const order = async (page: Frame): Promise<readonly string[]> =>
    page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('[role=row].event, [role=row].now')]
        .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
        .map((row) => row.classList.contains('now') ? 'now' : row.querySelector('.cell-event').textContent.trim().split(' ')[0])`,
    );

  it('shows its value without any action, and the line of the current time moves below it', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Open Economic Calendar');
    const page = await workbench.webview('.tabs[role=tablist]');
    await rowsOf(page).first().waitFor(patience);
    const dueMs = Math.ceil((Date.now() + aheadMs) / 1000) * 1000;
    const due = dueMs / 1000;
    const others = [
      { event_text: 'Earlier release', announce: '1.5', predictive: '1.0', event_time: due - 90, unique_id: 'earlier' },
      { event_text: 'Later release', predictive: '4.0', event_time: due + 90, unique_id: 'later' },
    ];
    const mine = { event_text: 'Due release', predictive: '2.0', previous: '1.9', event_time: due, unique_id: 'due', star: 5 };
    answerNext([mine, ...others]);
    answerNext([{ ...mine, announce: '2.7' }, ...others]);
    await page.getByRole('tab', { name: 'High Impact' }).click();
    const row = rowsOf(page).filter({ hasText: 'Due release' });
    const actual = row.locator('.cell-actual');
    await row.waitFor(patience);
    expect(await actual.innerText()).not.toContain('2.7');
    expect(await order(page)).toEqual(['Earlier', 'now', 'Due', 'Later']);
    expect(Date.now(), 'the page was looked at in time').toBeLessThan(dueMs);
    // No user action from here on.
    await expect.poll(async () => actual.innerText(), { timeout: dueMs - Date.now() + 25_000 }).toContain('2.7');
    expect(Date.now()).toBeGreaterThanOrEqual(dueMs);
    expect(await order(page)).toEqual(['Earlier', 'Due', 'now', 'Later']);
    expect(await row.locator('.cell-compared').innerText()).toContain('Above');
    expect(await page.getByRole('status').innerText()).toBe('3 events');
    await desk().screenshot('calendar-due-value');
  });
});
