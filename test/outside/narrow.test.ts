import type { Frame } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useDesk } from './support/desk';
import { enterSandbox } from './support/sandbox';
import { drawnOver, unreachable } from './support/reach';
import { cutOff } from './support/texts';
import { openTicket } from './support/ticket';

const patience = { timeout: 30_000 };
const wide = { width: 1280, height: 900 };
/** The side bar disappears, and the editor is 400 pixels wide; a zoom of 200% leaves even less height in a small window. */
const narrow = { width: 460, height: 500 };
/** A narrow window, and one of 1440 × 900 at 200%: no horizontal scrolling is needed. */
const fitting = [
  { width: 640, height: 900 },
  { width: 720, height: 450 },
];

describe('pages in a narrow window, or at 200%', () => {
  const desk = useDesk({
    theme: 'dark',
    viewport: wide,
    settings: { 'marketDesk.refresh.intervalSeconds': 0 },
    browserZone: 'Asia/Tokyo',
  });
  let calendar: Frame | undefined;

  /** The sandbox, started by the first test that needs it: the welcome page exists only before that. */
  async function enteredCalendar(): Promise<Frame> {
    if (calendar !== undefined) return calendar;
    calendar = await enterSandbox(desk());
    await desk().workbench.runCommand('View: Close Primary Side Bar');
    return calendar;
  }

  beforeEach(async ({ task }) => {
    if (!task.name.startsWith('the welcome')) await enteredCalendar();
  });

  it('the welcome page keeps its words and buttons', async () => {
    const { workbench, host } = desk();
    const page = await workbench.waitForWelcome('Try the Sandbox');
    const parts = ['h1', '[role=status]', 'button'];
    expect(await unreachable(page, [...parts, '.picture'])).toEqual([]);
    try {
      // The side bar keeps its width; a zoom of 200% leaves a third of the height of a small window.
      await host.page.setViewportSize({ width: narrow.width, height: 300 });
      await expect.poll(async () => page.evaluate<number>('innerHeight'), patience).toBeLessThan(300);
      await expect.poll(async () => unreachable(page, parts), { timeout: 8000 }).toEqual([]);
      await desk().screenshot('narrow-welcome');
    } finally {
      await host.page.setViewportSize(wide);
    }
  });

  /** Looks in each fitting size; the first is 640 pixels wide, the second at 200%. */
  async function inFittingSizes(page: Frame, look: () => Promise<void>): Promise<void> {
    try {
      for (const size of fitting) {
        await desk().host.page.setViewportSize(size);
        await expect.poll(async () => page.evaluate<number>('innerWidth'), patience).toBeLessThan(size.width);
        await look();
      }
    } finally {
      await desk().host.page.setViewportSize(wide);
      await expect.poll(async () => page.evaluate<number>('innerWidth'), patience).toBeGreaterThan(900);
    }
  }

  /** How much wider a table is than its page. */
  const tableExcess = async (page: Frame): Promise<number> =>
    page.evaluate<number>("document.querySelector('.scroller').scrollWidth - document.querySelector('.scroller').clientWidth");

  /** Everything on the wide page is also on the narrow one, and can be scrolled into view. */
  async function judge(name: string, page: Frame, parts: readonly string[]): Promise<void> {
    const { host } = desk();
    const width = async (): Promise<number> => page.evaluate<number>('innerWidth');
    expect(await unreachable(page, parts)).toEqual([]);
    const before = await width();
    try {
      for (const size of fitting) {
        await host.page.setViewportSize(size);
        await expect.poll(width, patience).toBeLessThan(size.width);
        const excess = async (): Promise<number> => page.evaluate<number>('document.scrollingElement.scrollWidth - innerWidth');
        await expect.poll(excess, { timeout: 8000 }).toBeLessThanOrEqual(0);
      }
      await host.page.setViewportSize(narrow);
      await expect.poll(width, patience).toBeLessThan(430);
      await expect.poll(async () => unreachable(page, parts), { timeout: 8000 }).toEqual([]);
      await desk().screenshot(`narrow-${name}`);
    } finally {
      await host.page.setViewportSize(wide);
      // A side bar stays as narrow as it was made.
      if (before > 900) await expect.poll(width, patience).toBeGreaterThan(900);
    }
  }

  it('the calendar keeps its columns, filters, and row actions', async () => {
    const page = await enteredCalendar();
    await page.locator('[role=row].event').nth(1).click(patience);
    await judge('calendar', page, [
      '[role=tab]',
      '[role=search]',
      '.week button',
      '[role=columnheader]:not(.cell-actions)',
      '.row.active .cell:not(.cell-compared)',
      '.row.active .cell-actions button',
    ]);
  });

  it('the calendar shows all columns, and leaves at least half of the page to its rows', async () => {
    const page = await enteredCalendar();
    await inFittingSizes(page, async () => {
      await expect.poll(async () => tableExcess(page), patience).toBeLessThanOrEqual(0);
      const share = "document.querySelector('.list').clientHeight / innerHeight";
      await expect.poll(async () => page.evaluate<number>(share), patience).toBeGreaterThan(0.5);
    });
  });

  it('times are in the browser’s time zone, not the server’s', async () => {
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).not.toBe('Asia/Tokyo');
    const page = await enteredCalendar();
    await expect.poll(async () => page.getByRole('combobox', { name: 'Time zone' }).inputValue(), patience).toBe('Asia/Tokyo');
    const { workbench } = desk();
    await workbench.showContainer();
    await expect.poll(async () => (await workbench.view('Today')).description(), patience).toMatch(/ · Asia\/Tokyo$/);
    await desk().screenshot('zone-of-browser');
    await workbench.runCommand('View: Close Primary Side Bar');
  });

  it('the history of an indicator keeps its chart, counts, and table', async () => {
    await (await enteredCalendar()).locator('[role=row].event').first().click();
    await desk().host.page.keyboard.press('h');
    const page = await desk().workbench.webview('history-page');
    await page.locator('.rows .row').first().waitFor(patience);
    // If the first release is still to come, its comparison cell is empty.
    const cells = '.rows .row:first-child .cell:not([aria-label="Not compared"])';
    await judge('history', page, ['h1', '.chart', '.counts b', 'button', '[role=columnheader]', cells]);
  });

  it('the portfolio keeps its totals, columns, and tools', async () => {
    await desk().workbench.runCommand('Market Desk: Open Portfolio');
    const page = await desk().workbench.webview('portfolio-page');
    await expect.poll(async () => page.getByRole('row').count(), patience).toBeGreaterThan(5);
    await judge('portfolio', page, [
      'h1',
      '.sum',
      '.sum-profit',
      'input',
      'select',
      'button',
      '[role=columnheader]',
      '.rows [role=row]:nth-child(2) .cell-profit',
    ]);
  });

  it('the portfolio shows P&L and day P&L of each position without horizontal scrolling', async () => {
    const page = await desk().workbench.webview('portfolio-page');
    await inFittingSizes(page, async () => {
      const right =
        "Math.max(...[...document.querySelectorAll('.header :is(.cell-profit, .cell-dayProfit)')].map((cell) => cell.getBoundingClientRect().right)) - innerWidth";
      await expect.poll(async () => page.evaluate<number>(right), patience).toBeLessThanOrEqual(0);
      expect(await cutOff(page)).toEqual([]);
    });
  });

  it('the portfolio shows all columns at 1280 pixels', async () => {
    const { workbench } = desk();
    await workbench.showContainer();
    const page = await workbench.webview('portfolio-page');
    const scrolls = async (): Promise<boolean> =>
      page.evaluate<boolean>("document.querySelector('.scroller').scrollWidth > document.querySelector('.scroller').clientWidth");
    await expect.poll(scrolls, patience).toBe(false);
    const cut = await page.evaluate<readonly string[]>(
      "[...document.querySelectorAll('.cell:not(.cell-name, .cell-symbol, .group-name)')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent.trim())",
    );
    expect(cut).toEqual([]);
    await desk().screenshot('portfolio-1280');
    await workbench.runCommand('View: Close Primary Side Bar');
  });

  it('the orders page shows side, figures, and status of each order first, uncut', async () => {
    await desk().workbench.runCommand('Market Desk: Open Orders Page');
    const page = await desk().workbench.webview('orders-page');
    await page.locator('.rows .row', { hasText: 'BUY TO COVER' }).waitFor(patience);
    const lost = async (cells: string): Promise<readonly string[]> =>
      page.evaluate<readonly string[]>(`[...document.querySelectorAll('market-grid .cell')]
        .filter((cell) => cell.matches(${JSON.stringify(cells)}) && cell.scrollWidth > cell.clientWidth + 1)
        .map((cell) => cell.textContent.trim())`);
    await expect.poll(async () => lost('.cell:not(.cell-name)'), patience).toEqual([]);
    await inFittingSizes(page, async () => {
      await expect.poll(async () => lost('.cell-created, .cell-side, .cell-quantity, .cell-price, .cell-filled'), patience).toEqual([]);
      const beyond = "document.querySelector('.header .cell-status').getBoundingClientRect().right - innerWidth";
      await expect.poll(async () => page.evaluate<number>(beyond), patience).toBeLessThanOrEqual(0);
      await desk().screenshot(`narrow-orders-${String(await page.evaluate<number>('innerWidth'))}`);
    });
    await judge('orders', page, [
      'h1',
      '[role=tab]',
      '.filters input',
      '.filters select',
      '[role=columnheader]',
      '.rows .row:first-child .cell-side',
    ]);
  });

  it('the security page keeps its price, its chart, and everything next to it', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Open Security…');
    await workbench.quickInput.enter('HK.00700');
    const page = await workbench.webview('security-page');
    await expect.poll(async () => page.locator('.levels tbody tr').count(), patience).toBe(10);
    await expect.poll(async () => page.locator('.events li').count(), patience).toBeGreaterThan(0);
    await inFittingSizes(page, async () => {
      const lines =
        "[document.querySelector('.top'), document.querySelector('.controls')].map((line) => line.getBoundingClientRect().height)";
      await expect
        .poll(async () => page.evaluate<readonly number[]>(lines), patience)
        .toSatisfy(([top = 99, controls = 99]) => top < 56 && controls < 45);
      const cut =
        "[...document.querySelectorAll('.top :is(.price, .change)')].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length";
      await expect.poll(async () => page.evaluate<number>(cut), patience).toBe(0);
      await desk().screenshot('narrow-security-head');
    });
    await page.getByRole('button', { name: 'Show all figures' }).click();
    await judge('security', page, [
      'h1',
      '.price',
      '.fact',
      '.canvas',
      '.segment',
      'select',
      'button',
      '.card',
      '.card dd',
      '.levels td',
      '.chips li',
      '.events li',
    ]);
    const broken = await page.evaluate<readonly string[]>(
      "[...document.querySelectorAll('.pairs dd')].filter((figure) => figure.getClientRects()[0].height > 30).map((figure) => figure.textContent.trim())",
    );
    expect(broken).toEqual([]);
    for (const width of [640, 720, 800, 900]) {
      await desk().host.page.setViewportSize({ ...wide, width });
      await expect.poll(async () => page.evaluate<number>('innerWidth'), patience).toBeLessThan(width);
      expect({
        width,
        drawnOver: await drawnOver(page, '.top h1, .top .price, .top .change, .top .when', '.top button, .top .badge'),
      }).toEqual({
        width,
        drawnOver: [],
      });
    }
    await desk().host.page.setViewportSize(wide);
    await page.getByRole('button', { name: 'Show as Table' }).click();
    await expect.poll(async () => page.getByRole('row').count(), patience).toBeGreaterThan(10);
    // Checks one row: checking all of them would scroll on and on, which loads older bars meanwhile.
    await judge('security-table', page, ['.bars .header [role=columnheader]', '.bars .rows [role=row]:nth-child(2) [role=gridcell]']);
  });

  it('the ticket keeps the world, the security, the fields, and the actions', async () => {
    const { workbench } = desk();
    const page = await openTicket(workbench, 'OK-1');
    await judge('ticket', page, ['.world', 'h1', '.facts > *', '.quote', 'input', 'button']);
  });

  it('the watchlist keeps its columns, prices, and changes', async () => {
    const { workbench } = desk();
    await workbench.showContainer();
    const page = await workbench.webview('watchlist-page [role=grid]');
    await expect.poll(async () => page.locator('svg.spark').count(), patience).toBeGreaterThan(1);
    const first = '.rows [role=row]:first-child';
    await judge('watchlist', page, ['[role=columnheader]', `${first} .cell`, `${first} .last-price`, `${first} .moved`]);
    await workbench.runCommand('View: Close Primary Side Bar');
  });

  it('the trading days keep every day, the legend, and the actions', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Show Trading Days…');
    await workbench.quickInput.pick('HK');
    await workbench.quickInput.pick('This year');
    const page = await workbench.webview('table caption');
    await judge('trading-days', page, ['h1', '.range', 'nav a', '.legend li', 'caption', 'th', 'td .day']);
  });
});
