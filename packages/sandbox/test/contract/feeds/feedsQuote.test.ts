import { randomBytes, sign } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { openFeed } from '../../support/feedClient';
import type { FeedClient } from '../../support/feedClient';
import { useFeeds } from '../../support/useFeeds';
import { createAppKey, signIn } from '../../support/sandboxHarness';
import { openService, record, records } from '../../support/sandboxService';
import type { Json } from '../../support/sandboxService';
import { makeKey } from '../../support/sandboxSigning';
import type { SigningKey } from '../../support/sandboxSigning';

const feeds = useFeeds({ alwaysOpen: true, ticksPerSecond: 1_000 });
let bearer: string;

beforeEach(async () => {
  bearer = (await signIn(feeds.service.sandbox, { user: 'ada' })).bearer.Authorization;
});

async function connect(): Promise<FeedClient> {
  const feed = await feeds.open(feeds.service.sandbox.quoteFeedUrl);
  return feed;
}

async function authenticated(): Promise<FeedClient> {
  const feed = await connect();
  feed.send({ id: 1, action: 'auth', data: { auth_type: 'oauth2', authorization: bearer } });
  await feed.waitFor((frame) => frame['id'] === 1);
  return feed;
}

const isPush =
  (type: string, symbol?: string) =>
  (frame: Json): boolean =>
    frame['type'] === type && (symbol === undefined || frame['symbol'] === symbol);
const subscribe = (topics: object, id: unknown = 7): object => ({ id, action: 'subscribe', ...topics });

function signedAuth(key: SigningKey, keyId: string, timestampMs: number, changes: object = {}): object {
  const nonce = randomBytes(12).toString('hex');
  const text = Buffer.from(`${String(timestampMs)}\n${nonce}\nWEBSOCKET\nws/auth`);
  const authorization = sign(key.privateKey.asymmetricKeyType === 'ed25519' ? null : 'RSA-SHA256', text, key.privateKey).toString('base64');
  return {
    id: 'k',
    action: 'auth',
    data: { auth_type: 'appkey', credential_id: keyId, authorization, timestamp_ms: timestampMs, nonce, ...changes },
  };
}

/** Made before any connection: making one takes so long that the sandbox may close those that nobody uses. */
const keys = { ed25519: makeKey('ed25519'), rsa: makeKey('rsa') };

