import { beforeEach, describe, expect, it } from 'vitest';
import type { Depth } from '../../../../src/domain/quotes/mergedBook';
import type { BrokerQueue, Tick } from '../../../../src/service/marketRecords';
import { FakeTime } from '../../../support/machine/fakeTime';
import { FakeMarket } from '../../../support/feed/liveWindows';
import type { FakeWindow } from '../../../support/feed/liveWindows';
import { aQuote } from '../../../support/builders/quoteBuilders';

const { SecurityLive } = await import('../../../../src/ui/security/securityLive');

const symbol = 'HK.00700';

describe('the live part of a security page', () => {
  let time: FakeTime;
  let window: FakeWindow;
  let world: FakeMarket;
  let depths: Depth[];
  let ticks: readonly Tick[];
  let prices: number;
  let brokers: BrokerQueue | undefined;
  let live: InstanceType<typeof SecurityLive>;

  beforeEach(async () => {
    time = new FakeTime();
    world = new FakeMarket(time);
    window = world.open();
    [depths, ticks, prices, brokers] = [[], [], 0, undefined];
    live = new SecurityLive(symbol, {
      market: window.market,
      timers: time,
      priceChanged: () => void (prices += 1),
      depthChanged: (depth) => void depths.push(depth),
      ticksChanged: (told) => void (ticks = told),
      brokersChanged: (told) => void (brokers = told),
    });
    live.setVisible(true);
    await time.advance(1_000);
    window.feed.current.accept();
    window.feed.current.acknowledge();
  });

  const depth = (at: number, bid: number): void =>
    window.feed.current.say({
      timestamp: at,
      type: 'ORDER_BOOK',
      symbol,
      data: { bid_list: [{ price: bid, volume: 3 }], ask_list: [{ price: bid + 1, volume: 4 }], data_time_ms: at },
    });
  const traded = (...sequences: readonly string[]): void => {
    const list = sequences.map((sequence) => `{"sequence":${sequence},"time_ms":1,"price":10,"volume":1,"direction":"BUY"}`).join();
    window.feed.current.listener.message(`{"timestamp":1,"type":"TICKER","symbol":"${symbol}","data":{"ticker_list":[${list}]}}`);
  };

  it('sends the brokers in the queue under the names that services use', async () => {
    const at = time.wallMs();
    const list = { bid_broker_list: [{ broker_id: 6996, broker_name: 'A', broker_pos: 1 }, { bid_broker_id: 5465, bid_broker_pos: 2 }, 7] };
    window.feed.current.say({ timestamp: at, type: 'BROKER_QUEUE', symbol, data: { ...list, ask_broker_list: [] } });
    await time.advance(20);
    const bids = [
      { id: '6996', name: 'A', level: '1' },
      { id: '5465', name: '', level: '2' },
    ];
    expect(brokers).toEqual({ bids, asks: [] });
  });

  it('sends the newest depth once per frame', async () => {
    const at = time.wallMs();
    const before = prices;
    depth(at, 10);
    depth(at + 1, 11);
    depth(at - 5, 9);
    await time.advance(20);
    expect(depths.map(({ bids }) => bids[0]?.price)).toEqual(['11']);
    expect(live.followsDepth).toBe(true);
    expect(prices).toBe(before);
  });

  it('follows trades only while the feed’s own subscription to them is active', async () => {
    expect([live.followsTrades, live.followsDepth]).toEqual([true, true]);
    window.feed.current.breakOff();
    expect(live.followsTrades).toBe(false);
    while (window.feed.current.isClosed) await time.advance(1_000);
    const { current } = window.feed;
    current.accept();
    // The service refuses trades: asked for together, both are asked for again one by one.
    for (let at = 1; at < current.frames.length; at += 1) {
      const { id, action, ticker } = current.frames[at] ?? {};
      current.say({ id, code: action === 'subscribe' && ticker !== undefined ? -1 : 0 });
    }
    expect([live.followsTrades, live.followsDepth]).toEqual([false, true]);
  });

  it('updates a snapshot and keeps the fields that only the snapshot has', async () => {
    window.feed.current.quote(symbol, '12.5', time.wallMs());
    await time.advance(20);
    const followed = live.follow(aQuote(symbol, { lastPrice: '11', highest52Weeks: '20' }));
    expect(followed).toMatchObject({ lastPrice: '12.5', highest52Weeks: '20' });
  });

  it('has the quantities of the best prices that it shows, and no others', async () => {
    const snapshot = aQuote(symbol, { bidPrice: '10.5', bidVolume: '300', updatedAt: time.wallMs() });
    window.market.book.snapshots([snapshot], time.wallMs());
    expect(live.follow(snapshot)).toMatchObject({ bidPrice: '10.5', bidVolume: '300' });
    await time.advance(4_000);
    window.market.book.snapshots([{ ...snapshot, bidPrice: '10.4', bidVolume: '700', updatedAt: time.wallMs() }], time.wallMs());
    expect(live.follow(snapshot)).toMatchObject({ bidPrice: '10.4', bidVolume: '700' });
    await time.advance(61_000);
    window.feed.current.quote(symbol, '12.5', time.wallMs());
    expect(live.follow(snapshot)).toMatchObject({ lastPrice: '12.5', bidPrice: '', bidVolume: '' });
  });

  it('keeps trades with sequences of any length, each once and newest first', async () => {
    traded('9999999999999999999', '10000000000000000001');
    traded('9999999999999999999', '10000000000000000000');
    await time.advance(20);
    expect(ticks.map(({ sequence }) => sequence)).toEqual(['10000000000000000001', '10000000000000000000', '9999999999999999999']);
  });

  it('reports when a price becomes out of date', async () => {
    world.failure = new Error('down');
    window.feed.current.breakOff();
    const before = prices;
    await time.advance(90_000);
    expect([live.isExpired, prices > before]).toEqual([true, true]);
  });

  it('reports once that depth is no longer live if the feed ends', async () => {
    depth(time.wallMs(), 10);
    await time.advance(20);
    window.feed.current.breakOff();
    await time.advance(100);
    expect([depths.length, live.followsDepth]).toEqual([2, false]);
    await time.advance(10_000);
    expect(depths).toHaveLength(2);
  });

  it('requests and sends nothing while the page is hidden, and drops what was queued', async () => {
    depth(time.wallMs(), 10);
    window.feed.current.quote(symbol, '12.5', time.wallMs());
    const before = prices;
    live.setVisible(false);
    await time.advance(1_000);
    expect(window.market.book.shown.size).toBe(0);
    const asked = world.asked.length;
    await time.advance(30_000);
    expect(world.asked.length).toBe(asked);
    expect([depths, prices]).toEqual([[], before]);
  });
});
