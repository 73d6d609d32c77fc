import { absolute, parseAmount, plainAmount } from '../values/amount';
import type { Amount } from '../values/amount';
import { isShare, knownMarketOf } from './security';
import type { SecurityKind } from './security';

/** What is known of the steps of a security's prices; empty texts if unknown. */
export interface KnownStep {
  readonly code: string;
  /** Of the record, or of the quote. */
  readonly kind: SecurityKind;
  readonly lastPrice: string;
  /** The step at the last price. */
  readonly step: string;
}

interface Band {
  readonly from: Amount;
  /** Undefined if the market has other steps from time to time. */
  readonly step: Amount | undefined;
}

/**
 * The step at a price. The service says it for the last price alone; where the market has another step from some price on, it is not known
 * beyond that. Undefined if it is not known.
 */
export function stepAt(price: string, known: KnownStep): string | undefined {
  const at = parseAmount(price);
  const step = parseAmount(known.step);
  if (at === undefined || step === undefined || step <= 0n) return undefined;
  const found = stepIn(bandAt(bandsOf(known), at), known);
  return found === undefined ? undefined : plainAmount(found);
}

/** Whether a price keeps to the steps at it; undefined if they are not known. */
export function keepsToSteps(price: string, known: KnownStep): boolean | undefined {
  const at = parseAmount(price);
  if (at === undefined) return undefined;
  // The first price of a band is also the last of the one below, and a step of both.
  if (bandsOf(known).some(({ from }) => from > 0n && from === at)) return true;
  const step = parseAmount(stepAt(price, known) ?? '');
  return step === undefined ? undefined : at % step === 0n;
}

/**
 * The number of steps between two prices, with at most one decimal, rounded up; undefined if the prices or the step at the last price are not
 * decimals.
 *
 * @returns `unknown` if there are other steps on the way that are not known.
 */
export function stepsBetween(price: string, from: string, known: KnownStep): { readonly steps: string } | 'unknown' | undefined {
  const [to, start, own] = [parseAmount(price), parseAmount(from), parseAmount(known.step)];
  if (to === undefined || start === undefined || own === undefined || own <= 0n) return undefined;
  const [low, high] = to < start ? [to, start] : [start, to];
  const bands = bandsOf(known);
  let tenths = 0n;
  for (const [at, band] of bands.entries()) {
    const [first, end] = [at === 0 || band.from < low ? low : band.from, bands[at + 1]?.from ?? high];
    const length = absolute((end < high ? end : high) - first);
    if (first >= high || end <= low || length === 0n) continue;
    const step = stepIn(band, known);
    if (step === undefined) return 'unknown';
    tenths += (length * 10n + step - 1n) / step;
  }
  return { steps: plainAmount((tenths * one) / 10n) };
}

const one: Amount = 10n ** 18n;

/** Only shares have bands of prices; what is not known to have any has one. */
function bandsOf({ code, kind }: KnownStep): readonly [Band, ...Band[]] {
  const market = isShare(code, kind) ? knownMarketOf(code) : undefined;
  const [first, ...rest] = (market?.priceBands ?? []).map(({ from, step = '' }) => ({
    from: parseAmount(from) ?? 0n,
    step: parseAmount(step),
  }));
  return first === undefined ? [{ from: 0n, step: undefined }] : [first, ...rest];
}

function bandAt(bands: readonly [Band, ...Band[]], price: Amount): Band {
  return bands.findLast(({ from }) => from <= price) ?? bands[0];
}

/** The service's own step in the band of the last price; in another one that of the market, if the service's is that of the market too. */
function stepIn(band: Band, known: KnownStep): Amount | undefined {
  const [last, step] = [parseAmount(known.lastPrice), parseAmount(known.step)];
  const bands = bandsOf(known);
  if (bands.length === 1) return step;
  if (last === undefined) return undefined;
  const own = bandAt(bands, last);
  if (own.from === band.from) return step;
  return own.step === step ? band.step : undefined;
}
