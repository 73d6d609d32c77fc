/** Letters and digits that are not easily confused. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Number of random bytes in a mark. */
export const markBytes = 8;

/** The mark of a new order: `#` and a character for each random byte. The service has no other key by which a sent request could be recognized. */
export function markOf(random: Uint8Array): string {
  return `#${[...random].map((byte) => alphabet.charAt(byte % alphabet.length)).join('')}`;
}

/** Maximum length of a remark in bytes of UTF-8, including the mark. */
export function longestRemark({ isPaper }: { readonly isPaper: boolean }): number {
  return isPaper ? 100 : 64;
}

/** Bytes of UTF-8 left for the user's own text. */
export function ownBytes(mark: string, place: { readonly isPaper: boolean }): number {
  return longestRemark(place) - utf8Bytes(` ${mark}`);
}

/** The remark that is sent: the user's own text as typed, except for surrounding space, then the mark. */
export function markedRemark(own: string, mark: string): string {
  const text = own.trim();
  return text === '' ? mark : `${text} ${mark}`;
}

/** Whether a remark ends with the mark, as a word of its own. */
export function hasMark(remark: string, mark: string | undefined): boolean {
  return remark.trim().split(/\s+/).at(-1) === mark;
}

function withoutCut(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\ufffd') end -= 1;
  return text.slice(0, end);
}

/**
 * Whether a remark is what a service may make of the one that was sent: another case, or only its first characters. Evidence, but no proof.
 *
 * @param sent - The remark with its mark.
 */
export function resemblesRemark(remark: string, sent: string): boolean {
  // A cut between the bytes of a character leaves a replacement character.
  const [found, wanted] = [remark, sent].map((text) => withoutCut(text).trim().toLowerCase());
  return found !== undefined && wanted !== undefined && found.length >= fewestCharacters && wanted.startsWith(found);
}

/** Whether the characters of a mark are somewhere in a remark, whatever a service made of its sign and of the text around it. No proof either. */
export function holdsMark(remark: string, mark: string): boolean {
  const [found, wanted] = [remark, mark].map((text) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\da-z]/g, ''),
  );
  return found !== undefined && wanted !== undefined && wanted !== '' && found.includes(wanted);
}

/** Whether a remark ends with a whole mark that is another one, in any case. */
export function hasOtherMark(remark: string, mark: string): boolean {
  const last = remark.trim().split(/\s+/).at(-1)?.toLowerCase() ?? '';
  return /^#[0-9a-hjkmnp-tv-z]{8}$/.test(last) && last !== mark.toLowerCase();
}

/** Fewer characters of a remark are no evidence. */
const fewestCharacters = 4;

export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
