/**
 * An exact decimal in units of 10⁻¹⁸. Thousands of positions are read, added and compared at a time, which whole
 * numbers of the machine do many times faster than a decimal library, and as exactly.
 */
export type Amount = bigint;

const decimals = 18;
const powers: readonly bigint[] = Array.from({ length: decimals + 1 }, (_, exponent) => 10n ** BigInt(exponent));
const halves: readonly bigint[] = powers.map((power) => power / 2n);
const one: Amount = 10n ** BigInt(decimals);
const hundred = 100n;
const briefFrom: Amount = 10_000n * one;
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
  // Most money is like this; so small a number of cents is exact in floating point.
  if (fewCents.test(text)) return BigInt(Math.round(Number(text) * 100)) * cent;
  const parts = plainPattern.exec(text);
  if (parts === null) return parseExponent(text.trim());
  const [, sign, whole = '', fraction = ''] = parts;
  const units = BigInt(whole + fraction) * (powers[decimals - fraction.length] ?? 1n);
  return sign === '-' ? -units : units;
}

/** Moves the point by hand: pages would carry a whole library for the few texts that are written like this. */
function parseExponent(text: string): Amount | undefined {
  const parts = exponentPattern.exec(text);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = ''] = parts;
  const point = whole.length + Number(exponent);
  const digits = point > 0 ? (whole + fraction).padEnd(point, '0') : '0'.repeat(1 - point) + whole + fraction;
  const at = Math.max(1, point);
  const decimalPart = digits.slice(at).replace(/0+$/, '');
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
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** A number for reading, with the digits that the service sent; a text that is no number stays as it is. */
export function showNumber(text: string): string {
  if (plainNumber.test(text)) return groupDigits(text);
  const trimmed = text.trim();
  if (plainNumber.test(trimmed)) return groupDigits(trimmed);
  const amount = parseAmount(trimmed);
  return amount === undefined ? text : groupDigits(plainAmount(amount));
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

/** A percentage for reading with two decimals and a sign: `+1.23 %`. */
export function showSignedPercent(percent: Amount): string {
  return `${showSignedMoney(percent)}\u00a0%`;
}

/**
 * What {@link showSignedMoney} gives for `amount`, where the text that it was read from is at hand: most services send money
 * with two decimals, and then nothing needs to be computed.
 */
export function showSignedText(text: string, amount: Amount): string {
  if (!twoDecimals.test(text)) return showSignedMoney(amount);
  return text.startsWith('-') ? groupDigits(text) : `+${groupDigits(text)}`;
}

/** Nobody reads a longer number. */
const longestGrouped = 100;

/** Digits of a plain decimal in groups of three: `-1234.50` becomes `−1,234.50`. Every digit is kept; no amount of money is so long that it stays as it is. */
export function groupDigits(plain: string): string {
  if (plain.length > longestGrouped) return plain;
  const isNegative = plain.startsWith('-');
  const point = plain.indexOf('.');
  const start = isNegative ? 1 : 0;
  let from = point < 0 ? plain.length : point;
  let grouped = plain.slice(from);
  // Without a regular expression: rows are full of numbers, and there may be thousands of rows.
  for (; from - start > 3; from -= 3) grouped = `,${plain.slice(from - 3, from)}${grouped}`;
  return `${isNegative ? minusSign : ''}${plain.slice(start, from)}${grouped}`;
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
