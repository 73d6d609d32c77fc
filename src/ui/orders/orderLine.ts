import * as vscode from 'vscode';
import { showNumber } from '../../domain/values/amount';
import { maskWhen } from '../../domain/text/mask';
import { hasLimitPrice, needsAuxPrice } from '../../domain/orders/orderRules';
import type { OrderRecord } from '../../service/records';
import { idText } from '../../domain/text/visibleText';
import { orderTypeWord, sideWord } from './ticket/wireWords';

/** `BUY 300 TENCENT @ 562.5`; the order type instead of a price where it has none, the symbol where there is no name. */
export function orderLine(
  order: Pick<OrderRecord, 'side' | 'quantity' | 'code' | 'name' | 'price' | 'auxPrice' | 'orderType'>,
  isPrivate: boolean,
): string {
  const mask = maskWhen(isPrivate);
  const security = idText(order.name.trim() === '' ? order.code : order.name);
  const price = hasLimitPrice(order.orderType) ? `@ ${mask(idText(showNumber(order.price)))}` : orderTypeWord(order.orderType);
  const line = `${sideWord(order.side)} ${mask(idText(showNumber(order.quantity)))} ${security} ${price}`;
  return needsAuxPrice(order.orderType) === true ? vscode.l10n.t('{0}, trigger {1}', line, mask(idText(showNumber(order.auxPrice)))) : line;
}
