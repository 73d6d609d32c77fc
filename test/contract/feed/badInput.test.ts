import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RealFeed } from '../../support/feed/realFeed';
import { openFeedWorld, until } from '../../support/feed/feedWorld';
import type { FeedWorld } from '../../support/feed/feedWorld';

const tencent = 'HK.00700';
const minute = 60_000;

let world: FeedWorld;

beforeEach(async () => {
  world = await openFeedWorld();
});
afterEach(async () => world.close());

describe('bad input on a feed', () => {
  const at = (): number => world.service.now();
  const said = (frame: object): string => JSON.stringify(frame);
  const frame = (type: string, symbol: string, data: object): string => JSON.stringify({ timestamp: at(), type, symbol, data });
  const price = (symbol: string, lastPrice: unknown, time: unknown): string =>
    frame('QUOTE', symbol, { last_price: lastPrice, data_time_ms: time });

  /** The price stays, and the frame is counted and named in the log. */
  async function dropped(feed: RealFeed, text: string, named: string): Promise<void> {
    const [before, count] = [feed.price(tencent), feed.drops.total];
    world.feeds.push('quote', text);
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
  it.each(rows)('is dropped with its reason: %s', async (_what, text, named) => {
    const feed = await world.live(tencent);
    await dropped(feed, text(), named);
  });

  it('is dropped when it is a binary frame', async () => {
    const feed = await world.live(tencent);
    world.feeds.faults.once({ action: { kind: 'garbage', binary: true } });
    await dropped(feed, '{}', 'not-json');
  });

  it('is counted each time and named once a minute', async () => {
    const feed = await world.live(tencent);
    for (let frames = 0; frames < 5; frames += 1) world.feeds.push('quote', 'garbage');
    await until(() => feed.drops.total === 5, 'counted');
    expect(feed.log).toEqual(['feed: not-json dropped, 1 so far']);
    await feed.pass(61_000);
    world.feeds.push('quote', 'garbage');
    await until(() => feed.log.length === 2, 'named again');
    expect(feed.log[1]).toBe('feed: not-json dropped, 6 so far');
  });

  it('does not include prices written as texts, which keep their digits', async () => {
    const feed = await world.live(tencent);
    world.feeds.push('quote', price(tencent, '562.500', at() + 1));
    await until(() => feed.price(tencent) === '562.500', 'price as text');
    expect(feed.drops.total).toBe(0);
  });

  it('never replaces the newest price when frames come late or twice', async () => {
    const feed = await world.live(tencent);
    world.feeds.faults.once({ action: { kind: 'reorder', behind: 2 } });
    world.feeds.faults.once({ action: { kind: 'duplicate', copies: 3 } });
    for (const [lastPrice, ahead] of [
      ['501', 1],
      ['502', 2],
      ['503', 3],
    ] as const)
      world.feeds.push('quote', price(tencent, lastPrice, at() + ahead));
    await until(() => feed.drops.total > 0, 'the late one');
    expect(feed.price(tencent)).toBe('503');
    expect(feed.log).toEqual(['feed: older price dropped, 1 so far']);
  });
});
