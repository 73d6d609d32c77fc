import { describe, expect, it } from 'vitest';
import { tradeMarkets } from '../../../../../src/app/orders/lists/listOrders';
import { partWord } from '../../../../../src/ui/platform/words/marketWords';

describe('a part of a list', () => {
  it.each([
    ['HKCC', 'Stock Connect'],
    ['1', 'Hong Kong'],
    ['7', 'Market ID 7'],
    ['simulated', 'Paper accounts'],
    ['live', 'Accounts'],
    ['', ''],
    ['constructor', 'constructor'],
  ])('is %s as sent and %s in words', (part, word) => expect(partWord(part)).toBe(word));

  it('has a word for every market that lists of orders have', () => {
    expect(tradeMarkets.filter((market) => partWord(market) === market)).toEqual([]);
  });
});
