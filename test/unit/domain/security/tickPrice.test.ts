import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movedByTicks, nearestTick, withDigitsOf } from '../../../../src/domain/security/tickPrice';
import { parseAmount } from '../../../../src/domain/values/amount';

describe('a price from a position in the chart', () => {
  it('is the nearest tick, the upper one in the middle of two', () => {
    expect(nearestTick('562.3', '0.5', '560')).toBe('562.5');
    expect(nearestTick('562.25', '0.500', '560')).toBe('562.5');
    expect(nearestTick('562.2', '0.5', '560')).toBe('562');
    expect(nearestTick('0.01', '0.5', '560')).toBe('0.5');
  });

  it('keeps as many decimals as the price that it replaces if the tick size is not known', () => {
    expect(nearestTick('562.347', '', '560.25')).toBe('562.35');
    expect(nearestTick('562.347', '0', '560')).toBe('562');
    expect(nearestTick('much', '0.5', '560')).toBeUndefined();
  });

  it('moves by ticks, from a price between two to the nearest one first, and never to zero', () => {
    expect(movedByTicks('562.5', '0.5', '562.5', 2)).toBe('563.5');
    expect(movedByTicks('562.5', '0.5', '562.5', -1)).toBe('562');
    expect(movedByTicks('0.5', '0.5', '562.5', -3)).toBe('0.5');
  });

  it('is always a whole number of ticks, at most half a tick away', () => {
    const decimal = fc.integer({ min: 1, max: 10_000_000 }).map((units) => (units / 1000).toFixed(3));
    fc.assert(
      fc.property(decimal, fc.constantFrom('0.001', '0.005', '0.01', '0.02', '0.05', '0.1', '0.5', '1', '5'), (price, tick) => {
        const [found, from, step] = [nearestTick(price, tick, ''), price, tick].map((text) => parseAmount(text ?? '') ?? 0n);
        if (found === undefined || from === undefined || step === undefined) throw new Error('no numbers');
        expect(found % step).toBe(0n);
        const away = found > from ? found - from : from - found;
        expect(2n * away <= step || found === step).toBe(true);
      }),
    );
  });
});

describe('a price beside those of its market', () => {
  it('has as many decimals as they have, and never fewer than it was sent with', () => {
    expect(withDigitsOf('553', '0.500', '552')).toBe('553.000');
    expect(withDigitsOf('553', '0.5', '552.000')).toBe('553.000');
    expect(withDigitsOf('562.5', '', '1,5')).toBe('562.5');
    expect(withDigitsOf('562.5055', '0.01', '562.50')).toBe('562.5055');
    expect(withDigitsOf('1485', '1', '1484')).toBe('1485');
  });

  it('stays as it was sent if it is no plain decimal', () => {
    for (const sent of ['', 'N/A', '1e3', ' 5', '5.']) expect(withDigitsOf(sent, '0.01')).toBe(sent);
  });

  it('is the same amount', () => {
    const decimal = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 0, max: 9 })).map(([units, places]) => {
      const digits = units.toString().padStart(places + 1, '0');
      return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
    });
    fc.assert(fc.property(decimal, decimal, (price, like) => parseAmount(withDigitsOf(price, like)) === parseAmount(price)));
  });
});
