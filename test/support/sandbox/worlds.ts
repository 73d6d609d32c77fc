import type { StartOptions } from 'market-desk-sandbox';

/** The kinds of service that the contract suites run the client against. */
export type World = 'strict' | 'usual' | 'like live';

/** Each world with the options of its sandbox; rate limits have a suite of their own (pacing.test.ts). */
export const worlds: readonly (readonly [World, StartOptions])[] = [
  ['strict', { strict: true }],
  ['usual', {}],
  ['like live', { likeLive: true, limitsRequests: false }],
];
