import { describe, expect, it } from 'vitest';
import { bestLevels } from '../../../../src/domain/security/bestLevels';
import { aQuote } from '../../../support/builders/quoteBuilders';

const quote = aQuote('HK.00700', { bidPrice: '10.5', bidVolume: '300', askPrice: '10.6', askVolume: '400' });

describe('best bid and ask', () => {
  const levels = [['10.7', '100'] as const, ['10.8', '5'] as const];

  it('come from live depth rather than the quote, and an empty side is empty', () => {
    expect(bestLevels(quote, { bids: levels, asks: [] })).toEqual({ bid: ['10.7', '100'], ask: ['', ''] });
    expect(bestLevels(quote, { bids: [], asks: levels })).toEqual({ bid: ['', ''], ask: ['10.7', '100'] });
  });

  it('come from the quote when there is no depth, or none with a price', () => {
    const ofQuote = { bid: ['10.5', '300'], ask: ['10.6', '400'] };
    expect([bestLevels(quote, undefined), bestLevels(quote, { bids: [], asks: [] })]).toEqual([ofQuote, ofQuote]);
  });
});
