import { describe, expect, it } from 'vitest';
import { directionOf, fillStanding, isTrade, tradeTime } from '../../../../src/domain/market/fill';
import { daySums } from '../../../../src/domain/security/day/daySums';

describe('a fill', () => {
  it.each([
    ['OK', 'counts'],
    ['ok', 'counts'],
    ['', 'counts'],
    ['CANCELLED', 'canceled'],
    ['Canceled', 'canceled'],
    ['BUSTED', 'canceled'],
    ['CHANGED', 'unclear'],
    ['N/A', 'unclear'],
    ['2', 'unclear'],
  ])('with the status “%s” %s', (status, standing) => {
    expect(fillStanding(status)).toBe(standing);
    expect(isTrade({ status })).toBe(standing === 'counts');
  });

  it('is in the sums of a day only if it counts', () => {
    const one = { side: 'BUY', quantity: '10', price: '2' } as const;
    const sums = daySums([
      { ...one, standing: 'counts' },
      { ...one, standing: 'canceled' },
      { ...one, standing: 'unclear' },
    ]);
    expect(sums).toMatchObject({ bought: { quantity: '10', value: '20' }, leftOut: 2 });
  });

  it.each([
    ['BUY', 'buy'],
    ['BUY_BACK', 'buy'],
    ['SELL', 'sell'],
    ['SELL_SHORT', 'sell'],
    ['', undefined],
    ['BUYER', undefined],
  ])('of the side “%s” has the direction %s', (side, direction) => {
    expect(directionOf(side)).toBe(direction);
  });

  it.each([
    ['US.AAPL', '2025-11-20T00:53:20Z', '2025-11-19'],
    ['AU.BHP', '2025-11-20T23:06:40Z', '2025-11-21'],
    ['SEHK.00700', '2025-11-20T15:59:59Z', '2025-11-20'],
    ['SEHK.00700', '2025-11-20T16:00:00Z', '2025-11-21'],
    ['00700', '2025-11-20T16:00:00Z', '2025-11-20'],
  ])('of %s at %s was made on %s, wherever it is looked at', (code, at, date) => {
    expect(tradeTime({ code, createdAt: `${String(Date.parse(at))}000` })?.date).toBe(date);
    expect(tradeTime({ code, createdAt: '' })).toBeUndefined();
  });
});
