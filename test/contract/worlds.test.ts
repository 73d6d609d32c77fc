import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareModification } from '../../src/service/endpoints/orders/changes';
import { isNotOffered } from '../../src/service/notOffered';
import { opened } from '../support/builders/lists';
import { openClient } from '../support/network/clientHarness';
import type { ClientAndSandbox } from '../support/network/clientHarness';

const call = { signal: new AbortController().signal };
const worlds = [
  ['strict', { strict: true }],
  ['the usual world', {}],
  ['like live', { likeLive: true }],
  ['Chinese', { language: 'zh-tw' }],
] as const;

describe.each(worlds)('the client in %s', (name, options) => {
  let held: ClientAndSandbox;
  beforeAll(async () => {
    held = await openClient('ed25519', { sandbox: options });
  });
  afterAll(async () => held.close());

  it('reads the time, the calendar and trading days', async () => {
    expect(Math.abs((await held.client.serverTime(call)).serverTime - Date.now())).toBeLessThan(5_000);
    const found = opened(await held.client.searchCalendar({ keyword: 'CPI', searchType: 1, limit: 30 }, call));
    expect(found.items).toHaveLength(30);
    expect(opened(await held.client.hotCalendar({ timeZone: 'America/New_York', limit: 20 }, call)).hasMore).toBe(false);
    expect((await held.client.tradingDays({ market: 'HK', start: '2026-12-20', end: '2026-12-31' }, call)).kind).toBe(
      name === 'strict' ? 'raw' : 'days',
    );
  });

  it('reads the stocks of a plate, or reports that this call is not offered', async () => {
    const asked = held.client.plateConstituents({ plateId: 'HK.BK1000', limit: 200 }, call);
    if (name === 'like live') expect(await asked.catch((error: unknown) => isNotOffered(error))).toBe(true);
    else expect(opened(await asked)).toMatchObject({ total: 1534, hasMore: true });
  });

  it('changes an order, and gets every kind of question', async () => {
    const outcomes: string[] = [];
    for (const [orderId, exchange, quantity] of [
      ['OK-1', 'SEHK', '400'],
      ['ERR-1', 'US', '9'],
      ['CONFIRM-1', 'US', '41'],
      ['BROWSER-1', 'US', '16'],
    ] as const) {
      const prepared = prepareModification({ accountId: '8001', orderId, exchange, quantity, price: '561.5' });
      outcomes.push((await held.client.modifyOrder(prepared, call)).kind);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    expect(outcomes).toEqual(['accepted', name === 'like live' ? 'saysRejected' : 'refused', 'needsConfirmation', 'needsBrowser']);
  });

  it('reads the positions of one market', async () => {
    const accountId = name === 'like live' ? '281756479864562681' : 'SIM-1001';
    expect(opened(await held.client.simulatedPositions({ accountId, market: 1 }, call)).items.length).toBeGreaterThan(5);
  });
});
