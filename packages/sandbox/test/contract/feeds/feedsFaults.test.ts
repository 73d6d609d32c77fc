import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FeedClient } from '../../support/feedClient';
import { useFeeds } from '../../support/useFeeds';
import { postJson, signIn } from '../../support/sandboxHarness';
import { record, records } from '../../support/sandboxService';
import type { Json } from '../../support/sandboxService';

const feeds = useFeeds({ alwaysOpen: true, ticksPerSecond: 1_000 });
let bearer: string;

beforeEach(async () => {
  bearer = (await signIn(feeds.service.sandbox, { user: 'ada' })).bearer.Authorization;
});

async function connect(): Promise<FeedClient> {
  const feed = await feeds.open(feeds.service.sandbox.quoteFeedUrl);
  feed.send({ id: 1, action: 'auth', data: { auth_type: 'oauth2', authorization: bearer } });
  return feed;
}

async function fault(request: object): Promise<void> {
  const answer = await postJson(`${feeds.service.sandbox.url}/sandbox/feeds/faults`, request);
  expect(answer.status, await answer.text()).toBe(201);
}

const codes = ['HK.00700', 'HK.00005', 'HK.00388'];
const subscribe = { id: 7, action: 'subscribe', quote: codes };
const isQuote = (frame: Json): boolean => frame['type'] === 'QUOTE';

/** The frames up to the acknowledgement of three subscriptions, with a fault instead of the first push. */
async function framesWith(action: object): Promise<FeedClient> {
  await fault({ feed: 'quote', action });
  const feed = await connect();
  feed.send(subscribe);
  await feed.waitFor((frame) => frame['id'] === 7);
  return feed;
}

const symbols = (feed: FeedClient): readonly unknown[] => feed.frames.filter(isQuote).map((frame) => frame['symbol']);

describe('a fault of a push', () => {
  it('drops the push', async () => {
    expect(symbols(await framesWith({ kind: 'drop' }))).toEqual(codes.slice(1));
  });

  it('sends the push again', async () => {
    expect(symbols(await framesWith({ kind: 'duplicate', copies: 3 }))).toEqual([codes[0], codes[0], ...codes]);
  });

  it('sends the push late', async () => {
    expect(symbols(await framesWith({ kind: 'reorder' }))).toEqual([codes[1], codes[0], codes[2]]);
    expect(symbols(await framesWith({ kind: 'reorder', behind: 2 }))).toEqual([codes[1], codes[2], codes[0]]);
  });

  it('corrupts the push', async () => {
    expect((await framesWith({ kind: 'garbage' })).frames[1]?.['garbage']).toContain('<html>');
    expect((await framesWith({ kind: 'garbage', binary: true })).frames[1]).toEqual({ binary: 5 });
  });

  it('makes the push larger than a client should read', async () => {
    expect((await framesWith({ kind: 'oversize', bytes: 300_000 })).texts[1]?.length).toBeGreaterThan(300_000);
  });

  it('changes type, symbol or times of the push', async () => {
    expect((await framesWith({ kind: 'unknownType' })).frames[1]).toMatchObject({ type: 'HOROSCOPE', symbol: codes[0] });
    expect((await framesWith({ kind: 'stranger', symbol: 'US.NEVER' })).frames[1]).toMatchObject({ type: 'QUOTE', symbol: 'US.NEVER' });
    const late = (await framesWith({ kind: 'shiftTime', ms: -3_600_000 })).frames[1];
    expect(late).toMatchObject({ timestamp: feeds.service.now() - 3_600_000, data: { data_time_ms: feeds.service.now() - 3_600_000 } });
  });

  it('writes prices as texts or nulls', async () => {
    expect(record((await framesWith({ kind: 'textPrices' })).frames[1]?.['data'])['last_price']).toMatch(/^\d+\.\d{3}$/);
    expect((await framesWith({ kind: 'nullPrices' })).frames[1]).toMatchObject({ data: { last_price: null, high_price: null } });
  });

  it('sends any given text instead', async () => {
    expect((await framesWith({ kind: 'say', text: '{"type":"QUOTE"}' })).texts[1]).toBe('{"type":"QUOTE"}');
  });

  it('ends the connection with a code, as a slow consumer, or without a word', async () => {
    for (const [action, end] of [
      [
        { kind: 'close', code: 4000, reason: 'bye' },
        { code: 4000, reason: 'bye' },
      ],
      [{ kind: 'slowReader' }, { code: 1008, reason: 'slow_consumer' }],
      [{ kind: 'break' }, { code: 1006, reason: '' }],
    ] as const) {
      await fault({ action });
      const feed = await connect();
      feed.send(subscribe);
      expect(await feed.closed).toEqual(end);
    }
  });

  it('happens as often as given, after as many pushes as given', async () => {
    await fault({ action: { kind: 'drop' }, skip: 1, times: 2 });
    expect(symbols(await framesWith({ kind: 'say', text: '{}' }))).toEqual([codes[0]]);
  });
});

