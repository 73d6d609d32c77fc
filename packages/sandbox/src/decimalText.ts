/** A decimal as digits and the number of decimals: 1.50 is `{ units: 150n, digits: 2 }`. */
export interface Fixed {
  readonly units: bigint;
  readonly digits: number;
}

const grammar = /^(0|[1-9]\d{0,14})(?:\.(\d+))?$/;

/** The maximum number of decimals that are kept; no rule needs more, and the time for a long text stays proportional to its length. */
const mostPlaces = 40;

export function fixed(units: number | bigint, digits: number): Fixed {
  return { units: BigInt(units), digits };
}

/**
 * Parses an unsigned decimal: no sign, no exponent, no leading zeros, at most 15 digits before the point and any number after it, of which 40
 * count.
 */
export function parseDecimal(text: string): Fixed | undefined {
  const match = grammar.exec(text);
  if (match === null) {
    return undefined;
  }
  const fraction = match[2]?.slice(0, mostPlaces) ?? '';
  return { units: BigInt(`${match[1] ?? '0'}${fraction}`), digits: fraction.length };
}

/** Writes all digits, including trailing zeros; never "-0". */
export function fixedText({ units, digits }: Fixed): string {
  const magnitude = String(units < 0n ? -units : units).padStart(digits + 1, '0');
  const whole = magnitude.slice(0, magnitude.length - digits);
  return `${units < 0n ? '-' : ''}${whole}${digits === 0 ? '' : `.${magnitude.slice(magnitude.length - digits)}`}`;
}

/** Writes the shortest form: no trailing zeros. */
export function shortText(value: Fixed): string {
  const text = fixedText(value);
  return text.includes('.') ? text.replace(/\.?(?<!0)0+$/, '') : text;
}

/** Drops the digits beyond `digits` (towards zero); adds none. */
export function truncated(value: Fixed, digits: number): Fixed {
  return value.digits <= digits ? value : { units: value.units / 10n ** BigInt(value.digits - digits), digits };
}

/** Rounds to `digits`, halves away from zero; adds none. */
export function rounded(value: Fixed, digits: number): Fixed {
  if (value.digits <= digits) {
    return value;
  }
  const divisor = 10n ** BigInt(value.digits - digits);
  const half = value.units < 0n ? -divisor / 2n : divisor / 2n;
  return { units: (value.units + half) / divisor, digits };
}

/** The same value with at least `digits` places. */
function widened(value: Fixed, digits: number): Fixed {
  return value.digits >= digits ? value : { units: value.units * 10n ** BigInt(digits - value.digits), digits };
}

/** `left` minus `right`. */
export function minus(left: Fixed, right: Fixed): Fixed {
  const digits = Math.max(left.digits, right.digits);
  return { units: widened(left, digits).units - widened(right, digits).units, digits };
}

/** `left` plus `right`. */
export function plus(left: Fixed, right: Fixed): Fixed {
  return minus(left, times(right, -1n));
}

/** The value multiplied by a whole number. */
export function times(value: Fixed, factor: bigint): Fixed {
  return { units: value.units * factor, digits: value.digits };
}

/** `part` of `whole` in percent, rounded to two places; zero when `whole` is zero. */
export function percentOf(part: Fixed, whole: Fixed): Fixed {
  const digits = Math.max(part.digits, whole.digits);
  const divisor = widened(whole, digits).units;
  if (divisor === 0n) {
    return fixed(0, 2);
  }
  const scaled = widened(part, digits).units * 1_000_000n;
  return rounded({ units: scaled / divisor, digits: 4 }, 2);
}
