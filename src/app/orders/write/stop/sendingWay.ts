import type { SendingSwitch } from '../../../../domain/orders/sendingSwitch';
import type { WriteOutcome } from '../../../../service/records';
import type { OrderPreview } from '../../request/orderRequest';
import type { Passage } from './passage';

/** Whether orders may be sent at all, and the passage of each request. */
export interface Sending {
  readonly isStopped: boolean;
  /** Asks the journal as well. @throws when it can’t be read. */
  check(): Promise<SendingSwitch>;
  /** @returns undefined while sending is stopped. */
  enter(): Promise<Way | undefined>;
}

/** From the check of the switch to the first byte. */
export type Way = Pick<Passage, 'signal' | 'mayStart' | 'leave'>;

/** Nothing may pass while sending is stopped, except a cancellation that the user requested knowing that. */
export function mayPass(preview: OrderPreview): boolean {
  return preview.action === 'cancel' && preview.whileStopped;
}

/** The passage of requests that may pass while sending is stopped. */
export const openWay: Way = { signal: new AbortController().signal, mayStart: () => true, leave: async () => undefined };

/** Marks an outcome as caused by the switch if the switch kept the request from being sent. */
export function stoppedIn(outcome: WriteOutcome, { signal }: Way): WriteOutcome {
  return outcome.kind === 'notSent' && signal.aborted ? { kind: 'notSent', error: signal.reason as unknown } : outcome;
}
