/** What happens to an order ticket on the screen. */
export interface TicketEvent {
  readonly accountId: string;
  readonly orderId: string;
  /** `confirmed` follows `sending`, also after the ticket was closed: the journal knows then whether and how it ended. */
  readonly kind: 'opened' | 'sending' | 'confirmed' | 'closed';
  /** Of the change that the user said yes to. */
  readonly root?: string;
}
