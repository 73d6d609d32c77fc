import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../src/service/secret';
import { signedFeedCredentials } from '../../src/service/feed/requests';
import type { FeedCredentials, FeedSubscription } from '../../src/service/feed/types';
import { startFeedFront } from '../support/feedFront';
import type { FeedFront } from '../support/feedFront';
import { makeCertificate } from '../support/certificate';
import { RealFeed } from '../support/realFeed';
import type { RealFeedOptions } from '../support/realFeed';
import { createAppKey, postJson, signIn } from '../support/sandboxHarness';
import { openService } from '../support/sandboxService';
import type { SandboxService } from '../support/sandboxService';
import { makeKey } from '../support/sandboxSigning';
import { TunnelProxy } from '../support/tunnelProxy';

const [tencent, hsbc, exchange] = ['HK.00700', 'HK.00005', 'HK.00388'] as const;
const minute = 60_000;

let service: SandboxService;
let token: string;
let held: RealFeed[];

beforeEach(async () => {
  service = await openService({ alwaysOpen: true, ticksPerSecond: 1_000 });
  token = (await signIn(service.sandbox, { user: 'ada' })).tokens.access_token;
  held = [];
});
afterEach(async () => {
  for (const feed of held) feed.dispose();
  await service.close();
});

const sandboxFeeds = (): NonNullable<SandboxService['sandbox']['feeds']> => {
  const { feeds } = service.sandbox;
  if (feeds === undefined) throw new Error('the sandbox has no feeds');
  return feeds;
};
const bearer = async (): Promise<FeedCredentials> => ({ type: 'oauth2', token: new Secret(token) });

function open(changes: Partial<RealFeedOptions> = {}): RealFeed {
  const url = service.sandbox.quoteFeedUrl ?? '';
  const feed = new RealFeed({ url, credentials: bearer, serverMs: () => service.now(), ...changes });
  held.push(feed);
  return feed;
}

/** Waits for what comes over the wire. */
async function until(holds: () => boolean, what: string): Promise<void> {
  await expect.poll(holds, { message: what, timeout: 5_000, interval: 5 }).toBe(true);
}

const isLive = (feed: RealFeed) => (): boolean => feed.feed.state.kind === 'live';
const isWaiting = (feed: RealFeed) => (): boolean => feed.feed.state.kind === 'waiting';

async function live(...symbols: readonly string[]): Promise<RealFeed> {
  const feed = open();
  feed.follow(...symbols);
  await until(() => isLive(feed)() && symbols.every((symbol) => feed.price(symbol) !== undefined), 'live with all prices');
  return feed;
}

/** Moves the market, and waits for the price of a symbol to be told. */
async function moved(feed: RealFeed, symbol: string): Promise<void> {
  const before = feed.book.get(symbol)?.at ?? 0;
  await expect
    .poll(
      () => {
        service.advance(700);
        return (feed.book.get(symbol)?.at ?? 0) > before;
      },
      { timeout: 5_000, interval: 30 },
    )
    .toBe(true);
}

