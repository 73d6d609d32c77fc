import type { Fixed } from './decimalText';
import { fixed } from './decimalText';
import { hash32, noise } from './random';
import type { Security } from './securities';

/** A price holds this long before it may move. */
const HOLD_MS = 45_000;

/** Prices of the world: they depend on the seed, the instrument and the time, and on nothing else. */
export interface Quotes {
  last(security: Security, nowMs: number): Fixed;
  previousClose(security: Security): Fixed;
}

/** Builds {@link Quotes}; instruments move one after the other, each every 45 seconds, within 1.5 percent of their reference. */
export function createQuotes(seed: number): Quotes {
  return {
    last: (security, nowMs) => {
      const phase = hash32(security.code) % HOLD_MS;
      const turn = Math.floor((nowMs + phase) / HOLD_MS);
      const change = noise(seed, `price/${security.code}/${String(turn)}`) * 0.015;
      return fixed(Math.max(1, Math.round(security.reference * (1 + change))), security.digits);
    },
    previousClose: (security) => fixed(security.reference, security.digits),
  };
}
