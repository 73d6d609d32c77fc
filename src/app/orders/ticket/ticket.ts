import { canonicalCode } from '../../../domain/market/security';
import type { OrderDraft, OrderField } from '../../../domain/orders/orderDraft';
import { deriveExchange, needsAuxPrice } from '../../../domain/orders/orderRules';
import type { OrderOrigin } from '../../../domain/orders/orderOrigin';
import type { OrderTraits } from '../../../domain/orders/orderRules';
import type { MarketFacts } from '../../../domain/orders/orderWarnings';
import type { PlacingChoices } from '../../../domain/orders/placing/placement';
import { startValue } from '../../../domain/orders/placing/startValues';
import { sameNumber } from '../../../domain/values/decimal';
import type { OrderRecord } from '../../../service/records';
import type { Account } from '../../session/accounts/accounts';

/** The account of a row in the Orders view. */
export class AccountSubject {
  constructor(readonly account: Account) {}
}

/** The order of a row in the Orders view. */
export class OrderSubject {
  constructor(
    readonly account: Account,
    readonly order: OrderRecord,
    /** For a paper account: the integer under which it lists the order, and the security with its market, if they are known. */
    readonly paper?: { readonly market: number | undefined; readonly code: string | undefined },
  ) {}

  get symbol(): string {
    return canonicalCode(this.paper?.code ?? this.order.code);
  }
}

/** The command's argument, from keybindings and other programs. All of it is optional and unchecked. */
export interface ModifyArguments {
  readonly accountId?: string;
  readonly orderId?: string;
  /** Symbol of the page on which a price was picked: an open ticket for an order of this security takes it over. */
  readonly symbol?: string;
  readonly exchange?: string;
  readonly qty?: string;
  readonly price?: string;
  readonly auxPrice?: string;
  /** For example `FUTURES`, for an order that the service does not list. */
  readonly securityType?: string;
  /** `simulated` for a paper account, which may have the same number as a live one. */
  readonly accountKind?: string;
}

/** The parts of a new order that has no ID yet. */
export interface Placing {
  /** `{market}.{code}`. */
  readonly code: string;
  /** Empty if it is not known. */
  readonly name: string;
  /** In which the account’s position in the security is, according to the service; undefined if that is not known. */
  readonly currency?: string | undefined;
  readonly mark: string;
  /** A paper account's integer. */
  readonly market: number | undefined;
  readonly choices: PlacingChoices;
  /** The user's own text. */
  readonly remark: string;
  /** The prices that the form started with; undefined before there were any. */
  readonly start: MarketFacts | undefined;
  /** The most that the account can trade with this order, as last read; undefined if it is not known. */
  readonly most: string | undefined;
}

/** An order change, or a new order, while it is being entered. Replaced whole at every step. */
export interface Ticket {
  readonly accountId: string;
  readonly accountName: string;
  readonly isPaper: boolean;
  /** The integer under which a paper account lists its order; undefined for a live account, or if it is not known. */
  readonly market?: number | undefined;
  /** The security with its market, which orders of paper accounts leave out; undefined if the order has it, or it is not known. */
  readonly code?: string | undefined;
  readonly orderId: string;
  /** The order as the user sees it; undefined if the service does not list it. */
  readonly order: OrderRecord | undefined;
  /** Newest attempt on the order when the ticket was opened, by its root; null if there was none. */
  readonly latestRoot: string | null | undefined;
  /** Exchange, type and kind as chosen by the user; undefined until asked. */
  readonly exchange: string | undefined;
  readonly orderType: string | undefined;
  readonly securityType: string | undefined;
  /** Texts as typed; undefined until the step was passed. */
  readonly typed: Readonly<Partial<Record<OrderField, string>>>;
  /** Undefined for a change. */
  readonly placing?: Placing | undefined;
  /** Who filled it in; undefined for the user. It stays with the values, whatever becomes of the form. */
  readonly origin?: OrderOrigin | undefined;
  /** The live ticket that this ticket of a paper account or of the sandbox rehearses. */
  readonly rehearses?: Ticket | undefined;
}

export const emptyTicket: Ticket = {
  accountId: '',
  accountName: '',
  isPaper: false,
  orderId: '',
  order: undefined,
  latestRoot: undefined,
  exchange: undefined,
  orderType: undefined,
  securityType: undefined,
  typed: {},
};

/** A ticket for another order: nothing of the previous one may remain. */
export function withOrder(ticket: Ticket, orderId: string, order: OrderRecord | undefined): Ticket {
  if (ticket.orderId === orderId && ticket.order === order) return ticket;
  return {
    ...ticket,
    orderId,
    order,
    latestRoot: undefined,
    code: ticket.orderId === '' ? ticket.code : undefined,
    ...(ticket.isPaper ? paperTraits : liveTraits(order)),
    orderType: order?.orderType,
    typed: {},
  };
}

