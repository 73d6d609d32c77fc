import { shortened, visibleText } from '../text/visibleText';

/**
 * An exact decimal in units of 10⁻¹⁸. Thousands of positions are read, added, and compared at a time: integers are many times faster than a
 * decimal library, and as exact.
 */
export type Amount = bigint;

const decimals = 18;
/** No market figure has as many characters. */
const longestNumber = 100;
/** Limit for a text in place of a number. */
const longestText = 40;
const powers: readonly bigint[] = Array.from({ length: decimals + 1 }, (_, exponent) => 10n ** BigInt(exponent));
const halves: readonly bigint[] = powers.map((power) => power / 2n);
const one: Amount = 10n ** BigInt(decimals);
const hundred = 100n;
const briefFrom: Amount = 10_000n * one;
const plainPattern = /^\s*([+-]?)(\d{1,40})(?:\.(\d{1,18})0*)?\s*$/;
const plainNumber = /^-?\d+(?:\.\d+)?$/;
const exponentPattern = /^([+-]?)(\d{1,40})(?:\.(\d{1,40}))?[eE]([+-]?\d{1,2})$/;
/** U+2212: as wide as the plus sign, so that signed numbers line up. Only for display, never in copies or exports. */
const minusSign = '\u2212';

/** The number in a decimal text; undefined for anything else, such as an empty text, `--`, or more than 18 decimals. */
export function parseAmount(text: string): Amount | undefined {
  if (text === '') return undefined;
  const parts = plainPattern.exec(text);
  if (parts === null) return parseExponent(text.trim());
  const [, sign, whole = '', fraction = ''] = parts;
  const units = BigInt(whole + fraction) * (powers[decimals - fraction.length] ?? 1n);
  return sign === '-' ? -units : units;
}

/** Moves the decimal point by hand: otherwise pages would need a whole library for the few texts written like this. */
function parseExponent(text: string): Amount | undefined {
  const parts = exponentPattern.exec(text);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = ''] = parts;
  const point = whole.length + Number(exponent);
  const digits = point > 0 ? (whole + fraction).padEnd(point, '0') : '0'.repeat(1 - point) + whole + fraction;
  const at = Math.max(1, point);
  const decimalPart = digits.slice(at).replace(/(?<!0)0+$/, '');
  return parseAmount(`${sign}${digits.slice(0, at).replace(/^0+(?=\d)/, '')}${decimalPart === '' ? '' : `.${decimalPart}`}`);
}

/** The exact ratio of two amounts in percent, cut off after 18 decimals. */
export function percentOf(part: Amount, whole: Amount): Amount {
  return (part * hundred * one) / whole;
}

export function absolute(amount: Amount): Amount {
  return amount < 0n ? -amount : amount;
}

/** A plain decimal without trailing zeros, as for a file: `-12.5`. */
export function plainAmount(amount: Amount, mostDecimals = decimals): string {
  const text = fixed(amount, mostDecimals);
  return text.includes('.') ? text.replace(/\.?(?<!0)0+$/, '') : text;
}

/**
 * A number for display, with the digits that the service sent. A text that is not a number may be anything: its beginning is shown, as text
 * from the service.
 */
export function showNumber(text: string): string {
  if (text.length > longestNumber) return shortened(visibleText(text.slice(0, longestNumber)), longestText);
  if (plainNumber.test(text)) return groupDigits(text);
  const trimmed = text.trim();
  if (plainNumber.test(trimmed)) return groupDigits(trimmed);
  const amount = parseAmount(trimmed);
  return amount === undefined ? shortened(visibleText(text), longestText) : groupDigits(plainAmount(amount));
}

/** Money for display: two decimals, more only if a small amount would otherwise look like zero. */
export function showMoney(amount: Amount): string {
  return groupDigits(short(amount));
}

/** A number for display with exactly so many decimals, for figures that line up. */
export function showDecimals(amount: Amount, places: number): string {
  return groupDigits(fixed(amount, places));
}

/** Like {@link showMoney}, with a sign in front unless the amount is zero. */
export function showSignedMoney(amount: Amount): string {
  return amount > 0n ? `+${showMoney(amount)}` : showMoney(amount);
}

