import { isShare, kindOf } from '../../market/security';
import { isMoreThan, product } from '../../values/decimal';
import { currentPrice } from '../currentPrice';
import type { FieldChange } from '../orderDraft';
import { hasLimitPrice, withoutZero } from '../orderRules';
import type { MarketFacts } from '../orderWarnings';

/** The parts of an order that limits check. Empty text if something is not known. */
export interface LimitedOrder {
  readonly quantity: string;
  readonly side: string;
  /** The quantity that can still be filled, of the order and of the one that it replaces. */
  readonly unfilled: string;
  readonly replaced: string;
  readonly orderType: string;
  readonly code: string;
  /** As the service has it; empty for a new order, and for one of a paper account, whose records do not say it. */
  readonly securityType: string;
  readonly fields: readonly FieldChange[];
}

/** An order without a limit price may be filled at a worse price than the known one: 5% more. */
const margin = '1.05';

/**
 * The largest value of an order: at its limit price, otherwise at the highest known price with a margin, times the contract size; or what is
 * not known.
 */
export function estimatedValue(
  order: LimitedOrder,
  market: MarketFacts,
): { readonly value: string; readonly isEstimate: boolean } | 'price' | 'contract' {
  const size = contractSize(order, market);
  if (size === undefined) return 'contract';
  const { orderType, fields } = order;
  const { askPrice, bidPrice, lastPrice } = market;
  const quantity = product(order.quantity, size) ?? '';
  const kept = (name: FieldChange['field']): string => fields.find(({ field }) => field === name)?.kept ?? '';
  // At a price below zero, as much money moves as above; zero is the price of an order without a limit, such as a trailing one.
  const limit = hasLimitPrice(orderType) ? withoutZero(kept('price')).replace(/^-/, '') : '';
  if (limit !== '') {
    const value = product(quantity, limit);
    return value === undefined ? 'price' : { value, isEstimate: false };
  }
  const highest = [kept('aux_price'), askPrice, bidPrice, lastPrice, currentPrice(market).price]
    .filter((price) => isMoreThan(price, '0') === true)
    .reduce<string | undefined>((most, price) => (most === undefined || isMoreThan(price, most) === true ? price : most), undefined);
  const value = highest === undefined ? undefined : product(product(quantity, highest) ?? '', margin);
  return value === undefined ? 'price' : { value, isEstimate: true };
}

/**
 * The multiplier of the security's price: one for a share, otherwise the one in its quote; undefined if there is none. What the order's record
 * says decides, then the quote, and only then the look of the code.
 */
export function contractSize(
  { code, securityType }: Pick<LimitedOrder, 'code' | 'securityType'>,
  { contractSize: size = '' }: Pick<MarketFacts, 'contractSize'>,
): string | undefined {
  // Of an order that the service does not list, only the user says what it is.
  const kind = code === '' && kindOf(securityType) === 'share' ? 'unknown' : kindOf(securityType);
  if (kind === 'share') return '1';
  if (kind === 'multiLeg') return undefined;
  if (isMoreThan(size, '0') === true) return size;
  return isShare(code, kind) ? '1' : undefined;
}
