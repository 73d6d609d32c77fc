import * as vscode from 'vscode';
import { showNumber } from '../../../domain/values/amount';
import { maskWhen } from '../../../domain/text/mask';
import type { Privacy } from '../../../domain/text/mask';
import { hasLimitPrice, needsAuxPrice } from '../../../domain/orders/orderRules';
import { marketPrefixes } from '../../../domain/market/markets';
import { canonicalCode, codeIn, marketOf } from '../../../domain/market/security';
import type { OrderRecord } from '../../../service/records';
import { nameWithin } from '../../../domain/text/columns';
import { emsOf, nameWithinEms } from '../../../domain/text/ems';
import { idText } from '../../../domain/text/visibleText';
import { orderTypeWord, sideLetters, sideWord } from './wireWords';
import { rowRoom } from '../trees/rowRoom';
import { withDigitsOf } from '../../../domain/security/tickPrice';
import { inOrder } from '../../../domain/text/leading';
import type { Leading } from '../../../domain/text/leading';

/** A longer symbol, such as that of an option, is cut off. */
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

/** Below this, the words of sides would leave no room for a name. */
const enoughForWords = 14;
/** The level of an order in the tree. */
const depth = 2;

/** The texts of an order's row. */
export interface OrderRowTexts {
  /** `BUY 300 TENCENT`: as much of the name as has room beside the prices. */
  readonly label: string;
  /** `562.500`, or `27.95 if 27.391`; what stands there for an order without a price. */
  readonly prices: string;
  /** The type of an order, unless it is an ordinary one or stands in the place of its prices. */
  readonly type: string;
  /** The name, if the label has only its beginning, or nothing of it. */
  readonly rest: string;
  readonly isNamed: boolean;
}

/**
 * The row of an order: side, quantity, and prices are whole in every side bar, because a price that is cut off is another one; of the name,
 * there is what has room. Where there is little, the side is a letter, and prices have only the digits of the order.
 */
export function orderRowTexts(
  order: Terms & Pick<OrderRecord, 'code' | 'name'>,
  { isPrivate, market, first = 'name' }: Look & { readonly first?: Leading | undefined },
): OrderRowTexts {
  const isNarrow = rowRoom.ems(depth) < enoughForWords;
  const name = idText(inOrder(first, { name: order.name.trim(), symbol: order.code })[0]);
  const isSymbol = name === idText(order.code);
  const digits = [...new Set([rowPrices(order, { isPrivate, market }), rowPrices(order, { isPrivate })])];
  const sides = [...(isNarrow ? [] : [sideWord(order.side)]), sideLetters(order.side)];
  const forms = sides.flatMap((side) => {
    const terms = [side, quantityText(order, { isPrivate })].filter((part) => part !== '').join(' ');
    return digits.map((prices) => {
      const room = rowRoom.before(depth, emsOf(prices)) - emsOf(`${terms} `);
      return { terms, prices, short: isSymbol ? symbolWithin(name, room) : nameWithinEms(name, room) };
    });
  });
  const last = forms.at(-1) ?? { terms: '', prices: '', short: '' };
  const { terms, prices, short } = forms.find((form) => form.short !== '') ?? last;
  const { orderType } = order;
  const isInPrices = orderType === 'LIMIT' || prices === orderTypeWord(orderType);
  return {
    label: short === '' ? terms : `${terms} ${short}`,
    prices,
    type: isInPrices ? '' : orderTypeWord(orderType),
    rest: short === name || isSymbol ? '' : name,
    isNamed: short !== '',
  };
}

/** The beginning of a symbol could be that of another one: it is whole, or without its market, which the account’s other rows tell. */
function symbolWithin(symbol: string, most: number): string {
  const forms = [nameWithin(symbol, mostNameColumns), symbol.slice(symbol.indexOf('.') + 1)];
  return forms.find((form) => emsOf(form) <= most) ?? '';
}

/** `562.500`, `27.95 if 27.391`, `if 96.677`, or the type of an order without a price. */
function rowPrices(order: Terms, look: Look): string {
  const limit = hasLimitPrice(order.orderType) && order.price.trim() !== '' ? amount(order.price, look) : '';
  const trigger = needsAuxPrice(order.orderType) === true ? briefTriggerText(order, look) : '';
  const prices = [limit, trigger].filter((part) => part !== '').join(' ');
  return prices === '' ? orderTypeWord(order.orderType) : prices;
}

function briefTriggerText(order: Terms, look: Look): string {
  return vscode.l10n.t({
    message: 'if {0}',
    args: [amount(order.auxPrice, look)],
    comment: ['{0} is the price that triggers an order. As short as possible: in a narrow list, as in “SELL 2,500 MTR 27.95 if 27.391”.'],
  });
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

function beginningOf(order: Terms, look: Look): readonly string[] {
  return [sideWord(order.side), quantityText(order, look)];
}

function quantityText({ quantity }: Terms, { isPrivate }: Look): string {
  return maskWhen(isPrivate)(idText(showNumber(quantity)));
}

function amount(price: string, { isPrivate, market }: Look): string {
  return maskWhen(isPrivate)(priceText(price, market));
}

/** A price with the digits of the security’s own prices, if those are known. */
export function priceText(price: string, market: MarketDigits | undefined): string {
  return idText(showNumber(market === undefined ? price : withDigitsOf(price, market.tick, market.last)));
}
