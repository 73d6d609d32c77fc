/** Parts of the sandbox that tests of its clients use without a running one. */
export type { FaultAction } from '../../src/faults/actions';
export { createRateLimits } from '../../src/likeLive/rateLimits';
export { createWorld } from '../../src/world/world';
