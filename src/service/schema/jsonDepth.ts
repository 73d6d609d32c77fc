/** No answer of the service is nested more than ten levels deep. */
export const deepestJson = 64;

const [quote, escape, listStart, listEnd, objectStart, objectEnd] = Buffer.from('"\\[]{}');

/**
 * Whether lists and objects are nested more than {@link deepestJson} levels deep in a JSON text, so that it should not be parsed:
 * four megabytes of `[` keep `JSON.parse` busy for seconds. Looks at each byte once.
 */
export function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isText) {
      if (byte === escape) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === listStart || byte === objectStart) {
      depth += 1;
      if (depth > deepestJson) return true;
    } else if (byte === listEnd || byte === objectEnd) depth -= 1;
  }
  return false;
}
