import type { Frame } from 'playwright-core';
import { expect, it } from 'vitest';
import { answerAlert } from '../support/alertSteps';
import { axeViolations } from '../support/axe';
import type { ConnectedDesk } from '../support/connectedDesk';
import { patience } from '../support/patience';
import { nightly } from '../support/nightly';

export function securityPage({ desk }: ConnectedDesk): void {
  const open = async (symbol: string): Promise<Frame> => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Open Security (Chart, Price, Quote)…');
    await workbench.quickInput.enter(symbol);
    const page = await workbench.webview('security-page .canvas');
    await expect.poll(async () => page.locator('.notes').innerText(), patience).toMatch(/^Bars: 370/);
    await expect.poll(async () => page.locator('.line-label').count(), patience).toBeGreaterThan(2);
    return page;
  };
  const date = async (page: Frame): Promise<string> => page.locator('.day-head input').inputValue();
  const settled = async (page: Frame): Promise<void> =>
    expect.poll(async () => page.locator('.day-head [role=status]').innerText(), patience).toBe('');
  const ticketPrice = async (): Promise<string> => {
    const ticket = await desk().workbench.webview('order-ticket');
    return ticket.getByRole('textbox', { name: 'Price', exact: true }).inputValue();
  };

  nightly('reads earlier bars when going back by keyboard, and shows other intervals as a table that the keyboard moves in', async () => {
    const shown = await open('HK.00700');
    const bars = async (): Promise<number> => Number((/\d+/.exec(await shown.locator('.notes').innerText()) ?? ['0'])[0]);
    const before = await bars();
    await shown.locator('.canvas').focus();
    await desk().host.page.keyboard.press('0');
    await expect.poll(bars, patience).toBeGreaterThan(before);
    await desk().host.page.keyboard.press('Shift+ArrowLeft');
    await desk().host.page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(async () => shown.locator('.legend').innerText(), patience).toMatch(/O\s[\d.,]+\s+H\s[\d.,]+/);
    await desk().screenshot('security-all');
    await shown.getByRole('button', { name: '5m', exact: true }).click();
    await expect.poll(async () => shown.locator('.notes').innerText(), patience).toMatch(/Bars.*Asia\/Hong_Kong/);
    await desk().screenshot('security-5m');
    await shown.getByRole('button', { name: 'Show as Table' }).click();
    await expect.poll(async () => shown.getByRole('row').count(), patience).toBeGreaterThan(10);
    const { keyboard } = desk().host.page;
    const table = shown.getByRole('grid', { name: /bars/ });
    const active = async () => shown.locator(`[id="${(await table.getAttribute('aria-activedescendant')) ?? ''}"]`);
    const line = async (): Promise<number> => Number(await (await active()).getAttribute('aria-rowindex'));
    await shown.getByRole('button', { name: 'Show as Chart' }).focus();
    await keyboard.press('Tab');
    await expect.poll(line, patience).toBe(2);
    await keyboard.press('Control+End');
    await expect.poll(line, patience).toBeGreaterThan(50);
    await keyboard.press('ArrowRight');
    await keyboard.press('End');
    await expect.poll(async () => (await active()).innerText(), patience).toMatch(/^[\d,]+$/);
    await desk().screenshotInEveryTheme('security-table');
  });

  nightly('keeps the label of the last price on its line while going back in time', async () => {
    const shown = await open('HK.00700');
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
  });

  it('opens the ticket with the price to which an order’s line is dragged, and sends nothing; Escape puts it back', async () => {
    const { workbench, host } = desk();
    const shown = await open('HK.00700');
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
    await expect.poll(async () => Number(await ticketPrice()), patience).toBe(Number(dragged));
    await desk().screenshot('security-chart-ticket');
  });

  nightly(
    'draws an alert as a line with a bell, and edits it with the price to which the line is moved; Escape leaves it as it was',
    async () => {
      const { workbench, host } = desk();
      const shown = await open('HK.00700');
      await shown.getByRole('button', { name: 'Add Alert…' }).click();
      await answerAlert(workbench, { kind: 'Price at or above…', figure: '560.5' });
      const grip = shown.getByRole('slider', { name: 'Alert at or above' });
      await grip.locator('.codicon-bell').waitFor(patience);
      expect(await axeViolations(shown)).toEqual([]);
      await desk().screenshotInEveryTheme('security-chart-alert');
      for (const [asked, answer] of [
        ['561', 'Escape'],
        ['561', 'Enter'],
      ] as const) {
        await grip.focus();
        await host.page.keyboard.press('ArrowUp');
        expect(Number(await grip.getAttribute('aria-valuetext'))).toBe(Number(asked));
        await host.page.keyboard.press('Enter');
        await expect.poll(async () => workbench.quickInput.value(), patience).toBe(asked);
        await host.page.keyboard.press(answer);
        await expect.poll(async () => Number(await grip.getAttribute('aria-valuetext')), patience).toBe(answer === 'Enter' ? 561 : 560.5);
      }
      expect(Number(await shown.getByRole('slider', { name: 'BUY 300' }).getAttribute('aria-valuetext'))).toBe(562.5);
    },
  );

  nightly('offers an order or an alert at a price of the axis, where the pointer is or by keyboard', async () => {
    const { workbench, host } = desk();
    const shown = await open('HK.00700');
    const canvas = shown.locator('.canvas');
    const box = await canvas.boundingBox();
    if (box === null) throw new Error('The chart is not there.');
    await host.page.mouse.click(box.x + box.width - 20, box.y + box.height / 2);
    const buy = shown.getByRole('menuitem', { name: /^Buy at/ });
    const price = /[\d.]+/.exec((await buy.textContent()) ?? '')?.[0] ?? '';
    expect(Number(price) % 0.5).toBe(0);
    expect(await axeViolations(shown)).toEqual([]);
    await desk().screenshot('security-chart-price');
    await host.page.keyboard.press('Escape');
    await canvas.press('Enter');
    await host.page.keyboard.press('ArrowUp');
    await host.page.keyboard.press('Enter');
    await expect.poll(async () => workbench.quickInput.value(), patience).toMatch(/^\d{3}(\.\d+)?$/);
    await host.page.keyboard.press('Escape');
    await host.page.mouse.click(box.x + box.width - 20, box.y + box.height / 2);
    await buy.click();
    await expect.poll(async () => Number(await ticketPrice()) % 0.5, patience).toBe(0);
  });

  it('does the same by keyboard, and passes a price of the order book to the open ticket', async () => {
    const { workbench, host } = desk();
    const shown = await open('HK.00700');
    const grip = shown.getByRole('slider', { name: 'BUY 300' });
    await grip.focus();
    await host.page.keyboard.press('ArrowUp');
    await host.page.keyboard.press('ArrowUp');
    expect(Number(await grip.getAttribute('aria-valuetext'))).toBe(563.5);
    await host.page.keyboard.press('Enter');
    await expect.poll(async () => Number(await ticketPrice()), patience).toBe(563.5);
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

  nightly(
    'compares with other securities in percent, in the legend and in the table, and draws averages of the lengths that are typed',
    async () => {
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
      await shown.getByRole('button', { name: 'Remove HK.00005 from the chart' }).click();
      await shown.getByRole('button', { name: 'Lines' }).click();
      const lengths = shown.getByRole('textbox', { name: 'Moving averages, in bars', exact: true });
      await lengths.fill('5, 60');
      await lengths.press('Enter');
      await expect.poll(async () => shown.locator('.legend').innerText(), patience).toMatch(/MA5 [\d.,]+\s+MA60 [\d.,]+/);
      const exponential = shown.getByRole('textbox', { name: 'Exponential moving averages, in bars' });
      await exponential.fill('12');
      await exponential.press('Enter');
      const strength = shown.getByRole('textbox', { name: 'Relative strength index (RSI), in bars' });
      await strength.fill('14');
      await strength.press('Enter');
      await expect.poll(async () => shown.locator('.legend').innerText(), patience).toMatch(/MA60 [\d.,]+\s+EMA12 [\d.,]+\s+RSI14 [\d.]+/);
      await desk().screenshot('security-averages');
      await lengths.fill('many');
      await lengths.press('Enter');
      await expect.poll(async () => lengths.getAttribute('aria-invalid'), patience).toBe('true');
      await lengths.press('Escape');
    },
  );

  nightly('reviews a day by keyboard: back to one with fills, along its events in table and chart, and closed again', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Review Day…');
    await workbench.quickInput.enter('HK.00700');
    const page = await workbench.webview('day-review');
    await settled(page);
    const latest = await date(page);
    const grid = page.getByRole('grid', { name: /Events of the day/ });
    const { keyboard } = host.page;
    await page.locator('.day-title').focus();
    const hasFill = async (): Promise<boolean> => (await page.getByRole('gridcell', { name: 'Fill', exact: true }).count()) > 0;
    // The latest day may have fills as well, by the time of day.
    for (let days = 0; days < 40 && (days === 0 || !(await hasFill())); days += 1) {
      const before = await date(page);
      await keyboard.press('p');
      await expect.poll(async () => date(page), patience).not.toBe(before);
      await settled(page);
    }
    expect(await hasFill()).toBe(true);
    expect((await date(page)) < latest).toBe(true);
    await expect.poll(async () => page.locator('.day .notes').innerText(), patience).toMatch(/^Bars: \d{2,}, \d\d:\d\d/);
    expect(await page.locator('.day-sums').first().innerText()).toMatch(/Bought\s+[\d,]+/);
    // The active event in the table is described above the chart.
    await grid.focus();
    await keyboard.press('Control+Home');
    await keyboard.press('ArrowDown');
    await expect.poll(async () => page.locator('.day .legend').innerText(), patience).toMatch(/\d\d:\d\d:\d\d · /);
    await desk().screenshotInEveryTheme('day-review');
    await page.locator('.day .canvas').focus();
    await keyboard.press('Shift+ArrowLeft');
    await expect.poll(async () => page.locator('.day .legend').innerText(), patience).toMatch(/O\s[\d.,]+\s+H\s[\d.,]+/);
    await keyboard.press('Enter');
    const active = async (): Promise<string | null> => page.locator('.day-events .grid').getAttribute('aria-activedescendant');
    await expect.poll(active, patience).not.toBeNull();
    await page.getByRole('button', { name: 'Close Day Review' }).focus();
    await keyboard.press('Enter');
    await expect.poll(async () => page.locator('day-review').count(), patience).toBe(0);
    await expect.poll(async () => page.evaluate<string>('document.activeElement?.getAttribute("aria-label")'), patience).toBe('Review Day');
    await expect.poll(async () => page.locator('security-chart .notes').innerText(), patience).toMatch(/^Bars: \d+/);
  });
}
