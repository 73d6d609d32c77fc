import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHolding } from '../../../../src/domain/positions/holding';
import type { Holding } from '../../../../src/domain/positions/holding';
import { holdingToday, liveHolding } from '../../../../src/domain/positions/liveHolding';
import { parseAmount } from '../../../../src/domain/values/amount';
import { gainingHolding } from '../../../support/builders/holdings';

const at = (changes: Partial<Holding>): ReturnType<typeof readHolding> => readHolding(gainingHolding({ currency: 'HKD', ...changes }));

describe('a holding at the latest price', () => {
  it('has the market value, P&L and percentage of that price', () => {
    expect(liveHolding(at({}), { lastPrice: '570' }).holding).toMatchObject({
      price: '570',
      marketValue: '57000',
      profit: '7000',
      profitRatio: '14',
    });
    expect(liveHolding(at({}), { lastPrice: '450.5' }).holding).toMatchObject({
      marketValue: '45050',
      profit: '-4950',
      profitRatio: '-9.9',
    });
  });

  it('loses when it is short and the price rises, whichever sign its value has', () => {
    const short = { side: 'short', sideText: '1', profit: '-6000', profitRatio: '-12' } as const;
    expect(liveHolding(at(short), { lastPrice: '570' }).holding.profit).toBe('-7000');
    expect(liveHolding(at({ ...short, marketValue: '-56000' }), { lastPrice: '570' }).holding).toMatchObject({
      marketValue: '-57000',
      profit: '-7000',
    });
  });

  it('stays as it is when its value is not price times quantity, or a figure cannot be read', () => {
    for (const read of [
      at({ marketValue: '560000' }),
      at({ quantity: '--' }),
      at({ marketValue: '' }),
      at({ quantity: '0', marketValue: '0' }),
      at({ side: 'other', sideText: 'BOTH' }),
    ])
      expect(liveHolding(read, { lastPrice: '570' })).toBe(read);
    for (const lastPrice of ['', '0', '-5', 'n/a', '560']) {
      const read = at({});
      expect(liveHolding(read, { lastPrice })).toBe(read);
    }
    const read = at({});
    expect(liveHolding(read, undefined)).toBe(read);
  });

  it('returns to the service’s figures when the price does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), (cents) => {
        const there = liveHolding(at({}), { lastPrice: (cents / 100).toFixed(2) });
        const back = liveHolding(there, { lastPrice: '560' });
        expect(parseAmount(back.holding.marketValue)).toBe(parseAmount('56000'));
        expect(parseAmount(back.holding.profit)).toBe(parseAmount('6000'));
      }),
    );
  });
});

describe('a price that is older than the position', () => {
  const readAtMs = Date.UTC(2026, 10, 20, 3);
  const stated = at({ dayProfit: '2000' });
  const live = (read: typeof stated, quote: object): ReturnType<typeof holdingToday> =>
    holdingToday(read, { lastPrice: '500', previousClose: '490', ...quote }, { isOld: false, isFresh: true, readAtMs });

  it('leaves the service’s figures as they are, with their day', () => {
    for (const ageMs of [900_000, 3 * 86_400_000]) {
      const shown = live(stated, { at: readAtMs - ageMs });
      expect(shown.holding).toMatchObject({ price: '560', marketValue: '56000', profit: '6000' });
      expect(shown.day).toMatchObject({ kind: 'stated', amount: parseAmount('2000') });
    }
  });

  it('gives no day that the service did not state', () => {
    expect(live(at({}), { at: readAtMs - 900_000 }).day).toEqual({ kind: 'unknown', gap: 'oldPrice' });
  });

  it.each([
    ['of the same moment', { at: readAtMs - 59_000 }],
    ['newer', { at: readAtMs + 1 }],
    ['of an unknown time', { at: null }],
  ])('counts where it is %s', (_, quote) => {
    expect(live(stated, quote).holding).toMatchObject({ price: '500', profit: '0' });
  });

  it('has a day of its own while it is the same price', () => {
    expect(live(at({}), { lastPrice: '560', at: readAtMs - 3_600_000 }).day).toMatchObject({
      kind: 'calculated',
      amount: parseAmount('7000'),
    });
  });

  it('has no day if the security has been halted for days', () => {
    const halted = { lastPrice: '560', at: readAtMs - 60 * 86_400_000, isSuspended: true };
    expect(live(at({}), halted).day).toEqual({ kind: 'unknown', gap: 'noClose' });
    expect(live(at({}), { ...halted, at: readAtMs - 3_600_000 }).day.kind).toBe('calculated');
  });
});

describe('a price that may be from after a split', () => {
  const before = readHolding(
    gainingHolding({ symbol: 'US.NVDA', quantity: '100', price: '1200', marketValue: '120000', profit: '20000', profitRatio: '20' }),
  );

  it.each(['121', '120', '598', '2400'])('is not multiplied with the quantity from before it: %s', (lastPrice) => {
    const today = holdingToday(before, { lastPrice, previousClose: '1190' }, { isOld: false, isFresh: true });
    expect([today.holding.price, today.marketValue, today.profit]).toEqual([before.holding.price, before.marketValue, before.profit]);
    expect(today.day).toEqual({ kind: 'unknown', gap: 'split' });
    expect(liveHolding(before, { lastPrice })).toBe(before);
  });

  it.each(['1100', '1300', '840'])('is followed if it is another: %s', (lastPrice) => {
    expect(liveHolding(before, { lastPrice }).holding.price).toBe(lastPrice);
  });
});
