import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extendedPrice, outsidePrice } from '../../../../src/domain/quotes/outsideHours';
import type { SessionQuote } from '../../../../src/service/marketRecords';
import { aSession } from '../../../support/builders/quoteBuilders';

const none = { preMarket: undefined, afterMarket: undefined, overnight: undefined };
const regular = { lastPrice: '200', previousClose: '160', at: 1_000 };

describe('the price outside the regular hours', () => {
  it('is measured by the regular price where it is newer, whatever its session', () => {
    for (const session of ['preMarket', 'afterMarket', 'overnight'] as const)
      expect(outsidePrice({ ...regular, ...none, [session]: aSession('168', 1_001) })).toEqual({
        ...{ session, price: '168', at: 1_001 },
        ...{ base: '200', isNewest: true },
      });
  });

  it('is measured by the previous close where the regular hours followed, and by nothing after a close that nobody tells', () => {
    expect(outsidePrice({ ...regular, ...none, preMarket: aSession('168', 900) })).toMatchObject({ base: '160', isNewest: false });
    expect(outsidePrice({ ...regular, ...none, overnight: aSession('168', 900) })).toMatchObject({ base: '160', isNewest: false });
    expect(outsidePrice({ ...regular, ...none, afterMarket: aSession('168', 900) })).toMatchObject({ base: '', isNewest: false });
  });

  it('is that of the latest session alone', () => {
    const at = fc.integer({ min: 1, max: 2_000 });
    const session = fc.option(
      at.map((time) => aSession('1', time)),
      { nil: undefined },
    );
    fc.assert(
      fc.property(session, session, session, (preMarket, afterMarket, overnight) => {
        const sessions: readonly (SessionQuote | undefined)[] = [preMarket, afterMarket, overnight];
        const times = sessions.flatMap((told) => told?.at ?? []);
        const found = outsidePrice({ ...regular, preMarket, afterMarket, overnight });
        expect(found?.at).toBe(times.length === 0 ? undefined : Math.max(...times));
      }),
    );
  });

  it('without a time is believed while it is the only one', () => {
    expect(outsidePrice({ ...regular, ...none, afterMarket: aSession('205', undefined) })).toMatchObject({ base: '200', isNewest: true });
    expect(
      outsidePrice({ ...regular, ...none, preMarket: aSession('168', undefined), afterMarket: aSession('205', undefined) }),
    ).toBeUndefined();
  });

  it('is what the security costs now only where it is newer than the regular price', () => {
    expect(extendedPrice({ ...regular, ...none, overnight: aSession('168', 1_001) })).toMatchObject({ price: '168', base: '200' });
    expect(extendedPrice({ ...regular, ...none, overnight: aSession('168', 1_000) })).toBeUndefined();
  });

  it('is not there where no session has traded', () => {
    expect(outsidePrice({ ...regular, ...none })).toBeUndefined();
  });
});
