import { beforeEach, describe, expect, it } from 'vitest';
import { FakeMarket } from '../../../support/feed/liveWindows';
import type { FakeWindow } from '../../../support/feed/liveWindows';
import { FakeTime } from '../../../support/machine/fakeTime';

const tencent = 'HK.00700';

let time: FakeTime;
let world: FakeMarket;
let window: FakeWindow;

beforeEach(() => {
  time = new FakeTime();
  world = new FakeMarket(time);
  window = world.open();
});

describe('live prices and their feed', () => {
  it('leave the feed some time after the window lost the focus, and return to it with the focus', async () => {
    window.show(tencent);
    await window.goLive(tencent);
    window.focus(false);
    await time.advance(20_000);
    expect(window.feed.current.isClosed).toBe(false);
    await time.advance(11_000);
    expect(window.feed.current.isClosed).toBe(true);
    world.asked.length = 0;
    await time.advance(180_000);
    expect(world.asked.length).toBeLessThanOrEqual(3);
    window.focus(true);
    await time.advance(500);
    expect(window.feed.sockets).toHaveLength(2);
  });

  it('have the latest state of their market, whichever of its states arrive late', async () => {
    const state = (word: string, agoMs: number): void =>
      window.feed.current.say({ timestamp: time.wallMs() - agoMs, type: 'MARKET_STATE', data: { market: 'HK', state: word } });
    world.state = 'CLOSED';
    window.show(tencent);
    await window.goLive(tencent);
    await time.advance(5_000);
    state('AFTERNOON', 60_000);
    expect(window.market.isOpen(tencent)).toBe(false);
    state('MORNING', 0);
    expect(window.market.isOpen(tencent)).toBe(true);
    state('CLOSED', 10_000);
    expect(window.market.isOpen(tencent)).toBe(true);
    world.state = 'MORNING';
    world.stateDelayMs = 10_000;
    const reads = world.stateReads;
    while (world.stateReads === reads) await time.advance(500);
    await time.advance(500);
    state('CLOSED', 0);
    await time.advance(12_000);
    expect(window.market.isOpen(tencent)).toBe(false);
  });

  it('come from the feed as soon as its program, which was missing, can be loaded', async () => {
    window.feedFailure = new Error('no such file');
    window.show(tencent);
    await time.advance(3 * 60_000);
    expect(window.market.status).toMatchObject({ feed: { kind: 'waiting', reason: { code: 'not-loaded' } }, polling: 'on' });
    // Less and less often: not once a second.
    expect(window.log.lines.filter((line) => line.includes('could not be opened')).length).toBeLessThan(20);
    window.feedFailure = undefined;
    const until = time.wallMs() + 30_000;
    while (window.feed.sockets.length === 0 && time.wallMs() < until) await time.advance(100);
    await window.goLive(tencent);
    expect(window.market.status).toMatchObject({ feed: { kind: 'live' }, polling: 'off' });
  });

  it('try no program of a feed that is no longer wanted', async () => {
    window.feedFailure = new Error('no such file');
    window.show(tencent);
    await time.advance(60_000);
    window.focus(false);
    await time.advance(60_000);
    window.feedFailure = undefined;
    await time.advance(5 * 60_000);
    expect(window.feed.sockets).toHaveLength(0);
  });

  it('are polled within seconds after the feed has broken off, and that is told at once', async () => {
    window.show(tencent);
    await window.goLive(tencent);
    for (let second = 0; second < 20; second += 1) {
      window.feed.current.quote(tencent, String(11 + second), time.wallMs());
      await time.advance(1_000);
    }
    const kinds: string[] = [];
    window.market.onDidChangeStatus(({ feed }) => kinds.push(feed.kind));
    world.asked.length = 0;
    window.feed.current.breakOff();
    expect(kinds).toEqual(['waiting']);
    await time.advance(6_000);
    expect(world.asked.length).toBeGreaterThan(0);
  });

  it('come from one connection when the same feed is wanted again while its program is waited for', async () => {
    window.feedFailure = new Error('no such file');
    window.show(tencent);
    await time.advance(60_000);
    expect(window.market.status.feed.kind).toBe('waiting');
    const signedIn = window.access.current;
    window.access.become({ ...signedIn, session: { kind: 'signedOut' } });
    window.feedFailure = undefined;
    window.access.become(signedIn);
    await window.goLive(tencent);
    for (let second = 0; second < 90; second += 1) {
      window.feed.current.quote(tencent, '12', time.wallMs());
      await time.advance(1_000);
    }
    expect(window.feed.sockets).toHaveLength(1);
  });

  it('are polled when the feed was always silent, which is tried once more whenever the window gets the focus', async () => {
    window.show(tencent);
    await time.advance(20 * 60_000);
    const connections = (): number => window.feed.sockets.length;
    expect([connections(), window.market.status]).toEqual([8, { feed: expect.objectContaining({ kind: 'givenUp' }), polling: 'on' }]);
    const before = world.asked.length;
    await time.advance(30 * 60_000);
    expect([connections(), world.asked.length > before]).toEqual([8, true]);
    for (const awayMs of [40_000, 20_000]) {
      window.focus(false);
      await time.advance(awayMs);
      window.focus(true);
      await time.advance(10 * 60_000);
    }
    expect([connections(), window.market.status.feed.kind]).toEqual([10, 'givenUp']);
    window.focus(false);
    await time.advance(1_000);
    window.focus(true);
    await window.goLive(tencent);
    expect(window.market.status).toMatchObject({ feed: { kind: 'live' }, polling: 'off' });
  });

  it('try a silent feed again two minutes after it was given up, if the window got the focus before', async () => {
    window.show(tencent);
    await time.advance(50 * 60_000);
    const comeBack = async (): Promise<void> => {
      window.focus(false);
      await time.advance(1_000);
      window.focus(true);
    };
    await comeBack();
    await time.advance(60_000);
    const tried = window.feed.sockets.length;
    expect(window.market.status.feed.kind).toBe('givenUp');
    await comeBack();
    await comeBack();
    await time.advance(30_000);
    expect(window.feed.sockets).toHaveLength(tried);
    await time.advance(2 * 60_000);
    expect(window.feed.sockets).toHaveLength(tried + 1);
  });
});

