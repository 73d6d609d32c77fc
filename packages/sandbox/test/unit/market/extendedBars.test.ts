import { describe, expect, it } from 'vitest';
import { barsOf } from '../../../src/market/bars';
import { createWorld } from '../../../src/world/world';

const world = createWorld(1, Date.parse('2026-06-10T04:00:00Z'));
const kinds = ['PRE', 'AFTER'] as const;
/** The exchange’s times of the minutes of a security, one of each day first. */
function minutes(code: string, at: string, count: number, sessions: readonly ('PRE' | 'AFTER')[] = kinds) {
  const security = world.findSecurity(code);
  if (security === undefined) throw new Error(`no ${code}`);
  const path = world.market.path(security);
  const nowMs = Date.parse(at);
  const { bars } = barsOf(path, { interval: 30, adjustment: 'forward', sessions, nowMs, from: 0, to: Number.MAX_SAFE_INTEGER, count });
  const zone = path.hours.zone;
  const text = (ms: number): string => new Date(ms).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  return { bars, times: bars.map(({ timeMs }) => text(timeMs)) };
}

describe('minutes outside the regular hours', () => {
  it('stand around those of each day in the U.S., each once and in order', () => {
    const { bars, times } = minutes('US.AAPL', '2026-06-11T02:00:00Z', 64);
    expect(times.slice(-32, -29)).toEqual(['04:00', '04:30', '05:00']);
    expect(times.at(-1)).toBe('19:30');
    expect(times.filter((time) => time === '09:30')).toHaveLength(2);
    expect(bars.every(({ timeMs }, at) => at === 0 || timeMs > (bars[at - 1]?.timeMs ?? 0))).toBe(true);
  });

  it('are those of today before its regular hours begin', () => {
    expect(minutes('US.AAPL', '2026-06-11T12:10:00Z', 3).times).toEqual(['07:00', '07:30', '08:00']);
  });

  it('are left out unless they are asked for, and where the market has none', () => {
    expect(minutes('US.AAPL', '2026-06-11T02:00:00Z', 3, []).times).toEqual(['14:30', '15:00', '15:30']);
    expect(minutes('HK.00700', '2026-06-11T10:00:00Z', 2).times).toEqual(['15:00', '15:30']);
  });
});
