import { showNumber } from '../../domain/values/amount';
import { sameNumber } from '../../domain/values/decimal';
import { maskWhen } from '../../domain/text/mask';
import { allowsZeroPrice, needsAuxPrice } from '../../domain/orders/orderRules';
import type { OrderRecord } from '../../service/records';
import { idText } from './orderText';
import { orderTypeWord, sideWord } from './wireWords';

/** `BUY 300 HK.00700 @ 562.5`; the order type instead of a price where it has none. */
export function orderLine(
  order: Pick<OrderRecord, 'side' | 'quantity' | 'code' | 'price' | 'auxPrice' | 'orderType'>,
  isPrivate = false,
): string {
  const mask = maskWhen(isPrivate);
  const hasNoPrice = allowsZeroPrice(order.orderType) && sameNumber(order.price, '0') !== false;
  const price = hasNoPrice ? orderTypeWord(order.orderType) : `@ ${mask(idText(showNumber(order.price)))}`;
  const trigger = needsAuxPrice(order.orderType) === true ? ` ⚑ ${mask(idText(showNumber(order.auxPrice)))}` : '';
  return `${sideWord(order.side)} ${mask(idText(showNumber(order.quantity)))} ${idText(order.code)} ${price}${trigger}`;
}
