import { describe, expect, it } from 'vitest';
import type { BookView, Part, QuoteView } from '../../../../src/panel/security/securityProtocol';
import { TransportError } from '../../../../src/service/errors';
import type { CallOptions } from '../../../../src/service/serviceClient';
import { SecurityReader } from '../../../../src/ui/security/securityReader';
import { aQuote } from '../../../support/builders/quoteBuilders';
import { pageOf } from '../../../support/builders/lists';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeMarket } from '../../../support/feed/liveWindows';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime } from '../../../support/machine/fakeTime';

const symbol = 'HK.00700';
const { signal } = new AbortController();

describe('the price of a security page', () => {
  it('loses the problem of a failed refresh with the next read, also while no feed tells of a new price', async () => {
    const time = new FakeTime();
    let isDown = false;
    let reads = 0;
    const snapshot = async () => {
      reads += 1;
      if (isDown) throw new TransportError('connect-failed', { sent: 'no' });
      return pageOf([aQuote(symbol, { lastPrice: '500' })]);
    };
    const told: Part<QuoteView>[] = [];
    const reader = new SecurityReader(symbol, {
      access: new FakeAccess(fakeClient({ beyond: { snapshot } })),
      market: new FakeMarket(time).open().market,
      timers: time,
      nowMs: () => time.wallMs(),
      log: new MemoryLog(),
      post: (type, body) => {
        if (type === 'quote') told.push(body as Part<QuoteView>);
      },
      onName: () => undefined,
    });
    await reader.readMarket(signal);
    expect(told.at(-1)).toMatchObject({ kind: 'ready', problem: '' });
    await reader.readMarket(signal);
    expect(reads).toBe(1);

    isDown = true;
    void reader.readAgain({ period: 'day', adjustment: 'forward' });
    await expect(reader.readMarket(signal)).rejects.toThrow();
    expect(told.at(-1)).toMatchObject({ kind: 'ready', problem: expect.stringContaining('Can’t reach the service') });

    isDown = false;
    await reader.readMarket(signal);
    expect(told.at(-1)).toMatchObject({ kind: 'ready', problem: '' });
    await reader.readMarket(signal);
    expect(reads).toBe(3);
    reader.dispose();
  });
});

describe('the figures of a security page that only a snapshot has', () => {
  it('are read again once a minute', async () => {
    const time = new FakeTime();
    const told: Part<QuoteView>[] = [];
    let turnoverRate = 0;
    const snapshot = async () => pageOf([aQuote(symbol, { lastPrice: '500', turnoverRate: String((turnoverRate += 1)) })]);
    const reader = new SecurityReader(symbol, {
      access: new FakeAccess(fakeClient({ beyond: { snapshot, marketStates: async () => [] } })),
      ...{ market: new FakeMarket(time).open().market, timers: time, nowMs: () => time.wallMs(), log: new MemoryLog() },
      post: (type, body) => {
        if (type === 'quote') told.push(body as Part<QuoteView>);
      },
      onName: () => undefined,
    });
    for (let turn = 0; turn < 13; turn += 1) await reader.readMarket(signal);
    expect(told.at(-1)).toMatchObject({ kind: 'ready', value: { quote: { turnoverRate: '2' } } });
    reader.dispose();
  });
});

describe('the order book of a security page', () => {
  it('is asked for once, then refreshed, and a window that nobody works in takes what another one was just sent', async () => {
    const time = new FakeTime();
    const asked: unknown[] = [];
    const orderBook = async (_: unknown, { rank, maxAgeMs }: CallOptions) => {
      asked.push([rank, maxAgeMs]);
      return [];
    };
    const market = new FakeMarket(time).open();
    const reader = new SecurityReader(symbol, {
      access: new FakeAccess(
        fakeClient({ beyond: { orderBook, snapshot: async () => pageOf([aQuote(symbol)]), marketStates: async () => [] } }),
      ),
      market: market.market,
      timers: time,
      nowMs: () => time.wallMs(),
      log: new MemoryLog(),
      post: () => undefined,
      onName: () => undefined,
    });
    await reader.readMarket(signal);
    market.focus(false);
    await time.advance(31_000);
    await reader.readMarket(signal);
    expect(asked).toEqual([
      ['asked', 500],
      ['refresh', 4_500],
    ]);
    reader.dispose();
  });

  it('asks for the room of trades only where the feed tells them', async () => {
    const time = new FakeTime();
    const window = new FakeMarket(time).open();
    const told: Part<BookView>[] = [];
    const reader = new SecurityReader(symbol, {
      access: new FakeAccess(fakeClient({ beyond: { snapshot: async () => pageOf([aQuote(symbol)]), marketStates: async () => [] } })),
      ...{ market: window.market, timers: time, nowMs: () => time.wallMs(), log: new MemoryLog() },
      post: (type, body) => {
        if (type === 'book') told.push(body as Part<BookView>);
      },
      onName: () => undefined,
    });
    reader.setVisible(true);
    await time.advance(1_000);
    const { current } = window.feed;
    current.accept();
    const at = time.wallMs();
    const depth = { bid_list: [{ price: 10, volume: 3 }], ask_list: [{ price: 11, volume: 4 }], data_time_ms: at };
    current.say({ timestamp: at, type: 'ORDER_BOOK', symbol, data: depth });
    await time.advance(20);
    expect(told.at(-1)).toMatchObject({ kind: 'ready', value: { isLive: true, hasTrades: false } });
    current.acknowledge();
    current.say({ timestamp: at + 1, type: 'ORDER_BOOK', symbol, data: { ...depth, data_time_ms: at + 1 } });
    await time.advance(20);
    expect(told.at(-1)).toMatchObject({ kind: 'ready', value: { isLive: true, hasTrades: true } });
    reader.dispose();
  });
});