describe('the first frame on the quote feed', () => {
  it('authenticates by bearer token; the answer has a session and the time in microseconds', async () => {
    const feed = await connect();
    feed.send({ id: 41, action: 'auth', data: { auth_type: 'oauth2', authorization: bearer } });
    const answer = await feed.waitFor((frame) => frame['id'] === 41);
    expect(answer).toMatchObject({ id: 41, server_time: feeds.service.now() * 1_000 });
    expect(answer['session_id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['ed25519', 'rsa'] as const)('authenticates by a %s signature over four lines, each nonce once', async (kind) => {
    const key = keys[kind];
    const keyId = await createAppKey(feeds.service.sandbox, key.publicPem);
    const frame = signedAuth(key, keyId, feeds.service.now());
    const feed = await connect();
    feed.send(frame);
    expect(await feed.waitFor((answer) => answer['id'] === 'k')).toHaveProperty('session_id');
    const again = await connect();
    again.send(frame);
    expect(await again.waitFor((answer) => answer['ret_code'] !== undefined)).toMatchObject({ ret_code: -12004 });
  });

  it.each<[string, object, number]>([
    ['a token that nobody gave', { auth_type: 'oauth2', authorization: 'Bearer nope' }, -12002],
    ['an unknown key', { auth_type: 'appkey', credential_id: 'ak_x' }, -12005],
    ['another kind of credential', { auth_type: 'password' }, -12001],
  ])('is refused with %s, and the connection closed with 1008', async (_, data, code) => {
    const feed = await connect();
    feed.send({ id: 3, action: 'auth', data });
    expect(await feed.waitFor((frame) => frame['ret_code'] !== undefined)).toMatchObject({ ret_code: code, data: { id: 3, code } });
    expect(await feed.closed).toEqual({ code: 1008, reason: 'auth_failed' });
  });

  it('is refused with a time more than five seconds off, or with a signature over something else', async () => {
    const key = makeKey('ed25519');
    const keyId = await createAppKey(feeds.service.sandbox, key.publicPem);
    for (const [frame, code] of [
      [signedAuth(key, keyId, feeds.service.now() - 5_001), -12006],
      [signedAuth(key, keyId, feeds.service.now(), { nonce: 'another' }), -12003],
    ] as const) {
      const feed = await connect();
      feed.send(frame);
      expect(await feed.waitFor((answer) => answer['ret_code'] !== undefined)).toMatchObject({ ret_code: code });
    }
  });

  it('must have the action auth', async () => {
    const feed = await connect();
    feed.send(subscribe({ quote: ['HK.00700'] }));
    expect(await feed.waitFor((frame) => frame['ret_code'] !== undefined)).toMatchObject({ ret_code: -12001 });
    expect(await feed.closed).toMatchObject({ code: 1008 });
  });

  it('needs the scope quote:read', async () => {
    const poor = await signIn(feeds.service.sandbox, { user: 'ada', scopes: ['trade:read'] });
    const feed = await connect();
    feed.send({ id: 1, action: 'auth', data: { auth_type: 'oauth2', authorization: poor.bearer.Authorization } });
    expect(await feed.waitFor((frame) => frame['ret_code'] !== undefined)).toMatchObject({ ret_code: -12010 });
  });
});

describe('the upkeep of a feed connection', () => {
  it('accepts a refresh, and closes a connection without one for ten minutes', async () => {
    const [kept, forgotten] = [await authenticated(), await authenticated()];
    feeds.service.advance(9 * 60_000);
    kept.send({ id: 2, action: 'refresh', data: { auth_type: 'oauth2', authorization: bearer } });
    expect(await kept.waitFor((frame) => frame['id'] === 2)).toMatchObject({ session_id: kept.frames[0]?.['session_id'] });
    feeds.service.advance(2 * 60_000);
    expect(await forgotten.closed).toEqual({ code: 1008, reason: 'auth_expired' });
    expect(kept.socket.readyState).toBe(kept.socket.OPEN);
  });

  it('answers pings', async () => {
    const feed = await authenticated();
    const pong = new Promise<string>((resolve) => feed.socket.once('pong', (data) => resolve(data.toString())));
    feed.socket.ping('are you there');
    expect(await pong).toBe('are you there');
  });

  it('closes a slow reader with 1008 slow_consumer', async () => {
    const feed = await authenticated();
    feed.socket.pause();
    for (let index = 0; index < 40; index += 1)
      feeds.service.sandbox.feeds?.push('quote', JSON.stringify({ padding: 'x'.repeat(400_000) }));
    await sleep(50);
    const sent = feeds.service.sandbox.feeds?.connections.map(({ pushes_sent: pushes }) => pushes) ?? [];
    expect(sent.length).toBeGreaterThan(0);
    expect(Math.max(...sent)).toBeLessThan(40);
    feed.socket.resume();
    expect((await feed.closed).code).toBeOneOf([1006, 1008]);
  });

  it('forgets everything with the connection', async () => {
    const first = await authenticated();
    first.send(subscribe({ quote: ['HK.00700'] }));
    await first.waitFor(isPush('QUOTE'));
    first.close();
    const second = await authenticated();
    feeds.service.advance(1_000);
    await sleep(100);
    expect(second.frames.filter(isPush('QUOTE'))).toEqual([]);
  });
});

describe('subscriptions on the quote feed', () => {
  it('push the current figures before the acknowledgement', async () => {
    const feed = await authenticated();
    feed.send(
      subscribe({ quote: ['HK.00700'], order_book: ['HK.00700'], ticker: ['US.AAPL'], kline: [{ symbol: 'HK.00700', period: '5m' }] }),
    );
    await feed.waitFor((frame) => frame['id'] === 7);
    expect(feed.frames.slice(1).map((frame) => frame['type'] ?? frame['code'])).toEqual([
      'QUOTE',
      'ORDER_BOOK',
      'BROKER_QUEUE',
      'TICKER',
      'KLINE',
      0,
    ]);
  });

  it('agree with the REST answers', async () => {
    const feed = await authenticated();
    feed.send(
      subscribe({ quote: ['HK.00700'], order_book: ['HK.00700'], ticker: ['HK.00700'], kline: [{ symbol: 'HK.00700', period: '1D' }] }),
    );
    await feed.waitFor((frame) => frame['id'] === 7);
    const { body } = await feeds.service.ada.post('/api/v1.0/quote/snapshot', { code_list: ['HK.00700'] });
    const [snapshot] = records(record(body['data'])['snapshot_list']);
    const data = (type: string): Json => record(feed.frames.find(isPush(type))?.['data']);
    expect(data('QUOTE')).toMatchObject({
      last_price: snapshot?.['last_price'],
      data_time_ms: snapshot?.['update_time'],
      high_price: snapshot?.['high_price'],
      volume: snapshot?.['volume'],
    });
    const ticks = records(data('TICKER')['ticker_list']);
    expect(ticks.at(-1)).toMatchObject({ price: snapshot?.['last_price'], time_ms: snapshot?.['update_time'] });
    expect(data('KLINE')).toMatchObject({ period: '1D', adjust: 'forward', kl_list: [{ close_price: snapshot?.['last_price'] }] });
    const [bids, asks] = [records(data('ORDER_BOOK')['bid_list']), records(data('ORDER_BOOK')['ask_list'])];
    expect([bids.length, asks.length]).toEqual([10, 10]);
    expect([bids[0]?.['price'], asks[0]?.['price']]).toEqual([snapshot?.['bid_price'], snapshot?.['ask_price']]);
    expect(bids[0]?.['volume']).toBe(snapshot?.['bid_vol']);
  });

  it('write numbers with all their digits, sequences with 19', async () => {
    const feed = await authenticated();
    feed.send(subscribe({ quote: ['US.6Jmain'], ticker: ['US.6Jmain'] }));
    await feed.waitFor((frame) => frame['id'] === 7);
    expect(feed.texts[1]).toMatch(/"last_price":0\.00\d{6},/);
    expect(feed.texts[2]).toMatch(/"sequence":\d{19},/);
  });

  it('push again when a figure has changed, each trade once and in order', async () => {
    const feed = await authenticated();
    feed.send(subscribe({ quote: ['HK.00700', 'US.AAPL'], ticker: ['HK.00700'] }));
    await feed.waitFor((frame) => frame['id'] === 7);
    const sequencesNow = (): readonly bigint[] =>
      feed.texts
        .filter((text) => text.includes('"TICKER"'))
        .flatMap((text) => [...text.matchAll(/"sequence":(\d+)/g)].map((match) => BigInt(match[1] ?? 0)));
    for (let step = 1; step <= 8; step += 1) {
      feeds.service.advance(400);
      await feed.waitFor(() => sequencesNow().length >= 10 + 2 * step);
      await sleep(20);
    }
    const times = feed.frames.filter(isPush('QUOTE', 'US.AAPL')).map((frame) => Number(record(frame['data'])['data_time_ms']));
    expect(times.length).toBeGreaterThan(4);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    const sequences = sequencesNow();
    expect(sequences).toHaveLength(10 + 16);
    sequences.slice(1).forEach((sequence, index) => expect(sequence - (sequences[index] ?? 0n)).toBe(20_000_000n));
    const before = feed.frames.length;
    await sleep(100);
    expect(feed.frames).toHaveLength(before);
  });

  it('end with unsubscribe, which is acknowledged in the other form', async () => {
    const feed = await authenticated();
    feed.send(subscribe({ quote: ['HK.00700', 'US.AAPL'] }));
    await feed.waitFor((frame) => frame['id'] === 7);
    feed.send({ id: 8, action: 'unsubscribe', quote: ['HK.00700'] });
    await feed.waitFor((frame) => record(frame['data'] ?? {})['id'] === 8);
    expect(feed.frames.at(-1)).toEqual({ ret_code: 0, ret_msg: 'success', data: { code: 0, id: 8, message: '' } });
    const from = feed.frames.length;
    feeds.service.advance(1_000);
    await feed.waitFor(isPush('QUOTE', 'US.AAPL'), from);
    expect(feed.frames.slice(from).filter(isPush('QUOTE', 'HK.00700'))).toEqual([]);
  });

  it('push a US order book exchange by exchange', async () => {
    const feed = await authenticated();
    feed.send(subscribe({ order_book: ['US.AAPL'] }));
    await feed.waitFor((frame) => frame['id'] === 7);
    feeds.service.advance(400);
    await feed.waitFor((frame) => isPush('ORDER_BOOK')(frame) && feed.frames.indexOf(frame) > 2);
    const books = feed.frames.filter(isPush('ORDER_BOOK')).map((frame) => records(record(frame['data'])['bid_list']));
    expect(books.slice(0, 2).map((levels) => new Set(levels.map(({ mpid }) => mpid)))).toEqual([new Set(['NSDQ']), new Set(['ARCA'])]);
  });

  it('push pairs of trades with one sequence for a US stock', async () => {
    feeds.service.advance(3_800);
    const feed = await authenticated();
    feed.send(subscribe({ ticker: ['US.AAPL'] }));
    const told = await feed.waitFor(isPush('TICKER'));
    const text = feed.texts[feed.frames.indexOf(told)] ?? '';
    const sequences = [...text.matchAll(/"sequence":(\d+)/g)].map(([, sequence]) => sequence);
    expect([sequences.length, new Set(sequences).size]).toEqual([10, 5]);
  });

  it('may be inside data, but not at a like-live service', async () => {
    const inData = { id: '7', action: 'subscribe', data: { quote: ['HK.00700'] } };
    const feed = await authenticated();
    feed.send(inData);
    expect(await feed.waitFor((frame) => frame['id'] === '7')).toMatchObject({ code: 0 });
    const likeLive = await openService({ likeLive: true, limitsRequests: false });
    try {
      const token = (await signIn(likeLive.sandbox, { user: 'ada' })).bearer.Authorization;
      const other = await feeds.open(likeLive.sandbox.quoteFeedUrl);
      other.send({ id: '1', action: 'auth', data: { auth_type: 'oauth2', authorization: token } });
      other.send(inData);
      expect(await other.waitFor((frame) => frame['ret_code'] !== undefined)).toMatchObject({ ret_code: -3 });
      other.send({ id: '8', action: 'subscribe', quote: ['HK.00700'] });
      expect(await other.waitFor((frame) => frame['id'] === '8')).toMatchObject({ code: 0 });
    } finally {
      await likeLive.close();
    }
  });

  it('count once, however often they were requested', async () => {
    const feed = await authenticated();
    feed.send(subscribe({ quote: ['HK.00700', 'HK.00700'] }));
    feed.send(subscribe({ quote: ['HK.00700'] }, 9));
    await feed.waitFor((frame) => frame['id'] === 9);
    expect(feeds.service.sandbox.feeds?.connections[0]?.subscriptions).toEqual(['quote HK.00700']);
    expect(feed.frames.filter(isPush('QUOTE'))).toHaveLength(1);
  });

  it('are for at most 500 symbols', async () => {
    const { body } = await feeds.service.ada.get('/api/v1.0/quote/plate-stock', { plate_code: 'HK.BK1000', limit: '501' });
    const codes = records(record(body['data'])['stock_list']).map((item) => String(item['code']));
    const feed = await authenticated();
    feed.send(subscribe({ quote: codes }));
    expect(await feed.waitFor((frame) => frame['ret_code'] !== undefined)).toMatchObject({ ret_code: -3, data: { id: 7 } });
    feed.send(subscribe({ quote: codes.slice(0, 500) }, 8));
    await feed.waitFor((frame) => frame['id'] === 8);
    expect(feed.frames.filter(isPush('QUOTE'))).toHaveLength(500);
    feed.send(subscribe({ ticker: codes.slice(500) }, 9));
    expect(await feed.waitFor((frame) => record(frame['data'] ?? {})['id'] === 9)).toMatchObject({ ret_code: -3 });
  });

  it.each<[string, object, number]>([
    ['an unknown symbol', { quote: ['HK.00700', 'XX.NONE'] }, -7],
    ['nothing', {}, -3],
    ['a text where a list is due', { quote: 'HK.00700' }, -3],
    ['an unknown period', { kline: [{ symbol: 'HK.00700', period: '7m' }] }, -3],
  ])('are rejected as a whole with %s', async (_, topics, code) => {
    const feed = await authenticated();
    feed.send(subscribe(topics));
    expect(await feed.waitFor((frame) => frame['ret_code'] !== undefined)).toMatchObject({ ret_code: code, data: { id: 7, code } });
    expect(feeds.service.sandbox.feeds?.connections[0]?.subscriptions).toEqual([]);
  });

  it.each(['[]', 'not json', '{"id":1}', '{"id":1,"action":"dance"}'])('go on after the frame %s', async (text) => {
    const feed = await authenticated();
    feed.send(text);
    expect(await feed.waitFor((frame) => frame['ret_code'] !== undefined)).toMatchObject({ ret_code: -3 });
    expect(feed.socket.readyState).toBe(feed.socket.OPEN);
  });

  it('are answered -9 without the id when the right is missing, and acknowledged for the others', async () => {
    feeds.service.sandbox.feeds?.faults.deny(['US.AAPL']);
    const feed = await authenticated();
    feed.send(subscribe({ quote: ['US.AAPL', 'HK.00700'] }));
    await feed.waitFor((frame) => frame['id'] === 7);
    const denied = feed.frames.find((frame) => frame['ret_code'] === -9);
    expect(denied).toMatchObject({ error: { code: 'permission_denied', message: 'no permission for quote of US.AAPL' } });
    expect(JSON.stringify(denied)).not.toContain('"id"');
    feed.send(subscribe({ quote: ['US.AAPL'] }, 8));
    await sleep(100);
    expect(feed.frames.some((frame) => frame['id'] === 8)).toBe(false);
    const { body } = await feeds.service.ada.post('/api/v1.0/quote/snapshot', { code_list: ['US.AAPL', 'HK.00700'] });
    expect(record(body['data'])['skipped']).toEqual(['US.AAPL']);
    expect((await feeds.service.ada.post('/api/v1.0/quote/stock-quote', { code_list: ['US.AAPL'] })).body).toMatchObject({ ret_code: -9 });
  });

  it('report when a market opens or closes, and pause while it is closed', async () => {
    const calendar = await openService({ ticksPerSecond: 1_000 });
    try {
      // Trading resumes at 13:00.
      calendar.advance(55 * 60_000);
      const token = (await signIn(calendar.sandbox, { user: 'ada' })).bearer.Authorization;
      const feed = await feeds.open(calendar.sandbox.quoteFeedUrl);
      feed.send({ id: 1, action: 'auth', data: { auth_type: 'oauth2', authorization: token } });
      feed.send(subscribe({ quote: ['HK.00700'] }));
      await feed.waitFor((frame) => frame['id'] === 7);
      calendar.advance(3 * 60_000);
      await sleep(700);
      expect(feed.frames.filter(isPush('QUOTE'))).toHaveLength(1);
      calendar.advance(3 * 60_000);
      const told = await feed.waitFor(isPush('MARKET_STATE'));
      expect(told['data']).toEqual({ market: 'HK', status: 5, trade_date: 20260610 });
      expect(told['symbol']).toBeUndefined();
      await feed.waitFor((frame) => isPush('QUOTE')(frame) && feed.frames.indexOf(frame) > 2);
    } finally {
      await calendar.close();
    }
  });
});

describe('the feeds of a strict service', () => {
  it('do not exist', async () => {
    const strict = await openService({ strict: true });
    try {
      expect(strict.sandbox.quoteFeedUrl).toBeUndefined();
      await expect(openFeed(`ws://127.0.0.1:${String(strict.sandbox.port)}/ws/quote`)).rejects.toThrow('Unexpected server response: 404');
    } finally {
      await strict.close();
    }
  });

  it('a feed at another path than the two is not found', async () => {
    await expect(openFeed(`ws://127.0.0.1:${String(feeds.service.sandbox.port)}/ws/gossip`)).rejects.toThrow('404');
  });
});
