import { describe, expect, it } from 'vitest';
import { mergedBook } from '../../../../src/domain/quotes/mergedBook';
import type { BookLevel, ExchangeBook } from '../../../../src/service/marketRecords';

const level = (price: string, exchange: string): BookLevel => ({ price, volume: '1', exchange });

describe('the book of several exchanges', () => {
  const books: readonly ExchangeBook[] = [
    { exchange: 'A', at: 1_000, bids: [level('99.9', 'A'), level('99.5', 'A')], asks: [level('100.1', 'A'), level('101', 'A')] },
    { exchange: 'B', at: 2_000, bids: [level('100', 'B'), level('99.5', 'B')], asks: [level('100.05', 'B'), level('100.1', 'B')] },
  ];

  it('goes from the best price outwards, on both sides, with each exchange’s own level', () => {
    const { at, bids, asks } = mergedBook(books);
    expect(at).toBe(2_000);
    expect(bids.map(({ price }) => price)).toEqual(['100', '99.9', '99.5', '99.5']);
    expect(asks.map(({ price }) => price)).toEqual(['100.05', '100.1', '100.1', '101']);
  });

  it('goes from the best price outwards although one exchange sends its levels in another order', () => {
    const side = (...prices: readonly string[]): readonly BookLevel[] => prices.map((price) => level(price, ''));
    const { bids, asks } = mergedBook([{ exchange: '', at: 1, bids: side('99', '101', '100'), asks: side('103', '102') }]);
    expect([bids, asks].map((levels) => levels.map(({ price }) => price))).toEqual([
      ['101', '100', '99'],
      ['102', '103'],
    ]);
  });
});
