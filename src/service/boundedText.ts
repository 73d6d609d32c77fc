/** Longest part of a service's text that any pattern looks at, far more than is ever shown. */
const longestRead = 16_384;

/**
 * The beginning of a text that came from outside, to be cut before a pattern searches it. What is left ends with a whole word, so that
 * half of a credential, which no pattern would recognize, is never part of it.
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

/** One line of at most {@link longestServerText} characters, without control, direction or line characters: text of the service in a message or a record. */
export function boundedText(text: string): string {
  const line = text
    // Cut first, so that the pattern stays cheap.
    .slice(0, 4 * longestServerText)
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= longestServerText ? line : `${characters.slice(0, longestServerText - 1).join('')}…`;
}
