import type { AlertRule, CountedPrice, OrderAlertEvent } from './alert';

/** What an alert found when it was triggered: enough to say it again later. */
export type FiredFacts =
  | ({ readonly kind: 'price'; readonly rule: Extract<AlertRule, { readonly symbol: string }>; readonly name: string } & CountedPrice)
  | { readonly kind: 'release'; readonly rule: Extract<AlertRule, { readonly kind: 'release' }> }
  | {
      readonly kind: 'order';
      readonly event: OrderAlertEvent;
      /** The name that the trade feed has for it. */
      readonly feedEvent: string;
      readonly orderId: string;
      /** Of a paper account. */
      readonly isPaper?: boolean | undefined;
      /** How much of it is filled, and of how much, where the order was read since; undefined where only the feed tells of it. */
      readonly order: { readonly dealtQuantity: string; readonly quantity: string } | undefined;
    };

/** An alert that was triggered. */
export interface FiredAlert {
  readonly id: string;
  /** Server time. */
  readonly atMs: number;
  /** The user has read it, in whichever window. */
  readonly isSeen: boolean;
  readonly facts: FiredFacts;
}

/** So many are kept; the oldest make room. */
export const mostFired = 100;
