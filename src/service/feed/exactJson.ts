import { isObject, wholeNumber } from '../schema/json';
import type { JsonObject, JsonValue } from '../schema/json';

/** No frame of the protocol is nested deeper than four levels. */
const deepest = 32;

/**
 * Reads a frame of a feed: every number becomes the text that was sent, so that no digit of a sequence or an amount is lost.
 * A custom parser, because this runs thousands of times a second: JSON.parse with every number put in quotes first takes
 * twice as long, and the general parser for exact numbers many times.
 *
 * @returns undefined unless the frame is one JSON object (RFC 8259). Of a repeated key the last value counts.
 */
export function parseFrame(frame: string, reader = new FrameReader()): JsonObject | undefined {
  return attempt(() => {
    reader.begin(frame);
    const value = reader.atObject() ? reader.value() : undefined;
    return isObject(value) && reader.atEnd() ? value : undefined;
  });
}

/** The result of `read` for a frame; undefined if it is not valid JSON. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
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

/** Keys of the pushes that come most. One that is recognized need not be made anew each time. */
const usualKeys: readonly string[] = [
  ...['timestamp', 'type', 'symbol', 'data', 'data_time_ms', 'last_price', 'open_price', 'high_price', 'low_price', 'prev_close_price'],
  ...['bid_price', 'ask_price', 'volume', 'turnover', 'pre_market', 'after_market', 'overnight', 'bid_list', 'ask_list', 'price'],
  'order_count',
];
const mostDigits = 18;
/** A whole number of no more digits loses none. */
const surelySafeDigits = 15;

/**
 * Reads from the left to the right, value by value, so that whoever knows what a frame holds need not have objects made of it.
 * What ends too early has NaN for its next character, which nothing accepts.
 * Keep one for all frames of a connection: where none is left, the engine throws away with the class what it compiled of it, and
 * is slow until that is made again.
 *
 * @throws SyntaxError where the text is no JSON.
 */
export class FrameReader {
  #text = '';
  #at = 0;
  #depth = 0;
  /** Nothing was read yet of the object or list entered last. */
  #isFresh = false;
  /** The number read last: an optional sign, 1 to 18 digits, and perhaps a point and 1 to 18 digits. */
  #isPlain = false;
  /** Of each usual key the one that came after it last time: pushes of a kind have the same order. */
  readonly #followers: number[] = usualKeys.map(() => 0);
  #lastKey = 0;

  /** Turns to another frame. */
  begin(frame: string): void {
    this.#text = frame;
    this.#at = 0;
    this.#depth = 0;
  }

  /** True where an object comes next. */
  atObject(): boolean {
    return this.#next() === code.objectStart;
  }

  /** True where a list comes next. */
  atList(): boolean {
    return this.#next() === code.listStart;
  }

  atEnd(): boolean {
    this.#next();
    return this.#at === this.#text.length;
  }

