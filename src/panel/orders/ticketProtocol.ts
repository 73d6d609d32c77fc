import type { OrderField } from '../../domain/orders/orderDraft';
import type { PlacingChoice } from '../../domain/orders/placing/placement';

/** What stands above the form and does not change while it is filled. */
export interface TicketHead {
  /** A new order, not a change. */
  readonly isNew: boolean;
  /** Whether the order can be tried in a paper account first, or is such a try. */
  readonly rehearsal: 'offered' | 'running' | 'none';
  /** Which world the order is in, in words that cannot be missed, and the host that it is sent to. */
  readonly world: { readonly kind: 'sandbox' | 'paper' | 'live'; readonly text: string; readonly host: string };
  /** `BUY 300 HK.00700 TENCENT`, in its parts. */
  readonly title: { readonly side: string; readonly quantity: string; readonly symbol: string; readonly name: string };
  readonly facts: readonly TicketFact[];
}

export interface TicketFact {
  readonly label: string;
  readonly value: string;
}

export interface TicketFieldView {
  readonly field: OrderField;
  readonly label: string;
  /** The value that the order has now; empty where it is not known. */
  readonly now: string;
  /** What one press of a stepper changes, exact. */
  readonly step: string;
  /** What is special about this order's number; else empty. */
  readonly rule: string;
  /** What is wrong with the text; empty where nothing is. */
  readonly problem: string;
  /** Typed and kept, where digits are dropped; else empty. */
  readonly kept: string;
  /** How far the price is from the market; empty where that is not known. */
  readonly distance: string;
}

/** One of a few values of a new order. */
export interface TicketChoiceView {
  readonly name: PlacingChoice;
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** Everything about the ticket as it is filled, in words. */
export interface TicketFormView {
  readonly fields: readonly TicketFieldView[];
  /** What is chosen of a new order; empty for a change. */
  readonly choices: readonly TicketChoiceView[];
  /** The user's own text of a new order; null for a change. */
  readonly remark: { readonly label: string; readonly rule: string; readonly problem: string } | null;
  /** The most that the account can trade, and what is not known of it; empty for a change. */
  readonly most: readonly TicketFact[];
  /** What is wrong and belongs to no field. */
  readonly problems: readonly string[];
  /** Why there is nothing to review yet, without anything being wrong; else empty. */
  readonly idle: string;
  /** Each field and the value of the order, old and new. */
  readonly changes: readonly (TicketFact & { readonly isChanged: boolean })[];
  readonly warnings: readonly string[];
  /** `Change OK-1 to 400 @ 560…`; empty while nothing can be reviewed. */
  readonly action: string;
  /** The exact request; null while nothing can be reviewed. */
  readonly request: { readonly line: string; readonly body: string } | null;
}

export interface TicketQuoteView {
  readonly kind: 'none' | 'loading' | 'shown' | 'notOffered' | 'failed';
  /** Prices as the service wrote them, to be put into a field. */
  readonly last: string;
  readonly bid: string;
  readonly ask: string;
  /** The same for reading. */
  readonly shown: { readonly last: string; readonly bid: string; readonly ask: string; readonly lot: string; readonly tick: string };
  /** Time of the service's prices on the clock of the zone; empty where it says none. */
  readonly time: string;
  /** Milliseconds since the prices were read. */
  readonly readAgoMs: number;
  /** Why there are no prices, or why they are old. */
  readonly note: string;
}

/** Something to read above the form, and what can be done about it. */
export interface TicketNotice {
  readonly tone: 'good' | 'bad' | 'open';
  readonly message: string;
  readonly detail: string;
  /** Labels of buttons, the most likely one first. */
  readonly actions: readonly string[];
}

/** What the ticket waits for. */
export type TicketStage =
  | { readonly kind: 'editing'; readonly notice: TicketNotice | null }
  | { readonly kind: 'checking' | 'sending'; readonly message: string }
  /** `stale`: the order is another one by now. `blocked`: nothing can be sent at the moment. */
  | { readonly kind: 'stale' | 'blocked' | 'ended'; readonly notice: TicketNotice };

/** What is entered: numbers as typed, and of a new order choices by their wire names and the remark. */
export type TicketTexts = Readonly<Partial<Record<OrderField | PlacingChoice | 'remark', string>>>;

/** What the page of a ticket keeps over a reload of the window. */
export interface KeptTicket {
  /** The base URL of the order's service. */
  readonly service: string;
  /** The order, and what was typed and not sent. */
  readonly order: Readonly<Partial<Record<'accountId' | 'orderId' | 'symbol' | 'exchange' | 'qty' | 'price' | 'auxPrice', string>>>;
}

/** From the extension to the page. */
export interface ToTicketPage {
  readonly keep: KeptTicket;
  /** Why there is no ticket yet, and the label of what can be done about it; empty where that is nothing. */
  readonly without: { readonly text: string; readonly action: string };
  readonly start: {
    readonly head: TicketHead;
    readonly texts: TicketTexts;
    readonly form: TicketFormView;
    readonly quote: TicketQuoteView;
    readonly stage: TicketStage;
  };
  readonly form: TicketFormView;
  readonly quote: TicketQuoteView;
  readonly stage: TicketStage;
}

/** From the page to the extension. The page asks for a review; it can never send an order change. */
export interface ToTicketHost {
  readonly ready: null;
  /** The texts of all fields as they are seen. */
  readonly edit: TicketTexts;
  /** A field was left: what the account can trade may be read now. */
  readonly leave: null;
  readonly review: TicketTexts;
  /** Works out the quantity of a new order from what may be lost. */
  readonly size: TicketTexts;
  /** Opens the live order in a paper account, or goes back to it from there. */
  readonly rehearse: TicketTexts;
  /** Shows old and new in the diff editor. */
  readonly diff: TicketTexts;
  /** One of the notice's actions, by its position. */
  readonly act: number;
  /** Another order is wanted. */
  readonly chooseAnother: null;
  /** Ends what is under way, as far as it can be. */
  readonly cancel: null;
  readonly close: null;
}
