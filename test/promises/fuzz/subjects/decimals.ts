import { checkDecimal, cutDecimals, decimalsOf, isDecimal, roundDecimals, sameNumber } from '../../../../src/domain/values/decimal';
import type { Random } from '../../random';
import { damaged } from '../hostileText';
import type { Subject } from '../subject';

/** The grammar as the design states it: digits beyond the ninth decimal are cut off what is typed before anything is sent. */
const design = /^(0|[1-9]\d{0,14})(\.\d{1,30})?$/;
const mostTyped = 30;
const mostSent = 9;
const pieces = [
  '0',
  '00',
  '1',
  '9',
  '12',
  '123456789',
  '999999999999999',
  '1000000000000000',
  '.',
  '.',
  ',',
  '_',
  "'",
  'e',
  'E5',
  '-',
  '+',
  '−',
  ' ',
  '\t',
  '\n',
  '\u00a0',
  '\u200b',
  '１',
  '٣',
  '५',
  '。',
  '．',
  'x',
  'Infinity',
  'NaN',
  '0x1',
  '½',
  '²',
  '%',
  '\ufeff',
];

function draw(random: Random): string {
  const digits = (most: number): string => Array.from({ length: random.integer(0, most) }, () => String(random.integer(0, 9))).join('');
  if (random.chance(0.5)) {
    const text = `${random.pick(['', ' ', '\t'])}${random.pick(['', '0', '5', '12'])}${digits(16)}${random.pick(['', '.'])}${digits(random.pick([11, 33]))}${random.pick(['', '', '\n'])}`;
    return random.chance(0.2) ? damaged(random, text, 1) : text;
  }
  return Array.from({ length: random.integer(0, 5) }, () => random.pick(pieces)).join('');
}

/** The grammar, checked character by character. */
function follows(text: string, mostDecimals: number): boolean {
  const isDigit = (character: string | undefined): boolean =>
    character !== undefined && character >= '0' && character <= '9' && character.length === 1;
  let at = 0;
  while (isDigit(text[at])) at += 1;
  if (at === 0 || at > 15 || (at > 1 && text[0] === '0')) return false;
  if (at === text.length) return true;
  if (text[at] !== '.') return false;
  const from = at + 1;
  at = from;
  while (isDigit(text[at])) at += 1;
  return at === text.length && at - from >= 1 && at - from <= mostDecimals;
}

/** The number in units of the last decimal that can be typed. */
function units(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(mostTyped, '0'));
}

function checkKept(text: string): string | undefined {
  const fraction = text.split('.')[1] ?? '';
  if (decimalsOf(text) !== fraction.length) return `counts ${decimalsOf(text)} decimals`;
  for (const keep of [3, 4, 9]) {
    const step = 10n ** BigInt(mostTyped - keep);
    const exact = fraction.length <= keep;
    const cut = cutDecimals(text, keep);
    const rounded = roundDecimals(text, keep);
    if (exact && (cut !== text || rounded !== text)) return `changes a text that has no more than ${keep} decimals`;
    if (!exact && (cut.split('.')[1]?.length !== keep || rounded.split('.')[1]?.length !== keep)) return `does not keep ${keep} decimals`;
    if (units(cut) !== (units(text) / step) * step) return `cuts to ${cut}`;
    if (units(rounded) !== ((units(text) + (exact ? 0n : step / 2n)) / step) * step) return `rounds to ${rounded}`;
    if (sameNumber(text, cut) !== (units(text) === units(cut))) return `is wrong about ${text} and ${cut} being the same`;
  }
  return undefined;
}

/** Numbers that a user types: one grammar, no floating point, the digits that the service keeps. */
export const decimalGrammar: Subject = {
  name: 'decimal grammar',
  weight: 200,
  draw,
  check: (typed) => {
    const text = typed.trim();
    const fits = follows(text, mostTyped);
    if (fits !== design.test(text)) return 'the two readings of the grammar differ';
    if (isDecimal(typed) !== follows(typed, mostSent)) return `isDecimal says ${String(isDecimal(typed))}`;
    const verdict = checkDecimal(typed, { zero: true });
    if (verdict.ok !== fits) return fits ? 'refuses a number' : 'takes what is no number';
    if (!verdict.ok) return checkDecimal(typed, { zero: false }).ok ? 'takes without zero what it refuses with' : undefined;
    if (verdict.text !== text) return `changes the text to ${verdict.text}`;
    const isZero = Array.from(text).every((character) => character === '0' || character === '.');
    if (checkDecimal(typed, { zero: false }).ok === isZero) return 'is wrong about zero';
    return checkKept(text);
  },
};
