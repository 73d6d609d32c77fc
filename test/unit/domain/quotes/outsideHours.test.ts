import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extendedPrice, outsidePrice } from '../../../../src/domain/quotes/outsideHours';
import type { SessionQuote } from '../../../../src/service/marketRecords';
import { aSession } from '../../../support/builders/quoteBuilders';

const none = { preMarket: undefined, afterMarket: undefined, overnight: undefined };
const regular = { lastPrice: '200', previousClose: '160', at: 1_000 };

describe('the price outside the regular hours', () => {
  it('is compared with the regular price when it is newer, whatever its session', () => {
    for (const session of ['preMarket', 'afterMarket', 'overnight'] as const)
      expect(outsidePrice({ ...regular, ...none, [session]: aSession('168', 1_001) })).toEqual({
        ...{ session, price: '168', at: 1_001 },
        ...{ base: '200', isNewest: true },
      });
  });

  it('is compared with the previous close when the regular hours followed, and with nothing if that is unknown', () => {
    expect(outsidePrice({ ...regular, ...none, preMarket: aSession('168', 900) })).toMatchObject({ base: '160', isNewest: false });
    expect(outsidePrice({ ...regular, ...none, overnight: aSession('168', 900) })).toMatchObject({ base: '160', isNewest: false });
    expect(outsidePrice({ ...regular, ...none, afterMarket: aSession('168', 900) })).toMatchObject({ base: '', isNewest: false });
  });

  it('comes only from the latest session', () => {
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

  it('is used without a time only while it is the only one', () => {
    expect(outsidePrice({ ...regular, ...none, afterMarket: aSession('205', undefined) })).toMatchObject({ base: '200', isNewest: true });
    expect(
      outsidePrice({ ...regular, ...none, preMarket: aSession('168', undefined), afterMarket: aSession('205', undefined) }),
    ).toBeUndefined();
  });

  it('is the current price only when it is newer than the regular one', () => {
    expect(extendedPrice({ ...regular, ...none, overnight: aSession('168', 1_001) })).toMatchObject({ price: '168', base: '200' });
    expect(extendedPrice({ ...regular, ...none, overnight: aSession('168', 1_000) })).toBeUndefined();
  });

  it('is missing when no session has traded', () => {
    expect(outsidePrice({ ...regular, ...none })).toBeUndefined();
  });
});
