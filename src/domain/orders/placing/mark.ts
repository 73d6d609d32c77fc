/** Letters and digits that nobody confuses. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** How many random bytes a mark takes. */
export const markBytes = 8;

/**
 * The mark of a new order: `#` and a character for each random byte. The service has no other key by which a request that was sent could
 * be recognized.
 */
export function markOf(random: Uint8Array): string {
  return `#${[...random].map((byte) => alphabet.charAt(byte % alphabet.length)).join('')}`;
}

/** Bytes of UTF-8 that a remark may have, mark included. */
export function longestRemark({ isPaper }: { readonly isPaper: boolean }): number {
  return isPaper ? 100 : 64;
}

/** Bytes of UTF-8 that are left for the user's own text. */
export function ownBytes(mark: string, place: { readonly isPaper: boolean }): number {
  return longestRemark(place) - utf8Bytes(` ${mark}`);
}

/** The remark that is sent: the user's own text, as it was typed but for space around it, then the mark. */
export function markedRemark(own: string, mark: string): string {
  const text = own.trim();
  return text === '' ? mark : `${text} ${mark}`;
}

/** Whether a remark ends with the mark, as a word of its own. */
export function hasMark(remark: string, mark: string): boolean {
  return remark.trim().split(/\s+/).at(-1) === mark;
}

export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
