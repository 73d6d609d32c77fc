import { describe, expect, it } from 'vitest';
import { readHolding } from '../../../../src/domain/positions/holding';
import type { Holding } from '../../../../src/domain/positions/holding';
import { holdingSums } from '../../../../src/domain/positions/holdingGroups';
import { liveHolding } from '../../../../src/domain/positions/liveHolding';

function holding(change: Partial<Holding>): Holding {
  return {
    ...{ id: 'US.NVDA', side: 'long', sideText: '', market: undefined, symbol: 'US.NVDA', name: '', quantity: '100', currency: 'USD' },
    ...{ availableQuantity: '100', price: '10', costPrice: '', averageBuyPrice: undefined, marketValue: '1000', profit: '1300' },
    ...{ profitRatio: '', unknown: {} },
    ...change,
  };
}

const percent = ({ holding: { profitRatio } }: { readonly holding: Holding }): string => profitRatio;

describe('a ratio that the service marks as meaningless', () => {
  it.each([
    ['a diluted cost below zero', {}],
    ['a cost below zero with a ratio of text', { profitRatio: '--' }],
    ['a flag alone, beside figures that would give one', { profit: '100' }],
    ['a gift', { profit: '1000' }],
  ])('is not invented after the next price: %s', (_, change) => {
    const read = readHolding(holding(change));
    expect(read.ratio.kind).toBe('none');
    const live = liveHolding(read, { lastPrice: '10.1' });
    expect(live.holding.marketValue).toBe('1010');
    expect(live.ratio.kind).toBe('none');
    expect(percent(live)).toBe(read.holding.profitRatio);
  });

  it('is not invented for a cost below zero that comes with a figure', () => {
    const live = liveHolding(readHolding(holding({ profitRatio: '0' })), { lastPrice: '10.1' });
    expect(live.holding.profitRatio).toBe('0');
  });

  it('leaves the total without a percentage', () => {
    const other = holding({ id: 'US.AMD', symbol: 'US.AMD', profit: '0', profitRatio: '0' });
    const sums = holdingSums([readHolding(holding({})), readHolding(other)]);
    expect([sums.profit, sums.percent]).toEqual([1300n * 10n ** 18n, undefined]);
  });
});
