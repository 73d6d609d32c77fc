import { beforeEach, describe, expect, it } from 'vitest';
import { TicketQuoteReader } from '../../../../../src/app/orders/ticket/ticketQuote';
import { currentPrice } from '../../../../../src/domain/orders/currentPrice';
import { aQuote } from '../../../../support/builders/quoteBuilders';
import { FakeTime } from '../../../../support/machine/fakeTime';
import { FakeMarket } from '../../../../support/feed/liveWindows';
import type { FakeWindow } from '../../../../support/feed/liveWindows';

const code = 'HK.00700';

describe('the prices of a ticket', () => {
  let time: FakeTime;
  let world: FakeMarket;
  let window: FakeWindow;
  let reader: TicketQuoteReader;

  beforeEach(async () => {
    time = new FakeTime();
    world = new FakeMarket(time);
    window = world.open();
    const { access, market } = window;
    reader = new TicketQuoteReader({ access, timers: time, clock: time, code, market: async () => market });
    reader.setVisible(true);
    await time.advance(1_000);
  });

  it('come from the quote book, and follow the feed without another request', async () => {
    window.feed.current.accept();
    window.feed.current.acknowledge();
    window.feed.current.quote(code, '11.5', time.wallMs());
    await time.advance(1_000);
    expect(reader.state).toMatchObject({ kind: 'shown', quote: { lastPrice: '11.5' } });
    const asked = world.asked.length;
    for (let seconds = 0; seconds < 30; seconds += 10) {
      window.feed.current.quote(code, '11.6', time.wallMs());
      await time.advance(10_000);
    }
    expect([world.asked.length, reader.market.lastPrice]).toEqual([asked, '11.6']);
  });

  it('are of a halted security, of which the feed says nothing, as soon as a request tells', async () => {
    window.feed.current.accept();
    window.feed.current.acknowledge();
    const at = time.wallMs();
    window.feed.current.quote(code, '11.5', at);
    const pass = async (seconds: number): Promise<void> => {
      for (let passed = 0; passed < seconds; passed += 5) {
        const data = { bid_list: [{ price: 9.9, volume: 1 }], ask_list: [{ price: 10.1, volume: 1 }], data_time_ms: time.wallMs() };
        window.feed.current.say({ timestamp: time.wallMs(), type: 'ORDER_BOOK', symbol: code, data });
        await time.advance(5_000);
      }
    };
    await pass(5);
    world.price = () => ({ lastPrice: '11.5', at, isSuspended: true });
    expect(reader.state.quote?.isSuspended).toBe(false);
    await pass(100);
    expect(reader.state.quote?.isSuspended).toBe(true);
    expect(world.asked.length).toBeLessThan(6);
    world.price = () => ({ lastPrice: '11.5', at });
    await pass(60);
    expect(reader.state.quote?.isSuspended).toBe(false);
    reader.learn(aQuote(code, { lastPrice: '11.5', updatedAt: at - 1, isSuspended: true }));
    expect(reader.state.quote?.isSuspended).toBe(true);
  });

  it('include those outside the regular hours, with their times', async () => {
    window.feed.current.accept();
    window.feed.current.acknowledge();
    window.feed.current.quote(code, '11.5', time.wallMs());
    await time.advance(1_000);
    const at = time.wallMs();
    const data = { last_price: 11.5, data_time_ms: at - 1_000, pre_market: { price: 6, data_time_ms: at } };
    window.feed.current.say({ timestamp: at, type: 'QUOTE', symbol: code, data });
    await time.advance(1_000);
    expect(currentPrice(reader.market)).toEqual({ price: '6', isOutside: true });
  });

  it('take bid and ask from the depth that is pushed', async () => {
    window.feed.current.accept();
    window.feed.current.acknowledge();
    const at = time.wallMs();
    const data = { bid_list: [{ price: 9.9, volume: 1 }], ask_list: [{ price: 10.1, volume: 1 }], data_time_ms: at };
    window.feed.current.say({ timestamp: at, type: 'ORDER_BOOK', symbol: code, data });
    await time.advance(1_000);
    expect(reader.state.quote).toMatchObject({ bidPrice: '9.9', bidVolume: '1', askPrice: '10.1', askVolume: '1' });
  });

  it('lack a side that is empty in the depth, whatever the quote has', async () => {
    window.feed.current.accept();
    window.feed.current.acknowledge();
    const quoted = { last_price: 10, bid_price: 9.4, ask_price: 10.4, data_time_ms: time.wallMs() };
    window.feed.current.say({ timestamp: time.wallMs(), type: 'QUOTE', symbol: code, data: quoted });
    await time.advance(1_000);
    expect(reader.state.quote).toMatchObject({ bidPrice: '9.4', askPrice: '10.4' });
    const push = async (data: Readonly<Record<string, unknown>>): Promise<void> => {
      window.feed.current.say({
        timestamp: time.wallMs(),
        type: 'ORDER_BOOK',
        symbol: code,
        data: { ...data, data_time_ms: time.wallMs() },
      });
      await time.advance(1_000);
    };
    await push({ bid_list: [{ price: 9.9, volume: 1 }], ask_list: [] });
    expect(reader.state.quote).toMatchObject({ bidPrice: '9.9', bidVolume: '1', askPrice: '', askVolume: '' });
    await push({ bid_list: [], ask_list: [{ price: 10.1, volume: 2 }] });
    expect(reader.state.quote).toMatchObject({ bidPrice: '', bidVolume: '', askPrice: '10.1', askVolume: '2' });
  });

  it('have bid and ask of now although the feed sends neither them nor the depth', async () => {
    world.price = () => ({ lastPrice: '10', at: time.wallMs() - 1, bid: ['9.9', '300'] });
    const { current } = window.feed;
    current.accept();
    // A batch is denied as a whole: each of its parts is then asked for by itself.
    current.say({ id: current.sent('subscribe')[0]?.id, code: -9 });
    current.say({ id: current.sent('unsubscribe')[0]?.id, code: 0 });
    for (const { id, quote } of current.sent('subscribe').slice(1)) current.say({ id, code: quote === undefined ? -9 : 0 });
    for (let seconds = 0; seconds < 90; seconds += 1) {
      if (seconds === 45) world.price = () => ({ lastPrice: '10', at: time.wallMs() - 1, bid: ['10.9', '700'] });
      window.feed.current.quote(code, '11.5', time.wallMs());
      await time.advance(1_000);
    }
    expect(reader.state.quote).toMatchObject({ lastPrice: '11.5', bidPrice: '10.9', bidVolume: '700' });
    world.failure = new Error('down');
    for (let seconds = 0; seconds < 70; seconds += 1) {
      window.feed.current.quote(code, '11.6', time.wallMs());
      await time.advance(1_000);
    }
    expect(reader.state.quote).toMatchObject({ lastPrice: '11.6', bidPrice: '', bidVolume: '' });
  });

  it('ignore bid and ask of a depth from before a break, or from before the ticket was hidden', async () => {
    const connect = (price: string): void => {
      window.feed.current.accept();
      window.feed.current.acknowledge();
      window.feed.current.quote(code, price, time.wallMs());
    };
    const tellDepth = (): void => {
      const at = time.wallMs();
      const data = { bid_list: [{ price: 9.9, volume: 1 }], ask_list: [{ price: 10.1, volume: 1 }], data_time_ms: at };
      window.feed.current.say({ timestamp: at, type: 'ORDER_BOOK', symbol: code, data });
    };
    connect('20');
    tellDepth();
    await time.advance(1_000);
    window.feed.current.breakOff();
    await time.advance(1_000);
    expect(reader.state.quote).toMatchObject({ bidPrice: '', bidVolume: '' });
    await time.advance(30_000);
    connect('20');
    await time.advance(1_000);
    expect(reader.state.quote).toMatchObject({ lastPrice: '20', bidPrice: '' });
    tellDepth();
    await time.advance(1_000);
    expect(reader.state.quote).toMatchObject({ bidPrice: '9.9' });
    reader.setVisible(false);
    await time.advance(1_000);
    reader.setVisible(true);
    await time.advance(1_000);
    connect('21');
    await time.advance(1_000);
    expect(reader.state.quote).toMatchObject({ lastPrice: '21', bidPrice: '' });
  });

  it('are polled without a feed, and say how old they are when no more arrive', async () => {
    expect(reader.state).toMatchObject({ kind: 'shown', quote: { lastPrice: '10' } });
    world.failure = new Error('down');
    await time.advance(20_000);
    expect(time.monotonicMs() - reader.state.readAtMs).toBeGreaterThan(15_000);
    expect(reader.state.quote?.lastPrice).toBe('10');
  });

  it('are those of its first read when the quote book has old ones', async () => {
    const at = time.wallMs();
    world.price = () => ({ lastPrice: '12', at });
    world.state = 'CLOSED';
    // A view shows the price as well. While the market is closed, the book rarely asks for it.
    const { access, market } = window;
    market.book.watch('tree', () => undefined).show([code]);
    await time.advance(10_000);
    reader.setVisible(false);
    await time.advance(100_000);
    world.quoteDelayMs = 50;
    // The book is there after the request was sent, and before its answer.
    const soon = async (): Promise<typeof market> => new Promise((resolve) => time.after(10, () => resolve(market)));
    const next = new TicketQuoteReader({ access, timers: time, clock: time, code, market: soon });
    const seen: boolean[] = [];
    next.onDidChange(() => seen.push(next.isRecent));
    next.setVisible(true);
    await time.advance(1_000);
    expect(next.state).toMatchObject({ kind: 'shown', quote: { lastPrice: '12' } });
    expect(time.monotonicMs() - next.state.readAtMs).toBeLessThan(2_000);
    expect(seen.at(-1)).toBe(true);
    next.dispose();
  });

  it('are not recent while only old ones can be shown', async () => {
    expect(reader.isRecent).toBe(true);
    world.failure = new Error('down');
    await time.advance(20_000);
    expect([reader.state.quote?.lastPrice, reader.isRecent]).toEqual(['10', false]);
  });

  it('are not requested while the ticket is hidden', async () => {
    reader.setVisible(false);
    await time.advance(500);
    const asked = world.asked.length;
    await time.advance(30_000);
    expect(world.asked.length).toBe(asked);
  });
});
