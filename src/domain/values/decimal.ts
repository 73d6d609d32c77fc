import Big from 'big.js';

/** A quantity or price: at most 15 digits before the point and 9 after it. */
const grammar = /^(0|[1-9]\d{0,14})(\.\d{1,9})?$/;
/** What may be typed: digits beyond the ninth decimal are cut off before anything is sent, and shown that way. */
const typedGrammar = /^(0|[1-9]\d{0,14})(\.\d{1,30})?$/;

/** Why a typed text is not a decimal. Every rejected text has exactly one reason, the first that a reader would name. */
export type DecimalProblem =
  | 'empty'
  | 'otherDigits'
  | 'spaces'
  | 'negative'
  | 'plusSign'
  | 'separator'
  | 'exponent'
  | 'characters'
  | 'severalPoints'
  | 'noWholePart'
  | 'noFraction'
  | 'leadingZero'
  | 'tooManyWholeDigits'
  | 'tooManyDecimals'
  | 'zero';

export type DecimalCheck = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: DecimalProblem };

/** Checked in order; the first match is the reason. A text that matches none has too many decimals. */
const problems: readonly (readonly [RegExp, DecimalProblem])[] = [
  [/^$/, 'empty'],
  [/(?![0-9])\p{Nd}|[\uff0b\uff0c\uff0d\uff0e\uff65\u3002]/u, 'otherDigits'],
  [/\s/, 'spaces'],
  [/^[-\u2010-\u2015\u2212]/, 'negative'],
  [/^\+/, 'plusSign'],
  [/^(?=\d[\d.]*[,'_\u2019])[\d,'_\u2019.]*$|^[,'_\u2019][\d,.]*$/, 'separator'],
  [/^\d*(?:\.\d*)?e[+-]?\d*$/i, 'exponent'],
  [/[^\d.]/, 'characters'],
  [/\.[^.]*\./, 'severalPoints'],
  [/^\./, 'noWholePart'],
  [/\.$/, 'noFraction'],
  [/^0\d/, 'leadingZero'],
  [/^\d{16}/, 'tooManyWholeDigits'],
];

function problemOf(text: string): DecimalProblem {
  return problems.find(([pattern]) => pattern.test(text))?.[1] ?? 'tooManyDecimals';
}

/**
 * Checks a typed decimal; surrounding white space is dropped, nothing else is changed. Digits are never grouped, signed
 * or written with an exponent. The text may have up to 30 decimals, more than {@link isDecimal} allows.
 *
 * @param options.zero - Whether zero is a possible value.
 */
export function checkDecimal(typed: string, options: { readonly zero: boolean }): DecimalCheck {
  const text = typed.trim();
  if (!typedGrammar.test(text)) return { ok: false, problem: problemOf(text) };
  if (!options.zero && isZero(text)) return { ok: false, problem: 'zero' };
  return { ok: true, text };
}

/** True for a text that follows the grammar, without surrounding space. */
export function isDecimal(text: string): boolean {
  return grammar.test(text);
}

/** The exact ratio of two decimals, always at least 1; undefined when one of them is zero or not a decimal. */
export function jumpFactor(left: string, right: string): Big | undefined {
  const [a, b] = [parse(left)?.abs(), parse(right)?.abs()];
  if (a === undefined || b === undefined || a.eq(0) || b.eq(0)) return undefined;
  return a.gt(b) ? a.div(b) : b.div(a);
}

/** How far a decimal is from another, in percent of that other; undefined when that is zero or one of them is not a decimal. */
export function distancePercent(value: string, from: string): Big | undefined {
  const [a, b] = [parse(value), parse(from)];
  return a === undefined || b === undefined || b.eq(0) ? undefined : a.minus(b).abs().div(b.abs()).times(100);
}

/** The exact product of two decimals; undefined when one of them is not a decimal. */
export function product(left: string, right: string): string | undefined {
  const [a, b] = [parse(left), parse(right)];
  return a === undefined || b === undefined ? undefined : a.times(b).toFixed();
}

/** The exact difference of two decimals; undefined when one of them is not a decimal. */
export function difference(left: string, right: string): string | undefined {
  const [a, b] = [parse(left), parse(right)];
  return a === undefined || b === undefined ? undefined : a.minus(b).toFixed();
}

/** The exact sum of two decimals; undefined when one of them is not a decimal. */
export function total(left: string, right: string): string | undefined {
  const [a, b] = [parse(left), parse(right)];
  return a === undefined || b === undefined ? undefined : a.plus(b).toFixed();
}

/** A quotient with a limited number of decimals. */
export interface Ratio {
  readonly text: string;
  /** There are no further decimals. */
  readonly isExact: boolean;
}

/** One decimal divided by another, rounded half up after `digits` decimals; undefined when one of them is not a decimal, or the second is zero. */
export function ratio(left: string, right: string, digits: number): Ratio | undefined {
  const [a, b] = [parse(left), parse(right)];
  if (a === undefined || b === undefined || b.eq(0)) return undefined;
  const rounded = a.div(b).round(digits, Big.roundHalfUp);
  return { text: rounded.toFixed(), isExact: rounded.times(b).eq(a) };
}

/** Whether `value` is more than `limit`; undefined when one of them is not a decimal. */
export function isMoreThan(value: string, limit: string): boolean | undefined {
  const [a, b] = [parse(value), parse(limit)];
  return a === undefined || b === undefined ? undefined : a.gt(b);
}

/** Whether `value` is a whole multiple of `unit`; undefined when one of them is not a decimal or the unit is zero. */
export function isMultipleOf(value: string, unit: string): boolean | undefined {
  const [a, b] = [parse(value), parse(unit)];
  return a === undefined || b === undefined || b.eq(0) ? undefined : a.mod(b).eq(0);
}

function isZero(text: string): boolean {
  return new Big(text).eq(0);
}

/** Digits after the point, as written. */
export function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

/** The same number with at most `digits` decimals, the rest cut off. A text with no more than that is returned as it is. */
export function cutDecimals(text: string, digits: number): string {
  return decimalsOf(text) <= digits ? text : new Big(text).toFixed(digits, Big.roundDown);
}

/** The same number with at most `digits` decimals, rounded half up. A text with no more than that is returned as it is. */
export function roundDecimals(text: string, digits: number): string {
  return decimalsOf(text) <= digits ? text : new Big(text).toFixed(digits, Big.roundHalfUp);
}

/**
 * Whether two texts are the same number, however they are written. Undefined when either is not a decimal, such as a value that a service left
 * empty.
 */
export function sameNumber(left: string, right: string): boolean | undefined {
  const a = parse(left);
  const b = parse(right);
  return a === undefined || b === undefined ? undefined : a.eq(b);
}

/** Services write more forms than users may type: a sign, an exponent, leading zeros. */
function parse(text: string): Big | undefined {
  // Big.js knows no plus sign in front of a number.
  const plain = text.trim().replace(/^\+(?=\d)/, '');
  return /^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/.test(plain) ? new Big(plain) : undefined;
}
