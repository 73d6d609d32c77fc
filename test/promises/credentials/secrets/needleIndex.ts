const base = 0x01000193;
const bits = 24;

interface Needle<T> {
  readonly text: string;
  readonly payload: T;
}

/**
 * Finds which of many texts occur in another one, in a single pass: a rolling hash of the first characters of each needle rules out nearly
 * all positions, and the rest are compared.
 */
export class NeedleIndex<T> {
  readonly #needles = new Map<string, Needle<T>[]>();
  readonly #known = new Set<string>();
  readonly #filter = new Uint8Array(2 ** (bits - 3));
  /** The factor of the first character in a window. */
  readonly #leading: number;

  /** @param window - The minimum length of all needles. */
  constructor(private readonly window: number) {
    let leading = 1;
    for (let power = 1; power < window; power += 1) leading = Math.imul(leading, base);
    this.#leading = leading;
  }

  /** A needle that is added twice keeps its first payload. */
  add(text: string, payload: T): void {
    if (text.length < this.window) throw new Error('a needle is too short');
    if (this.#known.has(text)) return;
    this.#known.add(text);
    const start = text.slice(0, this.window);
    const slot = slotOf(this.#hash(start));
    this.#filter[slot >> 3] = (this.#filter[slot >> 3] ?? 0) | (1 << (slot & 7));
    this.#needles.set(start, [...(this.#needles.get(start) ?? []), { text, payload }]);
  }

  /** Payloads of the needles that occur in the text. */
  find(text: string): readonly T[] {
    const found = new Set<T>();
    const { window } = this;
    if (text.length < window) return [];
    let hash = this.#hash(text.slice(0, window));
    for (let at = 0; ; at += 1) {
      const slot = slotOf(hash);
      if (((this.#filter[slot >> 3] ?? 0) & (1 << (slot & 7))) !== 0) {
        for (const needle of this.#needles.get(text.slice(at, at + window)) ?? [])
          if (text.startsWith(needle.text, at)) found.add(needle.payload);
      }
      if (at + window >= text.length) return [...found];
      hash = (Math.imul(hash - Math.imul(text.charCodeAt(at), this.#leading), base) + text.charCodeAt(at + window)) | 0;
    }
  }

  #hash(start: string): number {
    let hash = 0;
    for (let at = 0; at < this.window; at += 1) hash = (Math.imul(hash, base) + start.charCodeAt(at)) | 0;
    return hash;
  }
}

/** Uses the upper bits, which depend on every character. */
function slotOf(hash: number): number {
  return (Math.imul(hash, 0x9e3779b1) >>> 0) >>> (32 - bits);
}
