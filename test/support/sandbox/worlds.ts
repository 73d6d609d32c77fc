import type { StartOptions } from '../../../src/sandbox/options';

/** The kinds of service that the contract suites drive the client against. */
export type World = 'strict' | 'usual' | 'like live';

/** Each world with how a sandbox plays it; what limits requests has a suite of its own (pacing.test.ts). */
export const worlds: readonly (readonly [World, StartOptions])[] = [
  ['strict', { strict: true }],
  ['usual', {}],
  ['like live', { likeLive: true, limitsRequests: false }],
];
