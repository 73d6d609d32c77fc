import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signedFeedCredentials } from '../../../src/service/feed/requests';
import type { FeedSubscription } from '../../../src/service/feed/types';
import { Secret } from '../../../src/service/secret';
import { isLive, isWaiting, openFeedWorld, until } from '../../support/feed/feedWorld';
import type { FeedWorld } from '../../support/feed/feedWorld';
import { createAppKey } from 'market-desk-sandbox/test/sandboxHarness';
import { makeKey } from 'market-desk-sandbox/test/sandboxSigning';

const [tencent, hsbc, exchange] = ['HK.00700', 'HK.00005', 'HK.00388'] as const;
const minute = 60_000;

let world: FeedWorld;

beforeEach(async () => {
  world = await openFeedWorld();
});
afterEach(async () => world.close());

describe('the first frame on a feed', () => {
  it('authenticates by bearer token', async () => {
    await world.live(tencent);
    expect(world.feeds.connections).toMatchObject([{ user: 'ada', method: 'bearer', subscriptions: [`quote ${tencent}`] }]);
  });

  it.each(['ed25519', 'rsa'] as const)('authenticates by %s signature over four lines, with the clock of the service', async (kind) => {
    const key = makeKey(kind);
    const appKeyId = await createAppKey(world.service.sandbox, key.publicPem, 'lin');
    const algorithm = kind === 'rsa' ? ('rsa-sha256' as const) : kind;
    const feed = world.open({
      credentials: async () => signedFeedCredentials({ appKeyId, algorithm, privateKey: key.privateKey }, world.service.now()),
    });
    feed.follow(tencent);
    await until(isLive(feed), 'live');
    expect(world.feeds.connections).toMatchObject([{ user: 'lin', method: 'signature' }]);
  });

  it('is tried once more with fresh credentials when it is rejected, then waits', async () => {
    const asked: boolean[] = [];
    const feed = world.open({
      credentials: async ({ isRetry }) => {
        asked.push(isRetry);
        return asked.length > 2 ? world.bearer() : { type: 'oauth2', token: new Secret('stale') };
      },
    });
    feed.follow(tencent);
    await until(isWaiting(feed), 'waiting');
    expect(asked).toEqual([false, true]);
    expect(feed.failures).toEqual(['refused']);
    await feed.pass(12_000);
    await until(isLive(feed), 'live');
    expect(asked).toEqual([false, true, false]);
  });

  it('is renewed every few minutes, in the same session', async () => {
    const feed = await world.live(tencent);
    const [before] = world.feeds.connections;
    await feed.pass(4.5 * minute);
    await until(() => world.feeds.connections[0]?.authentications === 2, 'renewed');
    expect(world.feeds.connections).toMatchObject([{ session_id: before?.session_id }]);
    expect([world.feeds.accepted, feed.failures]).toEqual([1, []]);
  });

  it('leaves the feed connecting when it is accepted and nothing follows', async () => {
    world.feeds.faults.once({ action: { kind: 'silence' } });
    const feed = world.open();
    feed.follow(tencent);
    await until(() => world.feeds.connections[0]?.frames_received === 2, 'subscribed');
    await feed.pass(8_000);
    expect(feed.feed.state.kind).toBe('connecting');
    await feed.pass(2_100);
    expect(feed.failures[0]).toBe('no-response');
    expect(feed.states.some(({ kind }) => kind === 'live')).toBe(false);
    await feed.pass(5_000);
    await until(isLive(feed), 'live again');
  });

  it('ends the connection when it is answered too late', async () => {
    world.feeds.faults.once({ action: { kind: 'delayAuth', ms: 500_000 } });
    const feed = world.open();
    feed.follow(tencent);
    await until(() => world.feeds.connections[0]?.frames_received === 1, 'asked');
    await feed.pass(12_000);
    expect(feed.failures[0]).toBe('no-response');
  });
});

