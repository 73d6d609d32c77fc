import type { Tick } from '../../service/marketRecords';

/**
 * Adds trades to the known ones, the newest first, each once. A service may give one sequence to different trades, and two trades may be equal
 * in all fields: equal trades within one list are different ones, in two lists they are the same.
 */
export function latestTicks(known: readonly Tick[], told: readonly Tick[], most: number): readonly Tick[] {
  const all = new Map<string, Tick>();
  // Equal trades are distinguished by their order in their list: oldest first.
  for (const list of [known.toReversed(), told]) for (const [key, tick] of keyed(list)) all.set(key, tick);
  return [...all.values()].toSorted(byTime).reverse().slice(0, most);
}

function keyed(ticks: readonly Tick[]): readonly (readonly [key: string, tick: Tick])[] {
  const times = new Map<string, number>();
  return ticks.map((tick) => {
    const { sequence, price, volume, direction } = tick;
    const trade = [sequence, price, volume, direction].join(' ');
    const nth = (times.get(trade) ?? 0) + 1;
    times.set(trade, nth);
    return [`${trade} ${String(nth)}`, tick];
  });
}

/** By time, then by sequence, which has more digits than a number can hold. */
function byTime(one: Tick, other: Tick): number {
  if (one.time !== undefined && other.time !== undefined && one.time !== other.time) return one.time - other.time;
  if (one.sequence === other.sequence) return 0;
  return one.sequence.length - other.sequence.length || (one.sequence < other.sequence ? -1 : 1);
}
