import { describe, expect, it } from 'vitest';
import { closureDay } from '../../../../src/domain/calendar/closureDay';

const day = (iso: string): number => Date.parse(iso) / 86_400_000;

describe('closureDay', () => {
  it.each([
    ['Australia', '2026-12-23T23:00Z', '2026-12-24'],
    ['澳大利亚', '2026-12-23T23:00Z', '2026-12-24'],
    ['United States', '2026-12-25T14:30Z', '2026-12-25'],
    ['Hong Kong', '2026-12-25T01:30Z', '2026-12-25'],
  ])('%s closes on its own day', (country, at, expected) => {
    expect(closureDay({ country, time: Date.parse(at) / 1000 }, 0)?.day).toBe(day(expected));
  });

  it('is over when the day is over there', () => {
    const closure = { country: 'Australia', time: Date.parse('2026-12-23T23:00Z') / 1000 };
    expect(closureDay(closure, Date.parse('2026-12-24T12:59Z'))?.isPast).toBe(false);
    expect(closureDay(closure, Date.parse('2026-12-24T13:01Z'))?.isPast).toBe(true);
    expect(closureDay({ ...closure, country: 'Atlantis' }, 0)).toBeUndefined();
  });
});
