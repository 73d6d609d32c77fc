import type { Attempt, OrderFacts, OrderTarget } from '../../../domain/orders/orderAttempts';
import type { LimitBreach } from '../../../domain/orders/limits/hardLimits';
import type { Asked } from '../../../domain/orders/orderComparison';
import type { OrderOrigin } from '../../../domain/orders/orderOrigin';
import type { OrderDifference } from '../../../domain/orders/orderDifferences';
import type { CheckedChange, FieldChange } from '../../../domain/orders/orderDraft';
import type { CheckedPlacement } from '../../../domain/orders/placing/placement';
import type { PreparedWrite } from '../../../service/endpoints/tradingRecords';
import type { OrderRecord, PreparedModification, WriteOutcome } from '../../../service/records';
import type { CallOptions } from '../../../service/serviceClient';
import type { ConnectionState } from '../../session/connection';
import type { nothingSeen, StaleVerdict, TicketBasis } from './basis';

/** The parts that every request to the service about one order has. */
export interface PreviewParts {
  readonly root: string;
  readonly target: OrderTarget;
  readonly connectionId: string;
  readonly sessionId: string;
  /** The order that the user saw; nothing is sent if it has changed since. */
  readonly basis: TicketBasis | typeof nothingSeen;
  /** The security and its terms, for the journal. */
  readonly facts: OrderFacts | undefined;
  /** Who filled it in; undefined for the user. */
  readonly origin?: OrderOrigin | undefined;
}

/** A modification, exactly as it is shown to and confirmed by the user. It can be sent once. */
export interface ChangePreview extends PreviewParts {
  readonly action: 'modify';
  readonly change: CheckedChange;
  /** The security with its market, which the record of a paper order leaves out; undefined if the record has it, or it is not known. */
  readonly code?: string | undefined;
  /** The prepared modification of a paper account names its method. */
  readonly prepared: PreparedModification | PreparedWrite;
}

/** The cancellation of an order's unfilled part. It can be sent once. */
export interface CancelPreview extends PreviewParts {
  readonly action: 'cancel';
  /** The user requested it knowing that sending is stopped. */
  readonly whileStopped: boolean;
  /** Only for a paper account, whose call has a body. */
  readonly prepared: PreparedWrite | undefined;
}

/** A new order, exactly as it is shown to and confirmed by the user. It can be sent once; its target has a mark instead of an ID. */
export interface PlacePreview extends PreviewParts {
  readonly action: 'place';
  readonly placement: CheckedPlacement;
  readonly prepared: PreparedWrite;
}

/** Exactly what is shown to and confirmed by the user. */
export type OrderPreview = ChangePreview | CancelPreview | PlacePreview;

/** The numbers that a request carries. */
export function fieldsOf(preview: OrderPreview): readonly FieldChange[] {
  switch (preview.action) {
    case 'modify':
      return preview.change.fields;
    case 'place':
      return preview.placement.fields;
    case 'cancel':
      return [];
  }
}

export interface PreviewFacts {
  readonly order: OrderFacts | undefined;
  readonly isPaper: boolean;
  /** A paper account's integer; nothing is sent to one without it. */
  readonly market?: number | undefined;
  /** See {@link ChangePreview.code}. */
  readonly code?: string | undefined;
}

/** Why nothing was sent at all. */
export type BlockReason =
  | 'readOnly'
  | 'stopped'
  | 'notAllowed'
  | 'paperAccount'
  | 'cancelled'
  | 'connectionChanged'
  | 'inFlight'
  | 'unresolved'
  | 'stale'
  | 'limit'
  | 'credential'
  | 'clock'
  | 'journal'
  | 'alreadySent'
  | 'internal';

/** Permission to call Order Confirm once with the id from the previous response; kept in this window's memory only. */
export interface PendingConfirmation {
  readonly preview: OrderPreview;
  readonly confirmId: string;
}

/** How a preview is sent. */
export interface SubmitOptions extends CallOptions {
  /**
   * For one of many cancellations that are sent together: nothing is read before it is sent, because reads would delay the others, and what
   * its answer claims is compared with the order only after this, which resolves when the others have been sent.
   */
  readonly othersSent?: () => Promise<void>;
}

export type ChangeResult =
  | { readonly kind: 'blocked'; readonly reason: 'stale'; readonly verdict: StaleVerdict }
  | { readonly kind: 'blocked'; readonly reason: 'limit'; readonly breach: LimitBreach }
  | {
      readonly kind: 'blocked';
      readonly reason: Exclude<BlockReason, 'stale' | 'limit'>;
      readonly error?: unknown;
      readonly attempt?: Attempt;
    }
  | {
      readonly kind: 'settled';
      readonly root: string;
      readonly outcome: WriteOutcome;
      /** False when the outcome could not be written: the attempt will be shown as unknown after a restart. */
      readonly isRecorded: boolean;
      /** The order as it was read after the service rejected the change; undefined if nothing was rejected or it could not be read. */
      readonly seen: SeenOldValues | undefined;
      readonly pending?: PendingConfirmation;
    };

/** Why nothing was sent. */
export type Blocked = Extract<ChangeResult, { kind: 'blocked' }>;

/** Another request keeps an order from being changed. */
export type Locked =
  | { readonly kind: 'blocked'; readonly reason: 'inFlight' }
  | { readonly kind: 'blocked'; readonly reason: 'unresolved'; readonly attempt: Attempt };

/** An order that still has the old values of a change. One read proves no more: a service may show changes later. */
export interface SeenOldValues {
  readonly order: OrderRecord;
  /** Other differences of the order, such as the filled quantity. */
  readonly moved: readonly OrderDifference[];
}

/** What a request asks of its order. */
export function askedBy(preview: OrderPreview): Asked {
  return { action: preview.action, fields: fieldsOf(preview) };
}

/** Whether the service and the user are still those for whom the request was made. */
export function isStillThere(preview: OrderPreview, { connection, session }: ConnectionState): boolean {
  return (
    connection.kind !== 'none' && connection.id === preview.connectionId && session.kind === 'signedIn' && session.id === preview.sessionId
  );
}
