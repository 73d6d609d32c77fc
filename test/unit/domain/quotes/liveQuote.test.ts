import { describe, expect, it } from 'vitest';
import { bestPrices, mergePush, mergeQuote } from '../../../../src/domain/quotes/liveQuote';
import type { LiveQuote } from '../../../../src/domain/quotes/liveQuote';
import { aPush } from '../../../support/builders/quoteBuilders';

describe('a snapshot that comes after a newer push', () => {
  const at = Date.parse('2026-11-20T02:00:00Z');
  const taken = mergePush(undefined, aPush('HK.00700', '11', at), at);
  const pushed = taken.kind === 'taken' ? taken.quote : undefined;
  const snapshot = (fields: Partial<LiveQuote>): LiveQuote => {
    if (pushed === undefined) throw new Error('The push was not taken.');
    return { ...pushed, at: at - 1, source: 'snapshot', lastPrice: '10', ...fields };
  };

  it('adds name, lot size, tick size, and multiplier, but no price', () => {
    const facts = { name: 'TENCENT', lotSize: '100', priceSpread: '0.5', contractSize: '100' };
    const merged = mergeQuote(pushed, snapshot(facts), at);
    expect(
      mergeQuote({ ...(merged.kind === 'completed' ? merged.quote : snapshot({})), contractSize: undefined }, snapshot(facts), at),
    ).toEqual(merged);
    expect(merged).toMatchObject({
      kind: 'completed',
      quote: { lastPrice: '11', at, ...facts },
    });
  });

  it('adds the best prices with their quantities if they arrive later than the known ones', () => {
    const best = { bidPrice: '10.5', bidVolume: '300', askPrice: '10.6', askVolume: '' };
    expect(mergeQuote(pushed, snapshot({ ...best, bestAt: at + 1 }), at)).toMatchObject({
      kind: 'completed',
      quote: { lastPrice: '11', ...best },
    });
    expect(mergeQuote(pushed, snapshot(best), at)).toEqual({ kind: 'older' });
  });

  it('adds nothing when it has none of these either', () => {
    expect(mergeQuote(pushed, snapshot({}), at)).toEqual({ kind: 'older' });
  });
});

describe('the best prices of a quote', () => {
  const at = Date.parse('2026-11-20T02:00:00Z');
  const best = { bidPrice: '10.5', bidVolume: '300', askPrice: '10.6', askVolume: '200' };
  const quoted = (over: Partial<LiveQuote>): LiveQuote => {
    const taken = mergePush(undefined, aPush('HK.00700', '11', at), at);
    if (taken.kind !== 'taken') throw new Error('The push was not taken.');
    return { ...taken.quote, ...best, bestAt: at, ...over };
  };
  const none = { bidPrice: '', bidVolume: '', askPrice: '', askVolume: '' };

  it('are blank beside a price of the feed when they came more than a minute ago', () => {
    expect(bestPrices(quoted({}), at + 60_000)).toEqual(best);
    expect(bestPrices(quoted({}), at + 60_001)).toEqual(none);
  });

  it('are as old as the price that a snapshot has with them', () => {
    expect(bestPrices(quoted({ source: 'snapshot' }), at + 3_600_000)).toEqual(best);
  });
});
