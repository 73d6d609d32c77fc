import { describe, expect, it } from 'vitest';
import { besideBars, percentAt, percentSince } from '../../../../src/domain/security/comparison';
import { plainAmount } from '../../../../src/domain/values/amount';
import type { BarView } from '../../../../src/panel/security/securityProtocol';

/** A bar that begins at a moment, in the local time of its exchange. */
const bar = (moment: string, hoursEast: number, close = '1'): BarView => {
  const id = Date.parse(moment);
  return { id, time: id / 1000 + hoursEast * 3600, open: close, high: close, low: close, close, volume: '0' };
};
const closes = (found: readonly (BarView | undefined)[]): readonly (string | undefined)[] => found.map((each) => each?.close);

describe('the bars of two exchanges side by side', () => {
  it('are matched by each exchange’s own dates for days, so that a holiday leaves a gap', () => {
    const hong = ['2026-11-18', '2026-11-19', '2026-11-20'].map((day) => bar(`${day}T00:00:00+08:00`, 8));
    const york = [
      bar('2026-11-17T00:00:00-05:00', -5, '17'),
      bar('2026-11-18T00:00:00-05:00', -5, '18'),
      bar('2026-11-20T00:00:00-05:00', -5, '20'),
    ];
    expect(closes(besideBars(hong, york, 'day'))).toEqual(['18', undefined, '20']);
  });

  it('are matched by week and month, whatever day they begin on', () => {
    const weeks = [bar('2026-11-09T00:00:00Z', 0), bar('2026-11-17T00:00:00Z', 0)];
    expect(closes(besideBars(weeks, [bar('2026-11-10T00:00:00Z', 0, 'a'), bar('2026-11-16T00:00:00Z', 0, 'b')], 'week'))).toEqual([
      'a',
      'b',
    ]);
    const months = [bar('2026-10-02T00:00:00Z', 0), bar('2026-11-01T00:00:00Z', 0)];
    expect(closes(besideBars(months, [bar('2026-10-01T00:00:00Z', 0, 'a')], 'month'))).toEqual(['a', undefined]);
  });

  it('are matched by the moment for minutes, and shown no earlier than they were known', () => {
    // Hong Kong closes at 16:00, 08:00 UTC, and opens at 09:30 the next day, 01:30 UTC; New York trades from 14:30 to 21:00 UTC.
    const hong = ['2026-11-18T07:55:00Z', '2026-11-19T01:30:00Z', '2026-11-19T01:35:00Z'].map((moment) => bar(moment, 8));
    const york = [
      bar('2026-11-17T20:55:00Z', -5, 'before'),
      bar('2026-11-18T14:30:00Z', -5, 'open'),
      bar('2026-11-18T20:55:00Z', -5, 'close'),
    ];
    expect(closes(besideBars(hong, york, '5m'))).toEqual([undefined, 'close', undefined]);
  });

  it('are the same when the hours are the same', () => {
    const bars = [0, 5, 10].map((minute) => bar(`2026-11-18T02:${String(minute).padStart(2, '0')}:00Z`, 8, String(minute)));
    expect(closes(besideBars(bars, bars, '5m'))).toEqual(['0', '5', '10']);
  });
});

describe('the percentages of a comparison', () => {
  it('are exact, and missing without a first price', () => {
    expect(percentSince('110', '100')).toBe(10n * 10n ** 18n);
    expect(plainAmount(percentSince('552', '555.5') ?? 0n, 4)).toBe('-0.6301');
    expect([percentSince('110', '0'), percentSince('', '100'), percentSince('1', '')]).toEqual([undefined, undefined, undefined]);
  });

  it('begin with the first bar in view, or the first later one of a line, and keep the last known value', () => {
    const line = ['100', undefined, '120', undefined].map((close) =>
      close === undefined ? undefined : bar('2026-11-18T00:00:00Z', 0, close),
    );
    const percents = (first: number) =>
      [0, 1, 2, 3].map((at) => percentAt(line, first, at)).map((value) => (value === undefined ? undefined : plainAmount(value)));
    expect(percents(0)).toEqual(['0', '0', '20', '20']);
    expect(percents(1)).toEqual([undefined, undefined, '0', '0']);
    expect(percents(3)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
