import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outsidePrices, outsideSessions } from '../../../../src/domain/quotes/outsideHours';
import type { SessionQuote } from '../../../../src/service/marketRecords';

const block = (price: string): SessionQuote => ({
  price,
  highPrice: '',
  lowPrice: '',
  volume: '',
  turnover: '',
  change: '',
  changeRate: '',
});
const regular = { lastPrice: '200', previousClose: '160' };

describe('the sessions outside the regular hours', () => {
  it('measures the pre-market by the previous close, and what follows the regular hours by their last price', () => {
    expect(outsidePrices({ ...regular, preMarket: block('168'), afterMarket: block('190'), overnight: block('205') })).toEqual([
      { session: 'preMarket', price: '168', base: '160' },
      { session: 'afterMarket', price: '190', base: '200' },
      { session: 'overnight', price: '205', base: '200' },
    ]);
  });

  it('gives exactly the sessions that have a price, in the order of the day, whatever the others are', () => {
    const any = fc.oneof(
      fc.constant(undefined),
      fc.constantFrom('', ' ').map(block),
      fc.integer({ min: 1, max: 9999 }).map((cents) => block(String(cents / 100))),
    );
    fc.assert(
      fc.property(any, any, any, (preMarket, afterMarket, overnight) => {
        const blocks = { preMarket, afterMarket, overnight };
        const wanted = outsideSessions.flatMap((session) => {
          const price = blocks[session]?.price ?? '';
          return price.trim() === '' ? [] : [[session, price]];
        });
        expect(outsidePrices({ ...regular, ...blocks }).map(({ session, price }) => [session, price])).toEqual(wanted);
      }),
    );
  });
});
