import { beforeEach, describe, expect, it } from 'vitest';
import { AgeWatch } from '../../../../src/app/quotes/ageWatch';
import { ApiError } from '../../../../src/service/errors';
import { FakeMarket } from '../../../support/feed/liveWindows';
import type { FakeWindow } from '../../../support/feed/liveWindows';
import { FakeTime } from '../../../support/machine/fakeTime';

const tencent = 'HK.00700';
const alibaba = 'HK.09988';

let time: FakeTime;
let world: FakeMarket;
let window: FakeWindow;

beforeEach(() => {
  time = new FakeTime();
  world = new FakeMarket(time);
  window = world.open();
});

describe('live prices', () => {
  it('come from one snapshot and then from the feed, without further requests', async () => {
    window.show(tencent);
    await window.goLive(tencent);
    const before = world.asked.length;
    expect(before).toBe(1);
    expect(window.market.status).toMatchObject({ feed: { kind: 'live' }, polling: 'off' });
    for (let at = 0; at < 40; at += 1) {
      window.feed.current.quote(tencent, String(12 + at), time.wallMs());
      await time.advance(1_000);
    }
    expect(world.asked.length).toBe(before);
    expect(window.market.book.get(tencent)).toMatchObject({ lastPrice: '51', source: 'feed', name: `Name of ${tencent}` });
  });

  it('cost one look at what to poll when hundreds of symbols come at once', async () => {
    const symbols = Array.from({ length: 300 }, (_, at) => `HK.${String(at + 1).padStart(5, '0')}`);
    window.show(...symbols);
    await time.advance(500);
    window.feed.current.accept();
    await time.advance(300);
    let timers = 0;
    const after = time.after.bind(time);
    time.after = (ms, callback) => {
      timers += 1;
      return after(ms, callback);
    };
    let told = 0;
    window.market.onDidChangeStatus(() => (told += 1));
    for (const symbol of symbols) window.feed.current.quote(symbol, '11', time.wallMs());
    await time.advance(100);
    expect([timers < 30, told <= 3]).toEqual([true, true]);
    expect(window.market.status).toMatchObject({ feed: { kind: 'live' }, polling: 'off' });
  });

  it('are polled, and said to be, while the service gives no permission for any of them on its feed', async () => {
    window.show(tencent, alibaba);
    await time.advance(500);
    window.feed.current.accept();
    const deny = (): void =>
      window.feed.current.say({ ret_code: -9, ret_msg: 'realtime quote permission required', error: { code: 'permission_denied' } });
    // A batch is refused without saying which of its symbols is meant: each is then asked for by itself.
    deny();
    window.feed.current.say({ id: window.feed.current.sent('unsubscribe')[0]?.id, code: 0 });
    deny();
    deny();
    await time.advance(10);
    expect(window.market.status).toMatchObject({ feed: { kind: 'denied' }, polling: 'on' });
    expect([window.market.isDenied(tencent), window.market.isDenied(alibaba)]).toEqual([true, true]);
    const before = world.asked.length;
    await time.advance(60_000);
    expect(world.asked.length).toBeGreaterThan(before + 10);
    expect(window.market.status).toMatchObject({ feed: { kind: 'denied' }, polling: 'on' });
    expect(window.market.isOld(tencent)).toBe(false);
  });

  it('are requested together, whenever each was shown first', async () => {
    world.price = () => ({ lastPrice: '10', at: time.wallMs() });
    window.show(tencent);
    await time.advance(2_000);
    window.show(tencent, alibaba);
    await time.advance(1_300);
    window.show(tencent, alibaba, 'HK.00005');
    await time.advance(60_000);
    // One every four seconds, and one for each symbol when it is shown.
    expect(world.asked.length).toBeLessThanOrEqual(19);
    expect(world.asked.length).toBeGreaterThanOrEqual(15);
  });

  it('are polled every few seconds without a feed, and once the feed is gone', async () => {
    window.show(tencent);
    await time.advance(13_000);
    expect(world.asked.length).toBeGreaterThanOrEqual(3);
    expect(world.asked.length).toBeLessThanOrEqual(5);
    expect(window.market.status.polling).toBe('on');
    await window.goLive(tencent);
    const before = world.asked.length;
    window.feed.current.breakOff();
    await time.advance(6_000);
    expect(world.asked.length).toBeGreaterThan(before);
    expect(window.market.status.feed.kind).not.toBe('live');
  });

  it('are known although the service answers with none because of one code that it does not know', async () => {
    const symbols = Array.from({ length: 300 }, (_, at) => `HK.${String(at + 1).padStart(5, '0')}`);
    world.fatalCode = 'HK.00123';
    window.show(...symbols);
    await time.advance(3_000);
    expect(symbols.filter((symbol) => window.market.book.get(symbol) === undefined)).toEqual(['HK.00123']);
    expect(window.market.isUnknown('HK.00123')).toBe(true);
    expect(world.asked.length).toBeLessThanOrEqual(20);
  });

  it('have a state of their market although the service answers with none because of one code', async () => {
    world.fatalCode = 'HK.99999';
    window.show(world.fatalCode, tencent, 'US.AAPL');
    await time.advance(5_000);
    expect(window.market.isOpen('US.AAPL')).toBe(true);
    await time.advance(65_000);
    expect(window.market.isOpen(tencent)).toBe(true);
    const before = world.stateReads;
    await time.advance(10 * 60_000);
    // Once a minute, as if the code were not there.
    expect(world.stateReads - before).toBeLessThanOrEqual(11);
    expect(window.market.isOpen(tencent)).toBe(true);
  });

  it('do not wait for the state of their market, which is asked for once', async () => {
    world.stateDelayMs = 50_000;
    window.show(tencent);
    await time.advance(40_000);
    expect(world.asked.length).toBeGreaterThanOrEqual(6);
    expect(world.stateReads).toBe(1);
    await time.advance(15_000);
    expect(window.market.isOpen(tencent)).toBe(true);
  });

  it('are read again soon, by the service’s time, if this machine’s clock is slow and was not compared with it yet', async () => {
    world.trueSkewMs = 3_600_000;
    world.price = () => ({ lastPrice: '10', at: time.wallMs() + 3_600_000 });
    window.show(tencent);
    await time.advance(1_000);
    expect(window.market.book.get(tencent)).toBeUndefined();
    await time.advance(5_000);
    expect(window.market.book.get(tencent)?.lastPrice).toBe('10');
  });

  it('are asked for again soon while they seem to be from the future', async () => {
    world.price = () => ({ lastPrice: '10', at: time.wallMs() + 3_600_000 });
    window.show(tencent);
    await time.advance(20_000);
    expect(world.asked.length).toBeGreaterThanOrEqual(4);
    expect(window.market.book.get(tencent)).toBeUndefined();
  });

  it('become old, and are followed, also if this machine’s clock was an hour ahead until it was compared with the service’s', async () => {
    world.skewMs = 3_600_000;
    // A service that sends no times: the moment of the request counts.
    world.price = () => ({ lastPrice: '10', at: undefined });
    window.show(tencent);
    await time.advance(2_000);
    world.skewMs = 0;
    world.price = () => ({ lastPrice: '11', at: undefined });
    await time.advance(6_000);
    expect(window.market.book.get(tencent)?.lastPrice).toBe('11');
    expect(window.market.isOld(tencent)).toBe(false);
    world.failure = new Error('down');
    await time.advance(90_000);
    expect(window.market.isOld(tencent)).toBe(true);
    expect(window.market.ageMs(tencent)).toBeGreaterThan(80_000);
  });

  it('keep the time that the service gave them, whatever this machine’s clock does', async () => {
    const at = time.wallMs();
    world.price = () => ({ lastPrice: '10', at });
    window.show(tencent);
    await time.advance(2_000);
    world.skewMs = -3_600_000;
    await time.advance(6_000);
    expect(window.market.book.get(tencent)?.at).toBe(at);
  });

  it.each(['the file', 'the lock'])('are polled on a disk on which %s cannot be written', async (what) => {
    const failed = async (): Promise<never> => Promise.reject(new Error('ENOSPC'));
    if (what === 'the file') world.file.write = failed;
    else world.locks.tryAcquire = failed;
    const shown = Array.from({ length: 500 }, (_, at) => `HK.${String(10_000 + at)}`);
    window.show(...shown);
    await time.advance(1_000);
    expect(world.asked.flat().length).toBe(500);
    expect(shown.filter((symbol) => window.market.book.get(symbol) === undefined)).toEqual([]);
    expect(window.market.status.polling).toBe('on');
    await time.advance(12_000);
    expect(world.asked.length).toBeGreaterThanOrEqual(6);
  });

  it('are polled for symbols without a right, and only for those', async () => {
    window.show(tencent, alibaba);
    await time.advance(500);
    const { current } = window.feed;
    current.accept();
    current.say({ ret_code: -9, ret_msg: 'no right' });
    current.say({ id: current.sent('unsubscribe')[0]?.id, code: 0 });
    const [one, other] = current.sent('subscribe').slice(-2);
    current.say({ id: one?.id, code: 0 });
    current.say({ ret_code: -9, data: { id: other?.id, code: -9 } });
    current.quote(tencent, '11', time.wallMs());
    await time.advance(3_000);
    world.asked.length = 0;
    await time.advance(9_000);
    expect(world.asked.length).toBeGreaterThanOrEqual(2);
    expect(new Set(world.asked.flat())).toEqual(new Set([alibaba]));
    expect(window.market.isDenied(alibaba)).toBe(true);
  });

  it('are read once and not polled when the market is closed', async () => {
    world.state = 'CLOSED';
    window.show(tencent);
    await time.advance(120_000);
    expect(world.asked).toHaveLength(1);
  });

  it('look old at once when the machine wakes on the next day, although the market was closed when it fell asleep', async () => {
    world.state = 'CLOSED';
    window.show(tencent);
    await time.advance(90_000);
    expect(window.market.isOld(tencent)).toBe(false);
    // The monotonic clock stopped meanwhile.
    world.skewMs += 16 * 3_600_000;
    world.price = () => undefined;
    expect(window.market.isOld(tencent)).toBe(true);
    await time.advance(61_000);
    expect(window.market.isOld(tencent)).toBe(false);
  });

  it('are read until a few minutes after the close, so that the last price of the session stays', async () => {
    let price = '100';
    world.price = () => ({ lastPrice: price, at: time.wallMs() });
    window.show(tencent);
    await time.advance(20_000);
    world.state = 'CLOSED';
    await time.advance(70_000);
    price = '105';
    await time.advance(10 * 60_000);
    expect(window.market.book.get(tencent)?.lastPrice).toBe('105');
    expect(window.market.isOld(tencent)).toBe(false);
    world.asked.length = 0;
    await time.advance(3_600_000);
    expect(world.asked).toEqual([]);
    world.state = 'MORNING';
    await time.advance(120_000);
    expect(world.asked.length).toBeGreaterThan(5);
  });

  it('look old after the close until the last one of the session has been read', async () => {
    window.show(tencent);
    await time.advance(20_000);
    world.state = 'CLOSED';
    await time.advance(61_000);
    world.price = () => undefined;
    await time.advance(4 * 60_000);
    expect(window.market.isOld(tencent)).toBe(true);
    world.price = () => ({ lastPrice: '11', at: time.wallMs() });
    await time.advance(10 * 60_000);
    expect(window.market.isOld(tencent)).toBe(false);
  });

  it('know the state of a market although the service does not know one of its symbols', async () => {
    world.unknownCode = 'HK.99999';
    world.state = 'CLOSED';
    for (const symbols of [
      [tencent, world.unknownCode],
      [world.unknownCode, tencent],
    ]) {
      const any = world.open();
      any.show(...symbols);
      await time.advance(60_000);
      expect(any.market.isOpen(tencent)).toBe(false);
    }
    // A market with only that symbol has no known state, and is not asked for again and again.
    const other = world.open();
    other.show(world.unknownCode);
    world.stateReads = 0;
    await time.advance(3_600_000);
    expect(other.market.isOpen(tencent)).toBeUndefined();
    // Once a minute by each window.
    expect(world.stateReads).toBeLessThanOrEqual(3 * 61);
  });

  it('are polled within a minute after a market opens, even without any other view', async () => {
    world.state = 'CLOSED';
    window.show(tencent);
    await time.advance(600_000);
    expect(world.asked).toHaveLength(1);
    world.state = 'MORNING';
    await time.advance(90_000);
    expect(world.asked.length).toBeGreaterThan(5);
  });

  it('look old when a closed market was not confirmed as closed for five minutes', async () => {
    world.state = 'CLOSED';
    window.show(tencent);
    await time.advance(90_000);
    world.failure = new ApiError({ envelope: 'quote', serverCode: -2, serverMessage: 'no', status: 200 });
    await time.advance(200_000);
    expect(window.market.isOld(tencent)).toBe(false);
    await time.advance(150_000);
    expect(window.market.isOld(tencent)).toBe(true);
  });

  it('are requested less often when they do not move', async () => {
    const at = time.wallMs() - 60_000;
    world.price = () => ({ lastPrice: '10', at });
    window.show(tencent);
    await time.advance(30_000);
    const first = world.asked.length;
    await time.advance(300_000);
    expect(world.asked.length - first).toBeLessThan(15);
    expect(window.market.isOld(tencent)).toBe(false);
  });

  it('cost ten windows no more requests than one', async () => {
    const windows = [window, ...Array.from({ length: 9 }, () => world.open())];
    for (const each of windows) {
      each.show(tencent);
      if (each !== window) each.focus(false);
    }
    await time.advance(60_000);
    world.asked.length = 0;
    await time.advance(120_000);
    expect(world.asked.length).toBeLessThanOrEqual(32);
    // Only the window with the focus is connected to the feed.
    const connected = windows.filter((each) => each.feed.sockets.some(({ isClosed }) => !isClosed));
    expect(connected.filter((each) => each !== window)).toEqual([]);
    for (const each of windows.slice(1)) {
      expect(each.market.isOld(tencent)).toBe(false);
      expect(time.wallMs() - (each.market.book.get(tencent)?.at ?? 0)).toBeLessThan(70_000);
    }
  });

  it('cost ten windows that open at once one request, of a slow service, and one for what it lacks', async () => {
    world.price = (symbol) => (symbol === tencent ? { lastPrice: '10', at: time.wallMs() } : undefined);
    world.quoteDelayMs = 4_000;
    const windows = [window, ...Array.from({ length: 9 }, () => world.open())];
    for (const each of windows.slice(1)) each.focus(false);
    for (const each of windows) each.show(tencent, 'CA.CASH');
    await time.advance(12_000);
    expect(windows.map((each) => [each.market.book.get(tencent)?.lastPrice, each.market.isUnknown('CA.CASH')])).toEqual(
      windows.map(() => ['10', true]),
    );
    expect(world.asked.filter((codes) => codes.includes('CA.CASH'))).toHaveLength(1);
  });

  it('are asked for again five minutes after the service lacked them', async () => {
    let isKnown = false;
    world.price = () => (isKnown ? { lastPrice: '10', at: time.wallMs() } : undefined);
    window.show(tencent);
    await time.advance(10_000);
    expect(window.market.isUnknown(tencent)).toBe(true);
    isKnown = true;
    await time.advance(4 * 60_000);
    expect(window.market.book.get(tencent)).toBeUndefined();
    await time.advance(2 * 60_000);
    expect([window.market.book.get(tencent)?.lastPrice, window.market.isUnknown(tencent)]).toEqual(['10', false]);
  });

  it('that another window read are not taken after the end of the session', async () => {
    world.open().show(tencent);
    await time.advance(500);
    const { text } = world.file;
    expect(text).toContain(tencent);
    let reads = 0;
    world.file.read = async () => {
      reads += 1;
      if (reads === 1) return undefined;
      window.access.become({ ...window.access.current, session: { kind: 'signedOut' } });
      return text;
    };
    window.show(tencent);
    await time.advance(500);
    expect([reads, window.market.book.get(tencent)]).toEqual([2, undefined]);
  });

  it('look old when the service cannot be reached, and say why', async () => {
    window.show(tencent);
    await time.advance(1_000);
    world.failure = new ApiError({ envelope: 'quote', serverCode: -2, serverMessage: 'no', status: 200 });
    await time.advance(90_000);
    expect(window.market.isOld(tencent)).toBe(true);
    expect(window.market.status.polling).toBe('failing');
    world.failure = undefined;
    await time.advance(61_000);
    expect(window.market.isOld(tencent)).toBe(false);
  });

  it('look old at once when the service is known to be away, all of one time, and until it has confirmed them', async () => {
    window.show(tencent);
    await time.advance(1_000);
    let looks = 0;
    const ages = new AgeWatch(window.market, time, () => (looks += 1));
    ages.show([tencent]);
    world.failure = new ApiError({ envelope: 'quote', serverCode: -2, serverMessage: 'no', status: 200 });
    await time.advance(2_000);
    expect([window.market.isOld(tencent), looks]).toEqual([false, 0]);
    world.reach.goAway(1_000);
    expect([window.market.isOld(tencent), looks]).toEqual([true, 1]);
    // Nothing is newer than the last answer, so sums over all of them stay what they were.
    await time.advance(3_600_000);
    expect([window.market.isOld(tencent), window.market.isExpired(tencent)]).toEqual([true, false]);
    world.failure = undefined;
    world.reach.comeBack();
    // Until it is read again, nothing is known of that hour.
    expect(window.market.isOld(tencent)).toBe(true);
    await time.advance(6_000);
    expect([window.market.isOld(tencent), looks]).toEqual([false, 2]);
    ages.show([]);
    world.reach.goAway();
    expect(looks).toBe(2);
  });

  it('do not look old while the feed confirms them, though the rest of the service is away', async () => {
    window.show(tencent, alibaba);
    await window.goLive(tencent);
    await time.advance(3_000);
    world.reach.goAway();
    await time.advance(100);
    window.feed.current.quote(tencent, '12', time.wallMs());
    await time.advance(10);
    expect([window.market.isOld(tencent), window.market.isOld(alibaba)]).toEqual([false, true]);
  });

  it('are dropped with their session', async () => {
    window.show(tencent);
    await window.goLive(tencent);
    window.access.become({ ...window.access.current, session: { kind: 'signedOut' } });
    expect(window.market.book.get(tencent)).toBeUndefined();
    expect(window.feed.current.isClosed).toBe(true);
    world.asked.length = 0;
    await time.advance(60_000);
    expect(world.asked).toHaveLength(0);
  });

  it('are not requested when no view shows them', async () => {
    const watch = window.market.book.watch('tree', () => undefined);
    watch.show([tencent]);
    await window.goLive(tencent);
    watch.show([]);
    await time.advance(1_000);
    expect(window.feed.current.isClosed).toBe(true);
    world.asked.length = 0;
    await time.advance(60_000);
    expect(world.asked).toHaveLength(0);
  });

  it('cost nothing for hidden views: no message, no timer, no subscription, no request', async () => {
    const told: string[] = [];
    const views = (['tree', 'page', 'page'] as const).map((pace, at) => window.market.book.watch(pace, () => told.push(`${pace} ${at}`)));
    const stream = window.market.stream(() => told.push('stream'));
    for (const view of views) view.show([tencent, alibaba]);
    stream.ask([{ kind: 'order_book', symbol: tencent }]);
    await window.goLive(tencent);
    await time.advance(1_000);
    expect(told.length).toBeGreaterThan(2);
    window.feed.current.quote(tencent, '12', time.wallMs());
    for (const view of views) view.show([]);
    stream.ask([]);
    told.length = 0;
    world.asked.length = 0;
    window.feed.current.quote(tencent, '13', time.wallMs());
    await time.advance(1_000);
    expect(window.feed.current.isClosed).toBe(true);
    const { length } = window.feed.sockets;
    await time.advance(600_000);
    expect({ told, asked: world.asked, timers: time.pendingTimers, sockets: window.feed.sockets.length - length }).toEqual({
      told: [],
      asked: [],
      timers: 0,
      sockets: 0,
    });
  });
});
