import { parseAmount } from '../values/amount';
import type { Amount } from '../values/amount';
import { movingAverage } from './movingAverage';

/** What is calculated from the bars of a chart and drawn with them. Lengths are numbers of bars. */
export type Indicator =
  | { readonly kind: 'average' | 'exponential' | 'strength'; readonly length: number }
  /** Of each day, from its first bar. */
  | { readonly kind: 'vwap' };

/** A bar as indicators need it: prices and volume as texts of the service, and its start in seconds of the exchange's wall clock. */
export interface IndicatedBar {
  readonly time: number;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

type Values = readonly (Amount | undefined)[];

const daySeconds = 86_400;
/** More than any price has. */
const decimals = 9;

/**
 * One value per bar; undefined where there are too few bars before it, or a figure that it needs is missing. Simple averages are exact; the
 * others depend on all bars before, and are rounded to 9 decimals.
 */
export function indicatorValues(indicator: Indicator, bars: readonly IndicatedBar[]): Values {
  switch (indicator.kind) {
    case 'average':
      return movingAverage(closesOf(bars), indicator.length);
    case 'exponential':
      return exponential(closesOf(bars), indicator.length).map(amountOf);
    case 'strength':
      return strength(closesOf(bars), indicator.length).map(amountOf);
    case 'vwap':
      return vwap(bars).map(amountOf);
  }
}

/** The number of bars before a value that it depends on; undefined if it depends on all. */
export function reachOf(indicator: Indicator): number | undefined {
  return indicator.kind === 'average' ? indicator.length : undefined;
}

function closesOf(bars: readonly IndicatedBar[]): readonly string[] {
  return bars.map(({ close }) => close);
}

/** Exponential averages with the weight 2 ÷ (length + 1), beginning with the simple average of the first bars. A bar without a closing price changes nothing. */
function exponential(closes: readonly string[], length: number): readonly (number | undefined)[] {
  const weight = 2 / (length + 1);
  let [sum, count] = [0, 0];
  let average: number | undefined;
  return closes.map((text) => {
    const close = numberOf(text);
    if (close === undefined) return undefined;
    if (average !== undefined) return (average += weight * (close - average));
    [sum, count] = [sum + close, count + 1];
    return count < length ? undefined : (average = sum / length);
  });
}

/** The relative strength index of J. Welles Wilder, from 0 to 100; 50 where no price has changed. */
function strength(closes: readonly string[], length: number): readonly (number | undefined)[] {
  let [rise, fall, count] = [0, 0, 0];
  let before: number | undefined;
  return closes.map((text) => {
    const close = numberOf(text);
    if (close === undefined) return undefined;
    const change = before === undefined ? undefined : close - before;
    before = close;
    if (change === undefined) return undefined;
    count += 1;
    const share = Math.min(count, length);
    rise += (Math.max(change, 0) - rise) / share;
    fall += (Math.max(-change, 0) - fall) / share;
    if (count < length) return undefined;
    return rise + fall === 0 ? 50 : (100 * rise) / (rise + fall);
  });
}

/** Prices of the day weighted with their volume: (high + low + close) ÷ 3 of each bar. Undefined until something is traded. */
function vwap(bars: readonly IndicatedBar[]): readonly (number | undefined)[] {
  let day: number | undefined;
  let [traded, volume] = [0, 0];
  return bars.map((bar) => {
    const of = Math.floor(bar.time / daySeconds);
    if (of !== day) [day, traded, volume] = [of, 0, 0];
    const [high, low, close, size] = [bar.high, bar.low, bar.close, bar.volume].map(numberOf);
    if (high !== undefined && low !== undefined && close !== undefined && size !== undefined && size > 0)
      [traded, volume] = [traded + ((high + low + close) / 3) * size, volume + size];
    return volume === 0 ? undefined : traded / volume;
  });
}

function numberOf(text: string): number | undefined {
  return parseAmount(text) === undefined ? undefined : Number(text);
}

function amountOf(value: number | undefined): Amount | undefined {
  return value === undefined || !Number.isFinite(value) ? undefined : parseAmount(value.toFixed(decimals));
}
