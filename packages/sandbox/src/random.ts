/** A reproducible stream of random numbers. */
export type Random = Readonly<ReturnType<typeof createRandom>>;

/** FNV-1a over the UTF-16 code units: a well-distributed 32-bit number for any text. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** Spreads a 32-bit state over [0, 1): the output step of mulberry32. */
function spread(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}

const step = 0x6d2b79f5;

/**
 * A stream that depends only on the seed and the name, so that adding one part of the world does not change the others.
 *
 * The generator is mulberry32.
 */
export function createRandom(seed: number, name: string) {
  let state = hash32(`${String(seed)}/${name}`);
  /** In [0, 1). */
  const next = (): number => {
    state = (state + step) >>> 0;
    return spread(state);
  };
  /** An integer from `min` to `max`, both included. */
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    chance: (probability: number): boolean => next() < probability,
    /** @throws RangeError when the list is empty. */
    pick: <T>(items: readonly T[]): T => {
      const item = items[integer(0, items.length - 1)];
      if (item === undefined) {
        throw new RangeError('nothing to pick from');
      }
      return item;
    },
  };
}

/** One number in [-1, 1) for a name: the first of its stream, without creating the stream. */
export function noise(seed: number, name: string): number {
  return spread((hash32(`${String(seed)}/${name}`) + step) >>> 0) * 2 - 1;
}
