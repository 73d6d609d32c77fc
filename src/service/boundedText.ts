/** The longest part of a service's text that a pattern searches, far more than is ever shown. */
const longestRead = 16_384;

/**
 * The beginning of a text from outside, to be cut before a pattern searches it. The rest ends with a whole word, so that
 * it never contains half of a credential, which no pattern would recognize.
 */
export function beginning(text: string): string {
  if (text.length <= longestRead) return text;
  let end = longestRead;
  while (end > 0 && isVisibleAscii(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Credentials and all their encodings consist of such characters. */
function isVisibleAscii(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

/** Maximum length of service text in an outcome or an error. */
const longestServerText = 300;

/**
 * Text of the service for a message or a record: one line of at most {@link longestServerText} characters, without control, direction or line
 * characters.
 */
export function boundedText(text: string): string {
  const line = text
    // Cut first, so that the pattern stays cheap.
    .slice(0, 4 * longestServerText)
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= longestServerText ? line : `${characters.slice(0, longestServerText - 1).join('')}…`;
}
