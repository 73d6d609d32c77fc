import { startText } from './ticket';
import type { Ticket } from './ticket';
import { placementFields } from '../../../domain/orders/placing/placement';
import type { Account } from '../../session/accounts/accounts';
import { placingTicket } from './placingTicket';
import type { PlaceArguments } from './placingTicket';

/** The same new order in a paper account or in the sandbox, with the choices that are not available there. */
export interface Rehearsal {
  readonly ticket: Ticket;
  /** Choices of the live order that the account doesn’t offer; the order is rehearsed without them. */
  readonly without: readonly ('time_in_force' | 'lot_type')[];
}

/**
 * A live ticket, word for word, as a new order of a paper account or of a sandbox account. The live ticket does not change. Everything sent for
 * a ticket depends on its account and its desk's service, so nothing of this one can reach the live account.
 *
 * @param market - The paper account’s integer; undefined for an account of the sandbox.
 * @returns The choice that the account doesn’t offer and that would change the order's meaning.
 */
export function rehearsalOf(
  live: Ticket,
  account: Account,
  market: number | undefined,
): Rehearsal | { readonly unfit: 'order_type' | 'session' } {
  const { placing } = live;
  if (placing === undefined) return { unfit: 'order_type' };
  const { choices, code, remark } = placing;
  const texts = Object.fromEntries(placementFields(choices.order_type).map((field) => [field, startText(live, field)]));
  const given: PlaceArguments = {
    side: choices.side,
    orderType: choices.order_type,
    session: choices.session,
    timeInForce: choices.time_in_force,
    lotType: choices.lot_type,
    remark,
    ...(texts['qty'] === undefined ? {} : { qty: texts['qty'] }),
    ...(texts['price'] === undefined ? {} : { price: texts['price'] }),
    ...(texts['aux_price'] === undefined ? {} : { auxPrice: texts['aux_price'] }),
  };
  const ticket = placingTicket(account, market, code, given);
  const kept = ticket.placing?.choices;
  if (ticket.orderType !== choices.order_type) return { unfit: 'order_type' };
  if (kept?.session !== choices.session) return { unfit: 'session' };
  const without = (['time_in_force', 'lot_type'] as const).filter((name) => choices[name] !== '' && kept[name] === '');
  return { ticket: { ...ticket, rehearses: live }, without };
}
