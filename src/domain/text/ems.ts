/** Widths of characters in ems of DejaVu Sans, a wide font; of others that no group names, that of most small letters. */
const groups: readonly (readonly [characters: RegExp, ems: number])[] = [
  [/[a-eghknopqsuvxyz\d]/, 0.64],
  [/[ ,.·:;|]/, 0.32],
  [/[IJijl]/, 0.3],
  [/[frt()\-/]/, 0.42],
  [/[EFLPTY]/, 0.64],
  [/[ABCKRSVXZ]/, 0.7],
  [/[DGHNOQU&]/, 0.79],
  [/[Mw]/, 0.87],
  [/[Wm@%…]/, 1],
  [/[+−]/, 0.84],
  [/[\u1100-\u11ff\u2e80-\uffe6]/, 1],
  [/[\u{10000}-\u{10ffff}]/u, 1.3],
];
const otherEms = 0.64;

/** The width of a text of one line in ems, in a wide font. In most fonts, texts take less. */
export function emsOf(text: string): number {
  let ems = 0;
  for (const character of text) ems += groups.find(([characters]) => characters.test(character))?.[1] ?? otherEms;
  return ems;
}

/** Fewer characters of a name would say nothing. */
const leastCharacters = 2;

/** A name, or as much of its beginning as has room, with an ellipsis, but no part of a number; empty if that would be less than two characters. */
export function nameWithinEms(name: string, most: number): string {
  if (emsOf(name) <= most) return name;
  let [short, ems] = ['', emsOf('…')];
  for (const character of name) {
    ems += emsOf(character);
    if (ems > most) break;
    short += character;
  }
  const beginning = withoutPartOfNumber(short, name.slice(short.length)).trimEnd();
  return Array.from(beginning).length < leastCharacters ? '' : `${beginning}…`;
}

function withoutPartOfNumber(beginning: string, rest: string): string {
  if (!/^[.,]?\d/.test(rest)) return beginning;
  let end = beginning.length;
  while (end > 0 && '0123456789.,'.includes(beginning.charAt(end - 1))) end -= 1;
  return beginning.slice(0, end);
}