describe('the first frame', () => {
  it('authenticates by bearer token', async () => {
    await live(tencent);
    expect(sandboxFeeds().connections).toMatchObject([{ user: 'ada', method: 'bearer', subscriptions: [`quote ${tencent}`] }]);
  });

  it.each(['ed25519', 'rsa'] as const)('authenticates by %s signature over four lines, with the clock of the service', async (kind) => {
    const key = makeKey(kind);
    const appKeyId = await createAppKey(service.sandbox, key.publicPem, 'lin');
    const algorithm = kind === 'rsa' ? ('rsa-sha256' as const) : kind;
    const feed = open({
      credentials: async () => signedFeedCredentials({ appKeyId, algorithm, privateKey: key.privateKey }, service.now()),
    });
    feed.follow(tencent);
    await until(isLive(feed), 'live');
    expect(sandboxFeeds().connections).toMatchObject([{ user: 'lin', method: 'signature' }]);
  });

  it('is tried once more with fresh credentials when it is rejected, then waits', async () => {
    const asked: boolean[] = [];
    const feed = open({
      credentials: async ({ isRetry }) => {
        asked.push(isRetry);
        return isRetry && asked.length > 3 ? bearer() : { type: 'oauth2', token: new Secret('stale') };
      },
    });
    feed.follow(tencent);
    await until(isWaiting(feed), 'waiting');
    expect(asked).toEqual([false, true]);
    expect(feed.failures).toEqual(['refused']);
    await feed.pass(12_000);
    await until(isLive(feed), 'live');
  });

  it('is renewed every few minutes, in the same session', async () => {
    const feed = await live(tencent);
    const [before] = sandboxFeeds().connections;
    await feed.pass(4.5 * minute);
    await until(() => sandboxFeeds().connections[0]?.authentications === 2, 'renewed');
    expect(sandboxFeeds().connections).toMatchObject([{ session_id: before?.session_id }]);
    expect([sandboxFeeds().accepted, feed.failures]).toEqual([1, []]);
  });

  it('that is accepted and followed by nothing does not make the feed live', async () => {
    sandboxFeeds().faults.once({ action: { kind: 'silence' } });
    const feed = open();
    feed.follow(tencent);
    await until(() => sandboxFeeds().connections[0]?.frames_received === 2, 'subscribed');
    await feed.pass(8_000);
    expect(feed.feed.state.kind).toBe('connecting');
    await feed.pass(2_100);
    expect(feed.failures[0]).toBe('no-response');
    expect(feed.states.some(({ kind }) => kind === 'live')).toBe(false);
    await feed.pass(5_000);
    await until(isLive(feed), 'live again');
  });

  it('that is answered too late ends the connection', async () => {
    sandboxFeeds().faults.once({ action: { kind: 'delayAuth', ms: 500_000 } });
    const feed = open();
    feed.follow(tencent);
    await until(() => sandboxFeeds().connections[0]?.frames_received === 1, 'asked');
    await feed.pass(12_000);
    expect(feed.failures[0]).toBe('no-response');
  });
});

