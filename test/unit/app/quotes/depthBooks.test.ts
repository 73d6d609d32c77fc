import { describe, expect, it } from 'vitest';
import { DepthBooks } from '../../../../src/app/quotes/liveMarket';
import { readFrame } from '../../../../src/service/feed/feedFrame';
import type { DepthPush } from '../../../../src/service/feed/types';
import { recorded } from '../../../support/recorded';

function pushed(name: string): DepthPush {
  const frame = readFrame(recorded(name).text);
  if (frame.kind !== 'push' || frame.push.kind !== 'orderBook') throw new Error(`${name} is no depth`);
  return frame.push;
}

const arca = pushed('the book of one exchange');
const nasdaq = pushed('the book of another exchange right after it, with a level of a third');
const best = (books: DepthBooks, push: DepthPush): unknown => {
  const depth = books.put(push);
  return depth === undefined ? undefined : [depth.at, depth.bids[0]?.price, depth.asks[0]?.price, depth.bids[0]?.exchange];
};

describe('the depth of a security over its exchanges', () => {
  it('has the best prices of all exchanges, whichever was pushed last', () => {
    const books = new DepthBooks();
    expect(best(books, arca)).toEqual([1_788_875_118_777, '229.72', '229.74', 'ARCA']);
    expect(best(books, nasdaq)).toEqual([1_788_875_118_827, '229.72', '229.74', 'ARCA']);
    const depth = books.put({ ...nasdaq, at: nasdaq.at + 1 });
    expect(depth?.bids.map(({ price, exchange }) => `${price} ${exchange}`)).toEqual([
      '229.72 ARCA',
      '229.71 ARCA',
      '229.71 NSDQ',
      '229.7 ARCA',
      '229.7 NSDQ',
    ]);
  });

  it('leaves out an exchange that is silent for ten seconds while another is not', () => {
    const books = new DepthBooks();
    books.put(arca);
    expect(best(books, { ...nasdaq, at: arca.at + 10_000 })).toMatchObject({ 1: '229.72' });
    expect(best(books, { ...nasdaq, at: arca.at + 10_001 })).toMatchObject({ 1: '229.71', 3: 'NSDQ' });
  });

  it('never goes back in time within an exchange', () => {
    const books = new DepthBooks();
    books.put(nasdaq);
    expect(best(books, { ...nasdaq, at: nasdaq.at - 1 })).toBeUndefined();
    expect(best(books, arca)).toMatchObject({ 0: nasdaq.at });
  });

  it('is the single book of a service that has one for all exchanges, even after a reconnection', () => {
    const books = new DepthBooks();
    books.put(arca);
    const whole = { ...nasdaq, exchange: '' };
    expect(best(books, whole)).toMatchObject({ 1: '229.71' });
    expect(best(books, { ...arca, at: whole.at + 1 })).toMatchObject({ 1: '229.72' });
  });

  it('forgets securities whose depth is no longer shown', () => {
    const books = new DepthBooks();
    books.put(arca);
    books.keep(new Set());
    expect(best(books, nasdaq)).toMatchObject({ 1: '229.71' });
  });
});
