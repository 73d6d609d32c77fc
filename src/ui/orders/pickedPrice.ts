import * as vscode from 'vscode';
import type { OrdersState } from '../../app/orders/lists/ordersBook';
import type { ModifyArguments, Ticket } from '../../app/orders/ticket/ticket';
import type { OrderField } from '../../domain/orders/orderDraft';
import { deriveExchange, hasEnded, hasLimitPrice, isAShare } from '../../domain/orders/orderRules';
import { isSameSecurity } from '../../domain/market/security';
import { masked } from '../../domain/text/mask';
import { idText } from '../../domain/text/visibleText';
import { seen } from '../../service/lists/list';
import type { OrderRecord } from '../../service/records';
import { chooseOne } from '../platform/say/ask';
import { sayInfo } from '../platform/say/messages';
import { orderLine } from '../platform/words/orderLine';
import type { DigitsOf } from '../platform/words/orderLine';
import { statusWord } from '../platform/words/wireWords';

/** A price that was picked on the page of a security: for one of its orders, or for any of them. */
export interface PickedPrice extends ModifyArguments {
  readonly symbol: string;
}

export function isPicked(given: ModifyArguments): given is PickedPrice {
  return given.symbol !== undefined;
}

/** What a picked price fills into a ticket; undefined if it is not meant for the ticket's order. */
export function pickedTexts(
  { accountId, isPaper, orderId, order, orderType, placing }: Ticket,
  picked: PickedPrice,
): Readonly<Partial<Record<OrderField, string>>> | undefined {
  if (placing !== undefined) {
    const isMine = picked.orderId === undefined && isSameSecurity(placing.code, picked.symbol);
    const { price, auxPrice } = isMine ? placed(picked.price, orderType ?? '') : {};
    return price !== undefined ? { price } : auxPrice !== undefined ? { aux_price: auxPrice } : undefined;
  }
  if (order === undefined || !isSameSecurity(order.code, picked.symbol)) return undefined;
  const isHere = picked.accountId === accountId && (picked.accountKind === 'simulated') === isPaper;
  if (picked.orderId !== undefined && !(isHere && picked.orderId === orderId)) return undefined;
  const { price, auxPrice } = picked.orderId === undefined ? placed(picked.price, orderType ?? '') : picked;
  const texts = { ...(price === undefined ? {} : { price }), ...(auxPrice === undefined ? {} : { aux_price: auxPrice }) };
  return Object.keys(texts).length === 0 ? undefined : texts;
}

/**
 * The order that a price is for, with the price in the field that the order has for it: the only open order of the security, or the one
 * that the user chooses.
 *
 * @returns undefined if there is none, which was reported to the user, or if the user dismissed the choice.
 */
export async function orderFor(
  picked: PickedPrice,
  { accounts }: OrdersState,
  isPrivate: boolean,
  digits: DigitsOf = () => undefined,
): Promise<ModifyArguments | undefined> {
  if (picked.orderId !== undefined) return picked;
  const items = (accounts ?? []).flatMap(({ account, list }) =>
    (list === undefined ? [] : seen(list).items)
      .filter((order) => isFor(order, picked.symbol))
      .map((order) => ({
        label: orderLine(order, { isPrivate, market: digits(picked.symbol) }),
        description: [statusWord(order.status), isPrivate ? masked : idText(account.name)].join(' · '),
        account,
        order,
      })),
  );
  if (items.length === 0) void sayInfo(vscode.l10n.t('You have no open order in {0} that can be modified.', idText(picked.symbol)));
  const [only] = items;
  const title = vscode.l10n.t('Modify Which Order?');
  const chosen = items.length < 2 ? only : await chooseOne(items, { title, matchOnDescription: true });
  if (chosen === undefined) return undefined;
  const { account, order } = chosen;
  return { accountId: account.id, orderId: order.orderId, ...placed(picked.price, order.orderType) };
}

/** An order without a limit price may have a trigger price. */
function placed(price: string | undefined, orderType: string): Pick<ModifyArguments, 'price' | 'auxPrice'> {
  return price === undefined ? {} : hasLimitPrice(orderType) ? { price } : { auxPrice: price };
}

function isFor({ code, status, securityType }: OrderRecord, symbol: string): boolean {
  return isSameSecurity(code, symbol) && !hasEnded(status) && !isAShare({ code, exchange: deriveExchange(code, securityType) ?? '' });
}
