import { prefixOf } from '../securities/securities';
import type { SecurityPath } from './securityPath';
import { slotMs, slots } from './dayPath';
import type { Direction } from './depth';
import { directionOf } from './depth';
import { placeIn, startOfMinute } from './market';

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
  const opened = path.hours.openedBy(nowMs);
  const day = path.day(opened);
  const place = placeIn(opened, nowMs);
  const ticks: Tick[] = [];
  const isShared = prefixOf(path.security.code) === 'US';
  let { minute, slot } = place;
  while (ticks.length < count && minute >= 0) {
    const timeMs = startOfMinute(opened, minute) + slot * slotMs;
    if (timeMs <= afterMs) break;
    const before = slot > 0 ? day.volumeUntil(minute, slot - 1) : minute > 0 ? day.volumeUntil(minute - 1, slots - 1) : 0;
    ticks.push({
      sequence: 1_000_000_000_000_000_000n + BigInt(isShared ? timeMs - (slot % sharing) * slotMs : timeMs) * 100_000n,
      timeMs,
      price: day.price(minute, slot),
      volume: day.volumeUntil(minute, slot) - before,
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