  /** Goes into the object or list that comes next: {@link key} and {@link hasItem} tell what is in it. */
  enter(): void {
    this.#depth += 1;
    if (this.#depth > deepest) throw new SyntaxError();
    this.#at += 1;
    this.#isFresh = true;
  }

  /** The next key of the object, whose value is to be read next; undefined at its end. */
  key(): string | undefined {
    if (!this.#hasMore(code.objectEnd)) return undefined;
    if (this.#next() !== code.quote) throw new SyntaxError();
    const key = this.#key();
    if (this.#next() !== code.colon) throw new SyntaxError();
    this.#at += 1;
    return key;
  }

  /** True where the list has another value, which is to be read next. */
  hasItem(): boolean {
    return this.#hasMore(code.listEnd);
  }

  value(): JsonValue {
    const first = this.#next();
    switch (first) {
      case code.quote:
        return this.#string();
      case code.objectStart:
        return this.#object();
      case code.listStart:
        return this.#list();
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

  /** A figure as sent, as number or text; empty for null, a word, or anything that is no plain decimal number. */
  decimal(): string {
    const first = this.#next();
    if (isDigit(first) || first === code.minus) {
      const number = this.#number(first);
      return this.#isPlain ? number : '';
    }
    return plainDecimal(this.value());
  }

  /** A whole number within the safe range, as number or text; undefined for anything else. */
  whole(): number | undefined {
    const first = this.#next();
    const start = this.#at;
    if (!isDigit(first)) return wholeNumber(this.value());
    this.#passNumber(first);
    if (this.#at - start > surelySafeDigits) return wholeNumber(this.#text.slice(start, this.#at));
    let number = 0;
    for (let at = start; at < this.#at; at += 1) {
      const digit = this.#text.charCodeAt(at);
      if (!isDigit(digit)) return undefined;
      number = number * 10 + digit - code.zero;
    }
    return number;
  }

  /** Passes over white space; the character that follows it. */
  #next(): number {
    let found = this.#text.charCodeAt(this.#at);
    while (found === code.space || found === code.lineFeed || found === code.carriageReturn || found === code.tab)
      found = this.#text.charCodeAt(++this.#at);
    return found;
  }

  #hasMore(end: number): boolean {
    const found = this.#next();
    const isFresh = this.#isFresh;
    this.#isFresh = false;
    if (found === end) {
      this.#at += 1;
      this.#depth -= 1;
      return false;
    }
    if (isFresh) return true;
    if (found !== code.comma) throw new SyntaxError();
    this.#at += 1;
    return true;
  }

  #object(): JsonObject {
    const object: Record<string, JsonValue> = {};
    this.enter();
    for (let key = this.key(); key !== undefined; key = this.key()) {
      const value = this.value();
      // An ordinary key, as for JSON.parse.
      if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
      else object[key] = value;
    }
    return object;
  }

  #list(): readonly JsonValue[] {
    const list: JsonValue[] = [];
    this.enter();
    while (this.hasItem()) list.push(this.value());
    return list;
  }

  #key(): string {
    const start = this.#at + 1;
    const expected = this.#followers[this.#lastKey] ?? 0;
    const key = usualKeys[expected] ?? '';
    const expectedEnd = start + key.length;
    if (this.#text.charCodeAt(expectedEnd) === code.quote && this.#text.startsWith(key, start)) {
      this.#lastKey = expected;
      this.#at = expectedEnd + 1;
      return key;
    }
    const found = this.#string();
    const at = usualKeys.indexOf(found);
    if (at < 0) return found;
    this.#followers[this.#lastKey] = at;
    this.#lastKey = at;
    return usualKeys[at] ?? found;
  }

  #string(): string {
    const start = this.#at + 1;
    let at = start;
    let hasEscapes = false;
    for (;;) {
      const found = this.#text.charCodeAt(at);
      if (found === code.quote) break;
      if (!(found >= code.space)) throw new SyntaxError();
      if (found === code.escape) hasEscapes = true;
      at += found === code.escape ? 2 : 1;
    }
    this.#at = at + 1;
    return hasEscapes ? String(JSON.parse(this.#text.slice(start - 1, at + 1))) : this.#text.slice(start, at);
  }

  #number(first: number): string {
    const start = this.#at;
    this.#passNumber(first);
    return this.#text.slice(start, this.#at);
  }

  #passNumber(first: number): void {
    let found = first === code.minus ? this.#step() : first;
    const whole = this.#at;
    if (found === code.zero) found = this.#step();
    else found = this.#digits(found);
    this.#isPlain = this.#at - whole <= mostDigits;
    if (found === code.point) {
      const fraction = this.#at + 1;
      found = this.#digits(this.#step());
      if (this.#at - fraction > mostDigits) this.#isPlain = false;
    }
    if (found === code.lowerE || found === code.upperE) {
      found = this.#step();
      this.#digits(found === code.plus || found === code.minus ? this.#step() : found);
      this.#isPlain = false;
    }
  }

  #step(): number {
    this.#at += 1;
    return this.#text.charCodeAt(this.#at);
  }

  /** One digit or more; the character that follows them. */
  #digits(first: number): number {
    let found = first;
    if (!isDigit(found)) throw new SyntaxError();
    while (isDigit(found)) found = this.#step();
    return found;
  }

  #word<T extends JsonValue>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw new SyntaxError();
    this.#at += word.length;
    return value;
  }
}

function isDigit(found: number): boolean {
  return found >= code.zero && found <= code.nine;
}

/** A figure as sent; empty for null, a word, or anything that is no plain decimal number. */
export function plainDecimal(value: JsonValue | undefined): string {
  return typeof value === 'string' && decimalForm.test(value) ? value : '';
}

const decimalForm = /^-?\d{1,18}(?:\.\d{1,18})?$/;
