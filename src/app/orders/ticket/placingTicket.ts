import { checkPlacement, choicesFor, placementFields } from '../../../domain/orders/placing/placement';
import type { PlacementCheck, PlacingChoice, PlacingChoices } from '../../../domain/orders/placing/placement';
import { isShare } from '../../../domain/market/security';
import { deriveExchange } from '../../../domain/orders/orderRules';
import type { OrderFacts } from '../../../domain/orders/orderAttempts';
import type { MarketFacts } from '../../../domain/orders/orderWarnings';
import type { Account } from '../../session/accounts/accounts';
import { startValue } from '../../../domain/orders/placing/startValues';
import { emptyTicket, startText } from './ticket';
import type { Placing, Ticket } from './ticket';
import { randomBytes } from 'node:crypto';
import { markBytes, markOf } from '../../../domain/orders/placing/mark';

/** The command's argument, from menus, keybindings, and other programs. All of it is optional and unchecked. */
export interface PlaceArguments {
  readonly accountId?: string;
  /** `live` or `simulated`; a paper account may have the same number as a live one. */
  readonly accountKind?: string;
  readonly symbol?: string;
  readonly side?: string;
  readonly orderType?: string;
  readonly timeInForce?: string;
  readonly session?: string;
  readonly lotType?: string;
  readonly qty?: string;
  readonly price?: string;
  readonly auxPrice?: string;
  readonly remark?: string;
}

const argumentNames: readonly (keyof PlaceArguments)[] = [
  'accountId',
  'accountKind',
  'symbol',
  'side',
  'orderType',
  'timeInForce',
  'session',
  'lotType',
  'qty',
  'price',
  'auxPrice',
  'remark',
];

/** The arguments of a command, as far as they have the right shape. */
export function readPlaceArguments(value: unknown): PlaceArguments {
  if (typeof value !== 'object' || value === null) return {};
  const given = new Map<string, unknown>(Object.entries(value));
  return Object.fromEntries(
    argumentNames.flatMap((name) => {
      const text = given.get(name);
      return typeof text === 'string' && text.trim() !== '' ? [[name, text.trim()]] : [];
    }),
  );
}

/** True for a price picked for a security; with any other argument, a separate order is wanted. */
export function isPickedPrice(given: PlaceArguments): given is PlaceArguments & { readonly price: string } {
  return given.price !== undefined && Object.keys(given).every((name) => name === 'symbol' || name === 'price');
}

/** A new order to be entered, with the given values. */
export function placingTicket(account: Account, market: number | undefined, code: string, given: PlaceArguments): Ticket {
  const isPaper = account.kind === 'simulated';
  const { qty, price, auxPrice } = given;
  const asked: PlacingChoices = {
    side: given.side?.toUpperCase() ?? '',
    order_type: given.orderType?.toUpperCase() ?? '',
    time_in_force: given.timeInForce?.toUpperCase() ?? '',
    session: given.session ?? '',
    lot_type: given.lotType?.toUpperCase() ?? '',
  };
  const ticket: Ticket = {
    ...emptyTicket,
    accountId: account.id,
    accountName: account.name,
    isPaper,
    exchange: deriveExchange(code, 'STOCK') ?? '',
    // The type of a security isn't known before its order. Prices of futures have up to nine decimals, and nothing may be cut off.
    securityType: isShare(code, 'unknown') ? 'STOCK' : 'FUTURES',
    typed: {
      ...(qty === undefined ? {} : { qty }),
      ...(price === undefined ? {} : { price }),
      ...(auxPrice === undefined ? {} : { aux_price: auxPrice }),
    },
  };
  return withChoices(
    ticket,
    { code, name: '', mark: newMark(), market, choices: asked, remark: given.remark ?? '', start: undefined, most: undefined },
    asked,
  );
}

/** The arguments for another order of the same security in the same account. */
export function anotherOrder(
  { accountId, isPaper }: Pick<Ticket, 'accountId' | 'isPaper'>,
  { code }: Pick<Placing, 'code'>,
): PlaceArguments {
  return { accountId, accountKind: isPaper ? 'simulated' : 'live', symbol: code };
}

