/** What happens to an order ticket on the screen. */
export interface TicketEvent {
  readonly accountId: string;
  readonly orderId: string;
  /** Of the proposal by which it was opened; undefined for what the user opened. */
  readonly proposal?: string;
  /**
   * `confirmed` follows `sending`, also after the ticket was closed: the journal knows then whether and how it ended. `inUse`: nothing was
   * opened for a proposal, because the user has the order in hand.
   */
  readonly kind: 'inUse' | 'opened' | 'sending' | 'confirmed' | 'closed';
  /** Of the change that the user said yes to. */
  readonly root?: string;
}
