/** No answer of the service is nested more than ten levels deep. */
export const deepestJson = 64;

const [quote, escape, listStart, listEnd, objectStart, objectEnd] = Buffer.from('"\\[]{}');

/**
 * Whether lists and objects are nested more levels deep than that in a JSON text, so that it should not be parsed:
 * four megabytes of `[` keep `JSON.parse` busy for seconds. Looks at each character once.
 */
export function isTooDeep(text: string, deepest = deepestJson): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (isText) {
      if (character === escape) at += 1;
      else if (character === quote) isText = false;
    } else if (character === quote) isText = true;
    else if (character === listStart || character === objectStart) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (character === listEnd || character === objectEnd) depth -= 1;
  }
  return false;
}