/** The arguments for the same order in an account that the user chooses: what the user typed stays, what somebody else filled in does not. */
export function inOtherAccount(
  { typed, origin }: Pick<Ticket, 'typed' | 'origin'>,
  { code, choices }: Pick<Placing, 'code' | 'choices'>,
): PlaceArguments {
  const { qty, price, aux_price: auxPrice } = origin === undefined || origin.kind === 'user' ? typed : {};
  return {
    ...{ symbol: code, side: choices.side },
    ...(qty === undefined ? {} : { qty }),
    ...(price === undefined ? {} : { price }),
    ...(auxPrice === undefined ? {} : { auxPrice }),
  };
}

/** The requested side or type that the ticket does not have, because it is unknown or does not apply. */
export function unfitArgument({ orderType, placing }: Ticket, { side, orderType: type }: PlaceArguments): string | undefined {
  if (side !== undefined && side.toUpperCase() !== placing?.choices.side) return side;
  return type !== undefined && type.toUpperCase() !== orderType ? type : undefined;
}

/** The same order with other choices; a choice that does not apply becomes the first one that does. */
function withChoices(ticket: Ticket, placing: Placing, asked: PlacingChoices): Ticket {
  const types = choicesFor(placing.code, ticket, '').order_type;
  const type = types.includes(asked.order_type) ? asked.order_type : (types[0] ?? '');
  const known = choicesFor(placing.code, ticket, type);
  const names: readonly PlacingChoice[] = ['side', 'time_in_force', 'session', 'lot_type'];
  const choices = names.reduce<PlacingChoices>(
    (all, name) => ({ ...all, [name]: known[name].includes(asked[name]) ? asked[name] : (known[name][0] ?? '') }),
    { ...asked, order_type: type },
  );
  return { ...ticket, orderType: type, placing: { ...placing, choices } };
}

/** Applies what the page sent. A number that still has the form's initial value does not count as typed. */
export function placingTyped(ticket: Ticket, placing: Placing, texts: Readonly<Partial<Record<string, string>>>): Ticket {
  const { choices } = placing;
  const choice = (name: PlacingChoice): string => texts[name] ?? choices[name];
  const asked: PlacingChoices = {
    side: choice('side'),
    order_type: choice('order_type'),
    time_in_force: choice('time_in_force'),
    session: choice('session'),
    lot_type: choice('lot_type'),
  };
  const own = placementFields(choices.order_type).flatMap((field) => {
    const text = texts[field];
    const isStart = ticket.typed[field] === undefined && text === startText(ticket, field);
    return text === undefined || isStart ? [] : [[field, text] as const];
  });
  const typed = { ...ticket.typed, ...Object.fromEntries(own) };
  return withChoices({ ...ticket, typed }, { ...placing, remark: texts['remark'] ?? placing.remark }, asked);
}

/**
 * The first prices, or the first figures if there are no prices yet, fill the empty fields and name the security; later ones do not change the fields while the user edits.
 *
 * @param name - The security's name beside these prices; empty if the service does not give it.
 */
export function placingStarted(ticket: Ticket, market: MarketFacts, isRecent: boolean, name = ''): Ticket {
  const { placing } = ticket;
  if (placing === undefined || !isRecent) return ticket;
  const hasPrice = (facts: MarketFacts): boolean => startValue('price', placing.choices.side, facts) !== '';
  if (placing.start !== undefined && (hasPrice(placing.start) || !hasPrice(market))) return ticket;
  return { ...ticket, placing: { ...placing, name: placing.name === '' ? name : placing.name, start: market } };
}

/** The same order with a new mark, after the first one was used. */
export function renewed(ticket: Ticket): Ticket {
  return ticket.placing === undefined ? ticket : { ...ticket, placing: { ...ticket.placing, mark: newMark() } };
}

export function checkPlacing(ticket: Ticket, { code, market, choices, remark, mark }: Placing): PlacementCheck {
  const { accountId, isPaper, securityType = '' } = ticket;
  const typed = { qty: startText(ticket, 'qty'), price: startText(ticket, 'price'), aux_price: startText(ticket, 'aux_price') };
  return checkPlacement({ accountId, isPaper, market, code, securityType, choices, typed, remark, mark });
}

export function factsOfPlacing({ code, name, choices }: Placing): OrderFacts {
  return { code, name, side: choices.side, orderType: choices.order_type, status: '', filled: '', lastError: '' };
}

/** A mark that no other order has. */
function newMark(): string {
  return markOf(randomBytes(markBytes));
}