describe('subscriptions', () => {
  it.each(['short', 'long'] as const)('are acknowledged in the %s form', async (form) => {
    sandboxFeeds().faults.once({ action: { kind: 'ackForm', form }, times: 2 });
    sandboxFeeds().faults.once({ action: { kind: 'drop' }, times: 100 });
    const feed = open();
    feed.follow(tencent, hsbc);
    await until(() => feed.quoteState(hsbc) === 'active', 'active');
    expect([isLive(feed)(), feed.pushes]).toEqual([true, []]);
    feed.follow(tencent);
    await until(() => sandboxFeeds().connections[0]?.subscriptions.length === 1, 'unsubscribed');
    await feed.pass(12_000);
    expect([feed.failures, feed.quoteState(hsbc)]).toEqual([[], undefined]);
  });

  it('cover prices, depth, ticks and candles; what came says what it is', async () => {
    const all: readonly FeedSubscription[] = [
      { kind: 'quote', symbol: tencent },
      { kind: 'order_book', symbol: tencent },
      { kind: 'ticker', symbol: tencent },
      { kind: 'kline', symbol: tencent, period: '1m', adjustment: 'none' },
      { kind: 'kline', symbol: hsbc, period: 'day', adjustment: 'forward' },
    ];
    const feed = open();
    feed.feed.want(all);
    feed.feed.start();
    await until(() => all.every((subscription) => feed.feed.stateOf(subscription) === 'active'), 'all active');
    await until(() => new Set(feed.pushes.map(({ kind }) => kind)).size === 4, 'all kinds');
    const ticks = feed.pushes.find((push) => push.kind === 'ticks');
    expect(ticks?.ticks[0]?.sequence).toMatch(/^\d{19}$/);
    const depth = feed.pushes.find((push) => push.kind === 'orderBook');
    expect([depth?.bids.length, depth?.asks.length]).toEqual([10, 10]);
    expect(feed.pushes.filter((push) => push.kind === 'candle').map(({ symbol, period }) => `${symbol} ${period}`)).toEqual(
      expect.arrayContaining([`${tencent} 1m`, `${hsbc} 1D`]),
    );
    // Prices keep every digit, also trailing zeros.
    expect(feed.price(tencent)).toMatch(/^\d+\.\d{3}$/);
  });

  it('work by a push alone when the acknowledgement is lost', async () => {
    sandboxFeeds().faults.once({ action: { kind: 'loseAck' } });
    const feed = await live(tencent);
    await feed.pass(12_000);
    expect([feed.quoteState(tencent), feed.failures]).toEqual(['active', []]);
  });

  it('without acknowledgement and push end the connection; the next subscribes again', async () => {
    sandboxFeeds().faults.once({ action: { kind: 'loseAck' } });
    sandboxFeeds().faults.once({ action: { kind: 'drop' } });
    const feed = open();
    feed.follow(tencent);
    await until(() => sandboxFeeds().connections[0]?.subscriptions.length === 1, 'subscribed');
    await feed.pass(12_000);
    expect(feed.failures[0]).toBe('no-response');
    await feed.pass(5_000);
    await until(() => feed.price(tencent) !== undefined, 'price');
    expect(sandboxFeeds().accepted).toBeGreaterThan(1);
  });

  it('of a symbol that is denied say so for that symbol alone, however many there are in a batch', async () => {
    sandboxFeeds().faults.deny([hsbc]);
    sandboxFeeds().faults.deny(['US.AAPL'], ['quote']);
    const feed = open();
    feed.follow(tencent, hsbc, 'US.AAPL', exchange);
    await until(() => feed.quoteState(hsbc) === 'denied' && feed.quoteState('US.AAPL') === 'denied', 'denied');
    await until(() => feed.price(tencent) !== undefined && feed.price(exchange) !== undefined, 'prices');
    expect([feed.quoteState(tencent), feed.quoteState(exchange)]).toEqual(['active', 'active']);
    expect([feed.feed.state.kind, feed.failures, feed.price(hsbc)]).toEqual(['live', [], undefined]);
  });

  it('that are denied before any price came are found out one by one', async () => {
    sandboxFeeds().faults.deny([hsbc, exchange]);
    sandboxFeeds().faults.once({ action: { kind: 'drop' }, times: 4 });
    const feed = open();
    feed.follow(hsbc, tencent, exchange, 'HK.00941');
    await until(() => feed.quoteState('HK.00941') === 'active', 'active');
    await until(() => [hsbc, exchange].every((symbol) => feed.quoteState(symbol) === 'denied'), 'denied');
    expect(feed.quoteState(tencent)).toBe('active');
    await moved(feed, tencent);
  });

  it('of a code that the service does not know leave the others alone', async () => {
    const feed = open();
    feed.follow(tencent, 'HK.NOSUCH');
    await until(() => feed.quoteState('HK.NOSUCH') === 'denied', 'denied');
    await until(() => feed.price(tencent) !== undefined, 'price');
  });

  it('follow what is wanted, nothing twice', async () => {
    const feed = await live(tencent, hsbc);
    feed.follow(hsbc, exchange);
    feed.follow(tencent, exchange);
    await until(() => feed.quoteState(tencent) === 'active' && feed.quoteState(exchange) === 'active', 'active');
    expect([...(sandboxFeeds().connections[0]?.subscriptions ?? [])].sort()).toEqual([`quote ${exchange}`, `quote ${tencent}`].sort());
    expect(sandboxFeeds().accepted).toBe(1);
  });
});

