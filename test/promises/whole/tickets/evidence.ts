import type { BookedOrder } from '../../broker/book';
import type { OrderRequest } from '../../broker/broker';
import type { Says } from '../../broker/faultForms';
import type { OrderAction } from '../../broker/orderWrites';
import type { HeardClaim } from './claims';
import type { PlayedTicket, TicketPlan } from './ticketUser';

/** All that is known of one change, new order, or cancellation when it is over: from the user, the windows, the disk, and the broker's ledger. */
export interface Evidence {
  readonly action: OrderAction;
  readonly plan: TicketPlan;
  readonly played: PlayedTicket;
  /** From the broker's ledger. */
  readonly requests: readonly OrderRequest[];
  /** The order that was to be changed or canceled, or those that the requests created. */
  readonly orders: readonly BookedOrder[];
  readonly isPaper: boolean;
  readonly isSigned: boolean;
  readonly says: Says;
  /** What the broker answered to the confirmation. */
  readonly saysConfirmed: Says;
  /** The answer named the order, or asked for a confirmation that named it. */
  readonly isNamed: boolean;
  /** The broker's lists have the order, in a form by which it is known. */
  readonly isListed: boolean;
  /** They show at once what was done. */
  readonly isVisible: boolean;
  readonly claims: readonly HeardClaim[];
  readonly unread: readonly string[];
  /** Requests that arrived before their intent was on the disk, in the case of a new order with its mark. */
  readonly unwritten: number;
  /** All of the journal's lines. */
  readonly journal: string;
}

export function yesOf({ played: { dialogs } }: Pick<Evidence, 'played'>): number {
  return dialogs.filter(({ pressed }) => pressed === 'yes').length;
}

export function executedOf({ requests }: Pick<Evidence, 'requests'>): number {
  return requests.reduce((sum, { executed }) => sum + executed, 0);
}

/** The last part of a remark. */
export function markIn(remark: string): string {
  return remark.split(' ').at(-1) ?? '';
}
