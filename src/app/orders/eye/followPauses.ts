import type { AttemptState } from '../../../domain/orders/orderAttempts';

/** Some services apply a change seconds after accepting it: the order is checked after these pauses, 45 s in all. */
const acceptedMs = [400, 1200, 2500, 4000, 6000, 10_000, 21_000];

/** How long the service takes for an unresolved change is unknown. The second check is far enough from the first to prove a rejection. */
const unresolvedMs = [400, 2100, 4000, 8000, 15_000, 30_000, 60_000, 120_000, 300_000];

/** While the user is asked, the order changes only if the user finishes the change elsewhere. */
const askedMs = [15_000, 30_000, 60_000, 120_000, 300_000];

/** How long an accepted change is followed before it is reported as not applied. */
export const acceptedPatienceMs = acceptedMs.reduce((sum, pause) => sum + pause, 0);

/** Number of checks after which an accepted change is reported as not applied. */
export const acceptedLooks = acceptedMs.length;

/** A failed check of an accepted change, or one after the last check, is repeated after this time. */
const againMs = 15_000;
/** A failed check is repeated less often if the service stays unreachable. */
const seldomMs = 5 * 60_000;
const manyFailures = 20;

/** This many changes can be followed at full pace without using up the service's request limit. */
const few = 10;

/**
 * How long to wait before an order is checked again, after a number of checks and a number of failures in a row.
 *
 * @param followed - Number of followed changes in all windows.
 */
export function pauseMs(state: AttemptState, looks: number, failures: number, followed: number): number {
  if (failures > 0) return failures < manyFailures ? againMs : seldomMs;
  if (state === 'accepted') return acceptedMs[looks] ?? againMs;
  const pauses = state === 'needsConfirmation' || state === 'needsBrowser' ? askedMs : unresolvedMs;
  return (pauses[looks] ?? seldomMs) * Math.ceil(followed / few);
}
