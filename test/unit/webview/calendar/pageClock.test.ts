// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageClock } from '../../../../src/webview/calendar/pageClock';

const begin = Date.UTC(2025, 10, 20, 12, 0, 0);

beforeEach(() => vi.useFakeTimers({ now: begin }));
afterEach(() => vi.useRealTimers());

describe('the clock of the calendar', () => {
  it('goes on at the second of a release that was read after it began to wait, and not up to a minute later', () => {
    let next: number | undefined;
    const ticks: number[] = [];
    const clock = new PageClock({
      zone: () => 'UTC',
      tick: (now) => ticks.push(now - begin),
      nextRelease: (now) => (next !== undefined && next > now ? next : undefined),
      newDay: () => undefined,
    });
    clock.start();
    vi.advanceTimersByTime(16_000);
    expect(ticks).toEqual([0]);
    next = begin + 20_000;
    clock.restart();
    expect(ticks.at(-1)).toBe(16_000);
    vi.advanceTimersByTime(5_000);
    expect(ticks.filter((at) => at >= 20_000 && at < 21_500)).not.toEqual([]);
    clock.stop();
    const before = ticks.length;
    vi.advanceTimersByTime(600_000);
    expect(ticks).toHaveLength(before);
  });
});
