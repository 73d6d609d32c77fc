import { invisibleCharacters } from '../../domain/text/invisible';
import type { Account } from '../session/accounts/accounts';

/** A shorter number doesn't identify an account, and occurs in any text. */
const shortest = 4;
/** From this length on, people write numbers in groups. */
const grouped = 8;
/** From this length on, another figure is never equal by chance. */
const beyondChance = 10;

/** Fields of records that hold text from the service; a number in any other field is a figure, whatever it equals. */
const wordFields = /name|remark|text|error|errmsg|message|said|reason|account|note|title|missing/i;
const figureOrTime = /^\s*(?:[+\-\u2212]?[\d.,]+%?|\d{4}-\d\d-\d\d(?:[T ][\d:.Z+\-]*)?)\s*$/;

/**
 * Replaces an account number in a text with the account's name if the number is a word of its own, also in full-width digits, in groups, or
 * with invisible characters in it. Figures stay as they are, and so do symbols such as `HK.8001`.
 *
 * @param field - The field that has the text.
 */
export type AccountMask = (text: string, field: string) => string;

export function accountMask(
  accounts: readonly Pick<Account, 'kind' | 'id'>[],
  nameOf: (account: Pick<Account, 'kind' | 'id'>) => string,
): AccountMask {
  const known = new Map(accounts.filter(({ id }) => id.length >= shortest).map((account) => [plain(account.id), account]));
  if (known.size === 0) return (text) => text;
  const ids = [...known.keys()].toSorted((one, other) => other.length - one.length);
  const [long, short] = [ids.filter(isLong), ids.filter((id) => !isLong(id))];
  const within = (of: readonly string[], start: string, end: string): string =>
    of.length === 0 ? '' : `${start}(?:${of.map(patternOf).join('|')})${end}`;
  const alternatives = [within(long, beforeLong, afterLong), within(short, before, after)].filter((text) => text !== '');
  const pattern = new RegExp(alternatives.join('|'), 'gu');
  return (text, field) => {
    const isNumberItself = text.length >= beyondChance && known.has(plain(text));
    if (figureOrTime.test(text) && !wordFields.test(field) && !isNumberItself) return text;
    return text.replace(pattern, (found) => {
      const account = known.get(plain(found)) ?? known.get(plain(found).replaceAll(separators, ''));
      return account === undefined ? found : nameOf(account);
    });
  };
}

/** A match is not part of a longer word or number, a fraction, or a symbol; `No.` is not a market. Chinese has no spaces between words. */
const joined = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]`;
const before = String.raw`(?<!${joined})(?<!\p{N}[.,])(?<!(?<![A-Za-z])(?!NO)[A-Z]{2}\.)`;
const after = String.raw`(?!${joined})(?![.,]\p{N})`;

/** Beside a long number only another digit makes a different number: brokers write `ACC28461937`. */
const beforeLong = String.raw`(?<!\p{N})`;
const afterLong = String.raw`(?!\p{N})`;
/** What people write between the groups of a long number. */
const separator = String.raw`\s\-._·・/\u2010-\u2015\u2212`;
const separators = new RegExp(`[${separator}]`, 'gu');

function isLong(id: string): boolean {
  return /^\d+$/.test(id) && id.length >= grouped;
}

function patternOf(id: string): string {
  const between = isLong(id) ? `[${invisibleCharacters}${separator}]{0,3}` : `[${invisibleCharacters}]{0,3}`;
  return Array.from(id, (character) => `[${forms(character).map(escaped).join('')}]`).join(between);
}

/** Zeros of the scripts that have digits of their own; the other digits follow each. */
const zeros = [
  ...[
    0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6, 0x0e50, 0x0ed0, 0x0f20, 0x1040,
  ],
  ...[
    0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1b50, 0x1bb0, 0x1c40, 0xa620, 0xa8d0, 0xaa50, 0xabf0, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec,
    0x1d7f6,
  ],
];

/** The forms in which a character may be written: both cases, full width, and the digits of any script. */
function forms(character: string): readonly string[] {
  const code = character.charCodeAt(0);
  const wide = code > 0x20 && code < 0x7f ? [String.fromCharCode(code + 0xfee0)] : [];
  const digits = /\d/.test(character) ? zeros.map((zero) => String.fromCodePoint(zero + Number(character))) : [];
  return [...new Set([character, character.toUpperCase(), ...wide])].filter((form) => form.length === 1).concat(digits);
}

function escaped(character: string): string {
  return /[\\\]^-]/.test(character) ? `\\${character}` : character;
}

/** A digit of any script as one of ASCII. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => code >= first && code < first + 10);
  return zero === undefined ? digit : String(code - zero);
}

/** The text without invisible characters, in ASCII digits and lower case. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .replaceAll(new RegExp(`[${invisibleCharacters}]`, 'gu'), '')
    .trim()
    .toLowerCase();
}
