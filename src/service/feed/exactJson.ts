import type { JsonObject } from '../schema/json';
import { isObject } from '../schema/json';

const numeral = String.raw`(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)`;
/** Every number of a JSON text has one of these characters before it and one after it. */
const compactNumber = new RegExp(String.raw`([:,[])${numeral}(?=[,}\]])`, 'g');
const spacedNumber = new RegExp(String.raw`([:,[]\s*)${numeral}(?=\s*[,}\]])`, 'g');
/** Texts are passed over whole, so that a number within one is never touched. */
const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Reads a frame of a feed: every number becomes the text that was sent, so that no digit of a sequence or an amount is lost.
 * Much faster than a parser of its own, which matters at thousands of frames a second.
 *
 * @returns undefined unless the frame is one JSON object.
 */
export function parseFrame(frame: string): JsonObject | undefined {
  // A quote put into a text ends it before a digit, which is no JSON: such a frame is read with more care.
  return parse(frame.replace(/\s/.test(frame) ? spacedNumber : compactNumber, '$1"$2"')) ?? parse(frame.replace(textOrNumber, quoteNumber));
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? asObject(value) : undefined;
  } catch {
    return undefined;
  }
}

/** A number that JSON does not allow, such as 007, must not become a text that it does. */
function quoteNumber(token: string): string {
  if (token.startsWith('"')) return token;
  return /^-?0\d/.test(token) ? token : `"${token}"`;
}

/** What JSON.parse builds is JSON; this only tells the compiler. */
function asObject(value: object): JsonObject | undefined {
  const candidate = value as JsonObject;
  return isObject(candidate) ? candidate : undefined;
}