describe('a connection', () => {
  it('is measured by ping and pong', async () => {
    const feed = await live(tencent);
    await feed.pass(20_000);
    const { state } = feed.feed;
    expect(state.kind === 'live' && state.roundTripMs !== undefined).toBe(true);
  });

  it('that answers no ping is given up', async () => {
    sandboxFeeds().faults.once({ action: { kind: 'silence', pongs: false } });
    const feed = open();
    feed.follow();
    await until(() => sandboxFeeds().connections[0]?.authentications === 1, 'authenticated');
    await feed.pass(12_000);
    expect(feed.failures[0]).toBe('no-pong');
  });

  it('whose pushes stop while markets are open is called silent, and live when they come again', async () => {
    const feed = await live(tencent);
    await feed.pass(40_000);
    expect(feed.feed.state.kind).toBe('silent');
    await moved(feed, tencent);
    expect(isLive(feed)()).toBe(true);
  });

  it.each([
    [{ kind: 'close', code: 1001, reason: 'going away' }, 'closed 1001'],
    [{ kind: 'close', code: 4000 }, 'closed 4000'],
    [{ kind: 'slowReader' }, 'closed 1008'],
    [{ kind: 'break' }, 'closed 1006'],
  ] as const)('that ends (%j) comes back by itself and subscribes again', async (action, failure) => {
    const feed = await live(tencent, hsbc);
    sandboxFeeds().faults.once({ action });
    service.advance(2_000);
    await until(isWaiting(feed), 'waiting');
    expect(feed.failures).toEqual([failure]);
    await feed.pass(2_000);
    await until(isLive(feed), 'live');
    await moved(feed, hsbc);
    expect([...(sandboxFeeds().connections[0]?.subscriptions ?? [])].sort()).toEqual([`quote ${hsbc}`, `quote ${tencent}`].sort());
  });

  it('with a frame above the limit is ended, and nothing of it is read', async () => {
    const feed = await live(tencent);
    const before = feed.pushes.length;
    sandboxFeeds().faults.once({ action: { kind: 'oversize', bytes: 2 * 1024 * 1024 } });
    service.advance(2_000);
    await until(isWaiting(feed), 'waiting');
    expect(feed.pushes).toHaveLength(before);
    await feed.pass(2_000);
    await until(isLive(feed), 'live');
  });

  it('waits longer and longer for a service that restarts, and comes back', async () => {
    const feed = await live(tencent);
    sandboxFeeds().restart(400);
    await until(isWaiting(feed), 'waiting');
    for (let tries = 0; tries < 20 && feed.feed.state.kind !== 'live'; tries += 1) {
      await feed.pass(31_000);
      await until(() => isWaiting(feed)() || isLive(feed)(), 'waiting or live');
    }
    expect(isLive(feed)()).toBe(true);
    expect(feed.failures[0]).toBe('closed 1012');
    await moved(feed, tencent);
  });

  it('that is rejected by an HTTP status waits and tries again', async () => {
    sandboxFeeds().faults.once({ action: { kind: 'refuse', status: 429 } });
    const feed = open();
    feed.follow(tencent);
    await until(isWaiting(feed), 'waiting');
    expect(feed.failures).toEqual(['connect-failed 1006']);
    await feed.pass(2_000);
    await until(isLive(feed), 'live');
  });
});

