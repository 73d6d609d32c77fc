import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { FeedClient } from '../../support/feedClient';
import { useFeeds } from '../../support/useFeeds';
import { postJson, signIn } from '../../support/sandboxHarness';
import type { Decision } from '../../support/sandboxHarness';
import { openService, record, records } from '../../support/sandboxService';
import type { Json } from '../../support/sandboxService';

const feeds = useFeeds();

async function listener(decision: Decision = { user: 'ada' }): Promise<FeedClient> {
  const signedIn = await signIn(feeds.service.sandbox, decision);
  const feed = await feeds.open(feeds.service.sandbox.tradeFeedUrl);
  feed.send({ id: 'a', action: 'auth', data: { auth_type: 'oauth2', authorization: signedIn.bearer.Authorization } });
  await feed.waitFor((frame) => frame['id'] === 'a' || frame['ret_code'] !== undefined);
  return feed;
}

const order = (id: string): string => `/api/v1.0/accounts/8001/orders/${id}`;
const body = { exchange: 'SEHK', qty: '400', price: '560' };
const isEvent =
  (type: string, id?: string) =>
  (frame: Json): boolean =>
    frame['type'] === type && (id === undefined || record(frame['data'])['order_id'] === id);

describe('the trade feed', () => {
  it('is open to programs, and to pages of its own origin', async () => {
    const { url, tradeFeedUrl = '' } = feeds.service.sandbox;
    const ask = async (origin: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(tradeFeedUrl, { origin });
        socket.on('open', () => resolve('open')).on('error', ({ message }) => resolve(message));
        socket.on('open', () => socket.close());
      });
    expect(await ask('https://evil.example')).toContain('403');
    expect(await ask('null')).toContain('403');
    expect(await ask(url)).toBe('open');
  });

  it('accepts a limited number of connections, signed in or not, and new ones when these end', async () => {
    const { url, tradeFeedUrl = '' } = feeds.service.sandbox;
    const open = async (origin?: string): Promise<WebSocket> =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(tradeFeedUrl, origin === undefined ? {} : { origin });
        socket.on('open', () => resolve(socket)).on('error', reject);
      });
    const held = await Promise.all(Array.from({ length: 200 }, async () => open()));
    await expect(open()).rejects.toThrow('503');
    await expect(open(url)).rejects.toThrow('503');
    for (const socket of held) socket.terminate();
    await vi.waitFor(async () => (await open()).terminate(), { timeout: 10_000 });
  });

  it('reports a change without any subscription, as REST does', async () => {
    const feed = await listener();
    expect((await feeds.service.ada.put(order('OK-1'), body)).body).toEqual({ s: 'ok' });
    const event = await feed.waitFor(isEvent('EVENT_REPLACED', 'OK-1'));
    expect(event).toMatchObject({ symbol: 'HK.00700', data: { acc_id: '8001', order_id: 'OK-1', qty: '400', price: '560' } });
    expect(Object.keys(event)).toEqual(['timestamp', 'type', 'symbol', 'data']);
  });

  it('reports a later change when it happens', async () => {
    const feed = await listener();
    await feeds.service.ada.put(order('SLOW-1'), { ...body, qty: '900', price: '80' });
    await sleep(250);
    expect(feed.frames.filter(isEvent('EVENT_REPLACED'))).toEqual([]);
    feeds.service.advance(3_000);
    await feed.waitFor(isEvent('EVENT_REPLACED', 'SLOW-1'));
  });

  it('reports a rejected change, and none that waits for a confirmation', async () => {
    const feed = await listener();
    await feeds.service.ada.put(order('ERR-2'), { exchange: 'SEHK', qty: '700', price: '0', aux_price: '90' });
    await feed.waitFor(isEvent('EVENT_REPLACE_REJECTED', 'ERR-2'));
    await feeds.service.ada.put(order('CONFIRM-5'), { ...body, qty: '1000', price: '50' });
    await sleep(250);
    expect(feed.frames.filter((frame) => frame['type'] !== undefined)).toHaveLength(1);
  });

  it('reports fills and ends that a control asks for, as REST does', async () => {
    const feed = await listener();
    const control = async (path: string, request: object): Promise<number> =>
      (await postJson(`${feeds.service.sandbox.url}/sandbox/orders/${path}`, { account: '8001', order_id: 'OK-1', ...request })).status;
    expect(await control('fill', { qty: '100', price: '561.5' })).toBe(200);
    expect(await feed.waitFor(isEvent('EVENT_FILL', 'OK-1'))).toMatchObject({ data: { order_status: 'FILLED_PART', dealt_qty: '100' } });
    expect(await control('fill', { qty: '201' })).toBe(400);
    expect(await control('fill', { price: '562.5' })).toBe(200);
    const { body: answer } = await feeds.service.ada.post('/api/v1.0/accounts/8001/orders/detail', {
      exchange: 'SEHK',
      order_ids: ['OK-1'],
    });
    expect(records(answer['d'])[0]).toMatchObject({ order_status: 'FILLED_ALL', dealt_qty: '300', dealt_avg_price: '562.166666667' });
    expect(await control('fill', {})).toBe(400);
    expect(await control('cancel', { order_id: 'OK-2', reason: 'by the exchange' })).toBe(200);
    await feed.waitFor(isEvent('EVENT_CANCELED', 'OK-2'));
    for (const type of ['EVENT_NEW', 'EVENT_EXPIRED', 'EVENT_FILL_CORRECT']) {
      expect(await control('event', { order_id: 'OK-3', type })).toBe(200);
      await feed.waitFor(isEvent(type, 'OK-3'));
    }
    expect(await control('event', { order_id: 'OK-3', type: 'EVENT_PARTY' })).toBe(400);
    expect(await control('event', { order_id: 'NOPE', type: 'EVENT_NEW' })).toBe(400);
  });

  it('reports no orders of other users, or of accounts that were not granted', async () => {
    const [own, other, narrow] = [
      await listener(),
      await listener({ user: 'lin' }),
      await listener({ user: 'ada', accounts: ['SIM-1001'] }),
    ];
    await feeds.service.ada.put(order('OK-1'), body);
    await own.waitFor(isEvent('EVENT_REPLACED'));
    await sleep(200);
    for (const feed of [other, narrow]) expect(feed.frames.filter((frame) => frame['type'] !== undefined)).toEqual([]);
  });

  it('replays nothing, and is silent when the world is reset', async () => {
    await feeds.service.ada.put(order('OK-1'), body);
    const feed = await listener();
    feeds.service.sandbox.reset();
    await sleep(300);
    expect(feed.frames.filter((frame) => frame['type'] !== undefined)).toEqual([]);
    await feeds.service.ada.put(order('OK-1'), body);
    await feed.waitFor(isEvent('EVENT_REPLACED'));
  });

  it('needs the scope trade:read, and has no subscriptions', async () => {
    const poor = await listener({ user: 'ada', scopes: ['quote:read'] });
    expect(poor.frames[0]).toMatchObject({ ret_code: -12010 });
    const feed = await listener();
    feed.send({ id: 5, action: 'subscribe', quote: ['HK.00700'] });
    expect(await feed.waitFor((frame) => frame['ret_code'] !== undefined)).toMatchObject({ ret_code: -3 });
  });
});

