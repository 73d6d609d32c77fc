import type { CandleChart } from './candleChart';

/** The actions of keys in the chart. */
export function chartKeys(chart: CandleChart, isShifted: boolean): Readonly<Record<string, () => void>> {
  return {
    ArrowLeft: () => (isShifted ? chart.point(-1) : chart.pan(-0.1)),
    ArrowRight: () => (isShifted ? chart.point(1) : chart.pan(0.1)),
    ArrowUp: () => chart.zoom('in'),
    ArrowDown: () => chart.zoom('out'),
    '+': () => chart.zoom('in'),
    '=': () => chart.zoom('in'),
    '-': () => chart.zoom('out'),
    PageUp: () => chart.pan(-0.8),
    PageDown: () => chart.pan(0.8),
    '0': () => chart.fit(),
    End: () => chart.toLatest(),
    Escape: () => chart.unpoint(),
  };
}
