/** What can be limited about new orders and changes, in the order in which it is shown. */
export const limitNames = ['value', 'quantity', 'distancePercent', 'distanceTicks', 'perMinute', 'exposure', 'dayLoss'] as const;
export type LimitName = (typeof limitNames)[number];

/** Amounts that orders may reach. Zero means: no limit. */
export interface Limits extends Readonly<Record<LimitName, number>> {
  /** In the currency of the order. */
  readonly value: number;
  readonly quantity: number;
  /** Between a price and the last one, in percent. */
  readonly distancePercent: number;
  readonly distanceTicks: number;
  /** New orders and changes within 60 seconds, in all windows. */
  readonly perMinute: number;
  /** Of one security: its position and open orders, at the last price. */
  readonly exposure: number;
  /** Of the account's positions, in one currency. */
  readonly dayLoss: number;
}

export const noLimits: Limits = { value: 0, quantity: 0, distancePercent: 0, distanceTicks: 0, perMinute: 0, exposure: 0, dayLoss: 0 };

/** What happens above a limit: the user is asked once more, or nothing is sent, whatever the user confirms. */
export const limitEffects = ['ask', 'refuse'] as const;
export type LimitEffect = (typeof limitEffects)[number];
export type OrderLimits = Readonly<Record<LimitEffect, Limits>>;

/** Limits as they are written in a settings file. What is left out has its default. */
export type WrittenLimits = { readonly [K in LimitName]?: { readonly [E in LimitEffect]?: number } };

/** The largest amount that can be written. */
export const mostOf: Limits = {
  value: 1e15,
  quantity: 1e15,
  distancePercent: 1000,
  distanceTicks: 1e6,
  perMinute: 1000,
  exposure: 1e15,
  dayLoss: 1e15,
};

/** Limits of users who wrote none: a price far from the last one is asked about. */
export const defaultLimits: WrittenLimits = { distancePercent: { ask: 20 } };

export function isLimitName(text: string): text is LimitName {
  return limitNames.some((name) => name === text);
}

/** Whether an amount can be used as this limit. */
export function isLimit(name: LimitName, amount: unknown): amount is number {
  return typeof amount === 'number' && amount >= 0 && amount <= mostOf[name];
}

/**
 * The first part of a written value that can't be used, such as `value.refuse`; empty text if it is the value itself. A misspelled name is one
 * too: the limit that it was to set would be missing without a word.
 */
export function limitFault(written: unknown): string | undefined {
  if (!isObject(written)) return '';
  for (const [name, effects] of Object.entries(written)) {
    if (!isLimitName(name) || !isObject(effects)) return name;
    for (const [effect, amount] of Object.entries(effects))
      if (!limitEffects.some((known) => known === effect) || !isLimit(name, amount)) return `${name}.${effect}`;
  }
  return undefined;
}

/** The limits that are written, which must be usable: see {@link limitFault}. */
export function limitsFrom(written: WrittenLimits): OrderLimits {
  const of = (effect: LimitEffect): Limits => {
    const limits: Record<LimitName, number> = { ...noLimits };
    for (const name of limitNames) limits[name] = written[name]?.[effect] ?? defaultLimits[name]?.[effect] ?? 0;
    return limits;
  };
  return { ask: of('ask'), refuse: of('refuse') };
}

/** The same limits with one of them at another amount. */
export function withLimit(written: WrittenLimits, name: LimitName, effect: LimitEffect, amount: number): WrittenLimits {
  return { ...written, [name]: { ...written[name], [effect]: amount } };
}

const typedPattern = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/;

/** The amount that a user typed: none if nothing; undefined if it can't be used. A comma stands between thousands, never for decimals. */
export function typedLimit(name: LimitName, text: string): number | undefined {
  const typed = text.normalize('NFKC').trim();
  if (typed === '') return 0;
  const amount = typedPattern.test(typed) ? Number(typed.replaceAll(',', '')) : undefined;
  return isLimit(name, amount) ? amount : undefined;
}

/** The stricter of both: zero is no limit. */
export function stricter(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one === 0 || other === 0 ? Math.max(one, other) : Math.min(one, other);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