describe('a fault of a feed answer', () => {
  it('loses an acknowledgement', async () => {
    await fault({ action: { kind: 'loseAck' } });
    const feed = await connect();
    feed.send(subscribe);
    feed.send({ ...subscribe, id: 8 });
    await feed.waitFor((frame) => frame['id'] === 8);
    expect(feed.frames.some((frame) => frame['id'] === 7)).toBe(false);
  });

  it('gives the acknowledgement in the other form', async () => {
    await fault({ action: { kind: 'ackForm', form: 'long' } });
    const feed = await connect();
    feed.send(subscribe);
    await feed.waitFor((frame) => frame['ret_code'] === 0 && record(frame['data'])['id'] === 7);
  });

  it('keeps silent after an authentication, with or without pongs', async () => {
    await fault({ action: { kind: 'silence', pongs: false } });
    const feed = await connect();
    await feed.waitFor((frame) => frame['id'] === 1);
    let pongs = 0;
    feed.socket.on('pong', () => (pongs += 1));
    feed.socket.ping();
    feed.send(subscribe);
    feeds.service.advance(1_000);
    await sleep(200);
    expect([feed.frames.length, pongs, feed.socket.readyState]).toEqual([1, 0, feed.socket.OPEN]);
  });

  it('delays the answer to an authentication', async () => {
    await fault({ action: { kind: 'delayAuth', ms: 150 } });
    const feed = await connect();
    await sleep(50);
    expect(feed.frames).toEqual([]);
    await feed.waitFor((frame) => frame['id'] === 1);
  });

  it('rejects a connection by an HTTP status', async () => {
    await fault({ action: { kind: 'refuse', status: 429 } });
    await expect(connect()).rejects.toThrow('429');
    await connect();
  });
});

describe('the controls of the feeds', () => {
  it('close a connection and restart the feeds', async () => {
    const first = await connect();
    await first.waitFor((frame) => frame['id'] === 1);
    await postJson(`${feeds.service.sandbox.url}/sandbox/feeds/close`, { code: 4321, reason: 'now' });
    expect(await first.closed).toEqual({ code: 4321, reason: 'now' });
    const second = await connect();
    await second.waitFor((frame) => frame['id'] === 1);
    await postJson(`${feeds.service.sandbox.url}/sandbox/feeds/restart`, { downMs: 300 });
    expect(await second.closed).toEqual({ code: 1012, reason: 'service_restart' });
    await expect(connect()).rejects.toThrow('503');
    await sleep(350);
    await connect();
  });

  it('list connections with their subscriptions and without credentials', async () => {
    const feed = await connect();
    feed.send(subscribe);
    await feed.waitFor((frame) => frame['id'] === 7);
    const text = await (await fetch(`${feeds.service.sandbox.url}/sandbox/feeds`)).text();
    const state = record(JSON.parse(text));
    expect(records(state['connections'])[0]).toMatchObject({
      feed: 'quote',
      user: 'ada',
      method: 'bearer',
      authentications: 1,
      subscriptions: codes.map((code) => `quote ${code}`),
    });
    expect(text).not.toContain(bearer.slice(7));
    expect(record((await (await fetch(`${feeds.service.sandbox.url}/sandbox/info`)).json()) as Json)['feed_paths']).toEqual({
      quote: '/ws/quote',
      trade: '/ws/trade',
    });
  });

  it.each([
    [false, -9],
    [true, 0],
  ])('deny rights, over HTTP as well unless only those on the feed are meant (%s)', async (feed_only, code) => {
    const { sandbox } = feeds.service;
    await postJson(`${sandbox.url}/sandbox/feeds/deny`, { symbols: codes, feed_only });
    const feed = await connect();
    feed.send(subscribe);
    expect(await feed.waitFor((frame) => frame['ret_code'] !== undefined)).toMatchObject({ ret_code: -9 });
    const quotes = await fetch(`${sandbox.url}/api/v1.0/quote/stock-quote`, {
      method: 'POST',
      headers: { authorization: bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ code_list: codes }),
    });
    expect(await quotes.json()).toMatchObject({ ret_code: code });
    await fetch(`${sandbox.url}/sandbox/feeds/faults`, { method: 'DELETE' });
  });

  it('remove faults, restore rights, and refuse unknown commands', async () => {
    await fault({ action: { kind: 'drop' } });
    await postJson(`${feeds.service.sandbox.url}/sandbox/feeds/deny`, { symbols: codes, topics: ['quote'] });
    const cleared = await fetch(`${feeds.service.sandbox.url}/sandbox/feeds/faults`, { method: 'DELETE' });
    expect(await cleared.json()).toEqual({ waiting: 0 });
    const feed = await connect();
    feed.send(subscribe);
    await feed.waitFor((frame) => frame['id'] === 7);
    expect(symbols(feed)).toEqual(codes);
    for (const request of [
      {},
      { action: { kind: 'mischief' } },
      { action: { kind: 'close', code: 1 } },
      { action: { kind: 'oversize', bytes: 256 * 1024 * 1024 } },
    ])
      expect((await postJson(`${feeds.service.sandbox.url}/sandbox/feeds/faults`, request)).status).toBe(400);
    const form = await fetch(`${feeds.service.sandbox.url}/sandbox/feeds/restart`, {
      method: 'POST',
      body: new URLSearchParams({ downMs: '1' }),
    });
    expect(form.status).toBe(400);
  });
});
