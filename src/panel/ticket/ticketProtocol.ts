import type { OrderField } from '../../domain/orders/orderDraft';
import type { OrderOrigin } from '../../domain/orders/orderOrigin';
import type { PlacingChoice } from '../../domain/orders/placing/placement';
import { isNull, isRecord, isText } from '../platform/messages';
import type { Guards } from '../platform/messages';

/** The part above the form, which does not change while the user fills it in. */
export interface TicketHead {
  /** A new order, not a change. */
  readonly isNew: boolean;
  /** Whether the order can be rehearsed in a paper account, or is such a rehearsal. */
  readonly rehearsal: 'offered' | 'running' | 'none';
  /** The world of the order, in words that cannot be missed, and the host that it is sent to. */
  readonly world: { readonly kind: 'sandbox' | 'paper' | 'live'; readonly text: string; readonly host: string };
  /** The account that the order is in. */
  readonly account: TicketFact;
  /** Who filled it in, in words; empty for the user. */
  readonly origin: string;
  /** `BUY 300 @ 562.500 HK.00700 TENCENT`, in its parts. */
  readonly title: {
    readonly side: string;
    /** Undefined for a side that is not known, and for a new order, whose side is chosen in the form. */
    readonly direction?: 'buy' | 'sell' | undefined;
    readonly quantity: string;
    /** As the service wrote it; empty without a limit price. */
    readonly price: string;
    readonly symbol: string;
    readonly name: string;
  };
  readonly facts: readonly TicketFact[];
}

export interface TicketFact {
  readonly label: string;
  readonly value: string;
}

export interface TicketFieldView {
  readonly field: OrderField;
  readonly label: string;
  /** The current value of the order; empty if unknown. */
  readonly now: string;
  /** The exact amount by which a press of a stepper changes the value. */
  readonly step: string;
  /** What is special about this order's number; otherwise empty. */
  readonly rule: string;
  /** What is wrong with the text; empty if nothing is. */
  readonly problem: string;
  /** The typed and the kept value if digits are dropped; otherwise empty. */
  readonly kept: string;
  /** How far the price is from the market; empty if unknown. */
  readonly distance: string;
  /** The tick, and the prices on it next to one that isn't, the lower one first; null for any other number. */
  readonly offTick: { readonly tick: string; readonly nearest: readonly string[] } | null;
}

