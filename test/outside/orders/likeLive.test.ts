import { describe, expect, it } from 'vitest';
import { useConnectedDesk } from '../support/connectedDesk';
import { confirmChange, enterTicket, waitForStage } from '../support/ticket';

const patience = { timeout: 40_000 };

/** Integers instead of words, bare symbols, Chinese names, ranked matches, rate limits: as in recordings of live services. */
describe('a service like the live ones', () => {
  const { desk, service } = useConnectedDesk({ likeLive: true });

  it('finds calendar events, marks a split match as one, and shows no days if matches are ranked', async () => {
    const { workbench } = desk();
    await workbench.runCommand('Market Desk: Search Economic Calendar…');
    await workbench.quickInput.enter('失业率');
    const page = await workbench.webview('.tabs[role=tablist]');
    await expect.poll(async () => page.locator('mark').first().innerText(), patience).toBe('失业率');
    const rows = await page.locator('[role=row].event').allInnerTexts();
    expect(rows.length).toBeGreaterThan(3);
    expect(rows[0]).toContain('失业率');
    // Sorted by relevance, not by time: days and the line of now would be wrong.
    expect(await page.locator('.row.day, .row.now').count()).toBe(0);
    await desk().screenshot('like-live-calendar');
  });

  it('changes an order once, according to the service’s own record', async () => {
    const { workbench } = desk();
    // A window that has just opened keeps to the pace of the service: half a minute at most.
    const orders = await workbench.view('Orders');
    await orders.row(/BUY 300 腾讯控股 @ 562\.5/).waitFor({ timeout: 60_000 });
    const page = await enterTicket(workbench, 'OK-1', '400', '560');
    const text = await confirmChange(workbench, page, 'Change OK-1 to 400 @ 560');
    expect(text).toContain('BUY 腾讯控股');
    await waitForStage(page, /OK-1: change accepted, not applied yet\. New values: 400 @ 560\.|Change applied: OK-1 is now 400 @ 560\./);
    await orders.row(/BUY 400 腾讯控股 @ 560/).waitFor({ timeout: 60_000 });
    const sent = service().ledger.entries.filter(({ method }) => method === 'PUT');
    expect(sent.map(({ body }) => new TextDecoder().decode(body))).toEqual(['{"exchange":"SEHK","qty":"400","price":"560"}']);
    await desk().screenshot('like-live-order');
  }, 200_000);
});
