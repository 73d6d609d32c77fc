import { describe, expect, it } from 'vitest';
import { clockFace, clockRows } from '../../../../src/ui/clock/clockText';
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
    expect(clockFace(view)).toEqual({ icon: 'warning', text: '14:03:05 +7 s ±4 ms' });
  });

  it('is quiet under OAuth, where no request is signed', () => {
    expect(clockFace({ ...view, authentication: 'oauth' })).toEqual({ icon: 'clock', text: '14:03:05' });
  });

  it('shows an open lock with the reason when only the user trusts the certificate', () => {
    const unverified: ClockView = { ...view, isUnverified: true };
    expect(clockFace({ ...unverified, authentication: 'oauth' }).icon).toBe('unlock');
    expect(clockFace({ ...unverified, level: 'normal' }).icon).toBe('unlock');
    expect(clockFace({ ...unverified, level: 'unknown' }).icon).toBe('unlock');
    expect(clockRows(unverified).at(-1)).toEqual(['Certificate', 'not verified, trusted by you alone']);
    expect(clockRows(view).map(([label]) => label)).not.toContain('Certificate');
  });

  it('shows no stale time', () => {
    expect(clockFace({ ...view, ticks: false })).toEqual({ icon: 'warning', text: '--:--:-- +7 s ±4 ms' });
    expect(clockFace({ ...view, ticks: false, authentication: 'oauth' })).toEqual({ icon: 'clock', text: '--:--:--' });
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