/** A ticket for an order of a list, regardless of its previous account. */
export function withSubject(ticket: Ticket, { account, order, paper }: OrderSubject): Ticket {
  return withOrder({ ...inAccount(ticket, account), market: paper?.market, code: paper?.code }, order.orderId, order);
}

/** A ticket for another account: nothing of an order of the previous one may remain. */
export function inAccount(ticket: Ticket, { id, name, kind }: Pick<Account, 'id' | 'name' | 'kind'>): Ticket {
  const isPaper = kind === 'simulated';
  if (id === ticket.accountId && isPaper === ticket.isPaper) return ticket;
  return withOrder({ ...ticket, accountId: id, accountName: name, isPaper, market: undefined, code: undefined }, '', undefined);
}

/** Calls for orders of a paper account name no exchange, and the account trades shares. */
const paperTraits = { exchange: '', securityType: 'STOCK' } as const;

function liveTraits(order: OrderRecord | undefined): Pick<Ticket, 'exchange' | 'securityType'> {
  return {
    exchange: order === undefined ? undefined : deriveExchange(order.code, order.securityType),
    securityType: order === undefined || order.securityType === '' ? undefined : order.securityType,
  };
}

/**
 * The ticket for the order's current state. What the user typed stays; untouched fields follow the order.
 *
 * @param latestRoot - Newest attempt on the order that the user has been informed of.
 */
export function withNewValues(ticket: Ticket, order: OrderRecord, latestRoot: string | null): Ticket {
  // Decimals and order value depend on the order, which may not have been known when the ticket was opened.
  const securityType = order.securityType === '' ? ticket.securityType : order.securityType;
  const now = { ...ticket, order, latestRoot, orderType: order.orderType, securityType };
  return { ...now, typed: ownTexts(ticket) };
}

/** The typed texts, without fields that still have the order's values. */
export function ownTexts(ticket: Ticket): Ticket['typed'] {
  const current: Readonly<Partial<Record<string, string>>> = currentOf(ticket);
  const isOwn = (text: string, value: string | undefined): boolean => value === undefined || sameNumber(text, value) !== true;
  return Object.fromEntries(Object.entries(ticket.typed).filter(([field, text]) => isOwn(text, current[field])));
}

/** The ticket's security; empty if it is not known. */
export function codeOf({ code, order, placing }: Pick<Ticket, 'code' | 'order' | 'placing'>): string {
  return code ?? order?.code ?? placing?.code ?? '';
}

export function traitsOf(ticket: Ticket): OrderTraits {
  const { exchange = '', orderType = '', securityType = '' } = ticket;
  return { exchange, orderType, securityType, code: codeOf(ticket) };
}

/** Current values; a service omits the trigger price or returns zero if the type has none. */
export function currentOf({ order }: Ticket): OrderDraft['current'] {
  if (order === undefined) return {};
  return { qty: order.quantity, price: order.price, aux_price: order.auxPrice };
}

/** A field's initial text: what was typed before, otherwise the exact current value or a new order's default. */
export function startText(ticket: Ticket, field: OrderField): string {
  const { typed, placing } = ticket;
  const first = placing?.start === undefined ? '' : startValue(field, placing.choices.side, placing.start);
  return typed[field] ?? currentOf(ticket)[field] ?? first;
}

export function draftOf(ticket: Ticket): OrderDraft {
  const { qty = startText(ticket, 'qty'), price = startText(ticket, 'price'), aux_price: auxPrice = ownTrigger(ticket) } = ticket.typed;
  return {
    accountId: ticket.accountId,
    orderId: ticket.orderId,
    isPaper: ticket.isPaper,
    traits: traitsOf(ticket),
    current: currentOf(ticket),
    typed: { qty, price, aux_price: auxPrice },
  };
}

/** A trigger price is included only if the type needs one or the user typed one. */
function ownTrigger(ticket: Ticket): string | undefined {
  return needsAuxPrice(traitsOf(ticket).orderType) === true ? startText(ticket, 'aux_price') : undefined;
}

/** The arguments of a command, as far as they have the right shape. */
export function readArguments(value: unknown): ModifyArguments {
  if (typeof value !== 'object' || value === null) return {};
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => argumentNames.has(entry[0]) && typeof entry[1] === 'string' && entry[1].trim() !== '',
  );
  return Object.fromEntries(entries.map(([name, text]) => [name, text.trim()]));
}

/** The field texts from the arguments. */
export function typedOf({ qty, price, auxPrice }: ModifyArguments): Ticket['typed'] {
  return {
    ...(qty === undefined ? {} : { qty }),
    ...(price === undefined ? {} : { price }),
    ...(auxPrice === undefined ? {} : { aux_price: auxPrice }),
  };
}

const argumentNames: ReadonlySet<string> = new Set([
  'accountId',
  'orderId',
  'symbol',
  'exchange',
  'qty',
  'price',
  'auxPrice',
  'securityType',
  'accountKind',
]);
