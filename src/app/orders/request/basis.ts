import type { Attempt } from '../../../domain/orders/orderAttempts';
import type { OrderDifference, TicketBasisField } from '../../../domain/orders/orderDifferences';
import type { OrderRecord } from '../../../service/records';

/** What the user saw when a change was reviewed. Nothing is sent if the order differs from it. */
export interface TicketBasis {
  /** Undefined if the user saw no values. */
  readonly order: OrderRecord | undefined;
  /** Newest attempt on the order in the journal, by its root; null if there was none. */
  readonly latestRoot: string | null;
  /** Fields of an open order that may differ by now. */
  readonly mayMove?: ReadonlySet<TicketBasisField>;
}

/** For callers that know that nothing can be compared, such as a test of the write path alone. */
export const nothingSeen = 'nothingSeen';

/** The result of checking an order again. */
export type BasisVerdict =
  /** The order is as the user saw it. `pending` is an earlier accepted change that the order does not show yet. */
  | { readonly kind: 'same'; readonly order: OrderRecord; readonly readAtMs: number; readonly pending: Attempt | undefined }
  /**
   * Nothing can be compared: `notFound`, the service lists orders, but not this one, and the user saw no values; `notOffered`, it lists none.
   * `pending` is an unsettled request for a new order like this one.
   */
  | { readonly kind: 'notFound' | 'notOffered'; readonly pending?: Attempt | undefined }
  | StaleVerdict;

/** Why a ticket must not be sent. */
export type StaleVerdict =
  | {
      readonly kind: 'changed';
      readonly order: OrderRecord;
      readonly differences: readonly OrderDifference[];
      readonly latestRoot: string | null;
    }
  /** It was listed, but no longer is. */
  | { readonly kind: 'gone' }
  /** Another change was attempted since the ticket was opened. `order` is its current state, if it can be read. */
  | { readonly kind: 'newerAttempt'; readonly attempt: Attempt; readonly order: OrderRecord | undefined }
  | { readonly kind: 'notRead'; readonly error: unknown };

export function isStale(verdict: BasisVerdict): verdict is StaleVerdict {
  return verdict.kind === 'changed' || verdict.kind === 'gone' || verdict.kind === 'newerAttempt' || verdict.kind === 'notRead';
}
