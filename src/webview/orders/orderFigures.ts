import * as l10n from '@vscode/l10n';
import { canonicalCode, currencyOf, kindOf, statedCurrency } from '../../domain/market/security';
import { awaitedPrice, priceDistance } from '../../domain/orders/orderDistance';
import type { PriceDistance } from '../../domain/orders/orderDistance';
import { contractSize } from '../../domain/orders/limits/orderEstimate';
import { hasEnded, hasLimitPrice, withoutZero } from '../../domain/orders/orderRules';
import { withDigitsOf } from '../../domain/security/tickPrice';
import { visibleText } from '../../domain/text/visibleText';
import { absolute, parseAmount, showNumber, showSignedMoney, showSignedPercent } from '../../domain/values/amount';
import type { Amount } from '../../domain/values/amount';
import type { FillRow, OrderPrice, OrderRow } from '../../panel/orders/ordersPageProtocol';
import { listText } from '../shared/texts/listText';

/** There is a price, but nothing may be calculated from it. */
const noValue = '–';

/** Under which prices know the security of an order. */
export function symbolOf({ code }: Pick<OrderRow, 'code'>): string {
  return canonicalCode(code);
}

/** `−1.00%`: how far the order's price is above the last one; empty without one of the two. */
export function distanceText(row: OrderRow, price: OrderPrice | undefined): string {
  const distance = distanceOf(row, price);
  if (distance !== undefined) return showSignedPercent(distance.percent);
  return price?.isExpired === true && price.last !== '' && awaitedPrice(row) !== undefined ? noValue : '';
}

/** {@link distanceText} with the same as a price, what it was calculated from, and how old that is. */
export function distanceNote(row: OrderRow, price: OrderPrice | undefined): string {
  const awaited = awaitedPrice(row);
  const text = distanceText(row, price);
  if (price === undefined || awaited === undefined || text === '') return text;
  const distance = distanceOf(row, price);
  const named = (name: string, figure: string): string => l10n.t('{0}: {1}', name, showNumber(figure));
  return listText([
    distance === undefined ? text : `${text} (${showSignedMoney(distance.change)})`,
    named(awaited.kind === 'trigger' ? l10n.t('Trigger price') : l10n.t('Limit price'), awaited.price),
    named(l10n.t('Last price'), price.last),
    price.note,
  ]);
}

/** The last price, and how old it is. */
export function lastNote(price: OrderPrice | undefined): string {
  return price === undefined || price.last === '' ? '' : listText([showNumber(price.last), price.note]);
}

/** The nearest order is the smallest. */
export function distanceKey(row: OrderRow, price: OrderPrice | undefined): Amount | undefined {
  const distance = distanceOf(row, price);
  return distance === undefined ? undefined : absolute(distance.percent);
}

function distanceOf(row: OrderRow, price: OrderPrice | undefined): PriceDistance | undefined {
  const awaited = awaitedPrice(row);
  return price === undefined || price.isExpired || awaited === undefined ? undefined : priceDistance(awaited.price, price.last);
}

/** `168,750 HKD`; `≈` stands before the value of an order without a limit price, and a dash for that of a contract of unknown size. */
export function valueText(row: OrderRow, price?: OrderPrice): string {
  const value = orderValue(row, price);
  if (value === undefined) return valueNote(row, price) === undefined ? '' : noValue;
  const currency = currencyOf({ code: symbolOf(row), currency: row.currency.trim() === '' ? undefined : row.currency }) ?? '';
  const text = moneyText(value.amount, currency);
  return value.isAbout ? `≈ ${text}` : text;
}

/** Why an order with a price has no value; undefined if it has one, or no price. */
export function valueNote(row: OrderRow, price?: OrderPrice): string | undefined {
  if (sizeOf(row, price) !== undefined || awaitedPrice(row) === undefined) return undefined;
  return kindOf(row.securityType) === 'multiLeg'
    ? l10n.t('Value unknown: the price of several legs together isn’t that of one security')
    : l10n.t('Value unknown: neither the order nor the quote states the contract’s multiplier');
}

/** The shares of one unit of its quantity; undefined if they aren't known. */
function sizeOf(row: OrderRow, price: OrderPrice | undefined): string | undefined {
  return contractSize({ code: symbolOf(row), securityType: row.securityType }, price ?? {});
}

/**
 * Quantity times price times contract size; undefined without a price, and where the size is not known.
 *
 * @param last - Of the security, at which an open order without a price of its own is estimated.
 */
export function orderValue(row: OrderRow, last?: OrderPrice): { readonly amount: string; readonly isAbout: boolean } | undefined {
  const size = sizeOf(row, last);
  if (size === undefined) return undefined;
  const isLimited = hasLimitPrice(row.orderType);
  const price = isLimited ? withoutZero(row.price) : (awaitedPrice(row)?.price ?? lastPrice(row, last));
  const amount = productText(productText(row.quantity, price), size);
  return amount === '' ? undefined : { amount, isAbout: !isLimited };
}

/** `42,820 HKD`, and a dash for the fill of a contract of unknown size; empty without figures. */
export function fillValueText(row: FillRow, price?: OrderPrice): string {
  const value = fillProduct(row, price);
  if (value === '') return '';
  return value === undefined ? noValue : moneyText(value, statedCurrency(row.code, [row.currency]) ?? '');
}

/** Why the fill of a contract has no value. */
export function fillValueNote(row: FillRow, price?: OrderPrice): string {
  const text = fillValueText(row, price);
  return text === noValue ? l10n.t('Value unknown: neither the list of fills nor the quote states the contract’s multiplier') : text;
}

/** What fills are sorted by; undefined without a value. */
export function fillValue(row: FillRow, price?: OrderPrice): Amount | undefined {
  return parseAmount(fillProduct(row, price) ?? '');
}

/** Quantity times price times contract size; undefined if that size is not known, which only the quote tells. Empty without figures. */
function fillProduct(row: FillRow, price: OrderPrice | undefined): string | undefined {
  const value = productText(row.price, row.quantity);
  const size = contractSize({ code: symbolOf(row), securityType: '' }, price ?? {});
  return value === '' ? '' : size === undefined ? undefined : productText(value, size);
}

function lastPrice({ status }: OrderRow, price: OrderPrice | undefined): string {
  return price === undefined || price.isExpired || hasEnded(status) ? '' : price.last;
}

/** Currencies without a smaller unit. */
const whole: ReadonlySet<string> = new Set(['JPY', 'KRW']);

/** Amounts below each other have the same decimals; more of them only where they are not zero. */
function moneyText(amount: string, currency: string): string {
  const isWhole = whole.has(currency) && !amount.includes('.');
  return `${showNumber(isWhole ? amount : withDigitsOf(amount, '0.00'))} ${visibleText(currency)}`.trim();
}

/** The exact product of two decimals; empty if one of them is not a decimal. */
export function productText(one: string, other: string): string {
  const digits = (text: string): readonly [bigint, number] | undefined => {
    const parts = /^(-?\d{1,20})(?:\.(\d{1,20}))?$/.exec(text.trim());
    return parts === null ? undefined : [BigInt(`${parts[1] ?? ''}${parts[2] ?? ''}`), parts[2]?.length ?? 0];
  };
  const [first, second] = [digits(one), digits(other)];
  if (first === undefined || second === undefined) return '';
  const places = first[1] + second[1];
  const product = first[0] * second[0];
  const text = (product < 0n ? -product : product).toString().padStart(places + 1, '0');
  const whole = `${product < 0n ? '-' : ''}${text.slice(0, text.length - places)}`;
  const fraction = text.slice(text.length - places).replace(/(?<!0)0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
