import { isMoreThan, product } from '../../values/decimal';
import type { FieldChange } from '../orderDraft';
import { hasLimitPrice } from '../orderRules';
import type { MarketFacts } from '../orderWarnings';

/** An order as far as limits look at it. Empty text where something is not known. */
export interface LimitedOrder {
  readonly quantity: string;
  readonly side: string;
  /** What can still be filled of it, and of the order that it replaces. */
  readonly unfilled: string;
  readonly replaced: string;
  readonly orderType: string;
  readonly code: string;
  readonly securityType: string;
  readonly fields: readonly FieldChange[];
}

/** An order without a limit price may be filled at a worse price than the one that is known: 5% more. */
const margin = '1.05';

/**
 * What an order may come to: at its limit price, else at the highest price that is known with a margin, times the size of a contract; or
 * what is not known.
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
  const limit = hasLimitPrice(orderType) ? kept('price') : '';
  if (limit !== '') {
    const value = product(quantity, limit);
    return value === undefined ? 'price' : { value, isEstimate: false };
  }
  const highest = [kept('aux_price'), askPrice, bidPrice, lastPrice]
    .filter((price) => isMoreThan(price, '0') === true)
    .reduce<string | undefined>((most, price) => (most === undefined || isMoreThan(price, most) === true ? price : most), undefined);
  const value = highest === undefined ? undefined : product(product(quantity, highest) ?? '', margin);
  return value === undefined ? 'price' : { value, isEstimate: true };
}

/** What a price of the security is multiplied by: one for a share, else what its quote says; undefined where nothing says it. */
export function contractSize(
  { code, securityType }: Pick<LimitedOrder, 'code' | 'securityType'>,
  { contractSize: size = '' }: MarketFacts,
): string | undefined {
  if (isShare(code, securityType)) return '1';
  return securityType !== 'MULTILEG_OPTION' && isMoreThan(size, '0') === true ? size : undefined;
}

const contracts: ReadonlySet<string> = new Set(['FUTURES', 'OPTION', 'MULTILEG_OPTION']);
const shareCode = /^(?:HK\.\d{5}|(?:SH|SZ)\.\d{6}|US\.[A-Z]{1,5}(?:[.-][A-Z]{1,2})?|(?:SG|JP|CA)\.[A-Z0-9]{1,6}|KR\.\d{6})$/;

export function isContract(securityType: string): boolean {
  return contracts.has(securityType);
}

/** As orders of paper accounts name a share: without its market. */
const bareShareCode = /^(?:\d{5,6}|[A-Z]{1,5}(?:[.-][A-Z]{1,2})?)$/;

/** A new order says “share” of whatever it is for: the symbol has to say it, too. */
export function isShare(code: string, securityType: string): boolean {
  return !isContract(securityType) && (shareCode.test(code) || (securityType === 'STOCK' && bareShareCode.test(code)));
}