/** Like {@link showSignedMoney}, in whole units from ten thousand up: for narrow views whose hover has every digit. */
export function showBriefMoney(amount: Amount): string {
  if (absolute(amount) < briefFrom) return showSignedMoney(amount);
  return `${amount > 0n ? '+' : ''}${groupDigits(fixed(amount, 0))}`;
}

/** Like {@link showSignedMoney}, in whole units from one up: where several amounts share a line. */
export function showWholeMoney(amount: Amount): string {
  if (absolute(amount) < one) return showSignedMoney(amount);
  return `${amount > 0n ? '+' : ''}${groupDigits(fixed(amount, 0))}`;
}

/** Units of large amounts, as boards write them. */
const units: readonly (readonly [name: string, size: Amount])[] = [
  ['B', 10n ** 9n * one],
  ['M', 10n ** 6n * one],
  ['K', 1000n * one],
];

/** Like {@link showWholeMoney}, with three digits from ten thousand up: `+83.2K`, `−1.23M`. For the narrowest views, whose hover has more. */
export function showShortMoney(amount: Amount): string {
  const size = absolute(amount);
  if (size < briefFrom) return showWholeMoney(amount);
  const rounded = roundedTo(size, 10n ** BigInt((size / one).toString().length - 3) * one);
  const [name, unit] = units.find(([, each]) => rounded >= each) ?? ['', one];
  const places = 3 - (rounded / unit).toString().length;
  return `${amount > 0n ? '+' : minusSign}${groupDigits(fixed((rounded * one) / unit, Math.max(0, places)))}${name}`;
}

function roundedTo(size: Amount, step: Amount): Amount {
  return ((size + step / 2n) / step) * step;
}

/** A percentage for display with two decimals, for which columns have room, and a sign unless all of its digits are zero: `+1.23%`, `0.00%`. */
export function showSignedPercent(percent: Amount): string {
  const text = fixed(percent, 2);
  return `${percent > 0n && text !== '0.00' ? '+' : ''}${groupDigits(text)}%`;
}

/** Like {@link showSignedPercent}, with about three digits: for narrow views whose hover has more. */
export function showBriefPercent(percent: Amount): string {
  const size = absolute(percent);
  if (size < one) return showSignedPercent(percent);
  return `${percent > 0n ? '+' : '−'}${groupDigits(fixed(size, size < hundred * one ? 1 : 0))}%`;
}

/**
 * Groups the digits of a plain decimal in threes: `-1234.50` becomes `−1,234.50`. Keeps every digit; a text longer than any number is returned
 * as it is.
 */
export function groupDigits(plain: string): string {
  if (plain.length > longestNumber) return plain;
  const start = plain.startsWith('-') ? 1 : 0;
  const point = plain.indexOf('.');
  let end = point < 0 ? plain.length : point;
  let text = point < 0 ? '' : plain.slice(point);
  for (; end - start > 3; end -= 3) text = `,${plain.slice(end - 3, end)}${text}`;
  return `${start === 1 ? minusSign : ''}${plain.slice(start, end)}${text}`;
}

const halfCent: Amount = 5n * 10n ** BigInt(decimals - 3);

function short(amount: Amount): string {
  if (amount < halfCent && amount > -halfCent && amount !== 0n) return smallest(amount);
  return fixed(amount, 2);
}

/** Two significant digits. */
function smallest(amount: Amount): string {
  const digits = absolute(amount).toString();
  return plainAmount(amount, Math.min(decimals, decimals - digits.length + 2));
}

/** Rounded half away from zero. */
function fixed(amount: Amount, places: number): string {
  const step = powers[decimals - places] ?? 1n;
  const rounded = (absolute(amount) + (halves[decimals - places] ?? 0n)) / step;
  const digits = rounded.toString().padStart(places + 1, '0');
  const sign = amount < 0n && rounded !== 0n ? '-' : '';
  return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The approximate number of an amount, for drawing and sorting only: it loses digits. */
export function roughAmount(amount: Amount): number {
  return Number(plainAmount(amount));
}

/** The approximate number in a text, for drawing only: it loses digits. */
export function roughNumber(text: string): number {
  return Number(text);
}
