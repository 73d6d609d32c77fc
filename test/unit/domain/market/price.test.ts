import { describe, expect, it } from 'vitest';
import { mayBeSplit, quotedPrice } from '../../../../src/domain/market/price';
import { isMet, mayBeSplitDay } from '../../../../src/domain/alerts/alert';
import { parseAmount } from '../../../../src/domain/values/amount';
import type { LiveQuote } from '../../../../src/domain/quotes/liveQuote';
import { quoteOfSnapshot } from '../../../../src/domain/quotes/liveQuote';
import { aQuote } from '../../../support/builders/quoteBuilders';

const aLiveQuote = ({
  symbol,
  ...fields
}: {
  readonly symbol: string;
  readonly lastPrice: string;
  readonly previousClose: string;
}): LiveQuote => quoteOfSnapshot(aQuote(symbol, fields), 0, 0);

describe('a quoted price', () => {
  it.each([
    ['US.NEWCO', '0', ''],
    ['US.NEWCO', '0.000', ''],
    ['US.NEWCO', '0e-3', ''],
    ['US.NEWCO', '-0e5', ''],
    ['US.NEWCO', '0.5e-3', '0.5e-3'],
    // No number at all: shown as received.
    ['US.NEWCO', 'level 5', 'level 5'],
    ['HK.00700', '-1', ''],
    ['HK.00700', '', ''],
    ['HK.00700', '0.01', '0.01'],
    ['HK.00700', '560', '560'],
    ['US.CLmain', '-37.63', '-37.63'],
    ['US.CL2605', '0', '0'],
  ])('of %s that is sent as “%s” is “%s”', (symbol, sent, price) => {
    expect(quotedPrice(symbol, sent)).toBe(price);
  });

  it.each([
    ['1200', '121', true],
    ['121', '1200', true],
    ['100', '50', true],
    ['100', '34', true],
    ['100', '100', false],
    ['150', '100', true],
    ['100', '66', true],
    ['100', '40.5', true],
    ['100', '80', false],
    ['100', '75', false],
    ['350', '100', false],
    ['100', '70', false],
    ['100', '42', false],
    ['0', '10', false],
  ])('of %s and one of %s may be from before and after a split: %s', (one, other, isSplit) => {
    expect(mayBeSplit(parseAmount(one), parseAmount(other))).toBe(isSplit);
  });
});

describe('an alert', () => {
  it.each([
    { kind: 'below', symbol: 'US.NEWCO', price: '9' },
    { kind: 'dayChange', symbol: 'US.NEWCO', percent: '5' },
  ] as const)('is not triggered by a price of 0: $kind', (rule) => {
    expect(isMet(rule, aLiveQuote({ symbol: 'US.NEWCO', lastPrice: '0', previousClose: '10' }))).toBe(false);
    expect(isMet(rule, aLiveQuote({ symbol: 'US.NEWCO', lastPrice: '8', previousClose: '10' }))).toBe(true);
  });

  it('may have its price from after a split, if it is of a share', () => {
    const rule = { kind: 'dayChange', symbol: 'US.NVDA', percent: '5' } as const;
    const day = { lastPrice: '121', previousClose: '1200' };
    expect(mayBeSplitDay(rule, aLiveQuote({ symbol: 'US.NVDA', ...day }))).toBe(true);
    expect(mayBeSplitDay({ ...rule, symbol: 'US.CLmain' }, aLiveQuote({ symbol: 'US.CLmain', ...day }))).toBe(false);
  });
});