describe('the subscriptions on a feed', () => {
  it.each(['short', 'long'] as const)('are acknowledged in the %s form', async (form) => {
    world.feeds.faults.once({ action: { kind: 'ackForm', form }, times: 2 });
    world.feeds.faults.once({ action: { kind: 'drop' }, times: 100 });
    const feed = world.open();
    feed.follow(tencent, hsbc);
    await until(() => feed.quoteState(hsbc) === 'active', 'active');
    expect([isLive(feed)(), feed.pushes]).toEqual([true, []]);
    feed.follow(tencent);
    await until(() => world.feeds.connections[0]?.subscriptions.length === 1, 'unsubscribed');
    await feed.pass(12_000);
    expect([feed.failures, feed.quoteState(hsbc)]).toEqual([[], undefined]);
  });

  it('cover prices, depth with its brokers, and ticks, whose pushes name their kind', async () => {
    const all: readonly FeedSubscription[] = [
      { kind: 'quote', symbol: tencent },
      { kind: 'order_book', symbol: tencent },
      { kind: 'ticker', symbol: tencent },
    ];
    const feed = world.open();
    feed.feed.want(all);
    feed.feed.start();
    await until(() => all.every((subscription) => feed.feed.stateOf(subscription) === 'active'), 'all active');
    await until(() => new Set(feed.pushes.map(({ kind }) => kind)).size === 4, 'all kinds');
    const ticks = feed.pushes.find((push) => push.kind === 'ticks');
    expect(ticks?.ticks[0]?.sequence).toMatch(/^\d{19}$/);
    const depth = feed.pushes.find((push) => push.kind === 'orderBook');
    expect([depth?.bids.length, depth?.asks.length]).toEqual([10, 10]);
    // Prices keep every digit, including trailing zeros.
    expect(feed.price(tencent)).toMatch(/^\d+\.\d{3}$/);
  });

  it('are live after a push when the acknowledgement is lost', async () => {
    world.feeds.faults.once({ action: { kind: 'loseAck' } });
    const feed = await world.live(tencent);
    await feed.pass(12_000);
    expect([feed.quoteState(tencent), feed.failures]).toEqual(['active', []]);
  });

  it('end the connection when neither acknowledgement nor push comes, and are made again on the next', async () => {
    world.feeds.faults.once({ action: { kind: 'loseAck' } });
    world.feeds.faults.once({ action: { kind: 'drop' } });
    const feed = world.open();
    feed.follow(tencent);
    await until(() => world.feeds.connections[0]?.subscriptions.length === 1, 'subscribed');
    await feed.pass(12_000);
    expect(feed.failures[0]).toBe('no-response');
    await feed.pass(5_000);
    await until(() => feed.price(tencent) !== undefined, 'price');
    expect(world.feeds.accepted).toBeGreaterThan(1);
  });

  it('are reported as denied for the denied symbol alone, however many there are in a batch', async () => {
    world.feeds.faults.deny([hsbc]);
    world.feeds.faults.deny(['US.AAPL'], ['quote']);
    const feed = world.open();
    feed.follow(tencent, hsbc, 'US.AAPL', exchange);
    await until(() => feed.quoteState(hsbc) === 'denied' && feed.quoteState('US.AAPL') === 'denied', 'denied');
    await until(() => feed.price(tencent) !== undefined && feed.price(exchange) !== undefined, 'prices');
    expect([feed.quoteState(tencent), feed.quoteState(exchange)]).toEqual(['active', 'active']);
    expect([feed.feed.state.kind, feed.failures, feed.price(hsbc)]).toEqual(['live', [], undefined]);
  });

  it('are tried one by one when they are denied before any price came', async () => {
    world.feeds.faults.deny([hsbc, exchange]);
    world.feeds.faults.once({ action: { kind: 'drop' }, times: 4 });
    const feed = world.open();
    feed.follow(hsbc, tencent, exchange, 'HK.00941');
    await until(() => feed.quoteState('HK.00941') === 'active', 'active');
    await until(() => [hsbc, exchange].every((symbol) => feed.quoteState(symbol) === 'denied'), 'denied');
    expect(feed.quoteState(tencent)).toBe('active');
    await world.moved(feed, tencent);
  });

  it('of other symbols stay active when the service does not know one code', async () => {
    const feed = world.open();
    feed.follow(tencent, 'HK.NOSUCH');
    await until(() => feed.quoteState('HK.NOSUCH') === 'denied', 'denied');
    await until(() => feed.price(tencent) !== undefined, 'price');
  });

  it('follow the symbols in use, none of them twice', async () => {
    const feed = await world.live(tencent, hsbc);
    feed.follow(hsbc, exchange);
    feed.follow(tencent, exchange);
    await until(() => feed.quoteState(tencent) === 'active' && feed.quoteState(exchange) === 'active', 'active');
    expect([...(world.feeds.connections[0]?.subscriptions ?? [])].sort()).toEqual([`quote ${exchange}`, `quote ${tencent}`].sort());
    expect(world.feeds.accepted).toBe(1);
  });
});

