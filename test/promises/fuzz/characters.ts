/** What Unicode itself says of characters, without any list of the product's. */

const control = /\p{Cc}/u;
const separator = /\p{Z}/u;
const ignorable = /\p{Default_Ignorable_Code_Point}/u;
const bidirectional = /\p{Bidi_Control}/u;
const surrogate = /\p{Cs}/u;
const lineBreak = /[\p{Zl}\p{Zp}]/u;

/** Characters that no address needs and that hide or reorder others. */
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

/** Characters that can turn text around, break its line or act on a terminal. None may reach the eye as itself. */
export function turnsTextAround(character: string): boolean {
  return bidirectional.test(character) || control.test(character) || lineBreak.test(character);
}

export function firstOf(text: string, is: (character: string) => boolean): string | undefined {
  for (const character of text) if (is(character)) return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`;
  return undefined;
}
