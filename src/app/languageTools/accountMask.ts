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
  const pattern = new RegExp(`${before}(?:${ids.map(patternOf).join('|')})${after}`, 'gu');
  return (text, field) => {
    const isNumberItself = text.length >= beyondChance && known.has(plain(text));
    if (figureOrTime.test(text) && !wordFields.test(field) && !isNumberItself) return text;
    return text.replace(pattern, (found) => {
      const account = known.get(plain(found)) ?? known.get(plain(found).replaceAll(/[-\s]/gu, ''));
      return account === undefined ? found : nameOf(account);
    });
  };
}

/** A match is not part of a longer word or number, a fraction, or a symbol; `No.` is not a market. Chinese has no spaces between words. */
const joined = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]`;
const before = String.raw`(?<!${joined})(?<!\p{N}[.,])(?<!(?<![A-Za-z])(?!NO)[A-Z]{2}\.)`;
const after = String.raw`(?!${joined})(?![.,]\p{N})`;

function patternOf(id: string): string {
  const between =
    /^\d+$/.test(id) && id.length >= grouped ? String.raw`[${invisibleCharacters}\s\-]{0,3}` : `[${invisibleCharacters}]{0,3}`;
  return Array.from(id, (character) => `[${forms(character).map(escaped).join('')}]`).join(between);
}

/** The forms in which a character may be written: both cases, and full width. */
function forms(character: string): readonly string[] {
  const code = character.charCodeAt(0);
  const wide = code > 0x20 && code < 0x7f ? [String.fromCharCode(code + 0xfee0)] : [];
  return [...new Set([character, character.toUpperCase(), ...wide])].filter((form) => form.length === 1);
}

function escaped(character: string): string {
  return /[\\\]^-]/.test(character) ? `\\${character}` : character;
}

/** The text without invisible characters, in ASCII digits and lower case. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(new RegExp(`[${invisibleCharacters}]`, 'gu'), '')
    .trim()
    .toLowerCase();
}