describe('a connection to a feed', () => {
  it('is measured by ping and pong', async () => {
    const feed = await world.live(tencent);
    await feed.pass(20_000);
    const { state } = feed.feed;
    expect(state.kind === 'live' && state.roundTripMs !== undefined).toBe(true);
  });

  it('is closed when it answers no ping', async () => {
    world.feeds.faults.once({ action: { kind: 'silence', pongs: false } });
    const feed = world.open();
    feed.follow();
    await until(() => world.feeds.connections[0]?.authentications === 1, 'authenticated');
    await feed.pass(12_000);
    expect(feed.failures[0]).toBe('no-pong');
  });

  it('is called silent when its pushes stop while markets are open, and live when they come again', async () => {
    const feed = await world.live(tencent);
    await feed.pass(40_000);
    expect(feed.feed.state.kind).toBe('silent');
    await world.moved(feed, tencent);
    expect(isLive(feed)()).toBe(true);
  });

  it.each([
    [{ kind: 'close', code: 1001, reason: 'going away' }, 'closed 1001'],
    [{ kind: 'close', code: 4000 }, 'closed 4000'],
    [{ kind: 'slowReader' }, 'closed 1008'],
    [{ kind: 'break' }, 'closed 1006'],
  ] as const)('is re-established with its subscriptions when it ends (%j)', async (action, failure) => {
    const feed = await world.live(tencent, hsbc);
    world.feeds.faults.once({ action });
    world.service.advance(2_000);
    await until(isWaiting(feed), 'waiting');
    expect(feed.failures).toEqual([failure]);
    await feed.pass(2_000);
    await until(isLive(feed), 'live');
    await world.moved(feed, hsbc);
    expect([...(world.feeds.connections[0]?.subscriptions ?? [])].sort()).toEqual([`quote ${hsbc}`, `quote ${tencent}`].sort());
  });

  it('is ended by a frame above the limit, which is not read', async () => {
    const feed = await world.live(tencent);
    const before = feed.pushes.length;
    world.feeds.faults.once({ action: { kind: 'oversize', bytes: 2 * 1024 * 1024 } });
    world.service.advance(2_000);
    await until(isWaiting(feed), 'waiting');
    expect(feed.pushes).toHaveLength(before);
    await feed.pass(2_000);
    await until(isLive(feed), 'live');
  });

  it('is tried with growing waits while a service restarts, and comes back', async () => {
    const feed = await world.live(tencent);
    world.feeds.restart(400);
    await until(isWaiting(feed), 'waiting');
    for (let tries = 0; tries < 20 && feed.feed.state.kind !== 'live'; tries += 1) {
      await feed.pass(31_000);
      await until(() => isWaiting(feed)() || isLive(feed)(), 'waiting or live');
    }
    expect(isLive(feed)()).toBe(true);
    expect(feed.failures[0]).toBe('closed 1012');
    await world.moved(feed, tencent);
  });

  it('is tried again after a wait when an HTTP status rejects it', async () => {
    world.feeds.faults.once({ action: { kind: 'refuse', status: 429 } });
    const feed = world.open();
    feed.follow(tencent);
    await until(isWaiting(feed), 'waiting');
    expect(feed.failures).toEqual(['connect-failed 1006']);
    await feed.pass(2_000);
    await until(isLive(feed), 'live');
  });
});
