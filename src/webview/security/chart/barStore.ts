import type { BarsView, BarView } from '../../../panel/security/securityProtocol';

/** What a message changed: all bars, or only the last ones, oldest first. */
export type BarChange = { readonly kind: 'all' } | { readonly kind: 'tail'; readonly bars: readonly BarView[] };

/** The bars of the chart, oldest first, with strictly increasing times. */
export class BarStore {
  #bars: readonly BarView[] = [];

  get bars(): readonly BarView[] {
    return this.#bars;
  }

  clear(): void {
    this.#bars = [];
  }

  take({ isReset, bars }: BarsView): BarChange {
    const last = this.#bars.at(-1);
    const [first] = bars;
    if (isReset || last === undefined) {
      this.#bars = growing(bars);
      return { kind: 'all' };
    }
    if (first === undefined) return { kind: 'tail', bars: [] };
    if (first.id >= last.id) {
      const tail = growing(bars, this.#bars.at(-2)?.time);
      this.#bars = [...this.#bars.slice(0, first.id === last.id ? -1 : undefined), ...tail];
      return { kind: 'tail', bars: tail };
    }
    const incoming = new Map(bars.map((bar) => [bar.id, bar]));
    const kept = this.#bars.filter(({ id }) => !incoming.has(id));
    this.#bars = growing([...kept, ...bars].toSorted((one, other) => one.id - other.id));
    return { kind: 'all' };
  }
}

/** An hour that clocks repeat would bring a chart out of order: of two bars with the same time, the later one counts. */
function growing(bars: readonly BarView[], after = -Infinity): readonly BarView[] {
  const result: BarView[] = [];
  for (const bar of bars) {
    const before = result.at(-1)?.time ?? after;
    if (bar.time > before) result.push(bar);
    else if (result.length > 0 && bar.time === before) result[result.length - 1] = bar;
  }
  return result;
}
