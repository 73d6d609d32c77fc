import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTimeline, createDayFinder, isInTimeOrder, orderByTime, timeOrderOf } from '../../../../src/domain/calendar/timeline';
import { dayNumber } from '../../../../src/domain/time/zones';

const at = (iso: string): number => Date.parse(iso) / 1000;
const times = ['2025-05-01T08:00Z', '2025-05-01T20:00Z', '2025-05-02T01:00Z', '2025-05-04T09:00Z'].map(at);
const show = (items: ReturnType<typeof buildTimeline>): string =>
  items
    .map((item) =>
      item.kind === 'event' ? String(item.index) : item.kind === 'now' ? 'now' : new Date(item.day * 86_400_000).toISOString().slice(8, 10),
    )
    .join(' ');
const base = { zone: 'UTC', now: Date.parse('2025-05-02T12:00Z'), days: true, complete: true };

describe('buildTimeline', () => {
  it('puts a header before each day, and now between past and future', () => {
    expect(show(buildTimeline(times, base))).toBe('01 0 1 02 2 now 04 3');
  });

  it('takes the bounds of days from the zone', () => {
    expect(show(buildTimeline(times, { ...base, zone: 'Asia/Shanghai' }))).toBe('01 0 02 1 2 now 04 3');
  });

  it('works on descending lists', () => {
    expect(show(buildTimeline([...times].reverse(), base))).toBe('04 0 now 02 1 01 2 3');
  });

  it('ends with now only if nothing can follow', () => {
    const late = { ...base, now: Date.parse('2026-01-01T00:00Z') };
    expect(show(buildTimeline(times, late))).toBe('01 0 1 02 2 04 3 now');
    expect(show(buildTimeline(times, { ...late, complete: false }))).toBe('01 0 1 02 2 04 3');
    expect(show(buildTimeline(times, { ...base, now: 0 }))).toBe('now 01 0 1 02 2 04 3');
  });

  it('has neither headers nor now when the list is not sorted by time', () => {
    expect(show(buildTimeline([3, 1, 2], { ...base, days: false }))).toBe('0 1 2');
  });

  it('has neither headers nor now when the service ranks by something other than time', () => {
    const ranked = [times[2] ?? 0, times[0] ?? 0, times[3] ?? 0, times[1] ?? 0];
    expect(show(buildTimeline(ranked, base))).toBe('0 1 2 3');
    expect([isInTimeOrder(ranked), isInTimeOrder(times), isInTimeOrder([...times].reverse())]).toEqual([false, true, true]);
    expect([isInTimeOrder([]), isInTimeOrder([1]), isInTimeOrder([1, 1]), isInTimeOrder([1, 1, 0, 0])]).toEqual([true, true, true, true]);
  });

  it('leaves out filtered events, headers included', () => {
    expect(show(buildTimeline(times, { ...base, keep: (index) => index > 2 }))).toBe('now 04 3');
    expect(buildTimeline(times, { ...base, keep: () => false })).toEqual([]);
    expect(buildTimeline([], base)).toEqual([]);
  });

  it('keeps every event once and in order, under the header of its day', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: at('2024-01-01T00:00Z'), max: at('2026-01-01T00:00Z') }), { maxLength: 60 }),
        fc.constantFrom('UTC', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
        (unsorted, zone) => {
          const sorted = [...unsorted].sort((a, b) => a - b);
          const items = buildTimeline(sorted, { ...base, zone });
          expect(items.flatMap((item) => (item.kind === 'event' ? [item.index] : []))).toEqual(sorted.map((_, index) => index));
          let day: number | undefined;
          for (const item of items) {
            if (item.kind === 'day') day = item.day;
            if (item.kind === 'event') expect(dayNumber(zone, (sorted[item.index] ?? 0) * 1000)).toBe(day);
          }
          expect(items.filter((item) => item.kind === 'now').length).toBe(sorted.length === 0 ? 0 : 1);
        },
      ),
    );
  });
});

it('a timeline has the same days as the zone, even in the hours of a clock change', () => {
  for (const zone of ['Australia/Lord_Howe', 'Africa/Cairo', 'America/New_York', 'Pacific/Kiritimati', 'UTC']) {
    const find = createDayFinder(zone);
    for (let time = at('2024-01-01T00:00Z'); time < at('2025-01-01T00:00Z'); time += 1800)
      if (find(time) !== dayNumber(zone, time * 1000)) expect.fail(`${zone} ${new Date(time * 1000).toISOString()}`);
  }
});

describe('the order of a list', () => {
  it('is recognized by its times', () => {
    expect([[], [1], [1, 1, 2], [3, 3, 1], [1, 3, 2], [2, 1, 2]].map(timeOrderOf)).toEqual([
      'ascending',
      'ascending',
      'ascending',
      'descending',
      'none',
      'none',
    ]);
  });

  it('by time keeps every event once, and the more important ones first', () => {
    const event = fc.record({ time: fc.integer({ min: 0, max: 5 }), star: fc.integer({ min: 1, max: 5 }) });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        const order = orderByTime(events);
        expect([...order].sort((a, b) => a - b)).toEqual(events.map((_, index) => index));
        expect(timeOrderOf(order.map((index) => events[index]?.time ?? 0))).toBe('ascending');
      }),
    );
    expect(
      orderByTime([
        { time: 1, star: 3 },
        { time: 1, star: 5 },
        { time: 0, star: 1 },
      ]),
    ).toEqual([2, 1, 0]);
  });
});