describe('what cannot be used', () => {
  const at = (): number => service.now();
  const said = (frame: object): string => JSON.stringify(frame);
  const frame = (type: string, symbol: string, data: object): string => JSON.stringify({ timestamp: at(), type, symbol, data });
  const price = (symbol: string, lastPrice: unknown, time: unknown): string =>
    frame('QUOTE', symbol, { last_price: lastPrice, data_time_ms: time });

  /** The price stays, the frame is counted and named in the log. */
  async function dropped(feed: RealFeed, text: string, named: string): Promise<void> {
    const [before, count] = [feed.price(tencent), feed.drops.total];
    sandboxFeeds().push('quote', text);
    await until(() => feed.drops.total > count, named);
    expect(feed.log.at(-1)).toBe(`feed: ${named} dropped, 1 so far`);
    expect([feed.price(tencent), feed.feed.state.kind, feed.failures]).toEqual([before, 'live', []]);
  }

  const rows: readonly (readonly [what: string, text: () => string, named: string])[] = [
    ['text that is no JSON', () => 'last_price: 5', 'not-json'],
    ['JSON that is no object', () => '[1,2]', 'not-json'],
    ['an unknown type', () => frame('HOROSCOPE', tencent, { last_price: 1 }), 'unknown-type HOROSCOPE'],
    ['a type named as something of every object', () => frame('constructor', tencent, { last_price: 1 }), 'unknown-type constructor'],
    ['a price without a symbol', () => said({ timestamp: at(), type: 'QUOTE', data: { last_price: 1 } }), 'no-symbol QUOTE'],
    ['no data', () => said({ timestamp: at(), type: 'QUOTE', symbol: tencent }), 'no-figures QUOTE'],
    ['no time', () => said({ type: 'QUOTE', symbol: tencent, data: { last_price: 1 } }), 'bad-time QUOTE'],
    [
      'a time that is no number',
      () => said({ type: 'QUOTE', symbol: tencent, data: { last_price: 1, data_time_ms: 'noon' } }),
      'bad-time QUOTE',
    ],
    ['a price that is null', () => price(tencent, null, at()), 'no-figures QUOTE'],
    ['a price that is a word', () => price(tencent, 'NaN', at()), 'no-figures QUOTE'],
    ['a price that is an object', () => price(tencent, { value: 1 }, at()), 'no-figures QUOTE'],
    ['a time in the future', () => price(tencent, 999, at() + 10 * minute), 'future price'],
    ['a time in the past', () => price(tencent, 1, at() - 10 * minute), 'older price'],
    ['a symbol that nobody asked for', () => price('US.TSLA', 5, at()), 'unasked quote'],
    ['depth that nobody asked for', () => frame('ORDER_BOOK', tencent, { bid_list: [], ask_list: [] }), 'unasked orderBook'],
  ];
  it.each(rows)('%s', async (_what, text, named) => {
    const feed = await live(tencent);
    await dropped(feed, text(), named);
  });

  it('binary frames', async () => {
    const feed = await live(tencent);
    sandboxFeeds().faults.once({ action: { kind: 'garbage', binary: true } });
    await dropped(feed, '{}', 'not-json');
  });

  it('is counted each time and named once a minute', async () => {
    const feed = await live(tencent);
    for (let frames = 0; frames < 5; frames += 1) sandboxFeeds().push('quote', 'garbage');
    await until(() => feed.drops.total === 5, 'counted');
    expect(feed.log).toEqual(['feed: not-json dropped, 1 so far']);
    await feed.pass(61_000);
    sandboxFeeds().push('quote', 'garbage');
    await until(() => feed.log.length === 2, 'named again');
    expect(feed.log[1]).toBe('feed: not-json dropped, 6 so far');
  });

  it('leaves prices written as texts readable, for they keep their digits', async () => {
    const feed = await live(tencent);
    sandboxFeeds().push('quote', price(tencent, '562.500', at() + 1));
    await until(() => feed.price(tencent) === '562.500', 'price as text');
    expect(feed.drops.total).toBe(0);
  });

  it('comes late or twice: the newest price stays', async () => {
    const feed = await live(tencent);
    sandboxFeeds().faults.once({ action: { kind: 'reorder', behind: 2 } });
    sandboxFeeds().faults.once({ action: { kind: 'duplicate', copies: 3 } });
    for (const [lastPrice, ahead] of [
      ['501', 1],
      ['502', 2],
      ['503', 3],
    ] as const)
      sandboxFeeds().push('quote', price(tencent, lastPrice, at() + ahead));
    await until(() => feed.drops.total > 0, 'the late one');
    expect(feed.price(tencent)).toBe('503');
    expect(feed.log).toEqual(['feed: older price dropped, 1 so far']);
  });
});

