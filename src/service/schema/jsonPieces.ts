import { deepestJson } from './jsonDepth';

const [quote, escape, listStart, listEnd, objectStart, objectEnd, comma] = Buffer.from('"\\[]{},');

/** The bytes between the brackets of a list. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The list with the most items in a JSON text; undefined if there is none, if brackets don't match, or if they are nested deeper
 * than {@link deepestJson}. Looks at each byte once, and validates only brackets.
 */
export function longestList(bytes: Uint8Array): Span | undefined {
  // For each level: the opening bracket, its position, and the number of items so far.
  const opener = new Uint8Array(deepestJson + 1);
  const from = new Uint32Array(deepestJson + 1);
  const items = new Uint32Array(deepestJson + 1);
  let level = 0;
  let most = 0;
  let best: Span | undefined;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === listStart || byte === objectStart) {
      level += 1;
      if (level > deepestJson) return undefined;
      opener[level] = byte ?? 0;
      from[level] = at + 1;
      items[level] = 1;
    } else if (byte === comma) items[level] = (items[level] ?? 0) + 1;
    else if (byte === listEnd || byte === objectEnd) {
      if (level === 0 || (opener[level] === listStart) !== (byte === listEnd)) return undefined;
      const count = items[level] ?? 0;
      if (byte === listEnd && count > most) {
        most = count;
        best = { from: from[level] ?? 0, to: at };
      }
      level -= 1;
    }
  }
  return level === 0 ? best : undefined;
}

/** Where the next piece of a list ends: before the first comma between two items that is at least this many bytes away. */
export function endOfPiece(bytes: Uint8Array, from: number, to: number, leastBytes: number): number {
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === listStart || byte === objectStart) depth += 1;
    else if (byte === listEnd || byte === objectEnd) depth -= 1;
    else if (byte === comma && depth === 0 && at - from >= leastBytes) return at;
  }
  return to;
}

/** The quote that ends a text, or the end of all bytes. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let at = from + 1; at < bytes.length; at += 1) {
    if (bytes[at] === escape) at += 1;
    else if (bytes[at] === quote) return at;
  }
  return bytes.length;
}
