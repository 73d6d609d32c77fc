import { describe, expect, it } from 'vitest';
import { prepareModification } from '../../src/service/endpoints/orders/changes';
import { publishedRates } from '../../src/service/requests/limits';
import { Pacer } from '../../src/service/requests/pacer';
import { openClient } from '../support/network/clientHarness';
import type { ClientAndSandbox } from '../support/network/clientHarness';
import { itemsOf } from '../support/builders/lists';

const call = { signal: new AbortController().signal };

/** A client and a service with rate limits: their clocks advance only by waiting, which takes no time. */
async function openLimited(rates: 'published' | 'none', likeLive = true): Promise<ClientAndSandbox & { readonly waited: number[] }> {
  const waited: number[] = [];
  const movedMs = (): number => waited.reduce((sum, ms) => sum + ms, 0);
  const startedAt = Date.now();
  const timing = {
    monotonicMs: movedMs,
    random: () => 0.5,
    sleep: async (ms: number) => {
      waited.push(ms);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
  const client = {
    timing,
    pacer: new Pacer({ timing, ...(rates === 'published' ? { rates: publishedRates } : {}) }),
    wallMs: () => startedAt + movedMs(),
  };
  const held = await openClient('bearer', {
    client,
    sandbox: { likeLive, wallClock: () => startedAt + movedMs(), tokenLifetimeSeconds: 10_000_000 },
  });
  return Object.assign(held, { waited });
}

const rejected = (held: ClientAndSandbox): readonly string[] => held.events.flatMap(({ outcome }) => (outcome === 'ok' ? [] : [outcome]));
const sum = (waited: readonly number[]): number => waited.reduce((all, ms) => all + ms, 0);
const days = { market: 'HK', start: '2026-06-01', end: '2026-06-02' } as const;
const orders = async ({ client }: ClientAndSandbox): Promise<unknown> =>
  itemsOf(client.beyond.orders({ accountId: '8001', tradeMarket: 'HK' }, call));
const change = prepareModification({ accountId: '8001', orderId: 'OK-1', exchange: 'SEHK', quantity: '400', price: '561.5' });

describe('requests on their way', () => {
  it('are known until they have ended, changes of orders like reads', async () => {
    const timing = { monotonicMs: () => performance.now(), random: () => 0.5, sleep: async () => undefined };
    const pacer = new Pacer({ timing });
    const held = await openClient('bearer', { client: { pacer } });
    const changed = held.client.modifyOrder(change, call);
    await expect.poll(() => pacer.waitOf('trading').oldestMs).toBeGreaterThanOrEqual(0);
    expect(await changed).toMatchObject({ kind: 'accepted' });
    const given = new AbortController();
    given.abort();
    expect(await held.client.modifyOrder(change, { signal: given.signal })).toMatchObject({ kind: 'notSent' });
    await orders(held);
    expect(pacer.waitOf('trading')).toEqual({ heldMs: undefined, oldestMs: undefined });
    await held.close();
  });
});

describe('a service that limits requests', () => {
  it('is waited for once, for as long as its text says, and nothing is lost', async () => {
    const held = await openLimited('none');
    for (let count = 0; count < 30; count += 1) await held.client.tradingDays(days, call);
    expect(rejected(held)).toEqual([]);
    // Half a minute later the text asks for the other half.
    held.waited.push(30_000);
    const before = sum(held.waited);
    expect(await held.client.tradingDays(days, call)).toMatchObject({ kind: 'days' });
    expect(rejected(held)).toEqual(['api']);
    expect(sum(held.waited) - before).toBeGreaterThan(28_000);
    expect(sum(held.waited) - before).toBeLessThanOrEqual(31_000);
    await held.close();
  });

  it('is waited for as long as its field says when the text says nothing', async () => {
    const held = await openLimited('none');
    await Promise.all([orders(held), orders(held)]);
    expect(rejected(held)).toEqual(['api']);
    expect(sum(held.waited)).toBeGreaterThanOrEqual(1000);
    expect(sum(held.waited)).toBeLessThan(1400);
    await held.close();
  });

  it('never rejects trading requests of a client that keeps to the published rates', async () => {
    const held = await openLimited('published');
    for (let count = 0; count < 45; count += 1) await orders(held);
    expect(rejected(held)).toEqual([]);
    expect(sum(held.waited)).toBeGreaterThan(29_000);
    expect(sum(held.waited)).toBeLessThan(62_000);
    await held.close();
  });

  it('accepts a change at once while reads wait for their turn', async () => {
    const held = await openLimited('published');
    for (let count = 0; count < 27; count += 1) await orders(held);
    const before = sum(held.waited);
    expect(await held.client.modifyOrder(change, call)).toEqual({ kind: 'accepted' });
    expect(sum(held.waited) - before).toBeLessThanOrEqual(40);
    expect(rejected(held)).toEqual(['answered']);
    await held.close();
  });

  it('rejects a change once, which isn’t sent again, and the wait is shown', async () => {
    const held = await openLimited('none');
    held.waited.push(60_000);
    const [first, second] = await Promise.all([held.client.modifyOrder(change, call), held.client.modifyOrder(change, call)]);
    expect([first, second]).toContainEqual({ kind: 'accepted' });
    expect([first, second]).toContainEqual(expect.objectContaining({ kind: 'tooManyRequests', waitMs: 1000 }));
    expect(held.sandbox.ledger.of('PUT', change.path)).toHaveLength(2);
    await held.close();
  });
});

describe('the wait that a service asks for', () => {
  const match = { method: 'GET', path: '/api/v1.0/quote/trading-days' };

  it.each([
    ['Retry-After before every text', 429, { 'retry-after': '3', 'x-ratelimit-reset-after': '5' }, 'retry after 9 s', 3000],
    ['its text before the renewal of the quota', 429, { 'x-ratelimit-reset-after': '5' }, 'retry after 9 s', 9000],
    ['the renewal of the quota', 429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '5' }, 'slow down', 5000],
    ['its text with HTTP 200', 200, {}, 'retry in 1500 ms', 1500],
  ])('is read in the right order: %s', async (_, status, headers, message, waitMs) => {
    const held = await openLimited('published', false);
    const body = { ret_code: -11, ret_msg: 'request failed', error: { code: 'rate_limited', message } };
    held.sandbox.faults.once({ match, action: { kind: 'respond', status, headers, body } });
    expect(await held.client.tradingDays(days, call)).toMatchObject({ kind: 'days' });
    expect(rejected(held)).toHaveLength(1);
    expect(sum(held.waited)).toBeGreaterThan(waitMs - 100);
    expect(sum(held.waited)).toBeLessThanOrEqual(waitMs + 300);
    await held.close();
  });

  it('is kept before any rejection when a quota is used up, which pauses its family and no other', async () => {
    const held = await openLimited('published', false);
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '6' };
    const body = { ret_code: 0, ret_msg: 'success', data: { trading_days: [] } };
    held.sandbox.faults.once({ match, action: { kind: 'respond', status: 200, headers, body } });
    await held.client.tradingDays(days, call);
    await orders(held);
    expect(sum(held.waited)).toBe(0);
    await held.client.tradingDays(days, call);
    expect(sum(held.waited)).toBeGreaterThan(5_900);
    expect(sum(held.waited)).toBeLessThanOrEqual(6_000);
    expect(rejected(held)).toEqual([]);
    await held.close();
  });

  it('also applies to reads when a change used up the quota', async () => {
    const held = await openLimited('published', false);
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '6' };
    held.sandbox.faults.once({ match: { method: 'PUT' }, action: { kind: 'respond', status: 200, headers, body: { s: 'ok' } } });
    expect(await held.client.modifyOrder(change, call)).toEqual({ kind: 'accepted' });
    const before = sum(held.waited);
    await orders(held);
    expect(sum(held.waited) - before).toBeGreaterThan(5_900);
    await held.close();
  });
});
