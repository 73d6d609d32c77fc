import { generateKeyPairSync, verify } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { AuthError } from '../../../../src/service/errors';
import { FeedConnection } from '../../../../src/service/feed/feedConnection';
import { feedSigningText, signedFeedCredentials } from '../../../../src/service/feed/requests';
import type { FeedState, FeedSubscription, MarketPush, OrderHint } from '../../../../src/service/feed/types';
import { Secret } from '../../../../src/service/secret';
import { FakeFeedServer } from '../../../support/feed/fakeFeedSocket';
import { FakeTime, settle } from '../../../support/machine/fakeTime';
import { recorded } from '../../../support/recorded';

const quote = (symbol: string): FeedSubscription => ({ kind: 'quote', symbol });

describe('a connection to a feed', () => {
  let time: FakeTime;
  let server: FakeFeedServer;
  let states: FeedState[];
  let pushes: MarketPush[];
  let hints: OrderHint[];
  let dropped: string[];
  let asked: boolean[];
  let signedIn: boolean;
  let lacks: 'sign-in-required' | 'renewal-failed';
  /** How often a subscription was reported as active or denied. */
  let settled: number;
  let feed: FeedConnection;

  const create = (needsSubscriptions = true): FeedConnection =>
    new FeedConnection({
      url: 'wss://quotes.example.com/ws',
      needsSubscriptions,
      openSocket: server.open,
      credentials: async ({ isRetry }) => {
        asked.push(isRetry);
        if (!signedIn) throw new AuthError(lacks);
        return { type: 'oauth2', token: new Secret(`token-${String(asked.length)}`) };
      },
      clock: time,
      timers: time,
      random: () => 0.5,
      expectsPushes: () => true,
      onState: (state) => states.push(state),
      onPush: (push) => pushes.push(push),
      onHint: (hint) => hints.push(hint),
      onSubscription: () => (settled += 1),
      onDropped: (reason) => dropped.push(reason),
    });

  beforeEach(() => {
    time = new FakeTime();
    server = new FakeFeedServer();
    [states, pushes, hints, dropped, asked, signedIn, settled] = [[], [], [], [], [], true, 0];
    lacks = 'sign-in-required';
    feed = create();
  });

  const connect = async (...symbols: readonly string[]): Promise<void> => {
    feed.want(symbols.map(quote));
    feed.start();
    await settle();
    server.current.accept();
  };

  it('authenticates in the first frame and subscribes after the answer', async () => {
    feed.want([quote('HK.00700'), { kind: 'ticker', symbol: 'US.AAPL' }]);
    feed.start();
    await settle();
    server.current.listener.opened();
    expect(server.current.frames).toMatchObject([
      { id: '1', action: 'auth', data: { auth_type: 'oauth2', authorization: 'Bearer token-1' } },
    ]);
    server.current.say({ id: server.current.frames[0]?.id, session_id: 's', server_time: 1 });
    expect(server.current.sent('subscribe')).toMatchObject([{ id: '2', quote: ['HK.00700'], ticker: ['US.AAPL'] }]);
  });

  it('is live once the service provides part of what was requested, and says how much of it', async () => {
    await connect('HK.00700', 'US.AAPL');
    expect(feed.state.kind).toBe('connecting');
    server.current.quote('HK.00700', '1', 5);
    expect(feed.state).toMatchObject({ kind: 'live', prices: { pushed: 1, asked: 2 } });
    server.current.acknowledge();
    expect(feed.state).toMatchObject({ kind: 'live', prices: { pushed: 2, asked: 2 } });
  });

  it('is not live while every subscription is denied, but says so', async () => {
    await connect('HK.00700', 'US.AAPL');
    server.current.say(recorded('a denied subscription, without its id').text);
    server.current.say({ id: server.current.sent('unsubscribe')[0]?.id, code: 0 });
    server.current.say(recorded('a denied subscription, without its id').text);
    expect(feed.state.kind).toBe('connecting');
    server.current.say(recorded('a denied subscription, without its id').text);
    expect(feed.state.kind).toBe('denied');
    expect(states.some(({ kind }) => kind === 'live')).toBe(false);
    feed.want([quote('SH.600519')]);
    server.current.say({ id: server.current.sent('subscribe').at(-1)?.id, code: 0 });
    expect(feed.state).toMatchObject({ kind: 'live', prices: { pushed: 1, asked: 1 } });
  });

  it('recognizes the state of a market that it follows, although it names no symbol', async () => {
    await connect('US.NVDA');
    const state = recorded('the state of a market, without any symbol');
    server.current.say(state.text);
    expect(pushes).toEqual([{ kind: 'marketState', market: 'US', at: 1_788_875_118_824, state: 'AFTERNOON' }]);
    feed.want([quote('HK.00700')]);
    server.current.say(state.text);
    expect(dropped).toEqual(['unasked']);
  });

  it('is live after a push that comes before its acknowledgement', async () => {
    await connect('HK.00700');
    server.current.quote('HK.00700', '562.5', 1_795_000_000_000);
    expect(feed.state.kind).toBe('live');
    expect(pushes).toMatchObject([{ kind: 'quote', symbol: 'HK.00700', lastPrice: '562.5' }]);
    await time.advance(11_000);
    expect(feed.state.kind).toBe('live');
  });

  it('is not live when the service is silent after the sign-in, and tries again', async () => {
    await connect('HK.00700');
    await time.advance(10_500);
    expect(states.some(({ kind }) => kind === 'live')).toBe(false);
    expect(feed.state).toMatchObject({ kind: 'waiting', reason: { code: 'no-response' } });
  });

  it('waits two minutes after three attempts without an answer, and keeps saying why', async () => {
    await connect('HK.00700');
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await time.advance(10_001);
      if (attempt < 2) {
        await time.advance(2_000);
        server.current.accept();
      }
    }
    const { state } = feed;
    expect(state.kind === 'waiting' && state.untilMs - time.monotonicMs()).toBeGreaterThan(115_000);
    await time.advance(110_000);
    expect(server.sockets).toHaveLength(3);
    await time.advance(15_000);
    expect(server.sockets).toHaveLength(4);
    expect(feed.state).toMatchObject({ kind: 'waiting', reason: { code: 'no-response' } });
    server.current.accept();
    server.current.acknowledge();
    expect(feed.state.kind).toBe('live');
  });

  it('is called silent when pushes stop although markets are open, and live when they come again', async () => {
    await connect('HK.00700');
    server.current.acknowledge();
    await time.advance(36_000);
    expect(feed.state.kind).toBe('silent');
    server.current.quote('HK.00700', '1', 5);
    expect(feed.state.kind).toBe('live');
  });

  it('subscribes symbol by symbol when a right in a batch is denied, and keeps the others', async () => {
    await connect('HK.00700', 'US.AAPL');
    server.current.say({ ret_code: -9, ret_msg: 'no right' });
    const [release] = server.current.sent('unsubscribe');
    expect(release?.quote).toEqual(['HK.00700', 'US.AAPL']);
    // Reported twice, because two rights were missing, and before the answer to the next request.
    server.current.say({ ret_code: -9, ret_msg: 'no right' });
    expect(server.current.sent('subscribe')).toHaveLength(1);
    server.current.say({ ret_code: 0, ret_msg: '', data: { id: release?.id, code: 0 } });
    const single = server.current.sent('subscribe').slice(1);
    expect(single.map(({ quote: symbols }) => symbols)).toEqual([['HK.00700'], ['US.AAPL']]);
    server.current.say({ id: single[0]?.id, code: 0 });
    server.current.say({ ret_code: -9, ret_msg: 'no right' });
    expect([feed.stateOf(quote('HK.00700')), feed.stateOf(quote('US.AAPL'))]).toEqual(['active', 'denied']);
    expect(feed.state.kind).toBe('live');
  });

  it('says when a subscription becomes active, and when it is denied', async () => {
    await connect('HK.00700');
    expect(settled).toBe(0);
    server.current.acknowledge();
    expect([settled, feed.stateOf(quote('HK.00700'))]).toEqual([1, 'active']);
    feed.want([quote('HK.00700'), quote('US.AAPL')]);
    server.current.say({ ret_code: -9, ret_msg: 'no right' });
    expect([settled, feed.stateOf(quote('US.AAPL'))]).toEqual([2, 'denied']);
  });

  it.each([['HK.00700'], ['HK.00700', 'US.AAPL', 'US.MSFT']])('retries ten seconds after “too many requests”: %s', async (...symbols) => {
    await connect(...symbols);
    server.current.say({ ret_code: -11, ret_msg: 'too many' });
    await time.advance(9_999);
    expect(server.current.sent('subscribe')).toHaveLength(1);
    expect(server.current.sent('unsubscribe')).toEqual([]);
    await time.advance(1);
    expect(server.current.sent('subscribe').map(({ quote: asked }) => asked)).toEqual([symbols, symbols]);
  });

  it('does not subscribe again when the connection ends during that wait', async () => {
    await connect('HK.00700');
    server.current.say({ ret_code: -11, ret_msg: 'too many' });
    await time.advance(5_000);
    feed.dispose();
    expect(time.pendingTimers).toBe(0);
  });

  it('subscribes to nothing twice, and unsubscribes symbols that are no longer wanted', async () => {
    await connect('A.1', 'A.2');
    server.current.acknowledge();
    feed.want([quote('A.2'), quote('A.3'), quote('A.3')]);
    feed.want([quote('A.2'), quote('A.3')]);
    expect(server.current.sent('subscribe').map(({ quote: symbols }) => symbols)).toEqual([['A.1', 'A.2'], ['A.3']]);
    expect(server.current.sent('unsubscribe').map(({ quote: symbols }) => symbols)).toEqual([['A.1']]);
  });

  it('remembers a denied permission if the symbol was dropped and wanted again before the answer', async () => {
    await connect('HK.00700');
    feed.want([]);
    feed.want([quote('HK.00700')]);
    const again = server.current.sent('subscribe').at(-1);
    server.current.say({ ret_code: 0, ret_msg: '', data: { id: again?.id, code: -9, message: 'no right' } });
    expect(feed.stateOf(quote('HK.00700'))).toBe('denied');
  });

  it('subscribes to 500 symbols at most and says which are left out', async () => {
    const symbols = Array.from({ length: 510 }, (_value, at) => `A.${String(at)}`);
    await connect(...symbols);
    const frames = server.current.sent('subscribe');
    expect(frames.flatMap(({ quote: asked }) => asked)).toHaveLength(500);
    expect(feed.stateOf(quote('A.509'))).toBe('overLimit');
    feed.want(symbols.slice(10).map(quote));
    expect(feed.stateOf(quote('A.509'))).toBe('asked');
  });

  it('drops pushes for symbols that were never requested', async () => {
    await connect('HK.00700');
    server.current.quote('HK.00001', '5', 5);
    expect([pushes, dropped]).toEqual([[], ['unasked']]);
    expect(feed.state.kind).toBe('connecting');
  });

  it('authenticates and subscribes again after a close, with a growing wait', async () => {
    await connect('HK.00700');
    server.current.acknowledge();
    server.current.breakOff(1008, 'slow_consumer');
    expect(feed.state).toMatchObject({ kind: 'waiting', reason: { code: 'closed', closeCode: 1008 } });
    await time.advance(1_000);
    server.current.accept();
    expect(server.sockets).toHaveLength(2);
    expect(server.current.sent('subscribe')).toMatchObject([{ quote: ['HK.00700'] }]);
    server.current.breakOff();
    const { state } = feed;
    expect(state.kind === 'waiting' && state.untilMs - time.monotonicMs()).toBe(1_250);
  });

  it('ends a connection whose pings are not answered', async () => {
    await connect('HK.00700');
    server.current.acknowledge();
    server.answersPings = false;
    await time.advance(26_000);
    expect(server.sockets[0]?.isClosed).toBe(true);
    expect(states.some((state) => state.kind === 'waiting' && state.reason.code === 'no-pong')).toBe(true);
  });

  it('sends new credentials before the service requires them', async () => {
    await connect('HK.00700');
    server.current.acknowledge();
    for (let minute = 0; minute < 5; minute += 1) {
      server.current.quote('HK.00700', '1', minute + 1);
      await time.advance(60_000);
    }
    expect(server.current.sent('refresh')).toMatchObject([{ data: { authorization: 'Bearer token-2' } }]);
    expect(server.sockets).toHaveLength(1);
  });

  it('tries once more with another token when the first is rejected, then waits', async () => {
    feed.start();
    await settle();
    server.current.listener.opened();
    server.current.say({ id: server.current.frames[0]?.id, code: -9, message: 'expired' });
    await settle();
    expect(asked).toEqual([false, true]);
    server.current.listener.opened();
    server.current.say({ id: server.current.frames[0]?.id, code: -9, message: 'expired' });
    expect(feed.state).toMatchObject({ kind: 'waiting', reason: { code: 'refused' } });
  });

  it('renews a refused token once in ten minutes, and connects rarely while the service refuses all', async () => {
    const refuse = async (): Promise<void> => {
      await settle();
      server.current.listener.opened();
      server.current.say({ id: server.current.frames[0]?.id, code: -9, message: 'no right' });
      await settle();
    };
    let known = 0;
    feed.start();
    await settle();
    for (let second = 0; second < 3600; second += 1) {
      for (; server.sockets.length > known; known += 1) await refuse();
      await time.advance(1_000);
    }
    const renewed = asked.filter((isRetry) => isRetry).length;
    expect([renewed >= 5, renewed <= 6, asked.length <= 45]).toEqual([true, true, true]);
    // Once the service accepts them again, an interruption is short as usual.
    const connected = async (longestMs: number): Promise<boolean> => {
      for (let waited = 0; waited < longestMs && server.sockets.length === known; waited += 1_000) await time.advance(1_000);
      return server.sockets.length > known;
    };
    expect(await connected(121_000)).toBe(true);
    known = server.sockets.length;
    server.current.accept();
    server.current.listener.closed(1001, '');
    expect(await connected(31_000)).toBe(true);
  });

  it('says that a sign-in is needed, and reconnects by itself after it', async () => {
    signedIn = false;
    feed.start();
    await settle();
    expect(feed.state).toMatchObject({ kind: 'waiting', reason: { code: 'sign-in-required' } });
    signedIn = true;
    await time.advance(1_000);
    server.current.accept();
    expect(server.current.sent('auth')).toHaveLength(1);
  });

  it('requires no sign-in when the token cannot be renewed at the moment', async () => {
    [signedIn, lacks] = [false, 'renewal-failed'];
    feed.start();
    await settle();
    expect(feed.state).toMatchObject({ kind: 'waiting', reason: { code: 'connect-failed' } });
    signedIn = true;
    await time.advance(60_000);
    expect(asked.length).toBeGreaterThan(1);
  });

  it('is live without a subscription on the trade feed, and passes hints on', async () => {
    feed.dispose();
    feed = create(false);
    await connect();
    expect(feed.state.kind).toBe('live');
    server.current.say({ type: 'EVENT_FILL', data: { order_id: 'OK-1' } });
    expect(hints).toEqual([{ kind: 'order', event: 'EVENT_FILL', orderId: 'OK-1', accountId: '', code: '' }]);
  });

  it('leaves no timer or connection behind when it ends', async () => {
    await connect('HK.00700');
    server.current.acknowledge();
    feed.dispose();
    expect([time.pendingTimers, server.current.isClosed, feed.state.kind]).toEqual([0, true, 'off']);
    server.current.quote('HK.00700', '5', 5);
    expect(pushes).toEqual([]);
  });
});

describe('credentials of the key form', () => {
  it('sign four lines with the feed’s own path and the time of the service', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const made = signedFeedCredentials({ appKeyId: 'ak-1', algorithm: 'ed25519', privateKey }, 1_795_000_000_123.4);
    if (made.type !== 'appkey') throw new Error('expected the key form');
    expect(made).toMatchObject({ appKeyId: 'ak-1', timestampMs: 1_795_000_000_123 });
    const text = feedSigningText(String(made.timestampMs), made.nonce);
    expect(text.split('\n')).toEqual(['1795000000123', made.nonce, 'WEBSOCKET', 'ws/auth']);
    expect(verify(null, Buffer.from(text), publicKey, Buffer.from(made.signature, 'base64'))).toBe(true);
  });
});