describe('the trade feed, for orders that were placed,', () => {
  const place = async (changes: Json): Promise<string> => {
    const { body: quotes } = await feeds.service.ada.post('/api/v1.0/quote/snapshot', { code_list: ['HK.00700'] });
    const price = Math.round(Number(records(record(quotes['data'])['snapshot_list'])[0]?.['last_price']) * 0.9);
    const asked = {
      code: 'HK.00700',
      qty: '100',
      side: 'BUY',
      order_type: 'LIMIT',
      time_in_force: 'DAY',
      price: String(price),
      ...changes,
    };
    const { body: answer } = await feeds.service.ada.post('/api/v1.0/accounts/8001/orders', asked);
    return answer['s'] === 'ok' ? String(record(answer['d'])['order_id']) : '';
  };

  it('reports every end: filled, cancelled, rejected, too late, expired', async () => {
    const feed = await listener();
    const cancelled = await place({ remark: 'REST' });
    await feed.waitFor(isEvent('EVENT_NEW', cancelled));
    await feeds.service.ada.delete(order(cancelled), { exchange: 'SEHK' });
    await feed.waitFor(isEvent('EVENT_CANCELED', cancelled));
    await place({ price: '1' });
    await feed.waitFor(isEvent('EVENT_NEW_REJECTED'));
    await feeds.service.ada.delete(order('ERR-2'), { exchange: 'SEHK' });
    await feed.waitFor(isEvent('EVENT_CANCEL_REJECTED', 'ERR-2'));
    const late = await place({ remark: 'TOOLATE' });
    await feeds.service.ada.delete(order(late), { exchange: 'SEHK' });
    feeds.service.advance(3_000);
    await feed.waitFor(isEvent('EVENT_CANCEL_REJECTED', late));
    await feed.waitFor(isEvent('EVENT_FILL', late));
    const expired = await place({ remark: 'REST' });
    await feed.waitFor(isEvent('EVENT_NEW', expired));
    feeds.service.advance(86_400_000);
    await feed.waitFor(isEvent('EVENT_EXPIRED', expired));
  });

  it('reports what happened until a connection ends for want of a new proof', async () => {
    // The connection is checked each second from the start on, orders ten times a second from the sign-in on: the check comes first.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const service = await openService();
    try {
      vi.advanceTimersByTime(50);
      const { bearer } = await signIn(service.sandbox, { user: 'ada' });
      const feed = await feeds.open(service.sandbox.tradeFeedUrl);
      feed.send({ id: 'a', action: 'auth', data: { auth_type: 'oauth2', authorization: bearer.Authorization } });
      await feed.waitFor((frame) => frame['id'] === 'a');
      vi.advanceTimersByTime(900);
      await service.ada.put(order('SLOW-1'), { ...body, qty: '900', price: '80' });
      service.advance(86_400_000);
      vi.advanceTimersByTime(50);
      await feed.waitFor(isEvent('EVENT_REPLACED', 'SLOW-1'));
      expect(await feed.closed).toEqual({ code: 1008, reason: 'auth_expired' });
    } finally {
      vi.useRealTimers();
      await service.close();
    }
  });
});
