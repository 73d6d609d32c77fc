import { describe, expect, it } from 'vitest';
import { clockParts, clockRows } from '../../../../src/ui/clock/clockText';
import type { ClockView } from '../../../../src/ui/clock/clockText';

const view: ClockView = {
  snapshot: { trust: 'good', skewMs: 7_000, boundMs: 4, ageMs: 0, samples: [], synchronizing: false, lastFailure: undefined },
  level: 'error',
  serverNowMs: Date.UTC(2026, 10, 21, 19, 3, 5),
  timeZone: 'America/New_York',
  toleranceMs: 5_000,
  authentication: 'apiKey',
  ticks: true,
  isUnverified: false,
};

describe('the clock in the status bar', () => {
  it('names a wrong clock when requests are signed', () => {
    expect(clockParts(view)).toMatchObject({
      skew: { forms: ['Clock +7 s ±4 ms', 'Clock +7 s'], level: 'warning' },
      clock: { forms: ['14:03:05', '14:03'] },
    });
  });

  it('shows the offset beside the time, as far as there is room, while it does no harm', () => {
    const { clock, skew } = clockParts({ ...view, level: 'normal', snapshot: { ...view.snapshot, skewMs: 40 } });
    expect([clock.forms, skew]).toEqual([['14:03:05 +40 ms ±4 ms', '14:03:05 +40 ms', '14:03:05', '14:03'], undefined]);
    expect(clock.spoken).toBe('Server time: 14:03:05, Server clock offset: +40 ms ±4 ms');
  });

  it('is quiet under OAuth, where no request is signed', () => {
    const { clock, skew } = clockParts({ ...view, authentication: 'oauth' });
    expect([clock.forms, skew]).toEqual([['14:03:05', '14:03'], undefined]);
    expect(clock.spoken).toBe('Server time: 14:03:05');
  });

  it('shows an open lock with the reason when only the user trusts the certificate', () => {
    const unverified: ClockView = { ...view, isUnverified: true };
    for (const level of ['normal', 'unknown'] as const) expect(clockParts({ ...unverified, level }).certificate?.icon).toBe('unlock');
    expect(clockParts({ ...unverified, authentication: 'oauth' }).certificate?.icon).toBe('unlock');
    expect(clockParts(view).certificate).toBeUndefined();
    expect(clockRows(unverified).at(-1)).toEqual(['Certificate', 'not verified, trusted by you alone']);
    expect(clockRows(view).map(([label]) => label)).not.toContain('Certificate');
  });

  it('shows no stale time', () => {
    expect(clockParts({ ...view, ticks: false }).clock.forms).toEqual(['--:--:--']);
    expect(clockParts({ ...view, ticks: false, authentication: 'oauth' }).clock.forms).toEqual(['--:--:--']);
    expect(clockRows({ ...view, ticks: false })[0]?.[1]).toBe('shown while this window has focus');
  });

  it.each([
    ['America/New_York', '2026-11-21 14:03 EST (America/New_York)'],
    ['Asia/Kolkata', '2026-11-22 00:33 GMT+5:30 (Asia/Kolkata)'],
    ['UTC', '2026-11-21 19:03 UTC'],
  ])('writes date and minute of %s', (timeZone, text) => {
    expect(clockRows({ ...view, timeZone })[0]?.[1]).toBe(text);
  });
});
