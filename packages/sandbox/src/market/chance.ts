/**
 * Reproducible numbers by position: the same seed, channel and index give the same number, in any order and without using memory.
 */

/** A well-distributed 32-bit number from three numbers. */
export function mixed(seed: number, channel: number, index: number): number {
  let hash = Math.imul(seed ^ Math.imul(channel, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 15;
  hash = Math.imul(hash ^ Math.imul(index, 0xc2b2ae35), 0x27d4eb2f);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0x165667b1);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** In [0, 1). */
export function unit(seed: number, channel: number, index: number): number {
  return mixed(seed, channel, index) / 4_294_967_296;
}

/** In [-1, 1). */
export function signed(seed: number, channel: number, index: number): number {
  return unit(seed, channel, index) * 2 - 1;
}

/** A smooth curve through {@link signed} numbers, one at each whole `x`. */
export function wave(seed: number, channel: number, x: number): number {
  const whole = Math.floor(x);
  const rest = x - whole;
  const from = signed(seed, channel, whole);
  return from + (signed(seed, channel, whole + 1) - from) * rest * rest * (3 - 2 * rest);
}
