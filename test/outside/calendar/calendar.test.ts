import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { allow } from '../support/consent';
import { useDesk } from '../support/desk';
import { controlHeaders } from '../support/sandbox';
import {
  answerOf,
  chooseType,
  chooseZone,
  hotPath,
  keyword,
  nowLine,
  patience,
  rowsOf,
  scrollTop,
  search,
  searchPath,
  status,
  watchService,
} from './calendarPage';

describe('the economic calendar', () => {
  const desk = useDesk({ theme: 'dark', viewport: { width: 1440, height: 900 } });
  let sandbox = '';

  beforeAll(async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Start Sandbox');
    await allow(host.page, async (consent) => void (sandbox = new URL(consent.url()).origin));
    await panel();
  });

  /** The page of the panel; after the panel was hidden it is a new one. */
  async function panel(): Promise<Frame> {
    return desk().workbench.webview('.tabs[role=tablist]');
  }

  const { requests, bend, delaysOver, settled } = watchService(
    () => sandbox,
    async () => controlHeaders(desk().host.dataDir),
  );

  it('opens with upcoming releases, without a keyword', async () => {
    const page = await panel();
    await expect.poll(async () => page.getByRole('grid', { name: 'Upcoming releases' }).count(), patience).toBe(1);
    await rowsOf(page).first().waitFor(patience);
    const days = page.getByRole('toolbar', { name: 'Next 7 days' }).getByRole('button');
    expect(await days.count()).toBe(7);
    const counts = (await page.locator('.week-count').allInnerTexts()).map(Number);
    expect(await status(page)).toBe(`${String(counts.reduce((sum, count) => sum + count, 0))} events`);
    await desk().screenshotInEveryTheme('calendar-agenda');
  });

  it('runs on a sandbox whose controls are closed to other programs', async () => {
    const ask = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (await fetch(`${sandbox}/sandbox/requests`, { headers })).status;
    expect(await ask({})).toBe(403);
    expect(await ask(await controlHeaders(desk().host.dataDir))).toBe(200);
  });

  it('searches by keyboard alone and highlights what matched', async () => {
    const page = await panel();
    await page.getByRole('tab', { name: 'Search' }).focus();
    await page.page().keyboard.press('/');
    await page.page().keyboard.type('CPI');
    const before = (await requests(searchPath)).length;
    await page.page().keyboard.press('Enter');
    await page.locator('mark').first().waitFor(patience);
    expect(new Set((await page.locator('mark').allInnerTexts()).map((text) => text.toUpperCase()))).toEqual(new Set(['CPI']));
    const sent = (await requests(searchPath)).slice(before);
    expect(Object.fromEntries(sent[0] ?? [])).toMatchObject({ keyword: 'CPI', search_type: '1', limit: '20' });
    expect(sent[0]?.has('time_order_type')).toBe(false);
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(
      expect.arrayContaining(['Event', 'Previous', 'Forecast', 'Actual']),
    );
    expect(await rowsOf(page).first().getByRole('gridcell').count()).toBe(9);
    await page.page().keyboard.press('ArrowDown');
    await page.page().keyboard.press('ArrowDown');
    const active = await page.getByRole('grid').getAttribute('aria-activedescendant');
    expect(await page.locator(`#${active ?? ''}`).getAttribute('aria-selected')).toBe('true');
  });

  it('opens a search at now, and returns there', async () => {
    const page = await panel();
    await search(page, 'CPI');
    await nowLine(page).waitFor({ timeout: 60_000 });
    expect(await scrollTop(page)).toBeGreaterThan(0);
    await desk().screenshot('calendar-search-now');
    await page.getByRole('grid').press('Control+Home');
    await expect.poll(async () => nowLine(page).isVisible(), patience).toBe(false);
    await page.getByRole('button', { name: 'Jump to Now' }).click();
    await expect.poll(async () => nowLine(page).isVisible(), patience).toBe(true);
  });

  it('reads on while scrolling, with one request per page and at most a hundred rows in the document', async () => {
    const page = await panel();
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
    const all = await requests(searchPath);
    const sent = all.slice(all.findLastIndex((query) => (query.get('next_key') ?? '') === ''));
    expect(sent.length).toBe(Math.ceil(count / 20));
    expect(new Set(sent.map((query) => query.get('next_key'))).size).toBe(sent.length);
  });

  it('rejects invalid input before a request, and names the field', async () => {
    const page = await panel();
    const before = (await requests(searchPath)).length;
    await search(page, '   ');
    await expect
      .poll(async () => page.getByRole('alert').allInnerTexts(), patience)
      .toContainEqual(expect.stringContaining('Enter a keyword.'));
    await keyword(page).fill('CPI');
    await page.getByRole('button', { name: 'Search Options' }).click();
    const size = page.getByRole('spinbutton', { name: 'Page size' });
    for (const wrong of ['0', '31', '1.5']) {
      await size.fill(wrong);
      await size.press('Enter');
      await expect
        .poll(async () => page.getByRole('alert').allInnerTexts(), patience)
        .toContainEqual(expect.stringContaining('Page size must be'));
    }
    // The invalid field is visible, wherever the search was started.
    await size.press('Escape');
    await keyword(page).press('Enter');
    await expect.poll(async () => page.evaluate<string>('document.activeElement?.type'), patience).toBe('number');
    await size.fill('');
    await size.press('Escape');
    await expect.poll(async () => size.count(), patience).toBe(0);
    expect((await requests(searchPath)).length).toBe(before);
  });

  it('offers the sort order only when the service applies it', async () => {
    const page = await panel();
    const order = page.getByRole('button', { name: /^Sort order/ });
    expect(await order.count()).toBe(0);
    await keyword(page).fill('holiday');
    await chooseType(page, 'Market closures');
    await order.waitFor(patience);
    const before = (await requests(searchPath)).length;
    await order.click();
    await expect
      .poll(
        async () =>
          (await requests(searchPath))
            .slice(before)
            .map((query) => `${query.get('search_type') ?? ''} ${query.get('time_order_type') ?? ''}`),
        patience,
      )
      .toContain('2 1');
    await chooseType(page, 'Economic data');
    await expect.poll(async () => order.count(), patience).toBe(0);
  });

  it('shows the latest search when a slower one is overtaken', async () => {
    const page = await panel();
    // A search still in progress would take the delay that is meant for the next one.
    await settled(page);
    await bend(searchPath, { kind: 'delay', ms: 5000 });
    await search(page, 'PMI');
    await expect.poll(async () => status(page), patience).toBe('Searching…');
    await search(page, 'GDP');
    await expect.poll(async () => page.locator('mark').first().innerText(), patience).toMatch(/gdp/i);
    await delaysOver(searchPath);
    // If the overtaken answer changed anything, it would do so before the page is settled.
    await settled(page);
    expect(new Set((await page.locator('mark').allInnerTexts()).map((text) => text.toUpperCase()))).toEqual(new Set(['GDP']));
  });

  it('keeps the rows, marked as old, when a search fails, and tries again', async () => {
    const page = await panel();
    await bend(searchPath, { kind: 'envelope', retCode: -9, name: 'permission_denied', message: 'no quota' });
    const shown = await rowsOf(page).first().innerText();
    await search(page, 'CPI');
    await expect.poll(async () => page.getByRole('alert').allInnerTexts(), patience).toContainEqual(expect.stringContaining('no quota'));
    expect(await rowsOf(page).first().innerText()).toBe(shown);
    expect(await status(page)).toContain('Cached results from');
    await desk().screenshot('calendar-old-rows');
    await search(page, 'CPI');
    await expect.poll(async () => status(page), patience).toMatch(/more available$/);
    expect(await page.locator('.notice').count()).toBe(0);
  });

  it('shows markup other than em as text', async () => {
    const page = await panel();
    await settled(page);
    const event = {
      event_text: '<img src=x onerror=alert(1)> <em>C</em><em>PI</em> <b>&amp;</b>\u202E',
      predictive: '1',
      announce: '0',
      star: 5,
      detail_url: 'javascript:alert(1)',
    };
    await bend(searchPath, { kind: 'respond', status: 200, body: answerOf(event) });
    await search(page, 'CPI');
    await expect.poll(async () => status(page), patience).toBe('1 event');
    const row = rowsOf(page).first();
    expect(await row.locator('.cell-event').innerText()).toBe('<img src=x onerror=alert(1)> CPI <b>&amp;</b>⟨U+202E⟩');
    expect(await row.locator('mark').allInnerTexts()).toEqual(['CPI']);
    expect(await row.locator('img, b, a').count()).toBe(0);
    expect(await row.getByRole('button', { name: /^Open details/ }).count()).toBe(0);
    expect(await row.locator('.cell-compared').innerText()).toContain('Below');
  });

  it('says that a list is incomplete when the service repeats a cursor', async () => {
    const page = await panel();
    await settled(page);
    const body = answerOf({}, { has_more: true, next_key: 'again' });
    await bend(searchPath, { kind: 'respond', status: 200, body });
    await bend(searchPath, { kind: 'respond', status: 200, body });
    await search(page, 'CPI');
    await expect.poll(async () => status(page), patience).toMatch(/^2 events\. .*same page again/);
  });

  it('survives being hidden', async () => {
    const { workbench } = desk();
    const page = await panel();
    await search(page, 'CPI');
    await settled(page);
    await page.getByRole('grid').press('Control+Home');
    await page.getByRole('grid').hover();
    await page.page().mouse.wheel(0, 260);
    await expect.poll(async () => scrollTop(page), patience).toBe(260);
    await settled(page);
    const shown = await status(page);
    const before = (await requests(searchPath)).length;
    await workbench.runCommand('File: New Untitled Text File');
    await workbench.runCommand('View: Open Previous Editor in Group');
    const back = await panel();
    await expect.poll(async () => status(back), patience).toBe(shown);
    expect(await keyword(back).inputValue()).toBe('CPI');
    expect(await scrollTop(back)).toBe(260);
    expect((await requests(searchPath)).length).toBe(before);
  });

  it('copies a row as text with the zone named', async () => {
    const page = await panel();
    await settled(page);
    await rowsOf(page).nth(3).click();
    await page.page().keyboard.press('Control+c');
    const read = async (): Promise<string> => desk().host.page.evaluate<string>('navigator.clipboard.readText()');
    await desk().host.page.bringToFront();
    await expect.poll(read, patience).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d [\w/]+\t.+\t\d\/5\t.*CPI/i);
  });

  it('filters by stars and country without a request for what is loaded', async () => {
    const page = await panel();
    await settled(page);
    const before = (await requests(searchPath)).map(String);
    await page.getByRole('combobox', { name: 'Impact' }).selectOption('★★★★★');
    await expect.poll(async () => status(page), patience).toMatch(/^[1-9]\d* of \d+ (loaded )?events/);
    const others = page.locator('[role=row].event').filter({ hasNot: page.getByRole('img', { name: '5 of 5 stars' }) });
    await expect.poll(async () => others.count(), patience).toBe(0);
    expect(await rowsOf(page).count()).toBeGreaterThan(0);
    await page.getByRole('combobox', { name: 'Impact' }).selectOption('Any impact');
    await expect.poll(async () => status(page), patience).not.toContain(' of ');
    await settled(page);
    // It may read on if few rows are left, but must not request a page again.
    expect((await requests(searchPath)).slice(before.length).filter((query) => before.includes(String(query)))).toEqual([]);
  });

  it('shows the hot list of a day in the chosen zone', async () => {
    const page = await panel();
    await page.getByRole('tab', { name: 'High Impact' }).click();
    await expect.poll(async () => (await requests(hotPath)).at(-1)?.get('timezone'), patience).toMatch(/\w/);
    for (let day = 0; day < 5; day += 1) {
      await settled(page);
      if (/^[1-9]\d* events?$/.test(await status(page))) break;
      const before = (await requests(hotPath)).length;
      await page.getByRole('button', { name: 'Previous day' }).click();
      await expect.poll(async () => (await requests(hotPath)).length, patience).toBeGreaterThan(before);
      await expect.poll(async () => status(page), patience).toMatch(/events?$/i);
    }
    expect(await rowsOf(page).count()).toBeGreaterThan(0);
    await desk().screenshotInEveryTheme('calendar-hot');
    const times = await rowsOf(page).locator('.cell-time').allInnerTexts();
    expect(times).toEqual([...times].sort());
    await chooseZone(page, 'new york', 'America/New_York');
    await expect.poll(async () => (await requests(hotPath)).at(-1)?.get('timezone'), patience).toBe('America/New_York');
    // A time zone chosen here applies everywhere.
    await (await desk().workbench.view('Today')).waitForRow(/./);
    await expect.poll(async () => (await desk().workbench.view('Today')).description(), patience).toContain('America/New_York');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.click();
    await page.page().keyboard.type('qqq');
    await zone.press('Enter');
    expect(await zone.inputValue()).toBe('America/New_York');
    await chooseZone(page, 'hong', 'Asia/Hong_Kong');
  });

  it('highlights the keyword in the results', async () => {
    const page = await panel();
    await page.getByRole('tab', { name: 'Search' }).click();
    await search(page, 'CPI');
    await page.locator('mark').first().waitFor(patience);
    await settled(page);
    expect(new Set(await page.locator('mark').allTextContents())).toEqual(new Set(['CPI']));
    await desk().screenshotInEveryTheme('calendar-search');
  });

  it('comes back after a reload of the window, is read again at once, and reads on from there', async () => {
    const { workbench, host } = desk();
    const page = await panel();
    await expect.poll(async () => status(page), patience).toMatch(/events loaded, more available$/);
    await workbench.reloadWindow();
    const isBack = async (): Promise<boolean> =>
      workbench.webview('[role=row].event').then(
        () => true,
        () => false,
      );
    await expect.poll(isBack, { timeout: 60_000 }).toBe(true);
    const back = await panel();
    expect(await keyword(back).inputValue()).toBe('CPI');
    // Kept rows are marked as old until they have been read again, which happens automatically.
    await expect.poll(async () => status(back), patience).not.toContain('Cached results from');
    expect(await rowsOf(back).count()).toBeGreaterThan(10);
    await back.getByRole('grid').hover();
    await expect
      .poll(async () => {
        await host.page.mouse.wheel(0, 4000);
        return status(back);
      }, patience)
      .toMatch(/events( loaded, more available)?$/);
  });

  it('offers to sign in again after signing out', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Sign Out');
    const page = await panel();
    await page.getByRole('button', { name: 'Sign In' }).first().waitFor(patience);
    await desk().screenshot('calendar-signed-out');
  });

  it('offers the sandbox again after it was stopped, and keeps its rows', async () => {
    const { workbench } = desk();
    const page = await panel();
    const rows = await rowsOf(page).count();
    expect(rows).toBeGreaterThan(0);
    await workbench.runCommand('Market Desk: Stop Sandbox');
    await page.getByRole('button', { name: 'Try the Sandbox' }).first().waitFor(patience);
    expect(await rowsOf(page).count()).toBe(rows);
  });
});
