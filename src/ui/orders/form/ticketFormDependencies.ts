import type { OrderJournal } from '../../../app/orders/journal/orderJournal';
import type { SendingStop } from '../../../app/orders/write/stop/sendingStop';
import type { OrdersBook } from '../../../app/orders/lists/ordersBook';
import type { PaperOrdersBook } from '../../../app/orders/lists/paperOrdersBook';
import type { StaleVerdict } from '../../../app/orders/request/basis';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import type { OpenReview, TicketDesk } from '../../../app/orders/ticket/ticketDesk';
import type { TicketEvent } from '../../../app/orders/ticket/ticketEvents';
import type { PositionsBook } from '../../../app/positions/positionsBook';
import type { Emitter } from '../../../app/platform/emitter';
import type { LiveMarket } from '../../../app/quotes/liveMarket';
import type { Attempt } from '../../../domain/orders/orderAttempts';
import type { ReadOnlyDocuments } from '../../platform/readOnlyDocuments';
import type { NewsAction, OutcomeNews } from '../outcomeNews';
import type { UiPorts } from '../../platform/ports';

export interface TicketFormDependencies extends Pick<
  UiPorts,
  'access' | 'clock' | 'timers' | 'log' | 'report' | 'privacy' | 'extensionUri' | 'timeZone'
> {
  readonly desk: TicketDesk;
  readonly sending: Pick<SendingStop, 'isStopped' | 'onDidChange'>;
  readonly journal: Pick<OrderJournal, 'fault' | 'acknowledge' | 'find' | 'onDidChange'>;
  readonly market: () => Promise<LiveMarket>;
  readonly documents: Pick<ReadOnlyDocuments, 'put'>;
  readonly news: Pick<OutcomeNews, 'addPlace' | 'notify'>;
  readonly orders: Pick<OrdersBook, 'find' | 'onDidChange' | 'watch'>;
  readonly paperOrders: Pick<PaperOrdersBook, 'find' | 'onDidRead' | 'watch'>;
  readonly positions: Pick<PositionsBook, 'watch'>;
  /** Reports ticket events to listeners. */
  readonly tickets: Pick<Emitter<TicketEvent>, 'fire'>;
  readonly checkStatus: (attempt: Attempt) => Promise<void>;
  readonly resolve: (attempt: Attempt) => Promise<void>;
  /** Sends a confirmed change and reports its outcome; returns why it was not sent if the order has changed. */
  readonly send: (review: OpenReview, options: { readonly signal: AbortSignal }) => Promise<StaleVerdict | undefined>;
}

/** How a rehearsal describes itself, and the actions that leave it. */
export interface Rehearsed {
  readonly rehearsed: { readonly message: string; readonly detail: string };
  /** Shows the live ticket, as it was left or with the same values. */
  readonly back: () => Promise<void>;
  /** Rehearses the live ticket in another account. */
  readonly elsewhere: NewsAction;
}

/** The actions of a ticket that open another one. */
export interface OtherTickets {
  /** Opens a new ticket on the same order. */
  readonly modifyAgain: () => Promise<void>;
  /** *Modify Order…* and *Cancel Order…* for the order of an attempt. */
  readonly modify: (attempt: Attempt) => Promise<void>;
  readonly cancel: (attempt: Attempt) => Promise<void>;
  /** Opens a new ticket on the same order, filled with its values from before a change. */
  readonly changeBack: (attempt: Attempt) => Promise<void>;
  /** Asks whether to cancel the order of the form. */
  readonly askToCancel: () => Promise<void>;
  readonly chooseAnother: () => Promise<void>;
  /** The same new order in another account. */
  readonly chooseAccount: (now: Ticket) => Promise<void>;
  /** Asks whether to cancel the order. */
  readonly cancelProposed: (ticket: Ticket) => Promise<void>;
  /** Opens the same new order in a paper account or the sandbox; from there, opens the live order that it rehearses. */
  readonly rehearse: (ticket: Ticket) => Promise<void>;
}
