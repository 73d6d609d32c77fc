import type { Amount } from '../values/amount';

/** How constituents are sorted within their plate; `service` leaves them as the service lists them. */
export const constituentOrders = ['service', 'gainers', 'losers', 'name'] as const;
export type ConstituentOrder = (typeof constituentOrders)[number];

interface Named {
  readonly code?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * Sorted copies; constituents with an unknown change come last, in the service's order.
 *
 * @param changeOf - A symbol's change since the previous close in percent.
 * @param language - BCP 47, for names.
 */
export function sortConstituents<T extends Named>(
  items: readonly T[],
  order: ConstituentOrder,
  changeOf: (symbol: string) => Amount | undefined,
  language: string,
): readonly T[] {
  if (order === 'service') return items;
  if (order === 'name') {
    const { compare } = new Intl.Collator(language, { numeric: true });
    return items.toSorted((one, other) => compare(one.name ?? one.code ?? '', other.name ?? other.code ?? ''));
  }
  const changes = new Map(items.map((item) => [item, item.code === undefined ? undefined : changeOf(item.code)]));
  return items.toSorted((one, other) => {
    const [a, b] = [changes.get(one), changes.get(other)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    if (a === b) return 0;
    return a > b === (order === 'gainers') ? -1 : 1;
  });
}

/** How a plate moved, as far as the prices of its constituents are known. */
export interface PlateChange {
  /** In percent since the previous close, each constituent counting the same: services do not report the change of plates. */
  readonly average: Amount;
  readonly up: number;
  readonly down: number;
  readonly flat: number;
}

/** Undefined if no change is known. */
export function plateChange(changes: readonly (Amount | undefined)[]): PlateChange | undefined {
  const known = changes.filter((change) => change !== undefined);
  if (known.length === 0) return undefined;
  const sum = known.reduce((total, change) => total + change, 0n);
  const up = known.filter((change) => change > 0n).length;
  const down = known.filter((change) => change < 0n).length;
  return { average: sum / BigInt(known.length), up, down, flat: known.length - up - down };
}
