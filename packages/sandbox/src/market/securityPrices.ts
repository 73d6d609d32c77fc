import type { Security } from '../securities/securities';
import { mixed, signed, unit, wave } from './chance';
import type { Course } from './course';
import { courseOf } from './course';
import type { DayNumber } from './marketDays';
import type { ExtendedSession, MarketHours } from './marketHours';

/** Recent prices stay near the reference; before this day, long waves and growth move them away from it. */
const anchorDay = Math.round(Date.UTC(2026, 0, 1) / 86_400_000);
const channel = { close: 1, open: 2, high: 3, low: 4, long: 20 };

function logOfClose(seed: number, day: DayNumber): number {
  const near =
    wave(seed, channel.close, day / 3.1) * 0.012 +
    wave(seed, channel.close + 40, day / 11) * 0.016 +
    wave(seed, channel.close + 41, day / 37) * 0.02 +
    signed(seed, channel.close + 42, day) * 0.006;
  const years = (anchorDay - day) / 365.25;
  if (years <= 0) return near;
  const far =
    wave(seed, channel.long, day / 140) * 0.1 +
    wave(seed, channel.long + 1, day / 430) * 0.2 +
    wave(seed, channel.long + 2, day / 1300) * 0.3;
  const growth = 0.01 + 0.1 * unit(seed, channel.long + 3, 0);
  return near + far * (1 - Math.exp(-2 * years * years)) - growth * years;
}

/** The prices of a security before rounding to ticks: the same for the same seed, day by day. */
export interface SecurityPrices {
  readonly rawClose: (day: DayNumber) => number;
  readonly courseOfDay: (day: DayNumber, minutes: number) => Course;
  readonly extendedCourse: (session: ExtendedSession, minutes: number, salt: number) => Course;
}

export function createPrices(seed: number, security: Security, hours: MarketHours): SecurityPrices {
  const rawClose = (day: DayNumber): number => security.reference * Math.exp(logOfClose(seed, day));

  function courseOfDay(day: DayNumber, minutes: number): Course {
    const before = rawClose(hours.neighbour(day, -1));
    const close = rawClose(day);
    const open = before + (close - before) * 0.35 * unit(seed, channel.open, day) + before * signed(seed, channel.open + 40, day) * 0.003;
    const high = Math.max(open, close) * (1 + 0.001 + 0.009 * unit(seed, channel.high, day));
    const low = Math.min(open, close) * (1 - 0.001 - 0.009 * unit(seed, channel.low, day));
    return courseOf(mixed(seed, 10, day) | 0, minutes, open, high, low, close);
  }

  function extendedCourse({ kind, day }: ExtendedSession, minutes: number, salt: number): Course {
    const close = rawClose(day);
    const afterwards = close * (1 + signed(seed, 61, day) * 0.004);
    const regular = courseOfDay(kind === 'PRE' ? day : hours.neighbour(day, 1), 390);
    const [from, to] =
      kind === 'PRE'
        ? [rawClose(hours.neighbour(day, -1)), regular.open]
        : kind === 'AFTER'
          ? [close, afterwards]
          : [afterwards, (afterwards + regular.open) / 2];
    const high = Math.max(from, to) * (1.0005 + 0.002 * unit(seed, salt, day));
    const low = Math.min(from, to) * (0.9995 - 0.002 * unit(seed, salt + 1, day));
    return courseOf(mixed(seed, salt + 2, day) | 0, minutes, from, high, low, to);
  }

  return { rawClose, courseOfDay, extendedCourse };
}