describe('the feed of orders', () => {
  async function happens(what: 'fill' | 'event', details: object): Promise<void> {
    const answer = await postJson(`${service.sandbox.url}/sandbox/orders/${what}`, { account: '8001', order_id: 'OK-1', ...details });
    expect(answer.status, await answer.text()).toBe(200);
  }

  it('needs no subscription, and tells of an order as a hint', async () => {
    const feed = open({ url: service.sandbox.tradeFeedUrl ?? '', needsSubscriptions: false });
    feed.feed.start();
    await until(isLive(feed), 'live');
    await happens('fill', {});
    await until(() => feed.hints.length > 0, 'hint');
    expect(feed.hints).toEqual([{ kind: 'order', event: 'EVENT_FILL', orderId: 'OK-1', accountId: '8001' }]);
  });

  it('tells nothing of the past: after a break only what happens then', async () => {
    const feed = open({ url: service.sandbox.tradeFeedUrl ?? '', needsSubscriptions: false });
    feed.feed.start();
    await until(isLive(feed), 'live');
    sandboxFeeds().closeConnections(1001, 'bye', 'trade');
    await until(isWaiting(feed), 'waiting');
    await happens('event', { type: 'EVENT_FILL' });
    await feed.pass(2_000);
    await until(isLive(feed), 'live again');
    await happens('event', { type: 'EVENT_CANCELED' });
    await until(() => feed.hints.length > 0, 'hint');
    expect(feed.hints.map(({ event }) => event)).toEqual(['EVENT_CANCELED']);
  });
});

describe('on the way to the feed', () => {
  const host = 'feed.test';
  let front: FeedFront;
  let proxy: TunnelProxy | undefined;

  afterEach(async () => {
    await proxy?.close();
    await front.close();
    proxy = undefined;
  });

  it('a proxy is asked for a tunnel, with its own credentials', async () => {
    front = await startFeedFront(host, service.sandbox.port);
    proxy = await TunnelProxy.start(front.port);
    const transport = { rejectUnauthorized: true, proxy: { url: `http://me:pass@127.0.0.1:${String(proxy.port)}`, noProxy: '' } };
    const feed = open({ url: `ws://${host}/ws/quote`, transport });
    feed.follow(tencent);
    await until(() => isLive(feed)() && feed.price(tencent) !== undefined, 'live');
    expect(proxy.asked).toEqual([{ target: `${host}:80`, authorization: `Basic ${Buffer.from('me:pass').toString('base64')}` }]);
    proxy.mode = 'refuse';
    sandboxFeeds().closeConnections(1001, '');
    await until(isWaiting(feed), 'waiting');
    await feed.pass(2_000);
    await until(() => feed.failures.length >= 2, 'rejected by the proxy');
    expect(feed.failures[1]).toMatch(/^connect-failed/);
  });

  it('a certificate is checked as for requests', async () => {
    const certificate = makeCertificate(host);
    front = await startFeedFront(host, service.sandbox.port, certificate);
    proxy = await TunnelProxy.start(front.port);
    const throughProxy = { url: `http://127.0.0.1:${String(proxy.port)}`, noProxy: '' };
    const url = `wss://${host}/ws/quote`;
    const unknown = open({ url, transport: { rejectUnauthorized: true, proxy: throughProxy } });
    unknown.follow(tencent);
    await until(isWaiting(unknown), 'rejected');
    expect([unknown.failures, sandboxFeeds().accepted]).toEqual([['connect-failed 1006'], 0]);
    const known = open({ url, transport: { rejectUnauthorized: true, ca: [certificate.cert], proxy: throughProxy } });
    known.follow(tencent);
    await until(isLive(known), 'live');
  });
});
