import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { themes } from '../host/host';
import { axeViolations, axeViolationsWithoutScripts } from './support/axe';
import type { AxeViolation } from './support/axe';
import type { Desk } from './support/desk';
import { drawnOver, unreachable } from './support/reach';
import { cutOff } from './support/texts';
import { openTicket } from './support/ticket';
import { patience } from './support/patience';

export const wide = { width: 1280, height: 900 };
/** The side bar disappears, and the editor is 400 pixels wide; a zoom of 200% leaves even less height in a small window. */
const narrow = { width: 460, height: 500 };
/** A narrow window, and one of 1440 × 900 at 200%: no horizontal scrolling is needed. */
const fitting = [
  { width: 640, height: 900 },
  { width: 720, height: 450 },
];

/** The long tests look at all themes; each time, the light one is looked at, where colors are the faintest. */
const shownThemes = process.env['MARKET_DESK_LONG'] === undefined ? [themes.light] : Object.values(themes);

/**
 * One pass of all surfaces: what axe finds in the themes, and what a narrow window, or a zoom of 200%, takes away.
 *
 * @param desk - A window of the `wide` size that is signed in to the sandbox, with a browser in Tokyo.
 */
export function surfaces(desk: () => Desk): void {
  /** Checks the page in the themes, and takes a picture in each. */
  async function judge(
    name: string,
    page: Frame,
    violations: (page: Frame) => Promise<readonly AxeViolation[]> = axeViolations,
  ): Promise<void> {
    const found: Record<string, readonly AxeViolation[]> = {};
    await desk().workbench.inThemes(shownThemes, async (label) => {
      const kind = label.includes('High Contrast') ? 'high-contrast' : label.split(' ')[0]?.toLowerCase();
      await page.locator(`body.vscode-${kind ?? ''}`).waitFor(patience);
      // A page that is being redrawn has no rows for a moment, or colors that are still changing.
      const settled = async (): Promise<boolean> => (found[label] = await violations(page)).length === 0;
      await expect
        .poll(settled, { timeout: 5000 })
        .toBe(true)
        .catch(() => undefined);
      await desk().screenshot(`axe-${name}-${label}`);
    });
    expect(found).toEqual(Object.fromEntries(shownThemes.map(({ label }) => [label, []])));
  }

  const widthOf = async (page: Frame): Promise<number> => page.evaluate<number>('innerWidth');
  const isCut = async (page: Frame, expression: string): Promise<readonly string[]> => page.evaluate<readonly string[]>(expression);

  /** Everything on the wide page is also on the narrow one, and can be scrolled into view. `look` looks in each fitting size. */
  async function narrowed(name: string, page: Frame, parts: readonly string[], look?: () => Promise<void>): Promise<void> {
    const { host } = desk();
    expect(await unreachable(page, parts)).toEqual([]);
    const before = await widthOf(page);
    for (const size of fitting) {
      await host.page.setViewportSize(size);
      await expect.poll(async () => widthOf(page), patience).toBeLessThan(size.width);
      const excess = async (): Promise<number> => page.evaluate<number>('document.scrollingElement.scrollWidth - innerWidth');
      await expect.poll(excess, patience).toBeLessThanOrEqual(0);
      // Reaching for every part has scrolled tables sideways.
      await page.evaluate("document.querySelectorAll('.scroller').forEach((scroller) => (scroller.scrollLeft = 0))");
      await look?.();
    }
    await host.page.setViewportSize(narrow);
    await expect.poll(async () => widthOf(page), patience).toBeLessThan(430);
    await expect.poll(async () => unreachable(page, parts), patience).toEqual([]);
    await desk().screenshot(`narrow-${name}`);
    await host.page.setViewportSize(wide);
    // A side bar stays as narrow as it was made.
    if (before > 900) await expect.poll(async () => widthOf(page), patience).toBeGreaterThan(900);
  }

  /** Whether the first of these is whole above the line at the bottom before anything is scrolled. */
  const isInSight = async (page: Frame, selector: string): Promise<boolean> =>
    page.evaluate<boolean>(`(() => {
      for (const part of document.querySelectorAll('*')) if (part.scrollTop > 0) part.scrollTop = 0;
      const end = document.querySelector('.status')?.getBoundingClientRect().top ?? innerHeight;
      const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect();
      return box !== undefined && box.height > 0 && box.bottom <= end + 1;
    })()`);

  it('the welcome page', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Stop Sandbox');
    const page = await workbench.waitForWelcome('Try the Sandbox');
    // The page is transparent: the side bar is behind it.
    await page.evaluate("document.documentElement.style.backgroundColor = 'var(--vscode-sideBar-background)'");
    await judge('welcome', page);
    const parts = ['h1', '[role=status]', 'button'];
    expect(await unreachable(page, [...parts, '.picture'])).toEqual([]);
    // The side bar keeps its width; a zoom of 200% leaves a third of the height of a small window.
    await host.page.setViewportSize({ width: narrow.width, height: 300 });
    await expect.poll(async () => page.evaluate<number>('innerHeight'), patience).toBeLessThan(300);
    await expect.poll(async () => unreachable(page, parts), patience).toEqual([]);
    await desk().screenshot('narrow-welcome');
  });

  describe('after sign-in', () => {
    beforeAll(async () => {
      const { workbench } = desk();
      await workbench.runCommand('Market Desk: Start Sandbox');
      await (await workbench.view('Positions')).waitForRow(/8001/);
      await workbench.runCommand('View: Close Primary Side Bar');
    });

    it('the calendar, in the zone of the browser, with the history of an indicator', async () => {
      const { workbench, host } = desk();
      await workbench.runCommand('Market Desk: Open Economic Calendar');
      const page = await workbench.webview('.tabs[role=tablist]');
      await page.locator('[role=row].event').nth(1).click(patience);
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).not.toBe('Asia/Tokyo');
      await expect.poll(async () => page.getByRole('combobox', { name: 'Time zone' }).inputValue(), patience).toBe('Asia/Tokyo');
      const tableExcess = "document.querySelector('.scroller').scrollWidth - document.querySelector('.scroller').clientWidth";
      const parts = ['[role=tab]', '[role=search]', '.week button', '[role=columnheader]:not(.cell-actions)'];
      const cells = ['.row.active .cell:not(.cell-compared)', '.row.active .cell-actions button'];
      await narrowed('calendar', page, [...parts, ...cells], async () => {
        // All columns, and at least half of the page for its rows.
        await expect.poll(async () => page.evaluate<number>(tableExcess), patience).toBeLessThanOrEqual(0);
        const share = "document.querySelector('.list').clientHeight / innerHeight";
        await expect.poll(async () => page.evaluate<number>(share), patience).toBeGreaterThan(0.5);
      });
      await judge('calendar', page);
      await page.getByRole('tab', { name: 'High Impact' }).click();
      await page.getByRole('button', { name: 'Previous day' }).waitFor(patience);
      await judge('hotList', page);
      expect(await page.locator('.grid[tabindex="0"], .grid [tabindex="0"]').count()).toBe(1);
      await page.getByRole('tab', { name: 'Search' }).click();
      await page.getByRole('searchbox', { name: 'Keyword' }).fill('Nonfarm Payrolls');
      await page.getByRole('searchbox', { name: 'Keyword' }).press('Enter');
      await page.locator('[role=row].event', { hasText: 'Nonfarm' }).first().click(patience);
      await host.page.keyboard.press('h');
      const history = await workbench.webview('history-page');
      await history.locator('.rows .row').first().waitFor(patience);
      await judge('history', history);
      // If the first release is still to come, its comparison cell is empty.
      const first = '.rows .row:first-child .cell:not([aria-label="Not compared"])';
      await narrowed('history', history, ['h1', '.chart', '.counts b', 'button', '[role=columnheader]', first], async () =>
        expect.poll(async () => isInSight(history, '.rows .row'), patience).toBe(true),
      );
    });

    it('the trading days', async () => {
      const { workbench } = desk();
      await workbench.runCommand('Market Desk: Show Trading Days…');
      await workbench.quickInput.pick('HK');
      await workbench.quickInput.pick('This year');
      const page = await workbench.webview('.months table caption');
      await narrowed('trading-days', page, ['h1', '.range', 'nav a', '.legend li', 'caption', 'th', 'td .day'], async () => {
        // Two months beside each other.
        const tops = "[...document.querySelectorAll('caption')].slice(0, 3).map((caption) => caption.getBoundingClientRect().top)";
        await expect
          .poll(async () => page.evaluate<readonly number[]>(tops), patience)
          .toSatisfy(([one, two, three = 0]: readonly number[]) => one === two && three > (two ?? 0));
        const outOfDay = `[...document.querySelectorAll('td sup')].flatMap((mark) => {
          const [box, day] = [mark, mark.parentElement].map((element) => element.getBoundingClientRect());
          return box.left < day.left || box.right > day.right || box.top < day.top ? [mark.parentElement.textContent] : [];
        })`;
        expect(await isCut(page, outOfDay)).toEqual([]);
      });
      await judge('tradingDays', page, axeViolationsWithoutScripts);
      // A copy is checked; faults of the page itself are found in it.
      await page.evaluate(`(() => {
        document.querySelector('.months').replaceChildren();
        const faint = document.createElement('p');
        faint.textContent = 'Planted';
        faint.style.opacity = '0.3';
        document.querySelector('.months').before(faint, document.createElement('img'));
      })()`);
      const rules = (await axeViolationsWithoutScripts(page)).map(({ rule }) => rule);
      expect(rules).toEqual(expect.arrayContaining(['color-contrast', 'image-alt']));
    });

    it('the portfolio, which shows profit and loss without horizontal scrolling', async () => {
      const { workbench } = desk();
      await workbench.runCommand('Market Desk: Open Portfolio');
      const page = await workbench.webview('portfolio-page');
      await expect.poll(async () => page.getByRole('row').count(), patience).toBeGreaterThan(5);
      await judge('portfolio', page);
      const right =
        "Math.max(...[...document.querySelectorAll('.header :is(.cell-profit, .cell-dayProfit)')].map((cell) => cell.getBoundingClientRect().right)) - innerWidth";
      const parts = ['h1', '.sum', '.sum-day', 'input', 'select', 'button:not([hidden])', '[role=columnheader]'];
      const whole = `[...document.querySelectorAll('.rows .row:not(.group)')].filter((row) => {
        const [box, list] = [row, document.querySelector('.scroller')].map((element) => element.getBoundingClientRect());
        return box.top >= list.top && box.bottom <= Math.min(list.bottom, innerHeight);
      }).length`;
      await narrowed('portfolio', page, [...parts, '.rows [role=row]:nth-child(2) .cell-profit'], async () => {
        await expect.poll(async () => page.evaluate<number>(right), patience).toBeLessThanOrEqual(0);
        expect(await cutOff(page)).toEqual([]);
        // Charts and totals make room for positions, but not the risk and the buying power of an account.
        await expect.poll(async () => page.evaluate<number>(whole), patience).toBeGreaterThanOrEqual(8);
        expect(await page.locator('.fund').first().innerText()).toMatch(/Buying power\s+[\d,.]+ HKD[^]*Risk status\s+safe/);
      });
      // What is held, what it cost, and what it is worth are in sight in a small window.
      await desk().host.page.setViewportSize({ width: 1000, height: 600 });
      await expect.poll(async () => page.evaluate<number>(whole), patience).toBeGreaterThanOrEqual(8);
      for (const key of ['quantity', 'cost', 'value']) expect(await page.locator(`.header .cell-${key}`).count()).toBe(1);
      await desk().host.page.setViewportSize(wide);
      // All columns at 1280 pixels, next to the side bar.
      await workbench.showContainer();
      const scrolls = "document.querySelector('.scroller').scrollWidth > document.querySelector('.scroller').clientWidth";
      await expect.poll(async () => page.evaluate<boolean>(scrolls), patience).toBe(false);
      const cut =
        "[...document.querySelectorAll('.cell:not(.cell-name, .cell-symbol, .group-name)')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent.trim())";
      expect(await isCut(page, cut)).toEqual([]);
      await workbench.runCommand('View: Close Primary Side Bar');
    });

    it('the screener of a plate, filtered, with its columns', async () => {
      const { workbench, host } = desk();
      // Its command is in the menu of a plate, not in the palette.
      await host.page.keyboard.press('Control+Alt+6');
      const page = await workbench.webview('screener-page');
      await page.getByText('200 of 200').waitFor(patience);
      await page.getByRole('combobox', { name: 'Add Filter' }).selectOption('P/E');
      await page.getByRole('textbox', { name: 'P/E: at most' }).fill('10');
      await page.getByText(/^1?\d?\d of 200/).waitFor(patience);
      await judge('screener', page);
      const parts = ['h1', '.filters input', '.filters select', '.range button', '.top select', '.top button', '[role=columnheader]'];
      const whole = `[...document.querySelectorAll('.rows .row')].filter((row) => {
        const [box, list] = [row, document.querySelector('.scroller')].map((element) => element.getBoundingClientRect());
        return box.top >= list.top && box.bottom <= Math.min(list.bottom, innerHeight);
      }).length`;
      await narrowed('screener', page, parts, async () => {
        expect(await cutOff(page)).toEqual([]);
        await expect.poll(async () => page.evaluate<number>(whole), patience).toBeGreaterThanOrEqual(5);
      });
      await page.getByRole('button', { name: 'Columns', exact: true }).click();
      await page.getByRole('dialog', { name: 'Columns' }).waitFor(patience);
      await judge('screener-columns', page);
      await page.getByRole('button', { name: 'Done' }).click();
    });

    it('the records, with the details of one', async () => {
      const { workbench } = desk();
      await workbench.runCommand('Market Desk: Show Records');
      const page = await workbench.webview('records-page');
      await page.locator('.placeholder h2', { hasText: 'No orders yet' }).waitFor(patience);
      await page.getByRole('tab', { name: 'Requests' }).click();
      await page.locator('.rows .row', { hasText: 'GET /api/v1.0/' }).first().dblclick(patience);
      await page.locator('.details dd', { hasText: 'GET /api/v1.0/' }).waitFor(patience);
      await judge('records', page);
      const parts = [
        'h1',
        '[role=tab]',
        '.filters input',
        '.filters select',
        '[role=columnheader]',
        '.details h2',
        '.details button',
        '.details dd',
      ];
      await narrowed('records', page, parts, async () => {
        expect(await cutOff(page)).toEqual([]);
        await expect.poll(async () => isInSight(page, '.details dt'), patience).toBe(true);
      });
    });

    it('the orders page, which shows all of an open order at 1440 pixels, side, figures, and status first, and its fills', async () => {
      const { workbench, host } = desk();
      await workbench.runCommand('Market Desk: Open Orders Page (History, Fills)');
      const page = await workbench.webview('orders-page');
      await page.locator('.rows .row', { hasText: 'BUY TO COVER' }).waitFor(patience);
      await judge('orders', page);
      const hasDistances = 'document.querySelectorAll(\'.rows .cell-distance:not([title=""])\').length > 5';
      await host.page.setViewportSize({ width: 1440, height: 900 });
      // Times of the day before have a date, which takes their space at less.
      await expect.poll(async () => page.evaluate<boolean>(hasDistances), patience).toBe(true);
      // The name of a security leaves before a figure of an order: its symbol stays.
      const value = "document.querySelector('.header .cell-value').getBoundingClientRect().right - innerWidth";
      await expect.poll(async () => page.evaluate<number>('innerWidth'), patience).toBeGreaterThan(1300);
      await expect.poll(async () => page.evaluate<number>(value), patience).toBeLessThanOrEqual(0);
      await host.page.setViewportSize(wide);
      const lost = async (cells: string): Promise<readonly string[]> =>
        isCut(
          page,
          `[...document.querySelectorAll('market-grid .cell')]
            .filter((cell) => cell.matches(${JSON.stringify(cells)}) && cell.scrollWidth > cell.clientWidth + 1)
            .map((cell) => cell.textContent.trim())`,
        );
      await expect.poll(async () => lost('.cell:not(.cell-name)'), patience).toEqual([]);
      const parts = ['h1', '[role=tab]', '.filters input', '.filters select', '[role=columnheader]', '.rows .row:first-child .cell-side'];
      await narrowed('orders', page, parts, async () => {
        await expect.poll(async () => lost('.cell-created, .cell-side, .cell-quantity, .cell-price, .cell-filled'), patience).toEqual([]);
        const beyond = "document.querySelector('.header .cell-status').getBoundingClientRect().right - innerWidth";
        await expect.poll(async () => page.evaluate<number>(beyond), patience).toBeLessThanOrEqual(0);
      });
      await page.getByRole('tab', { name: 'Fills' }).click();
      await page.getByRole('combobox', { name: 'Range' }).selectOption('90');
      await expect.poll(async () => page.getByRole('row').count(), patience).toBeGreaterThan(5);
      await judge('orders-fills', page);
    });

    it('the security page, with its chart, its table, and everything next to it', async () => {
      const { workbench, host } = desk();
      await workbench.runCommand('Market Desk: Open Security (Chart, Price, Quote)…');
      await workbench.quickInput.enter('HK.00700');
      const page = await workbench.webview('security-page');
      await expect.poll(async () => page.locator('.levels tbody tr').count(), patience).toBe(10);
      await expect.poll(async () => page.locator('.events li').count(), patience).toBeGreaterThan(0);
      await judge('security', page);
      const lines =
        "[document.querySelector('.top'), document.querySelector('.controls')].map((line) => line.getBoundingClientRect().height)";
      const cut =
        "[...document.querySelectorAll('.top :is(.price, .change)')].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((cell) => cell.textContent)";
      for (const size of fitting) {
        await host.page.setViewportSize(size);
        await expect.poll(async () => widthOf(page), patience).toBeLessThan(size.width);
        await expect
          .poll(async () => page.evaluate<readonly number[]>(lines), patience)
          .toSatisfy(([top = 99, controls = 99]: readonly number[]) => top < 56 && controls < 45);
        await expect.poll(async () => isCut(page, cut), patience).toEqual([]);
      }
      await host.page.setViewportSize(wide);
      await page.getByRole('button', { name: 'Show all figures' }).click();
      await page.locator('.top.more').waitFor(patience);
      const side = ['.card', '.card dd', '.levels td', '.chips li', '.events li'];
      await narrowed('security', page, ['h1', '.price', '.fact', '.canvas', '.segment', 'select', 'button', ...side]);
      const broken =
        "[...document.querySelectorAll('.pairs dd')].filter((figure) => figure.getClientRects()[0].height > 30).map((figure) => figure.textContent.trim())";
      expect(await isCut(page, broken)).toEqual([]);
      for (const width of [640, 720, 800, 900]) {
        await host.page.setViewportSize({ ...wide, width });
        await expect.poll(async () => widthOf(page), patience).toBeLessThan(width);
        const over = await drawnOver(page, '.top h1, .top .price, .top .change, .top .when', '.top button, .top .badge');
        expect({ width, over }).toEqual({ width, over: [] });
      }
      await host.page.setViewportSize(wide);
      await page.getByRole('button', { name: 'Show as Table' }).click();
      await expect.poll(async () => page.getByRole('row').count(), patience).toBeGreaterThan(10);
      expect(await axeViolations(page)).toEqual([]);
      expect(await cutOff(page)).toEqual([]);
      // Checks one row: checking all of them would scroll on and on, which loads older bars meanwhile.
      await narrowed('security-table', page, ['.bars .header [role=columnheader]', '.bars .rows [role=row]:nth-child(2) [role=gridcell]']);
    });

    it('the order ticket, even with an error in a field', async () => {
      const page = await openTicket(desk().workbench, 'OK-1');
      await judge('ticket', page);
      await narrowed('ticket', page, ['.world', '.account', 'h1', '.facts > *', '.quote', 'input', 'button']);
      const price = page.getByRole('textbox', { name: 'Price', exact: true });
      await price.fill('1,5');
      await expect.poll(async () => price.getAttribute('aria-invalid'), patience).toBe('true');
      await judge('ticketProblem', page);
    });

    it('the watchlist', async () => {
      const { workbench } = desk();
      await workbench.showContainer();
      await workbench.collapse('Positions', 'Plates', 'Today', 'Orders');
      const page = await workbench.webview('watchlist-page [role=row][data-id]');
      await expect.poll(async () => page.locator('.last-price').count(), patience).toBeGreaterThan(1);
      const first = '.rows [role=row]:first-child';
      await narrowed('watchlist', page, ['[role=columnheader]', `${first} .cell`, `${first} .last-price`, `${first} .moved`]);
      // No cell is wider than its line, so nothing scrolls sideways and only names are cut off.
      const wider =
        "[...document.querySelectorAll('[role=grid], .rows [role=row]')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.trim())";
      await expect.poll(async () => isCut(page, wider), patience).toEqual([]);
      // The page is transparent: the side bar is behind it.
      await page.evaluate("document.documentElement.style.backgroundColor = 'var(--vscode-sideBar-background)'");
      await judge('watchlist', page);
    });
  });
}
