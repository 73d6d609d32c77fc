import { isName, isNull, isRecord } from '../platform/messages';
import type { Guards } from '../platform/messages';

/** What became of an order that *Cancel All* was asked to cancel. The first ones need the user most. */
export const fates = ['open', 'unclear', 'sending', 'waiting', 'over'] as const;
export type CanceledFate = (typeof fates)[number];

/** Why an order is still open, or how it ended, as far as that is known. */
export const causes = ['rejected', 'unfinished', 'notSent', 'accepted', 'canceled', 'ended'] as const;
export type CanceledCause = (typeof causes)[number];

/** One order, in words. Figures are masked in privacy mode. */
export interface CanceledRow {
  readonly id: string;
  readonly fate: CanceledFate;
  readonly cause?: CanceledCause;
  /** Side, quantity, security, and price. */
  readonly order: string;
  readonly orderId: string;
  readonly symbol: string;
  readonly account: string;
  /** Empty if nothing is filled. */
  readonly filled: string;
  /** What is known of it. */
  readonly outcome: string;
}

/** Everything that the page shows. */
export interface CanceledView {
  /** How many of how many are done, or what is left. */
  readonly summary: string;
  /** Whether requests are still on their way. */
  readonly isSending: boolean;
  readonly rows: readonly CanceledRow[];
  /** What the lists could not show, in words. */
  readonly notes: readonly string[];
  /** The number of orders that *Cancel the Rest* would ask about. */
  readonly left: number;
}

/** From the extension to the page. */
export interface ToCanceledPage {
  readonly view: CanceledView;
}

/** From the page to the extension. */
export interface ToCanceledHost {
  readonly ready: null;
  readonly cancelRest: null;
  readonly showJournal: null;
  /** Opens the page of an order's security. */
  readonly open: { readonly id: string };
}

/** Shape checks of the page's messages: it shows external text and is not trusted. */
export const canceledHostGuards: Guards<ToCanceledHost> = {
  ready: isNull,
  cancelRest: isNull,
  showJournal: isNull,
  open: (body): body is ToCanceledHost['open'] => isRecord(body) && isName(body['id'], 600),
};
