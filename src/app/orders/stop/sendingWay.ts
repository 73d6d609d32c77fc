import type { OrderPreview } from '../orderRequest';
import type { SentOutcome } from '../storedOutcome';
import type { Passage } from './passage';

/** Whether orders may be sent at all, and the way there. */
export interface Sending {
  readonly isStopped: boolean;
  /** @returns undefined while sending is stopped. */
  enter(): Promise<Way | undefined>;
}

/** From the check of the switch to the first byte. */
export type Way = Pick<Passage, 'signal' | 'mayStart' | 'leave'>;

/** Nothing passes while sending is stopped, but a cancellation that the user asked for knowing that. */
export function mayPass(preview: OrderPreview): boolean {
  return preview.action === 'cancel' && preview.whileStopped;
}

/** The way of what may pass. */
export const openWay: Way = { signal: new AbortController().signal, mayStart: () => true, leave: async () => undefined };

/** Says that it was the switch that kept a request from being sent. */
export function stoppedIn(outcome: SentOutcome, { signal }: Way): SentOutcome {
  return outcome.kind === 'notSent' && signal.aborted ? { kind: 'notSent', error: signal.reason as unknown } : outcome;
}
