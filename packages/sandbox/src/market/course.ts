import { signed, unit, wave } from './chance';

/**
 * The course of a price over equally spaced points 0 to `last`: it begins at `open`, ends at `close`, reaches `high` at the
 * point `highAt` and `low` at `lowAt`, and never leaves that range. Prices are unrounded units.
 */
export interface Course {
  readonly seed: number;
  readonly last: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly highAt: number;
  readonly lowAt: number;
}

/** Creates a course; `open` and `close` must be between `low` and `high`, and `last` at least 3. */
export function courseOf(seed: number, last: number, open: number, high: number, low: number, close: number): Course {
  const inner = last - 1;
  const highAt = 1 + Math.floor(unit(seed, 11, 0) * inner);
  const other = 1 + Math.floor(unit(seed, 12, 0) * inner);
  const lowAt = other === highAt ? (highAt % inner) + 1 : other;
  return { seed, last, open, high, low, close, highAt, lowAt };
}

/** The price at a point. */
export function priceAt(course: Course, point: number): number {
  const { last, open, high, low, close, highAt, lowAt } = course;
  const isHighFirst = highAt < lowAt;
  const firstAt = isHighFirst ? highAt : lowAt;
  const secondAt = isHighFirst ? lowAt : highAt;
  if (point <= firstAt) return between(course, 0, open, firstAt, isHighFirst ? high : low, point);
  if (point <= secondAt) return between(course, firstAt, isHighFirst ? high : low, secondAt, isHighFirst ? low : high, point);
  return between(course, secondAt, isHighFirst ? low : high, last, close, point);
}

/** Goes from one price to another, with the most noise in the middle. */
function between(course: Course, fromAt: number, from: number, toAt: number, to: number, point: number): number {
  if (point <= fromAt) return from;
  if (point >= toAt) return to;
  const { seed, last, low, high } = course;
  const part = (point - fromAt) / (toAt - fromAt);
  const turns = (24 * point) / last;
  const shake = wave(seed, 13, turns * 0.25) * 0.28 + wave(seed, 14, turns) * 0.14 + signed(seed, 15, point) * 0.06;
  const price = from + (to - from) * part + shake * (high - low) * Math.min(1, 6 * part * (1 - part));
  return price > high ? high : price < low ? low : price;
}
