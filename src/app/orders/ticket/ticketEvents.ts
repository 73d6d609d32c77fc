/** An event of an order ticket on the screen. */
export interface TicketEvent {
  readonly accountId: string;
  readonly orderId: string;
  /** The proposal that opened it; undefined if the user did. */
  readonly proposal?: string;
  /**
   * `confirmed` follows `sending`, even after the ticket was closed: the journal then has the outcome, if any. `inUse`: nothing was opened for
   * a proposal because the user already has the order in a form.
   */
  readonly kind: 'inUse' | 'opened' | 'sending' | 'confirmed' | 'closed';
  /** Root of the change that the user said yes to. */
  readonly root?: string;
}
