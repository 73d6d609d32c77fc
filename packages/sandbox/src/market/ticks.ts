import { prefixOf } from '../securities/securities';
import type { SecurityPath } from './securityPath';
import { slotMs, slots } from './dayPath';
import type { DayPath } from './dayPath';
import type { Direction } from './depth';
import { directionOf } from './depth';
import { extendedSessionOf, placeIn, startOfMinute } from './market';
import type { ExtendedSession } from './marketHours';

export interface Tick {
  /** 19 digits, never decreasing with time. */
  readonly sequence: bigint;
  readonly timeMs: number;
  /** In units. */
  readonly price: number;
  readonly volume: number;
  readonly direction: Direction;
}

/** In America, two consecutive trades have the same sequence, as recorded. */
const sharing = 2;

/** The newest ticks of the current day after `afterMs`, oldest first, at most `count`. */
export function ticksOf(path: SecurityPath, nowMs: number, count: number, afterMs = -Infinity): readonly Tick[] {
  return ticksOn(path, path.day(path.hours.openedBy(nowMs)), { nowMs, count, afterMs });
}

/** The newest ticks of the latest session outside regular hours; none if the security has no such session. */
export function extendedTicksOf(path: SecurityPath, kind: ExtendedSession['kind'], nowMs: number, count: number): readonly Tick[] {
  const session = extendedSessionOf(path, kind, nowMs);
  return session === undefined ? [] : ticksOn(path, path.extended(session), { nowMs, count, afterMs: -Infinity });
}

function ticksOn(
  path: SecurityPath,
  day: DayPath,
  { nowMs, count, afterMs }: { readonly nowMs: number; readonly count: number; readonly afterMs: number },
): readonly Tick[] {
  const opened = day.hours;
  const place = placeIn(opened, nowMs);
  const ticks: Tick[] = [];
  const isShared = prefixOf(path.security.code) === 'US';
  let { minute, slot } = place;
  while (ticks.length < count && minute >= 0) {
    const timeMs = startOfMinute(opened, minute) + slot * slotMs;
    if (timeMs <= afterMs) break;
    ticks.push({
      sequence: 1_000_000_000_000_000_000n + BigInt(isShared ? timeMs - (slot % sharing) * slotMs : timeMs) * 100_000n,
      timeMs,
      price: day.price(minute, slot),
      volume: day.volumeAt(minute, slot),
      direction: directionOf(path, opened.day, minute, slot),
    });
    slot -= 1;
    if (slot < 0) {
      slot = slots - 1;
      minute -= 1;
    }
  }
  return ticks.reverse();
}
