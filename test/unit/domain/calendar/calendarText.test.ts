import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarFile, eventCells, eventLine, withUnit } from '../../../../src/domain/calendar/calendarText';
import type { EventFacts } from '../../../../src/domain/calendar/calendarText';

const cpi: EventFacts = {
  text: 'US <em>CPI</em> YoY',
  previous: '3.4',
  predictive: '3.3',
  announce: '0',
  star: 5,
  time: Date.parse('2025-05-14T12:30:00Z') / 1000,
  country: 'US',
  currency: 'USD',
  unit: '%',
  uniqueId: 'calendar_economic:42',
};

describe('calendar text', () => {
  it.each([
    ['3.2', '%', '3.2%'],
    ['3.2%', '%', '3.2%'],
    ['0', 'K', '0 K'],
    ['22.8', '万人', '22.8 万人'],
    ['22.8', '10K persons', '22.8 × 10K persons'],
    ['0', null, '0'],
    ['', '%', ''],
    [null, '%', ''],
    [' 1 ', '', '1'],
    ['-0.4', '%', '−0.4%'],
    ['-.4', null, '−.4'],
    ['-', null, '-'],
    ['1-2', null, '1-2'],
  ])('writes %s in the unit %s', (value, unit, expected) => expect(withUnit(value, unit)).toBe(expected));

  it('writes times in the requested zone, and names it', () => {
    const utc = { zone: 'UTC', areDays: false };
    expect(eventCells(cpi, { zone: 'Asia/Shanghai', areDays: false })).toEqual([
      '2025-05-14 20:30',
      'US',
      '5',
      'US CPI YoY',
      '3.4',
      '3.3',
      '0',
      '%',
      'USD',
    ]);
    expect(eventLine(cpi, { zone: 'America/New_York', areDays: false })).toBe(
      '2025-05-14 08:30 America/New_York\tUS\t5/5\tUS CPI YoY\t3.4%\t3.3%\t0%',
    );
    expect(eventLine({ ...cpi, announce: '-0.4' }, utc)).toContain('\t-0.4%');
    expect(eventLine({ ...cpi, text: 'a\tb\nc', announce: null }, utc).split('\t').length).toBe(7);
  });
});

const fileOf = (event: EventFacts, stampedAt = 0): string => calendarFile([event], { stampedAt });

describe('calendarFile', () => {
  it('is an event in UTC', () => {
    expect(fileOf(cpi, Date.parse('2025-01-02T03:04:05.678Z')).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//market-desk//Market Desk//EN',
      'BEGIN:VEVENT',
      'UID:calendar_economic:42@market-desk',
      'DTSTAMP:20250102T030405Z',
      'DTSTART:20250514T123000Z',
      'DTEND:20250514T124500Z',
      'SUMMARY:US US CPI YoY',
      'DESCRIPTION:Impact: 5/5\\nPrevious: 3.4%\\nForecast: 3.3%\\nActual: 0%',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('holds several events, each with its own alarm if one is requested', () => {
    const later = { ...cpi, uniqueId: 'calendar_economic:43' };
    const none = { ...cpi, uniqueId: 'calendar_economic:44' };
    const minutes = new Map<string | null, number>([
      [cpi.uniqueId, 15],
      [later.uniqueId, 30],
    ]);
    const file = calendarFile([cpi, later, none], { stampedAt: 0, alarmMinutes: ({ uniqueId }) => minutes.get(uniqueId) });
    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(3);
    expect(file.match(/(?<=BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:)\S+/g)).toEqual(['-PT15M', '-PT30M']);
    expect(file.match(/VCALENDAR/g)).toHaveLength(2);
  });

  it('writes a closure as the day at its own place, without an alarm', () => {
    const closed = { ...cpi, country: 'Australia', time: Date.parse('2026-12-23T23:00:00Z') / 1000 };
    expect(calendarFile([closed], { stampedAt: 0, missing: ['page 2, at least'] })).toContain(
      'X-WR-CALDESC:Missing from the list: page 2\\, at least\r\n',
    );
    const file = calendarFile([closed], { stampedAt: 0, alarmMinutes: () => 15, areDays: true });
    expect(file).toContain('DTSTART;VALUE=DATE:20261224\r\nDTEND;VALUE=DATE:20261225\r\n');
    expect(file).not.toContain('VALARM');
  });

  it('has no text that can break out of it, and folds lines at 75 octets between characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.constantFrom('\r\nEND:VEVENT', '\n', ';,\\', '消费者物价指数'.repeat(20)),
        (text, extra) => {
          const file = fileOf({ ...cpi, text: text + extra, uniqueId: null });
          const lines = file.split('\r\n');
          for (const line of lines) {
            expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
            expect(line).not.toMatch(/[\n\r]|\p{Surrogate}/u);
          }
          expect(lines.filter((line) => line === 'END:VEVENT').length).toBe(1);
          const unfolded = file.replaceAll('\r\n ', '').split('\r\n');
          expect(unfolded.length).toBe(14);
        },
      ),
    );
  });

  it('gives the same event the same ID', () => {
    const uid = (event: EventFacts): string => /UID:(.*)/.exec(fileOf(event))?.[1] ?? '';
    expect(uid({ ...cpi, uniqueId: null })).toBe(uid({ ...cpi, uniqueId: null }));
    expect(uid({ ...cpi, uniqueId: null })).not.toBe(uid({ ...cpi, uniqueId: null, text: 'other' }));
    expect(uid({ ...cpi, uniqueId: '' })).toBe(uid({ ...cpi, uniqueId: null }));
    // Two releases of one name at one time.
    expect(uid({ ...cpi, uniqueId: null })).not.toBe(uid({ ...cpi, uniqueId: null, country: 'other' }));
  });
});
