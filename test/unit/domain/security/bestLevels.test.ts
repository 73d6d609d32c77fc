import { describe, expect, it } from 'vitest';
import { bestLevels } from '../../../../src/domain/security/bestLevels';
import { aQuote } from '../../../support/builders/quoteBuilders';

const quote = aQuote('HK.00700', { bidPrice: '10.5', bidVolume: '300', askPrice: '10.6', askVolume: '400' });

describe('best bid and ask', () => {
  it('prefer live depth over the snapshot, per side', () => {
    const depth = { bids: [['10.7', '100'] as const, ['10.4', '5'] as const], asks: [] };
    expect(bestLevels(quote, depth)).toEqual({ bid: ['10.7', '100'], ask: ['10.6', '400'] });
  });

  it('come from the quote when there is no depth', () => {
    expect(bestLevels(quote, undefined)).toEqual({ bid: ['10.5', '300'], ask: ['10.6', '400'] });
  });
});
