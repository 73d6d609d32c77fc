import { describe, expect, it } from 'vitest';
import type { ReleaseMark } from '../../../../src/app/alerts/alertMarks';
import type { TodayState } from '../../../../src/app/calendar/todayReleases';
import { TransportError } from '../../../../src/service/errors';
import type { CalendarEvent } from '../../../../src/service/records';
import { todayRows } from '../../../../src/ui/calendar/todayRows';
import { listOf, notOffered } from '../../../../src/service/lists/list';
import { drawn, hoverOf } from '../../../support/editor/drawnTree';
import { calendarEvent } from '../../../support/builders/calendarEvent';

const at = (hour: number, minute = 0): number => Date.UTC(2026, 10, 20, hour, minute) / 1000;
const event = (fields: Partial<CalendarEvent> = {}): CalendarEvent =>
  calendarEvent({ text: 'US <em>CPI</em> y/y', previous: '2.9', announce: '', star: 4, time: at(13, 30), ...fields });
const state = (events: readonly CalendarEvent[], changes: Partial<TodayState> = {}): TodayState => ({
  day: { date: '20261120', zone: 'Asia/Tokyo' },
  list: listOf(events),
  updatedAtMs: 0,
  error: undefined,
  coming: undefined,
  ...changes,
});
const rows = (input: TodayState, now = at(12)): ReturnType<typeof drawn> =>
  drawn(todayRows(input, { zone: 'Asia/Tokyo', nowMs: now * 1000 }));

describe('todayRows', () => {
  it('counts down to the next release and lists the day in the chosen zone', () => {
    expect(
      rows(
        state([
          event({ time: at(1), announce: '3.2', text: 'JP CPI' }),
          event(),
          event({ text: 'Jobless', uniqueId: 'calendar_economic:1' }),
        ]),
      ),
    ).toMatchObject([
      { label: 'Next in 1 h 30 min', description: 'US CPI y/y +1', icon: 'watch', command: 'marketDesk.calendar.open' },
      {
        label: '10:00  JP CPI',
        description: '3.2% actual · 3.1% forecast · above forecast · ★★★★',
        icon: 'arrow-up',
        colour: '',
        command: 'marketDesk.calendar.open',
      },
      { label: '22:30  US CPI y/y', description: '3.1% forecast · ★★★★', icon: 'watch' },
      { label: '22:30  Jobless', icon: 'watch' },
    ]);
  });

  it('marks a row that has a reminder with a bell, also for screen readers and in the hover, until its value is published', () => {
    const draw = (mark: ReleaseMark, fields: Partial<CalendarEvent> = {}) => {
      const models = todayRows(state([event(fields)]), { zone: 'Asia/Tokyo', nowMs: at(12) * 1000, markOf: () => mark });
      const model = models.at(-1);
      return {
        icon: drawn(models).at(-1)?.icon,
        spoken: model?.item().accessibilityInformation?.label,
        hover: hoverOf(model),
        face: model?.face,
      };
    };
    const none = draw({ minutesBefore: undefined, isUnseen: false });
    const set = draw({ minutesBefore: 10, isUnseen: false });
    const told = draw({ minutesBefore: undefined, isUnseen: true });
    expect([none.icon, set.icon, told.icon]).toEqual(['watch', 'bell', 'bell-dot']);
    expect([none, set].map(({ spoken }) => spoken?.includes('Reminder 10 min before'))).toEqual([false, true]);
    expect([none, set].map(({ hover }) => hover.includes('Reminder 10 min before'))).toEqual([false, true]);
    expect(new Set([none.face, set.face, told.face]).size).toBe(3);
    expect(draw({ minutesBefore: 10, isUnseen: true }, { announce: '3.2' }).icon).toBe('arrow-up');
  });

  it('has the period at the end, where it is the first to be cut off in a narrow view', () => {
    const texts = ['U.K. Core CPI YoY (Oct 2026)', '美国10月CPI年率', '10月', 'CPI (Oct 2026) revised'];
    expect(
      rows(state(texts.map((text, at) => event({ text, uniqueId: String(at) }))))
        .map(({ label }) => label)
        .slice(1),
    ).toEqual(['22:30  U.K. Core CPI YoY', '22:30  美国10月CPI年率', '22:30  10月', '22:30  CPI (Oct 2026) revised']);
    const [, row] = rows(state([event({ text: 'U.K. Core CPI YoY (Oct 2026)' })]));
    expect(row?.description).toBe('3.1% forecast · ★★★★ · Oct 2026');
  });

  it.each([
    ['0', '0.1', 'arrow-down'],
    ['3.10', '3.1', 'arrow-right'],
    ['n/a', '3.1', 'check'],
    ['5', null, 'check'],
    [null, '1', 'circle-outline'],
  ])('draws actual %j against forecast %j as %s', (announce, predictive, icon) => {
    expect(rows(state([event({ announce, predictive, time: at(1) })]))[1]?.icon).toBe(icon);
  });

  it('says when all values are published, when there are none, when it is another day, and when it is not complete', () => {
    expect(rows(state([event({ time: at(1) })]))[0]?.label).toBe('No more releases today');
    expect(rows(state([]))).toMatchObject([{ label: 'No high-impact releases today' }]);
    expect(rows(state([event()]), at(15, 1))[0]).toMatchObject({
      label: 'This list is for Friday, November 20',
      command: 'marketDesk.today.refresh',
    });
    const gap = { kind: 'brokenOff', part: '', page: 2, reason: 'cursor-repeated' } as const;
    expect(rows(state([], { list: listOf([event()], [gap]) })).at(-1)?.label).toContain('incomplete');
    expect(rows(state([], { list: notOffered }))).toMatchObject([{ label: 'This service doesn’t provide this list.' }]);
    const monday = { date: '20261123', zone: 'Asia/Tokyo', events: [event({ time: Date.UTC(2026, 10, 23, 1) / 1000 })] };
    expect(rows(state([], { coming: monday }))).toMatchObject([
      { label: 'No high-impact releases today' },
      { label: 'Next: Monday, November 23', command: 'marketDesk.calendar.open' },
      { label: 'Next in 2 d 13 h', description: 'US CPI y/y' },
      { label: '10:00  US CPI y/y', icon: 'watch' },
    ]);
    // Nothing may be reported as published or empty while something is missing.
    expect(rows(state([], { list: listOf([event({ time: at(1) })], [gap]) })).map(({ label }) => label)).toEqual([
      '10:00  US CPI y/y',
      expect.stringContaining('incomplete'),
    ]);
    expect(rows(state([], { list: listOf([], [gap]) }))).toHaveLength(1);
    expect(rows({ ...state([]), day: undefined })).toMatchObject([{ icon: 'loading~spin' }]);
    expect(rows({ ...state([]), day: undefined, error: new TransportError('tls', { sent: 'no' }) })).toMatchObject([
      { icon: 'error', command: 'marketDesk.today.refresh' },
    ]);
  });

  it('gives every event its own ID, even without unique IDs from the service', () => {
    const ids = todayRows(state([event(), event(), event({ uniqueId: 'calendar_event:1' })]), { zone: 'UTC', nowMs: 0 }).map(
      ({ id }) => id,
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has every field in the hover and names the zone', () => {
    const [, row] = todayRows(state([event()]), { zone: 'Asia/Tokyo', nowMs: at(12) * 1000 });
    const hover = hoverOf(row).replaceAll('\\', '');
    expect(hover).toContain('Nov 20, 2026, 22:30 Asia/Tokyo (UTC+09:00)');
    expect(hover).toContain('| Actual | not released yet |');
    expect(hover).toContain('| Previous | 2.9% |');
  });
});
