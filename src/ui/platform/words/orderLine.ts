import * as vscode from 'vscode';
import { showNumber } from '../../../domain/values/amount';
import { maskWhen } from '../../../domain/text/mask';
import type { Privacy } from '../../../domain/text/mask';
import { hasLimitPrice, needsAuxPrice } from '../../../domain/orders/orderRules';
import type { OrderRecord } from '../../../service/records';
import { idText } from '../../../domain/text/visibleText';
import { orderTypeWord, sideWord } from './wireWords';

type Terms = Pick<OrderRecord, 'side' | 'quantity' | 'price' | 'auxPrice' | 'orderType'>;

/** `BUY 300 TENCENT @ 562.5`; the order type if there is no price, the symbol if there is no name. */
export function orderLine(order: Terms & Pick<OrderRecord, 'code' | 'name'>, privacy: Privacy): string {
  return line(order, idText(order.name.trim() === '' ? order.code : order.name), privacy);
}

/** `BUY 300 @ 562.5`, for places that already show the security. */
export function orderTerms(order: Terms, privacy: Privacy): string {
  return line(order, '', privacy);
}

function line(order: Terms, security: string, { isPrivate }: Privacy): string {
  const mask = maskWhen(isPrivate);
  const price = hasLimitPrice(order.orderType) ? `@ ${mask(idText(showNumber(order.price)))}` : orderTypeWord(order.orderType);
  const text = [sideWord(order.side), mask(idText(showNumber(order.quantity))), security, price].filter((part) => part !== '').join(' ');
  return needsAuxPrice(order.orderType) === true ? vscode.l10n.t('{0}, trigger {1}', text, mask(idText(showNumber(order.auxPrice)))) : text;
}
