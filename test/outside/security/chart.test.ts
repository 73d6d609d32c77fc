import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeViolations } from '../support/axe';
import { useConnectedDesk } from '../support/connectedDesk';

const patience = { timeout: 30_000 };

describe('the chart of a security', () => {
  const { desk } = useConnectedDesk({ alwaysOpen: true });

  const open = async (symbol: string): Promise<Frame> => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Open Security…');
    await workbench.quickInput.enter(symbol);
    const page = await workbench.webview('security-page .canvas');
    await expect.poll(async () => page.locator('.notes').innerText(), patience).toMatch(/^Bars: 370/);
    await expect.poll(async () => page.locator('.line-label').count(), patience).toBeGreaterThan(2);
    return page;
  };
  const page = async (): Promise<Frame> => desk().workbench.webview('security-page .canvas');
  const ticketPrice = async (): Promise<string> => {
    const ticket = await desk().workbench.webview('order-ticket');
    return ticket.getByRole('textbox', { name: 'Price', exact: true }).inputValue();
  };

  it('has a header of one line, with figures behind a button, and no axe violations', async () => {
    const shown = await open('HK.00700');
    const height = async (): Promise<number> => (await shown.locator('header.top').boundingBox())?.height ?? 0;
    expect(await height()).toBeLessThan(60);
    for (const name of ['Add to Watchlist', 'Add Alert…', 'Modify an Order…', 'Show in Portfolio'])
      expect(await shown.getByRole('button', { name, exact: true }).count()).toBe(1);
    await shown.getByRole('button', { name: 'Show all figures' }).click();
    await expect.poll(height, patience).toBeGreaterThan(80);
    await desk().screenshotInEveryTheme('security-chart-more');
    await shown.getByRole('button', { name: 'Show fewer figures' }).click();
    expect(await axeViolations(shown)).toEqual([]);
  });

  it('labels lines that are out of view at the edge, and does not compress the candles for a cost line', async () => {
    const shown = await page();
    const cost = shown.locator('.line-label.cost', { has: shown.getByRole('img', { name: 'above the chart' }) });
    expect(await cost.count()).toBeGreaterThan(0);
    expect(await cost.first().innerText()).toMatch(/Avg\. cost · (LIVE|paper)\s+6\d\d/);
    await expect.poll(async () => shown.locator('.legend').innerText(), patience).toMatch(/MA20 5\d\d\.\d\d/);
    await desk().screenshotInEveryTheme('security-chart');
  });

  it('keeps the label of the last price on its line while going back in time', async () => {
    const shown = await page();
    const canvas = shown.locator('.canvas');
    const grip = shown.getByRole('slider', { name: 'BUY 300' });
    /** The distance of the order's line from the top of the plot, in pixels. */
    const heightOfLine = async (): Promise<number> =>
      shown.evaluate<number>("parseFloat(document.querySelector('.line-grip .strip').style.top) + 5.5");
    /** The height once it has not changed for a quarter of a second: the chart draws some time after the key press. */
    const steadyHeight = async (): Promise<number> => {
      let [before, now] = [Number.NaN, await heightOfLine()];
      while (now !== before) {
        await shown.waitForTimeout(250);
        [before, now] = [now, await heightOfLine()];
      }
      return now;
    };
    await shown.getByRole('button', { name: 'Lines' }).click();
    await shown.getByRole('checkbox', { name: 'Previous close' }).uncheck();
    await canvas.focus();
    await canvas.press('PageUp');
    const first = await steadyHeight();
    // The scale is linear: two positions of the order's line give the position of any price.
    await grip.focus();
    await grip.press('PageUp');
    const moved = await grip.getAttribute('aria-valuenow');
    await expect.poll(heightOfLine, patience).not.toBe(first);
    const perUnit = ((await steadyHeight()) - first) / (Number(moved) - 562.5);
    await grip.press('Escape');
    /** How far the label's middle is from its price's line, in pixels: the price may change while the market is open. */
    const labelOffset = async (): Promise<number> => {
      const last = Number(await shown.locator('header.top .price').innerText());
      const expected = first + (last - 562.5) * perUnit;
      return shown.evaluate<number>(`(() => {
        const axis = document.querySelector('.canvas table tr:first-child td:last-child canvas');
        const ratio = axis.height / axis.clientHeight;
        const { data } = axis.getContext('2d').getImageData(Math.round(4 * ratio), 0, 1, axis.height);
        const at = (y) => data.slice(y * 4, y * 4 + 3).join();
        const middle = Math.round(${String(expected)} * ratio);
        if (at(middle) === at(1)) return NaN;
        let [top, bottom] = [middle, middle];
        while (at(top - 1) === at(middle)) top -= 1;
        while (at(bottom + 1) === at(middle)) bottom += 1;
        return Math.abs((top + bottom) / 2 / ratio - ${String(expected)});
      })()`);
    };
    await expect.poll(labelOffset, patience).toBeLessThanOrEqual(2);
    await desk().screenshot('security-chart-panned');
    await canvas.focus();
    await canvas.press('End');
    await shown.getByRole('button', { name: 'Lines' }).click();
    await shown.getByRole('checkbox', { name: 'Previous close' }).check();
    await canvas.press('Escape');
  });

  it('opens the ticket with the price to which an order’s line is dragged, and sends nothing; Escape puts it back', async () => {
    const { workbench, host } = desk();
    const shown = await page();
    const grip = shown.getByRole('slider', { name: 'BUY 300' });
    const label = grip.locator('.line-label');
    await label.hover();
    const box = await label.boundingBox();
    if (box === null) throw new Error('The line is not there.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await host.page.mouse.move(x, y);
    await host.page.mouse.down();
    await host.page.mouse.move(x, y + 60, { steps: 5 });
    await expect.poll(async () => grip.getAttribute('class'), patience).toContain('moving');
    await desk().screenshot('security-chart-drag');
    await host.page.keyboard.press('Escape');
    await host.page.mouse.up();
    expect(await grip.getAttribute('aria-valuenow')).toBe('562.5');
    expect(await workbench.activeTab()).toContain('HK.00700');
    await host.page.mouse.move(x, y);
    await host.page.mouse.down();
    await host.page.mouse.move(x, y + 60, { steps: 5 });
    const dragged = (await grip.getAttribute('aria-valuenow')) ?? '';
    await host.page.mouse.up();
    expect(Number(dragged) % 0.5).toBe(0);
    expect(Number(dragged)).toBeLessThan(562.5);
    await expect.poll(ticketPrice, patience).toBe(dragged);
    await desk().screenshot('security-chart-ticket');
  });

  it('does the same by keyboard, and passes a price of the order book to the open ticket', async () => {
    const { workbench, host } = desk();
    await open('HK.00700');
    const shown = await page();
    const grip = shown.getByRole('slider', { name: 'BUY 300' });
    await grip.focus();
    await host.page.keyboard.press('ArrowUp');
    await host.page.keyboard.press('ArrowUp');
    expect(await grip.getAttribute('aria-valuetext')).toBe('563.5');
    await host.page.keyboard.press('Enter');
    await expect.poll(ticketPrice, patience).toBe('563.5');
    const ticket = await workbench.webview('order-ticket');
    await ticket.getByRole('textbox', { name: 'Quantity', exact: true }).fill('200');
    const other = await open('HK.00700');
    const level = other.locator('.levels td.level.up button').nth(2);
    const price = await level.innerText();
    await level.click();
    await expect.poll(async () => Number(await ticketPrice()), patience).toBe(Number(price));
    const again = await workbench.webview('order-ticket');
    expect(await again.getByRole('textbox', { name: 'Quantity', exact: true }).inputValue()).toBe('200');
  });

  it('compares with other securities in percent, in the legend and in the table', async () => {
    const { workbench } = desk();
    const shown = await open('HK.00700');
    for (const symbol of ['HK.00005', 'US.NVDA']) {
      await shown.getByRole('button', { name: 'Compare…' }).click();
      await workbench.quickInput.enter(symbol);
      await expect
        .poll(async () => shown.locator('.compared-chip').allInnerTexts(), patience)
        .toContainEqual(expect.stringMatching(new RegExp(`${symbol.replace('.', '\\.')}\\s+[+−]\\d`)));
    }
    expect(await shown.locator('.compared .note').last().innerText()).toMatch(/^Percent since .+, the first bar in view\./);
    await desk().screenshotInEveryTheme('security-compared');
    await shown.getByRole('button', { name: 'Show as Table' }).click();
    await expect.poll(async () => shown.getByRole('columnheader', { name: 'US.NVDA %' }).count(), patience).toBe(1);
    await desk().screenshot('security-compared-table');
    await shown.getByRole('button', { name: 'Show as Chart' }).click();
    await shown.getByRole('button', { name: 'Remove US.NVDA from the chart' }).click();
    await expect.poll(async () => shown.locator('.compared-chip').count(), patience).toBe(2);
    expect(await axeViolations(shown)).toEqual([]);
  });

  it('draws moving averages with lengths that the user types', async () => {
    const shown = await page();
    await shown.getByRole('button', { name: 'Remove HK.00005 from the chart' }).click();
    await shown.getByRole('button', { name: 'Lines' }).click();
    const lengths = shown.getByRole('textbox', { name: 'Moving averages, in bars' });
    await lengths.fill('5, 60');
    await lengths.press('Enter');
    await expect.poll(async () => shown.locator('.legend').innerText(), patience).toMatch(/MA5 [\d.,]+\s+MA60 [\d.,]+/);
    await desk().screenshot('security-averages');
    await lengths.fill('many');
    await lengths.press('Enter');
    await expect.poll(async () => lengths.getAttribute('aria-invalid'), patience).toBe('true');
    await lengths.press('Escape');
  });
});
