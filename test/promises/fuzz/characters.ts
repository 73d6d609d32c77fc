/** What Unicode itself defines about characters, without any list of the product. */

const control = /\p{Cc}/u;
const separator = /\p{Z}/u;
const ignorable = /\p{Default_Ignorable_Code_Point}/u;
const bidirectional = /\p{Bidi_Control}/u;
const surrogate = /\p{Cs}/u;
const lineBreak = /[\p{Zl}\p{Zp}]/u;
const format = /\p{Cf}/u;
/** The blank Braille pattern is a symbol by its category. */
const noncharacter = /[\p{Noncharacter_Code_Point}\u2800]/u;

/** Characters that no address needs, and that hide or reorder others. */
export function isHiddenInAddress(character: string): boolean {
  return (
    control.test(character) ||
    separator.test(character) ||
    ignorable.test(character) ||
    bidirectional.test(character) ||
    surrogate.test(character) ||
    character === '\\'
  );
}

/**
 * Characters that are invisible, reverse text, break its line, or act on a terminal. None may be shown as is: two texts that differ only in
 * one of them would look the same.
 */
export function isUnseen(character: string): boolean {
  return [control, format, ignorable, bidirectional, surrogate, lineBreak, noncharacter].some((kind) => kind.test(character));
}

export function firstOf(text: string, is: (character: string) => boolean): string | undefined {
  for (const character of text) if (is(character)) return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`;
  return undefined;
}
