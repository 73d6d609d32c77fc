import * as vscode from 'vscode';
import { showNumber } from '../../../domain/values/amount';
import { maskWhen } from '../../../domain/text/mask';
import type { Privacy } from '../../../domain/text/mask';
import { hasLimitPrice, needsAuxPrice } from '../../../domain/orders/orderRules';
import type { OrderRecord } from '../../../service/records';
import { columnsOf, nameWithin } from '../../../domain/text/columns';
import { idText } from '../../../domain/text/visibleText';
import { orderTypeWord, sideWord } from './wireWords';
import { inOrder } from '../../../domain/text/leading';
import type { Leading } from '../../../domain/text/leading';

/** A row of the Orders view has room for this in a side bar of 300 pixels. */
const [mostRowColumns, leastNameColumns] = [27, 6];

type Terms = Pick<OrderRecord, 'side' | 'quantity' | 'price' | 'auxPrice' | 'orderType'>;

/** `BUY 300 TENCENT @ 562.5`; the order type if there is no price, the symbol if there is no name. */
export function orderLine(order: Terms & Pick<OrderRecord, 'code' | 'name'>, privacy: Privacy): string {
  return line(order, idText(order.name.trim() === '' ? order.code : order.name), privacy);
}

/** The same for rows of a narrow view: the name is as short as the other terms need, and the trigger price is left to {@link triggerText}. */
export function shortOrderLine(
  order: Terms & Pick<OrderRecord, 'code' | 'name'>,
  { isPrivate, first = 'name' }: Privacy & { readonly first?: Leading | undefined },
): string {
  const line = (name: string): string => termsOf(order, name, isPrivate).join(' ');
  const name = idText(inOrder(first, { name: order.name.trim(), symbol: order.code })[0]);
  return line(nameWithin(name, Math.max(leastNameColumns, mostRowColumns - columnsOf(line('')) - 1)));
}

/** `trigger 96.677`; empty for an order without a trigger price. */
export function triggerText(order: Terms, { isPrivate }: Privacy): string {
  if (needsAuxPrice(order.orderType) !== true) return '';
  return vscode.l10n.t('trigger {0}', maskWhen(isPrivate)(idText(showNumber(order.auxPrice))));
}

/** `BUY 300 @ 562.5`, for places that already show the security. */
export function orderTerms(order: Terms, privacy: Privacy): string {
  return line(order, '', privacy);
}

/** The same as parts of a narrow line: the trigger price is one of its own, if there is one. */
export function orderParts(order: Terms, privacy: Privacy): readonly string[] {
  return [termsOf(order, '', privacy.isPrivate).join(' '), triggerText(order, privacy)].filter((part) => part !== '');
}

function line(order: Terms, security: string, { isPrivate }: Privacy): string {
  const text = termsOf(order, security, isPrivate).join(' ');
  if (needsAuxPrice(order.orderType) !== true) return text;
  return vscode.l10n.t('{0}, trigger {1}', text, maskWhen(isPrivate)(idText(showNumber(order.auxPrice))));
}

function termsOf(order: Terms, security: string, isPrivate: boolean): readonly string[] {
  const mask = maskWhen(isPrivate);
  const price = hasLimitPrice(order.orderType) ? `@ ${mask(idText(showNumber(order.price)))}` : orderTypeWord(order.orderType);
  return [sideWord(order.side), mask(idText(showNumber(order.quantity))), security, price].filter((part) => part !== '');
}
