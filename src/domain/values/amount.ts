import { shortened, visibleText } from '../text/visibleText';

/**
 * An exact decimal in units of 10⁻¹⁸. Thousands of positions are read, added and compared at a time, which whole
 * numbers of the machine do many times faster than a decimal library, and as exactly.
 */
export type Amount = bigint;

const decimals = 18;
/** No figure of a market has as many characters. */
const longestNumber = 100;
/** Of a text in the place of a number. */
const longestText = 40;
const powers: readonly bigint[] = Array.from({ length: decimals + 1 }, (_, exponent) => 10n ** BigInt(exponent));
const halves: readonly bigint[] = powers.map((power) => power / 2n);
const one: Amount = 10n ** BigInt(decimals);
const hundred = 100n;
const briefFrom: Amount = 10_000n * one;
const briefFromCents = 1_000_000;
const cent: Amount = 10n ** BigInt(decimals - 2);
const fewCents = /^-?\d{1,12}(?:\.\d{1,2})?$/;
const plainPattern = /^\s*([+-]?)(\d{1,40})(?:\.(\d{1,18})0*)?\s*$/;
const plainNumber = /^-?\d+(?:\.\d+)?$/;
/** Written as it is shown, but for groups and sign. Zero has no sign, whatever was written. */
const twoDecimals = /^-?(?:0\.(?!00)|[1-9]\d*\.)\d\d$/;
const exponentPattern = /^([+-]?)(\d{1,40})(?:\.(\d{1,40}))?[eE]([+-]?\d{1,2})$/;
/** U+2212: as wide as the plus sign, so that signed numbers line up. Only for display, never in copies or exports. */
const minusSign = '\u2212';

/** The number that a decimal text holds; undefined for anything else, such as an empty text, `--` or more than 18 decimals. */
export function parseAmount(text: string): Amount | undefined {
  const cents = centsOf(text);
  if (cents !== undefined) return amountOfCents(cents);
  const parts = plainPattern.exec(text);
  if (parts === null) return parseExponent(text.trim());
  const [, sign, whole = '', fraction = ''] = parts;
  const units = BigInt(whole + fraction) * (powers[decimals - fraction.length] ?? 1n);
  return sign === '-' ? -units : units;
}

/**
 * Whole cents of a plain decimal with at most 12 digits before its point and 2 behind it, as most money has; undefined for
 * anything else. So small a number of cents is exact in floating point: the result is below 10¹⁴.
 */
export function centsOf(text: string): number | undefined {
  return fewCents.test(text) ? Math.round(Number(text) * 100) : undefined;
}

export function amountOfCents(cents: number): Amount {
  return BigInt(cents) * cent;
}

/** Moves the point by hand: pages would carry a whole library for the few texts that are written like this. */
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

/** A plain decimal without needless digits, as for a file: `-12.5`. */
export function plainAmount(amount: Amount, mostDecimals = decimals): string {
  const text = fixed(amount, mostDecimals);
  return text.includes('.') ? text.replace(/\.?(?<!0)0+$/, '') : text;
}

/**
 * A number for reading, with the digits that the service sent. What is no number may be anything: its beginning is shown, as a text
 * of the service.
 */
export function showNumber(text: string): string {
  if (text.length > longestNumber) return shortened(visibleText(text.slice(0, longestNumber)), longestText);
  if (plainNumber.test(text)) return groupDigits(text);
  const trimmed = text.trim();
  if (plainNumber.test(trimmed)) return groupDigits(trimmed);
  const amount = parseAmount(trimmed);
  return amount === undefined ? shortened(visibleText(text), longestText) : groupDigits(plainAmount(amount));
}

/** Money for reading: two decimals, more only where a small amount would otherwise look like nothing. */
export function showMoney(amount: Amount): string {
  return groupDigits(short(amount));
}

/** As {@link showMoney}, with a sign in front unless the amount is zero. */
export function showSignedMoney(amount: Amount): string {
  return amount > 0n ? `+${showMoney(amount)}` : showMoney(amount);
}

/** As {@link showSignedMoney}, in whole units from ten thousand up: for narrow views whose hover has every digit. */
export function showBriefMoney(amount: Amount): string {
  if (absolute(amount) < briefFrom) return showSignedMoney(amount);
  return `${amount > 0n ? '+' : ''}${groupDigits(fixed(amount, 0))}`;
}

/** As {@link showBriefMoney}, for a text that {@link centsOf} has read. */
export function showBriefCents(text: string, cents: number): string {
  if (Math.abs(cents) < briefFromCents) return showSignedCents(text, cents);
  const whole = String(Math.round(Math.abs(cents) / 100));
  return grouped(whole, 0, whole.length, cents < 0 ? minusSign : '+');
}

/** A percentage for reading with two decimals and a sign: `+1.23%`. */
export function showSignedPercent(percent: Amount): string {
  return `${showSignedMoney(percent)}%`;
}

/**
 * What {@link showSignedMoney} gives for the number that a text holds; undefined for a text that holds none. Most services send
 * money with two decimals, and then nothing needs to be computed.
 */
export function showSignedText(text: string): string | undefined {
  if (!twoDecimals.test(text)) {
    const amount = parseAmount(text);
    return amount === undefined ? undefined : showSignedMoney(amount);
  }
  if (text.length > longestGrouped) return isMinus(text) ? text : `+${text}`;
  return isMinus(text) ? grouped(text, 1, text.length - 3, minusSign) : grouped(text, 0, text.length - 3, '+');
}

/** As {@link showSignedText}, for a text that {@link centsOf} has read. */
export function showSignedCents(text: string, cents: number): string {
  const start = cents < 0 ? 1 : 0;
  const point = text.length - 3;
  const isAsShown = text.charCodeAt(point) === 0x2e && (text.charCodeAt(start) !== 0x30 || point === start + 1);
  if (cents === 0 || !isAsShown) return showSignedMoney(amountOfCents(cents));
  return grouped(text, start, point, start === 1 ? minusSign : '+');
}

/** Nobody reads a longer number. */
const longestGrouped = 100;

/** Digits of a plain decimal in groups of three: `-1234.50` becomes `−1,234.50`. Every digit is kept; no amount of money is so long that it stays as it is. */
export function groupDigits(plain: string): string {
  if (plain.length > longestGrouped) return plain;
  const start = isMinus(plain) ? 1 : 0;
  const point = plain.indexOf('.');
  return grouped(plain, start, point < 0 ? plain.length : point, start === 1 ? minusSign : '');
}

function isMinus(plain: string): boolean {
  return plain.charCodeAt(0) === 0x2d;
}

/** The digits from `start` on, those before `end` in groups. Without a regular expression: there may be thousands of rows. */
function grouped(plain: string, start: number, end: number, sign: string): string {
  let from = end - 3;
  if (from <= start) return start === 0 ? sign + plain : sign + plain.slice(start);
  let text = plain.slice(from);
  for (; from - start > 3; from -= 3) text = `${plain.slice(from - 3, from)},${text}`;
  return `${sign}${plain.slice(start, from)},${text}`;
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
