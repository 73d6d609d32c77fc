import type { AlertRule, CountedPrice, OrderAlertEvent } from './alert';

/** What an alert found when it was triggered: enough to show it again later. */
export type FiredFacts =
  | ({
      readonly kind: 'price';
      readonly rule: Extract<AlertRule, { readonly symbol: string }>;
      readonly name: string;
      /** The price met the condition in between, as the day’s range shows, and does not any more. */
      readonly isPast?: true;
    } & CountedPrice)
  | { readonly kind: 'release'; readonly rule: Extract<AlertRule, { readonly kind: 'release' }> }
  | {
      readonly kind: 'order';
      readonly event: OrderAlertEvent;
      /** The trade feed's name for it. */
      readonly feedEvent: string;
      readonly orderId: string;
      /** True for a paper account. */
      readonly isPaper?: boolean | undefined;
      /** Its filled and total quantity, if the order was read since; undefined if only the feed reported the event. */
      readonly order: { readonly dealtQuantity: string; readonly quantity: string } | undefined;
    };

/** An alert that was triggered. */
export interface FiredAlert {
  readonly id: string;
  /** Server time. */
  readonly atMs: number;
  /** The user has read it, in any window. */
  readonly isSeen: boolean;
  readonly facts: FiredFacts;
}

/** At most this many are kept; the oldest are dropped. */
export const mostFired = 100;
