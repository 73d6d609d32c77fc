import * as vscode from 'vscode';
import { showNumber } from '../../../domain/values/amount';
import { maskWhen } from '../../../domain/text/mask';
import type { Privacy } from '../../../domain/text/mask';
import { hasLimitPrice, needsAuxPrice } from '../../../domain/orders/orderRules';
import { marketPrefixes } from '../../../domain/market/markets';
import { canonicalCode, codeIn, marketOf } from '../../../domain/market/security';
import type { OrderRecord } from '../../../service/records';
import { nameWithin } from '../../../domain/text/columns';
import { idText } from '../../../domain/text/visibleText';
import { orderTypeWord, sideWord } from './wireWords';
import { withDigitsOf } from '../../../domain/security/tickPrice';
import { inOrder } from '../../../domain/text/leading';
import type { Leading } from '../../../domain/text/leading';

/** A longer name would leave no room for the status after it. */
const mostNameColumns = 16;

type Terms = Pick<OrderRecord, 'side' | 'quantity' | 'price' | 'auxPrice' | 'orderType'>;

/** What the market says of the prices of a security. */
export interface MarketDigits {
  readonly last: string;
  readonly tick: string;
}

/** What is known of the prices of a security, by its symbol. */
export type DigitsOf = (symbol: string) => MarketDigits | undefined;

/** The same from a quote; undefined without one. */
export function digitsOf(quote: { readonly lastPrice: string; readonly priceSpread: string } | undefined): MarketDigits | undefined {
  return quote && { last: quote.lastPrice, tick: quote.priceSpread };
}

/** The same from the quotes that are known. Paper accounts name a security without its market: then that of the only one with its code. */
export function digitsFrom(quoteOf: (symbol: string) => Parameters<typeof digitsOf>[0]): DigitsOf {
  return (symbol) => {
    const quote = quoteOf(canonicalCode(symbol));
    if (quote !== undefined || marketOf(symbol) !== undefined) return digitsOf(quote);
    const found = marketPrefixes.flatMap((market) => quoteOf(codeIn(market, symbol)) ?? []);
    return found.length === 1 ? digitsOf(found[0]) : undefined;
  };
}

/** The look of an order’s figures: with the digits of the security’s prices, if those are known. */
interface Look extends Privacy {
  readonly market?: MarketDigits | undefined;
}

/** `BUY 300 TENCENT @ 562.500`; the order type if there is no price, the symbol if there is no name. */
export function orderLine(order: Terms & Pick<OrderRecord, 'code' | 'name'>, look: Look): string {
  return line(order, idText(order.name.trim() === '' ? order.code : order.name), look);
}

/**
 * `BUY 300 @ 562.500 TENCENT` for rows of a narrow view, which cuts off the end: side, quantity, and price come first. An order without a limit
 * price has its trigger price there; what else its terms say is left to {@link furtherTerms}.
 */
export function shortOrderLine(
  order: Terms & Pick<OrderRecord, 'code' | 'name'>,
  { isPrivate, market, first = 'name' }: Look & { readonly first?: Leading | undefined },
): string {
  const look = { isPrivate, market };
  const terms = leadsWithTrigger(order) ? [...beginningOf(order, look), triggerText(order, look)] : termsOf(order, '', look);
  const name = idText(inOrder(first, { name: order.name.trim(), symbol: order.code })[0]);
  return [...terms, nameWithin(name, mostNameColumns)].join(' ');
}

/** Whether the first price of an order’s row is that of its trigger. */
function leadsWithTrigger(order: Terms): boolean {
  return !hasLimitPrice(order.orderType) && needsAuxPrice(order.orderType) === true;
}

/** The terms that a {@link shortOrderLine} leaves out: the type of an order that leads with its trigger price, or the trigger price; or none. */
export function furtherTerms(order: Terms, look: Look): string {
  return leadsWithTrigger(order) ? orderTypeWord(order.orderType) : triggerText(order, look);
}

/** `trigger 96.677`; empty for an order without a trigger price. */
function triggerText(order: Terms, look: Look): string {
  if (needsAuxPrice(order.orderType) !== true) return '';
  return vscode.l10n.t('trigger {0}', amount(order.auxPrice, look));
}

/** `BUY 300 @ 562.500`, for places that already show the security. */
export function orderTerms(order: Terms, look: Look): string {
  return line(order, '', look);
}

/** The same as parts of a narrow line: the trigger price is one of its own, if there is one. */
export function orderParts(order: Terms, look: Look): readonly string[] {
  return [termsOf(order, '', look).join(' '), triggerText(order, look)].filter((part) => part !== '');
}

function line(order: Terms, security: string, look: Look): string {
  const text = termsOf(order, security, look).join(' ');
  if (needsAuxPrice(order.orderType) !== true) return text;
  return vscode.l10n.t('{0}, trigger {1}', text, amount(order.auxPrice, look));
}

function termsOf(order: Terms, security: string, look: Look): readonly string[] {
  const limit = order.price.trim() === '' ? '' : `@ ${amount(order.price, look)}`;
  const price = hasLimitPrice(order.orderType) ? limit : orderTypeWord(order.orderType);
  return [...beginningOf(order, look), security, price].filter((part) => part !== '');
}

function beginningOf({ side, quantity }: Terms, { isPrivate }: Look): readonly string[] {
  return [sideWord(side), maskWhen(isPrivate)(idText(showNumber(quantity)))];
}

function amount(price: string, { isPrivate, market }: Look): string {
  return maskWhen(isPrivate)(priceText(price, market));
}

/** A price with the digits of the security’s own prices, if those are known. */
export function priceText(price: string, market: MarketDigits | undefined): string {
  return idText(showNumber(market === undefined ? price : withDigitsOf(price, market.tick, market.last)));
}
