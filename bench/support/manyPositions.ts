import type { Position } from '../../src/service/records';

/**
 * Decoded positions of an answer: every text is a separate object, as a JSON reader creates it.
 *
 * @param from - If given, new objects with the same values, except for `changed` of them.
 */
export function manyPositions(count: number, changed = 0, version = 0, from?: readonly Position[]): readonly Position[] {
  const step = Math.ceil(count / Math.max(1, changed));
  const made = Array.from({ length: count }, (_, at): Position => {
    const isChanged = version > 0 && at % step === 0 && at / step < changed;
    const before = from?.[at];
    if (before !== undefined)
      return {
        ...before,
        unknown: { ...before.unknown },
        ...(isChanged ? { currentPrice: `3${version}.25`, profit: `${version}.5` } : {}),
      };
    const profit = ((at * 7919) % 20_000) - 10_000;
    const cost = 100_000 + ((at * 104_729) % 900_000);
    return {
      positionId: `P${at}`,
      side: at % 4 === 0 ? 'short' : 'long',
      market: 1 + (at % 3),
      symbol: `${['HK', 'US', 'SG'][at % 3] ?? ''}.${String((at * 31) % 100_000).padStart(5, '0')}`,
      name: `Security ${at}`,
      quantity: String(100 * (1 + (at % 90))),
      availableQuantity: '0',
      currentPrice: `${cost / 1000}`,
      costPrice: '99.5',
      averageBuyPrice: '99.5',
      marketValue: `${at % 4 === 0 ? cost - profit : cost + profit}.00`,
      profit: `${profit}.00`,
      profitRatio: ((100 * profit) / cost).toFixed(2),
      unknown: {},
    };
  });
  return JSON.parse(JSON.stringify(made)) as readonly Position[];
}