describe('a feed that works for other symbols', () => {
  const alibaba = 'HK.09988';
  const begin = async (isSuspended = (): boolean => false): Promise<void> => {
    world.price = () => ({ lastPrice: '10', at: time.wallMs() - 1_000, isSuspended: isSuspended() });
    window.show(tencent, alibaba);
    await window.goLive(alibaba);
    world.asked.length = 0;
  };
  /** Another symbol moves every second; `say` is said of the first one. */
  const passMinute = async (say: () => void = () => undefined): Promise<void> => {
    for (let second = 0; second < 60; second += 1) {
      window.feed.current.quote(alibaba, String(20 + second), time.wallMs());
      say();
      await time.advance(1_000);
    }
  };
  const prices = (): readonly (string | undefined)[] => [tencent, alibaba].map((symbol) => window.market.book.get(symbol)?.lastPrice);

  it('confirms no price that it sends later than others are requested', async () => {
    await begin();
    await passMinute(() => window.feed.current.quote(tencent, '9', time.wallMs() - 15 * 60_000));
    world.price = (symbol) => ({ lastPrice: symbol === tencent ? '12' : '80', at: time.wallMs() });
    await passMinute(() => window.feed.current.quote(tencent, '9', time.wallMs() - 15 * 60_000));
    expect(prices()).toEqual(['12', '79']);
    expect(world.asked.every((codes) => !codes.includes(alibaba) || codes.includes(tencent))).toBe(true);
  });

  it.each([
    ['a time that is none', { timestamp: -1, type: 'QUOTE', symbol: tencent, data: { last_price: '9' } }],
    ['a price that is none', { timestamp: 1_900_000_000_000, type: 'QUOTE', symbol: tencent, data: { last_price: 'n/a' } }],
    ['another spelling', { timestamp: 1_900_000_000_000, type: 'QUOTE', symbol: 'SEHK.00700', data: { last_price: '9' } }],
    ['a time to come', { timestamp: 1_900_000_000_000, type: 'QUOTE', symbol: tencent, data: { last_price: '9' } }],
  ])('confirms no price that it sends with %s', async (_fault, frame) => {
    await begin();
    await passMinute(() => window.feed.current.say(frame));
    world.price = () => ({ lastPrice: '12', at: time.wallMs() });
    await passMinute(() => window.feed.current.say(frame));
    expect(prices()).toEqual(['12', '79']);
  });

  it('does not confirm for long what it accepted and never sent', async () => {
    await begin();
    await passMinute();
    world.price = () => ({ lastPrice: '12', at: time.wallMs() });
    await passMinute();
    expect(prices()).toEqual(['12', '79']);
    expect(window.market.isOld(tencent)).toBe(false);
    expect(world.asked.length).toBeLessThanOrEqual(4);
  });

  it('does not hide that a security is suspended, or that it no longer is', async () => {
    let isSuspended = true;
    await begin(() => isSuspended);
    await passMinute(() => window.feed.current.quote(tencent, '10', time.wallMs()));
    expect(window.market.book.get(tencent)?.isSuspended).toBe(true);
    isSuspended = false;
    await passMinute(() => window.feed.current.quote(tencent, '10', time.wallMs()));
    expect(window.market.book.get(tencent)?.isSuspended).toBe(false);
  });

  it('begins a new day without the previous close of the day before, which it does not send', async () => {
    const day = 24 * 3_600_000;
    world.price = (symbol) => ({ lastPrice: '10', at: time.wallMs() - 1_000, previousClose: symbol === tencent ? '9' : '' });
    window.show(tencent, alibaba);
    await window.goLive(tencent);
    expect(window.market.book.get(tencent)).toMatchObject({ lastPrice: '11', previousClose: '9' });
    world.skewMs = day;
    world.price = () => ({ lastPrice: '11', at: world.serverMs() - 1_000, previousClose: '11' });
    window.feed.current.quote(tencent, '12', world.serverMs());
    expect(window.market.book.get(tencent)).toMatchObject({ lastPrice: '12', previousClose: '' });
    for (let second = 0; second < 60; second += 1) {
      window.feed.current.quote(tencent, '12.5', world.serverMs());
      await time.advance(1_000);
    }
    expect(window.market.book.get(tencent)).toMatchObject({ lastPrice: '12.5', previousClose: '11' });
  });

  it('is believed again from the first price on that is the newest', async () => {
    await begin();
    await passMinute(() => window.feed.current.quote(tencent, '9', time.wallMs() - 15 * 60_000));
    window.feed.current.quote(tencent, '13', time.wallMs());
    world.asked.length = 0;
    await passMinute();
    expect([prices(), world.asked.length]).toEqual([['13', '79'], 0]);
  });
});
