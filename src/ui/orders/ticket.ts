import type { Account } from '../../app/session/accounts';
import type { ChangePreview } from '../../app/orders/modifyOrder';
import type { OrderDraft, OrderField } from '../../domain/orders/orderDraft';
import { deriveExchange } from '../../domain/orders/orderRules';
import type { OrderTraits } from '../../domain/orders/orderRules';
import type { OrderRecord } from '../../service/records';

/** The order that a row of the Orders view stands for. */
export class OrderSubject {
  constructor(
    readonly account: Account,
    readonly order: OrderRecord,
  ) {}
}

/** What a command may be called with, by people's keybindings and by other programs. All of it is optional and unchecked. */
export interface ModifyArguments {
  readonly accountId?: string;
  readonly orderId?: string;
  readonly exchange?: string;
  readonly qty?: string;
  readonly price?: string;
  readonly auxPrice?: string;
}

/** An order change while it is being entered. Replaced whole with every step. */
export interface Ticket {
  readonly accountId: string;
  readonly accountName: string;
  readonly orderId: string;
  /** The order as the service lists it; undefined where it does not. */
  readonly order: OrderRecord | undefined;
  /** Type and exchange as chosen by the user; undefined until asked. */
  readonly exchange: string | undefined;
  readonly orderType: string | undefined;
  /** Texts as typed; undefined until the step was passed. */
  readonly typed: Readonly<Partial<Record<OrderField, string>>>;
  /** What the user said yes to in the end. */
  readonly confirmed?: ChangePreview;
}

export const emptyTicket: Ticket = {
  accountId: '',
  accountName: '',
  orderId: '',
  order: undefined,
  exchange: undefined,
  orderType: undefined,
  typed: {},
};

/** A ticket for another order: nothing of the one before may stay. */
export function withOrder(ticket: Ticket, orderId: string, order: OrderRecord | undefined): Ticket {
  if (ticket.orderId === orderId && ticket.order === order) return ticket;
  return {
    ...ticket,
    orderId,
    order,
    exchange: order === undefined ? undefined : deriveExchange(order.code, order.securityType),
    orderType: order?.orderType,
    typed: {},
  };
}

export function traitsOf({ order, exchange, orderType }: Ticket): OrderTraits {
  return { exchange: exchange ?? '', orderType: orderType ?? '', securityType: order?.securityType ?? '', code: order?.code ?? '' };
}

/** Values in force; a service leaves a trigger price out or says zero where the type has none. */
export function currentOf({ order }: Ticket): OrderDraft['current'] {
  if (order === undefined) return {};
  return { qty: order.quantity, price: order.price, aux_price: order.auxPrice };
}

/** The text that a field starts from: what was typed before, else the exact text in force. */
export function startText(ticket: Ticket, field: OrderField): string {
  return ticket.typed[field] ?? currentOf(ticket)[field] ?? '';
}

export function draftOf(ticket: Ticket): OrderDraft {
  const { qty = '', price = '', aux_price: auxPrice } = ticket.typed;
  return {
    accountId: ticket.accountId,
    orderId: ticket.orderId,
    traits: traitsOf(ticket),
    current: currentOf(ticket),
    typed: { qty, price, aux_price: auxPrice },
  };
}

/** What a command was called with, as far as it has the right shape. */
export function readArguments(value: unknown): ModifyArguments {
  if (typeof value !== 'object' || value === null) return {};
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => argumentNames.has(entry[0]) && typeof entry[1] === 'string' && entry[1].trim() !== '',
  );
  return Object.fromEntries(entries.map(([name, text]) => [name, text.trim()]));
}

const argumentNames: ReadonlySet<string> = new Set(['accountId', 'orderId', 'exchange', 'qty', 'price', 'auxPrice']);
