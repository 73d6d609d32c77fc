import type { Security } from '../securities/securities';
import { prefixOf } from '../securities/securities';

/** The smallest step of a security's price, in its units (10^-digits); it may grow with the price. */
export type TickGrid = Readonly<ReturnType<typeof tickGrid>>;

/** Steps below a price: `[price, step]`, in whole currency, cheapest first; the last one applies to every price above. */
type Band = readonly [below: number, step: number];

const hongKong: readonly Band[] = [
  [0.25, 0.001],
  [0.5, 0.005],
  [10, 0.01],
  [20, 0.02],
  [100, 0.05],
  [200, 0.1],
  [500, 0.2],
  [1_000, 0.5],
  [2_000, 1],
  [5_000, 2],
  [Infinity, 5],
];
const bands: Readonly<Record<string, readonly Band[]>> = {
  HK: hongKong,
  SG: [
    [0.2, 0.001],
    [1, 0.005],
    [Infinity, 0.01],
  ],
  JP: [
    [1_000, 0.1],
    [3_000, 0.5],
    [10_000, 1],
    [Infinity, 5],
  ],
  KR: [
    [2_000, 1],
    [5_000, 5],
    [20_000, 10],
    [50_000, 50],
    [200_000, 100],
    [Infinity, 500],
  ],
  AU: [
    [0.1, 0.001],
    [2, 0.005],
    [Infinity, 0.01],
  ],
  MY: [
    [1, 0.005],
    [10, 0.01],
    [Infinity, 0.02],
  ],
};
const cents: readonly Band[] = [[Infinity, 0.01]];
const futures: Readonly<Record<string, number>> = {
  'US.ESmain': 0.25,
  'US.6Jmain': 0.000_000_5,
  'US.GCmain': 0.1,
  'US.ZCmain': 0.25,
  'HK.HSImain': 1,
  'HK.MHImain': 1,
};

function bandsOf({ code, type }: Security): readonly Band[] {
  if (type === 'FUTURES') return [[Infinity, futures[code] ?? 0.01]];
  return type === 'OPTION' ? cents : (bands[prefixOf(code)] ?? cents);
}

/** Builds the grid of a security by the rules of its market. */
export function tickGrid(security: Security) {
  const scale = 10 ** security.digits;
  const bands = bandsOf(security).map(([below, step]) => [below * scale, Math.max(1, Math.round(step * scale))] as const);
  /** The step at a price. */
  const spreadAt = (units: number): number => {
    for (const [below, step] of bands) if (units < below) return step;
    return 1;
  };
  return {
    spreadAt,
    /** The nearest price on the grid, at least one step. A higher price never gives a lower one. */
    snap: (units: number): number => {
      const step = spreadAt(units);
      return Math.max(step, Math.round(units / step) * step);
    },
  };
}
