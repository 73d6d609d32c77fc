import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchZones } from '../../../../src/domain/time/zoneSearch';

const zones = [...new Set(['UTC', 'Asia/Kolkata', ...Intl.supportedValuesOf('timeZone')])];

describe('matchZones', () => {
  it.each([
    ['london', 'Europe/London'],
    ['new york', 'America/New_York'],
    ['New_York', 'America/New_York'],
    ['hong', 'Asia/Hong_Kong'],
    ['asia/tokyo', 'Asia/Tokyo'],
    ['tok', 'Asia/Tokyo'],
    ['sao paulo', 'America/Sao_Paulo'],
    ['utc', 'UTC'],
    ['beijing', 'Asia/Shanghai'],
    ['东京', 'Asia/Tokyo'],
    ['syd', 'Australia/Sydney'],
  ])('reads %s as %s', (typed, expected) => expect(matchZones(typed, zones)[0]).toBe(expected));

  it('finds nothing for a text that is not a zone, and all zones for an empty one', () => {
    expect(matchZones('qqq', zones)).toEqual([]);
    expect(matchZones('  ', zones)).toEqual(zones);
  });

  it('finds every zone by its own name and by its city, in any case', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.boolean(), (zone, isUpper) => {
        const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
        expect(matchZones(zone, zones)[0]).toBe(zone);
        expect(matchZones(isUpper ? city.toUpperCase() : city, zones)).toContain(zone);
      }),
    );
  });
});
