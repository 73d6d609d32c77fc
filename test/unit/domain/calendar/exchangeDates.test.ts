import { describe, expect, it } from 'vitest';
import { areDays, closureDay, eventZone } from '../../../../src/domain/calendar/closureDay';
import { calendarFile, eventCells, eventLine } from '../../../../src/domain/calendar/calendarText';
import { basicDateOfDay, canonicalZone, offsetLabels, presentZone } from '../../../../src/domain/time/zones';

const at = (text: string): number => Date.parse(text);

describe('the date of an exchange', () => {
  it.each([
    ['Hong Kong', '<em>HK.00296</em> ex-dividend', '2026-11-30T09:30:00+08:00', '20261130'],
    ['', 'Singtel SG.Z74 ex-dividend', '2026-11-25T00:00:00+08:00', '20261125'],
    ['United States', 'AAPL ex-dividend', '2026-11-24T23:30:00-05:00', '20261124'],
    ['', 'AU.BHP ex-dividend', '2026-11-25T00:30:00+11:00', '20261125'],
    // The security decides, not the country of its company.
    ['China', 'HK.00700 ex-dividend', '2026-11-24T23:59:00+08:00', '20261124'],
    ['Atlantis', 'nobody knows', '2026-11-24T23:59:00+08:00', undefined],
  ])('of an event in %s: %s', (country, text, time, date) => {
    const day = closureDay({ country, text, time: at(time) / 1000 }, at('2026-11-27T00:00:00Z'))?.day;
    expect(day === undefined ? undefined : basicDateOfDay(day)).toBe(date);
  });

  it('is that of closures and corporate actions', () => {
    expect([1, 2, 3, 4, undefined, null].map((type) => areDays(type))).toEqual([false, true, false, true, false, false]);
    expect(eventZone({ country: 'Japan', text: '' })).toBe('Asia/Tokyo');
  });

  it('is what a table and the clipboard have, in every zone of the user', () => {
    const event = { country: 'Hong Kong', text: 'HK.00296 ex-dividend', time: at('2026-11-30T09:30:00+08:00') / 1000, star: 3 };
    const facts = { ...event, uniqueId: null, previous: null, predictive: null, announce: null, unit: null, currency: null };
    for (const zone of ['America/New_York', 'Pacific/Honolulu', 'Pacific/Kiritimati', 'UTC']) {
      expect(eventCells(facts, { zone, areDays: true })[0]).toBe('2026-11-30');
      expect(eventLine(facts, { zone, areDays: true })).toMatch(/^2026-11-30 Asia\/Hong_Kong\t/);
    }
    expect(eventCells(facts, { zone: 'America/New_York', areDays: false })[0]).toBe('2026-11-29 20:30');
    expect(eventCells({ ...facts, country: '', text: 'x' }, { zone: 'America/New_York', areDays: true })[0]).toBe('2026-11-29 20:30');
  });

  it('is a whole day in a calendar file', () => {
    const event = { country: 'Hong Kong', text: 'HK.00296 ex-dividend', time: at('2026-11-30T09:30:00+08:00') / 1000, star: 3 };
    const facts = { ...event, uniqueId: null, previous: null, predictive: null, announce: null, unit: null, currency: null };
    expect(calendarFile([facts], { stampedAt: 0, areDays: true })).toContain('DTSTART;VALUE=DATE:20261130');
  });
});

describe('zone names', () => {
  it.each([
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['EUROPE/KYIV', 'Europe/Kyiv'],
    ['Asia/Ho_Chi_Minh', 'Asia/Ho_Chi_Minh'],
    ['asia/tokyo', 'Asia/Tokyo'],
    ['utc', 'UTC'],
    ['EST', 'EST'],
    ['not/a zone', 'not/a zone'],
  ])('go out as typed, with their case corrected: %s', (typed, sent) => {
    expect(canonicalZone(typed)).toBe(sent);
  });

  it.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
    ['Asia/Tokyo', 'Asia/Tokyo'],
  ])('of the machine go out by their present ones: %s', (own, sent) => {
    expect(presentZone(own)).toBe(sent);
  });

  it('stand with the offset of the rows, or with both', () => {
    const zone = 'America/New_York';
    expect(offsetLabels(zone, [at('2026-07-15T06:00:00Z')])).toBe('UTC−04:00');
    expect(offsetLabels(zone, [at('2026-11-15T06:00:00Z'), at('2026-10-15T06:00:00Z')])).toBe('UTC−04:00 / UTC−05:00');
  });
});
