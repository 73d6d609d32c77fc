import type { JsonObject, JsonValue } from '../schema/json';

/** No frame of the protocol is nested deeper than four levels. */
const deepest = 32;

/**
 * Reads a frame of a feed: every number becomes the text that was sent, so that no digit of a sequence or an amount is lost.
 * A reader of its own, because this is done thousands of times a second: JSON.parse with every number put in quotes first takes
 * twice as long, and the general parser for exact numbers many times.
 *
 * @returns undefined unless the frame is one JSON object (RFC 8259). Of a repeated key the last value counts.
 */
export function parseFrame(frame: string): JsonObject | undefined {
  try {
    return new FrameReader(frame).read();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Codes of the characters that JSON is made of. */
const code = {
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  quote: 0x22,
  plus: 0x2b,
  comma: 0x2c,
  minus: 0x2d,
  point: 0x2e,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  upperE: 0x45,
  listStart: 0x5b,
  escape: 0x5c,
  listEnd: 0x5d,
  lowerE: 0x65,
  lowerF: 0x66,
  lowerN: 0x6e,
  lowerT: 0x74,
  objectStart: 0x7b,
  objectEnd: 0x7d,
} as const;

/** Keys of the pushes that come most. One that is recognized need not be made anew each time, nor looked up among all texts there are. */
const usualKeys: ReadonlyMap<number, string> = new Map(
  [
    ...['timestamp', 'type', 'symbol', 'data', 'data_time_ms', 'last_price', 'open_price', 'high_price', 'low_price', 'prev_close_price'],
    ...['bid_price', 'ask_price', 'volume', 'turnover', 'pre_market', 'after_market', 'overnight', 'bid_list', 'ask_list', 'price'],
    'order_count',
  ].map((key) => [traitOf(key.charCodeAt(0), key.length), key]),
);

function traitOf(first: number, length: number): number {
  return first * 64 + length;
}

/** Reads from the left to the right. What ends too early has NaN for its next character, which nothing accepts. */
class FrameReader {
  #at = 0;

  constructor(private readonly text: string) {}

  read(): JsonObject | undefined {
    if (this.#next() !== code.objectStart) return undefined;
    const object = this.#object(1);
    this.#next();
    return this.#at === this.text.length ? object : undefined;
  }

  /** Passes over white space; the character that follows it. */
  #next(): number {
    let found = this.text.charCodeAt(this.#at);
    while (found === code.space || found === code.lineFeed || found === code.carriageReturn || found === code.tab)
      found = this.text.charCodeAt(++this.#at);
    return found;
  }

  #value(depth: number): JsonValue {
    const first = this.#next();
    switch (first) {
      case code.quote:
        return this.#string();
      case code.objectStart:
        return this.#object(depth + 1);
      case code.listStart:
        return this.#list(depth + 1);
      case code.lowerN:
        return this.#word('null', null);
      case code.lowerT:
        return this.#word('true', true);
      case code.lowerF:
        return this.#word('false', false);
      default:
        return this.#number(first);
    }
  }

  #object(depth: number): JsonObject {
    if (depth > deepest) throw new SyntaxError();
    const object: Record<string, JsonValue> = {};
    this.#at += 1;
    if (this.#next() === code.objectEnd) {
      this.#at += 1;
      return object;
    }
    for (;;) {
      if (this.#next() !== code.quote) throw new SyntaxError();
      const key = this.#key();
      if (this.#next() !== code.colon) throw new SyntaxError();
      this.#at += 1;
      const value = this.#value(depth);
      // An ordinary key, as for JSON.parse.
      if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
      else object[key] = value;
      if (this.#isLast(code.objectEnd)) return object;
    }
  }

  #list(depth: number): readonly JsonValue[] {
    if (depth > deepest) throw new SyntaxError();
    const list: JsonValue[] = [];
    this.#at += 1;
    if (this.#next() === code.listEnd) {
      this.#at += 1;
      return list;
    }
    for (;;) {
      list.push(this.#value(depth));
      if (this.#isLast(code.listEnd)) return list;
    }
  }

  /** After a value: true at the end of its object or list, false where a comma announces another. */
  #isLast(end: number): boolean {
    const found = this.#next();
    if (found !== end && found !== code.comma) throw new SyntaxError();
    this.#at += 1;
    return found === end;
  }

  #key(): string {
    const start = this.#at + 1;
    const end = this.text.indexOf('"', start);
    const usual = usualKeys.get(traitOf(this.text.charCodeAt(start), end - start));
    if (usual === undefined || !this.text.startsWith(usual, start)) return this.#string();
    this.#at = end + 1;
    return usual;
  }

  #string(): string {
    const start = this.#at + 1;
    let at = start;
    let hasEscapes = false;
    for (;;) {
      const found = this.text.charCodeAt(at);
      if (found === code.quote) break;
      if (!(found >= code.space)) throw new SyntaxError();
      if (found === code.escape) hasEscapes = true;
      at += found === code.escape ? 2 : 1;
    }
    this.#at = at + 1;
    return hasEscapes ? String(JSON.parse(this.text.slice(start - 1, at + 1))) : this.text.slice(start, at);
  }

  #number(first: number): string {
    const start = this.#at;
    let found = first === code.minus ? this.#step() : first;
    if (found === code.zero) found = this.#step();
    else found = this.#digits(found);
    if (found === code.point) found = this.#digits(this.#step());
    if (found === code.lowerE || found === code.upperE) {
      found = this.#step();
      this.#digits(found === code.plus || found === code.minus ? this.#step() : found);
    }
    return this.text.slice(start, this.#at);
  }

  #step(): number {
    this.#at += 1;
    return this.text.charCodeAt(this.#at);
  }

  /** One digit or more; the character that follows them. */
  #digits(first: number): number {
    let found = first;
    if (!isDigit(found)) throw new SyntaxError();
    while (isDigit(found)) found = this.#step();
    return found;
  }

  #word<T extends JsonValue>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.#at)) throw new SyntaxError();
    this.#at += word.length;
    return value;
  }
}

function isDigit(found: number): boolean {
  return found >= code.zero && found <= code.nine;
}
