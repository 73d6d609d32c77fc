import type { Frame } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ConnectedDesk } from '../support/connectedDesk';
import { Hand } from '../support/hand';
import { patience } from '../support/patience';
import { answerOf, keyword, rowsOf, search, searchPath, status } from './calendarPage';
import { nightly } from '../support/nightly';

export function economicCalendar({ desk, service }: ConnectedDesk): void {
  const hand = (): Hand => new Hand(desk().host.page);
  const row = (text: string) => desk().host.page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: text }).first();
  const requests = (): readonly URLSearchParams[] =>
    service()
      .ledger.entries.filter(({ path }) => path === searchPath)
      .map(({ query }) => new URLSearchParams(query));

  async function open(): Promise<Frame> {
    await desk().workbench.runCommand('Market Desk: Open Economic Calendar');
    const page = await desk().workbench.webview('.tabs[role=tablist]');
    // A page that is opened again repeats its last search, which would take the place of one that begins before its end.
    await expect.poll(async () => status(page), patience).toMatch(/event/i);
    return page;
  }

  it('is searched by keyboard alone, marks what matched, shows other markup as text, and copies a row', async () => {
    const page = await open();
    await rowsOf(page).first().waitFor(patience);
    const event = {
      event_text: '<img src=x onerror=alert(1)> <em>C</em><em>PI</em> <b>&amp;</b>\u202E',
      predictive: '1',
      announce: '0',
      star: 5,
      detail_url: 'javascript:alert(1)',
    };
    service().faults.once({ match: { path: searchPath }, action: { kind: 'respond', status: 200, body: answerOf(event) } });
    await page.getByRole('tab', { name: 'Search' }).focus();
    const { keyboard } = page.page();
    await keyboard.press('/');
    await keyboard.type('inflation');
    await keyboard.press('Enter');
    await expect.poll(async () => status(page), patience).toBe('1 event');
    const found = rowsOf(page).first();
    expect(await found.locator('.cell-event').innerText()).toBe('<img src=x onerror=alert(1)> CPI <b>&amp;</b>⟨U+202E⟩');
    expect(await found.locator('mark').allInnerTexts()).toEqual(['CPI']);
    expect(await found.locator('img, b, a').count()).toBe(0);
    expect(await found.getByRole('button', { name: /^Open details/ }).count()).toBe(0);
    await found.click();
    await keyboard.press('Control+c');
    const copied = async (): Promise<string> => page.page().evaluate<string>('navigator.clipboard.readText()');
    await expect.poll(copied, patience).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d [\w/]+\t.+\t\d\/5\t.*CPI/i);
  });

  it('reads on while scrolling, with one request per page and at most a hundred rows in the document', async () => {
    const page = await open();
    const before = requests().length;
    await search(page, 'CPI');
    await expect.poll(async () => status(page), patience).toMatch(/^\d+ events loaded, more available/);
    await page.getByRole('grid').hover();
    await expect
      .poll(
        async () => {
          await page.page().mouse.wheel(0, 4000);
          expect(await page.getByRole('row').count()).toBeLessThanOrEqual(100);
          return status(page);
        },
        { timeout: 100_000, interval: 100 },
      )
      .toMatch(/^\d+ events$/);
    const count = Number(/\d+/.exec(await status(page))?.[0]);
    expect(count).toBeGreaterThan(100);
    const sent = requests()
      .slice(before)
      .filter((query) => query.get('keyword') === 'CPI');
    expect(sent.length).toBe(Math.ceil(count / 20));
    expect(new Set(sent.map((query) => query.get('next_key'))).size).toBe(sent.length);
    expect(await keyword(page).inputValue()).toBe('CPI');
  });

  nightly('sets a reminder for an upcoming release with three keys and clicks, and removes it', async () => {
    const { workbench, host } = desk();
    const calendar = await open();
    // A search opens at now, and shows what it had before until then.
    const sought = requests().length;
    await search(calendar, 'CPI');
    await expect.poll(() => requests().length, patience).toBeGreaterThan(sought);
    await expect.poll(async () => calendar.locator('[aria-busy=true]').count(), patience).toBe(0);
    await calendar.locator('.now.active').waitFor({ timeout: 60_000 });
    // Not the next one: it may be due before a usual reminder of it.
    const release = calendar.locator('[role=row].event:not(.past)').nth(5);
    await release.waitFor(patience);
    const remind = hand();
    await remind.click(release);
    await expect.poll(async () => calendar.evaluate<boolean>('document.hasFocus()'), patience).toBe(true);
    await remind.press('r');
    await row('min before').waitFor(patience);
    await remind.press('Enter');
    await release.locator('.reminded').waitFor(patience);
    expect(remind.actions).toBeLessThanOrEqual(3);
    await desk().screenshot('calendar-reminder');
    await release.click();
    await host.page.keyboard.press('r');
    await workbench.quickInput.pick('Remove Reminder');
    await expect.poll(async () => release.locator('.reminded').count(), patience).toBe(0);
  });

  nightly('leads to the next CPI of a country and its history with three, where the keyboard moves through the chart', async () => {
    const { workbench, host } = desk();
    const find = hand();
    await find.press('F1');
    await workbench.quickInput.type('>Show Indicator History');
    await row('Market Desk: Show Indicator History').waitFor(patience);
    await find.press('Enter');
    await expect.poll(async () => workbench.quickInput.title(), patience).toContain('Indicator');
    await host.page.keyboard.insertText('U.S. CPI');
    await expect.poll(async () => row('').innerText(), patience).toContain('CPI');
    await find.press('Enter');
    const page = await workbench.webview('history-page');
    await expect.poll(async () => page.locator('.rows .row').count(), patience).toBeGreaterThan(11);
    expect(await page.locator('.next').innerText()).toContain('Next release: ');
    expect(find.actions).toBeLessThanOrEqual(3);
    await page.getByRole('grid').focus();
    await host.page.keyboard.press('ArrowDown');
    await expect.poll(async () => page.locator('.chart .marked').count(), patience).toBe(1);
    const period = await page.locator('.rows .row').nth(1).locator('.cell-period').innerText();
    expect(await page.locator('.figures').innerText()).toContain(period);
  });
}