/** A field of a new order that has one of a few values. */
export interface TicketChoiceView {
  readonly name: PlacingChoice;
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A part of what the account can trade, to be filled in as the quantity. */
export interface TicketPartView {
  readonly label: string;
  /** What it is, or why it can’t be used. */
  readonly hint: string;
  readonly isUsable: boolean;
}

/** What sizes a new order by its risk, as typed. It is no part of the order. */
export interface TicketRiskTexts {
  readonly stop: string;
  readonly risk: string;
  /** What the risk is in: percent of the account, or the currency of the security. */
  readonly unit: 'percent' | 'amount';
}

/** The quantity that follows from it. */
export interface TicketRiskView {
  /** Of the security; empty if unknown. */
  readonly currency: string;
  /** What the quantity means, or why there is none. */
  readonly hint: string;
  /** Empty if there is none. */
  readonly quantity: string;
  /** Whether the order can be sized by risk at all. */
  readonly isOpen: boolean;
}

/** The ticket's state while it is filled in, in words. */
export interface TicketFormView {
  readonly fields: readonly TicketFieldView[];
  /** The choices of a new order; empty for a change. */
  readonly choices: readonly TicketChoiceView[];
  /** The remark of a new order; null for a change. */
  readonly remark: { readonly label: string; readonly rule: string; readonly problem: string } | null;
  /** The most that the account can trade, or why it isn't known; empty for a change. */
  readonly most: string;
  /** Parts of that; empty for a change. */
  readonly parts: readonly TicketPartView[];
  /** Null for a change. */
  readonly risk: TicketRiskView | null;
  /** What the account holds of the security, and what of it the order leads to; null if the security isn't known. */
  readonly position: TicketFact | null;
  /** Problems that belong to no field. */
  readonly problems: readonly string[];
  /** Why there is nothing to review yet, without a problem; otherwise empty. */
  readonly idle: string;
  /** Each field with its old and new value in the order. */
  readonly changes: readonly (TicketFact & { readonly isChanged: boolean })[];
  /** Why nothing will be sent, whatever the user confirms: hard limits. */
  readonly limits: readonly string[];
  /** Points that stand above the last confirmation as well. */
  readonly warnings: readonly string[];
  /** `Change to 400 at 560…`; empty while there is nothing to review. */
  readonly action: string;
  /** The exact request; null while there is nothing to review. */
  readonly request: { readonly line: string; readonly body: string } | null;
}

export interface TicketQuoteView {
  readonly kind: 'none' | 'loading' | 'shown' | 'notOffered' | 'failed';
  /** Prices as the service wrote them, to be filled into a field. */
  readonly last: string;
  readonly bid: string;
  readonly ask: string;
  /** The same prices for display, with what is known beside them: the change of the day, and what is bid for and offered. */
  readonly shown: {
    readonly last: string;
    readonly change: string;
    readonly bid: string;
    readonly bidSize: string;
    readonly ask: string;
    readonly askSize: string;
    readonly lot: string;
    readonly tick: string;
  };
  /** Time of the service's prices in the zone; empty if the service gives none. */
  readonly time: string;
  /** Milliseconds since the prices were read. */
  readonly readAgoMs: number;
  /** Why there are no prices, or why they are old. */
  readonly note: string;
}

/** A message above the form, with the possible actions. */
export interface TicketNotice {
  /** `waiting`: accepted, and not in the order yet. `open`: the user may have to do something. */
  readonly tone: 'good' | 'bad' | 'open' | 'waiting';
  readonly message: string;
  readonly detail: string;
  /** Labels of buttons, the most likely one first. */
  readonly actions: readonly string[];
}

/** What the ticket waits for. */
export type TicketStage =
  | { readonly kind: 'editing'; readonly notice: TicketNotice | null }
  /** `isAsked`: it waits for the user's last answer. */
  | { readonly kind: 'checking' | 'sending'; readonly message: string; readonly isAsked?: true }
  /** `stale`: the order has changed meanwhile. `blocked`: nothing can be sent at the moment. */
  | { readonly kind: 'stale' | 'blocked' | 'ended'; readonly notice: TicketNotice };

/** The user's input: numbers as typed, and for a new order the choices by their wire names and the remark. */
export type TicketTexts = Readonly<Partial<Record<OrderField | PlacingChoice | 'remark', string>>>;

/** What the page of a ticket keeps over a reload of the window. */
export interface KeptTicket {
  /** The base URL of the order's service. */
  readonly service: string;
  /** Who filled in what was not sent; left out for the user. */
  readonly origin?: OrderOrigin;
  /** The order, and the input that was not sent. */
  readonly order: Readonly<Partial<Record<'accountId' | 'orderId' | 'symbol' | 'exchange' | 'qty' | 'price' | 'auxPrice', string>>>;
}

/** From the extension to the page. */
export interface ToTicketPage {
  readonly keep: KeptTicket;
  /** Why there is no ticket yet, and the label of an action that may help; empty if there is none. */
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
  /** The user wants to see the exact request. */
  readonly showRequest: null;
}

/** From the page to the extension. The page asks for a review; it can never send an order change. */
export interface ToTicketHost {
  readonly ready: null;
  /** The texts of all fields as shown. */
  readonly edit: TicketTexts;
  /** A field lost the focus: what the account can trade may be read now. */
  readonly leave: null;
  readonly review: TicketTexts;
  /** Fills in a part of what the account can trade, by its position. */
  readonly part: { readonly at: number; readonly texts: TicketTexts };
  readonly risk: TicketRiskTexts;
  /** Fills in the quantity that follows from the risk. */
  readonly size: TicketTexts;
  /** Opens the live order in a paper account, or goes back to it from there. */
  readonly rehearse: TicketTexts;
  /** Shows old and new values in the diff editor. */
  readonly diff: TicketTexts;
  /** One of the notice's actions, by its position. */
  readonly act: number;
  /** The user wants another order. */
  readonly chooseAnother: null;
  /** The same order in another account. */
  readonly chooseAccount: null;
  /** Asks whether to cancel the order that the form changes. */
  readonly cancelOrder: null;
  /** The user wants to see the limits of which one refuses the order. */
  readonly editLimits: null;
  /** Aborts the running operation, if possible. */
  readonly cancel: null;
  readonly close: null;
}

const fields: ReadonlySet<string> = new Set([
  'qty',
  'price',
  'aux_price',
  'side',
  'order_type',
  'time_in_force',
  'session',
  'lot_type',
  'remark',
]);
const longestText = 200;
const mostActions = 5;

function isTexts(body: unknown): body is TicketTexts {
  return isRecord(body) && Object.entries(body).every(([field, text]) => fields.has(field) && isText(text, longestText));
}

function isPosition(body: unknown): body is number {
  return Number.isInteger(body) && Number(body) >= 0 && Number(body) < mostActions;
}

function isRisk(body: unknown): body is TicketRiskTexts {
  if (!isRecord(body)) return false;
  const { stop, risk, unit } = body;
  return [stop, risk].every((text) => isText(text, longestText)) && (unit === 'percent' || unit === 'amount');
}

/** Shape checks of the page's messages: it shows external text and is not trusted. */
export const ticketHostGuards: Guards<ToTicketHost> = {
  ready: isNull,
  edit: isTexts,
  leave: isNull,
  review: isTexts,
  part: (body): body is ToTicketHost['part'] => isRecord(body) && isPosition(body['at']) && isTexts(body['texts']),
  risk: isRisk,
  size: isTexts,
  rehearse: isTexts,
  diff: isTexts,
  act: isPosition,
  chooseAnother: isNull,
  chooseAccount: isNull,
  cancelOrder: isNull,
  editLimits: isNull,
  cancel: isNull,
  close: isNull,
};
