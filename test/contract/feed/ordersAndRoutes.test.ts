import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../support/network/certificate';
import { startFeedFront } from '../../support/feed/feedFront';
import type { Listening } from '../../support/network/listening';
import { isLive, isWaiting, openFeedWorld, until } from '../../support/feed/feedWorld';
import type { FeedWorld } from '../../support/feed/feedWorld';
import { postJson } from 'market-desk-sandbox/test/sandboxHarness';
import { TunnelProxy } from '../../support/network/tunnelProxy';

const tencent = 'HK.00700';

let world: FeedWorld;

beforeEach(async () => {
  world = await openFeedWorld();
});
afterEach(async () => world.close());

describe('the feed of orders', () => {
  async function happens(what: 'fill' | 'event', details: object): Promise<void> {
    const answer = await postJson(`${world.service.sandbox.url}/sandbox/orders/${what}`, { account: '8001', order_id: 'OK-1', ...details });
    expect(answer.status, await answer.text()).toBe(200);
  }

  it('needs no subscription, and reports an order as a hint', async () => {
    const feed = world.open({ url: world.service.sandbox.tradeFeedUrl ?? '', needsSubscriptions: false });
    feed.feed.start();
    await until(isLive(feed), 'live');
    await happens('fill', {});
    await until(() => feed.hints.length > 0, 'hint');
    expect(feed.hints).toEqual([{ kind: 'order', event: 'EVENT_FILL', orderId: 'OK-1', accountId: '8001', code: tencent }]);
  });

  it('reports each partial fill, however close together they are', async () => {
    const feed = world.open({ url: world.service.sandbox.tradeFeedUrl ?? '', needsSubscriptions: false });
    feed.feed.start();
    await until(isLive(feed), 'live');
    await happens('fill', { qty: '100' });
    await happens('fill', { qty: '50' });
    await until(() => feed.hints.length > 1, 'two hints');
    expect(feed.hints.map(({ event }) => event)).toEqual(['EVENT_FILL', 'EVENT_FILL']);
  });

  it('reports only what happens after a break, not the past', async () => {
    const feed = world.open({ url: world.service.sandbox.tradeFeedUrl ?? '', needsSubscriptions: false });
    feed.feed.start();
    await until(isLive(feed), 'live');
    world.feeds.closeConnections(1001, 'bye', 'trade');
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
  let front: Listening;
  let proxy: TunnelProxy | undefined;

  afterEach(async () => {
    await proxy?.close();
    await front.close();
    proxy = undefined;
  });

  it('a proxy is asked for a tunnel, with its own credentials', async () => {
    front = await startFeedFront(host, world.service.sandbox.port);
    proxy = await TunnelProxy.start(front.port);
    const transport = { proxy: { url: `http://me:pass@127.0.0.1:${String(proxy.port)}`, noProxy: '' } };
    const feed = world.open({ url: `ws://${host}/ws/quote`, transport });
    feed.follow(tencent);
    await until(() => isLive(feed)() && feed.price(tencent) !== undefined, 'live');
    expect(proxy.asked).toEqual([{ target: `${host}:80`, authorization: `Basic ${Buffer.from('me:pass').toString('base64')}` }]);
    proxy.mode = 'refuse';
    world.feeds.closeConnections(1001, '');
    await until(isWaiting(feed), 'waiting');
    await feed.pass(2_000);
    await until(() => feed.failures.length >= 2, 'rejected by the proxy');
    expect(feed.failures[1]).toMatch(/^connect-failed/);
  });

  it('a certificate is checked as for requests', async () => {
    const certificate = makeCertificate(host);
    front = await startFeedFront(host, world.service.sandbox.port, certificate);
    proxy = await TunnelProxy.start(front.port);
    const throughProxy = { url: `http://127.0.0.1:${String(proxy.port)}`, noProxy: '' };
    const url = `wss://${host}/ws/quote`;
    const unknown = world.open({ url, transport: { proxy: throughProxy } });
    unknown.follow(tencent);
    await until(isWaiting(unknown), 'rejected');
    expect([unknown.failures, world.feeds.accepted]).toEqual([['connect-failed 1006'], 0]);
    const known = world.open({ url, transport: { ca: [certificate.cert], proxy: throughProxy } });
    known.follow(tencent);
    await until(isLive(known), 'live');
  });
});
