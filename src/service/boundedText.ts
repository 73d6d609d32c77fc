/** Maximum length of service text in an outcome or an error. */
export const longestServerText = 300;

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
