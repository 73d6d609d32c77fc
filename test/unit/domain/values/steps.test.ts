import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDecimal } from '../../../../src/domain/values/decimal';
import { isStep, lastDigit, stepped } from '../../../../src/domain/values/steps';

const decimal = (most: number, places: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: places }))
    .map(([units, digits]) => new Big(units).div(new Big(10).pow(digits)).toFixed());
const step = fc.constantFrom('1', '100', '0.2', '0.05', '0.001', '0.0000005', '250');
const direction = fc.constantFrom<'up' | 'down'>('up', 'down');

describe('steppers', () => {
  it('stay exact where floating point would not', () => {
    expect(stepped('0.1', '0.1', 'up', 2)).toBe('0.3');
    expect(stepped('562.5', '0.1', 'up')).toBe('562.6');
    expect(stepped('999999999999999.9', '0.1', 'down')).toBe('999999999999999.8');
  });

  it('go to the next step first when they start between two', () => {
    expect(stepped('562.5', '0.2', 'up')).toBe('562.6');
    expect(stepped('562.5', '0.2', 'down')).toBe('562.4');
    expect(stepped('350', '100', 'down', 2)).toBe('200');
  });

  it('leave texts unchanged that are not numbers, and never reach zero or a value that can’t be sent', () => {
    expect(stepped('1e3', '1', 'up')).toBe('1e3');
    expect(stepped('100', '100', 'down')).toBe('100');
    expect(stepped('50', '100', 'down')).toBe('50');
    expect(stepped('999999999999999', '1', 'up')).toBe('999999999999999');
    expect(stepped('5', 'nothing', 'up')).toBe('5');
    expect(stepped('', '100', 'up')).toBe('100');
  });

  it('end on a whole step that can be sent, at most one step away', () => {
    fc.assert(
      fc.property(decimal(1_000_000, 6), step, direction, (text, unit, where) => {
        const result = stepped(text, unit, where);
        if (result === text) return;
        expect(isDecimal(result)).toBe(true);
        expect(new Big(result).mod(unit).eq(0)).toBe(true);
        const distance = new Big(result).minus(text);
        expect(where === 'up' ? distance.gt(0) : distance.lt(0)).toBe(true);
        expect(distance.abs().lte(unit)).toBe(true);
      }),
    );
  });

  it('return to the same value after one step up and one down on the grid', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), step, fc.integer({ min: 1, max: 10 }), (count, unit, times) => {
        const text = new Big(unit).times(count).toFixed();
        expect(stepped(stepped(text, unit, 'up', times), unit, 'down', times)).toBe(text);
      }),
    );
  });

  it('are one unit of the last digit when no step is known', () => {
    expect(lastDigit('562.5')).toBe('0.1');
    expect(lastDigit('562.500')).toBe('0.001');
    expect(lastDigit('300')).toBe('1');
    expect(lastDigit('')).toBe('1');
    expect([isStep('0.2'), isStep('0'), isStep(''), isStep('-1')]).toEqual([true, false, false, false]);
  });
});
