/** Texts of the ticket page that do not depend on the order. */
export interface TicketStrings {
  readonly title: string;
  readonly quote: string;
  readonly last: string;
  readonly bid: string;
  readonly ask: string;
  readonly lot: string;
  readonly tick: string;
  readonly usePrice: string;
  readonly priceTime: string;
  readonly readNow: string;
  readonly readAgo: string;
  readonly readLongAgo: string;
  readonly now: string;
  readonly unknownValue: string;
  readonly increase: string;
  readonly decrease: string;
  readonly newValues: string;
  readonly changes: string;
  readonly warnings: string;
  readonly request: string;
  readonly review: string;
  readonly discard: string;
  readonly close: string;
  readonly promise: string;
}
