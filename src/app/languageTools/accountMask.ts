import { invisibleCharacters } from '../../domain/text/invisible';
import type { Account } from '../session/accounts/accounts';

/** A shorter number says nothing of an account, and is in every text. */
const shortest = 4;
/** From here on, people write numbers in groups. */
const grouped = 8;
/** From here on, no figure is the same by chance. */
const beyondChance = 10;

/** Fields of records that hold words of the service; a number in any other field is a figure, whatever it equals. */
const wordFields = /name|remark|text|error|errmsg|message|said|reason|account|note|title|missing/i;
const figureOrTime = /^\s*(?:[+\-\u2212]?[\d.,]+%?|\d{4}-\d\d-\d\d(?:[T ][\d:.Z+\-]*)?)\s*$/;

/**
 * Writes a text with what stands for an account in the place of its number: where the number is a word of its own, also in full-width
 * digits, in groups, or with characters in it that nobody sees. Figures stay as they are, and so do symbols such as `HK.8001`.
 *
 * @param field - Where the text stands.
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

/** No part of a longer word or number, of a fraction, or of a symbol; `No.` is no market. Chinese has no spaces between words. */
const joined = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]`;
const before = String.raw`(?<!${joined})(?<!\p{N}[.,])(?<!(?<![A-Za-z])(?!NO)[A-Z]{2}\.)`;
const after = String.raw`(?!${joined})(?![.,]\p{N})`;

function patternOf(id: string): string {
  const between =
    /^\d+$/.test(id) && id.length >= grouped ? String.raw`[${invisibleCharacters}\s\-]{0,3}` : `[${invisibleCharacters}]{0,3}`;
  return Array.from(id, (character) => `[${forms(character).map(escaped).join('')}]`).join(between);
}

/** As it may be written: in both cases, and as wide as Chinese characters are. */
function forms(character: string): readonly string[] {
  const code = character.charCodeAt(0);
  const wide = code > 0x20 && code < 0x7f ? [String.fromCharCode(code + 0xfee0)] : [];
  return [...new Set([character, character.toUpperCase(), ...wide])].filter((form) => form.length === 1);
}

function escaped(character: string): string {
  return /[\\\]^-]/.test(character) ? `\\${character}` : character;
}

/** Without what is not seen, in usual digits and small letters. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(new RegExp(`[${invisibleCharacters}]`, 'gu'), '')
    .trim()
    .toLowerCase();
}
