import type { OrderRecord } from '../../service/records';
import type { DecimalText } from '../../service/schema/units';
import { hasEnded, hasLimitPrice, needsAuxPrice } from '../orders/orderRules';
import type { Holding } from '../positions/holding';
import { parseAmount } from '../values/amount';

/** A price that concerns the user, drawn as a line across the chart. */
export interface PriceLine {
  readonly kind: 'cost' | 'limit' | 'trigger';
  /** Of the position or the order, as the service wrote it. */
  readonly side: string;
  /** Of a cost: whether real money paid it. */
  readonly isLive?: boolean;
  readonly price: DecimalText;
  readonly quantity: DecimalText;
}

/** A position with the kind of its account. */
export interface OwnHolding {
  readonly isLive: boolean;
  readonly holding: Holding;
}

/** More lines than this would hide the chart. */
const mostLines = 24;

/**
 * Lines at the average cost of positions and at the limit and trigger prices of open orders. A price that is missing, not a
 * number, or zero makes none; equal lines are drawn once.
 */
export function priceLines(holdings: readonly OwnHolding[], orders: readonly OrderRecord[]): readonly PriceLine[] {
  const lines = [
    ...holdings.map(({ isLive, holding }): PriceLine => {
      const { sideText: side, costPrice: price, quantity } = holding;
      return { kind: 'cost', side, isLive, price, quantity };
    }),
    ...orders.filter(({ status }) => !hasEnded(status)).flatMap(linesOfOrder),
  ];
  const drawn = lines.filter(({ price }) => (parseAmount(price) ?? 0n) > 0n);
  return [...new Map(drawn.map((line) => [JSON.stringify(line), line])).values()].slice(0, mostLines);
}

function linesOfOrder({ side, price, auxPrice, quantity, orderType }: OrderRecord): readonly PriceLine[] {
  const limit: readonly PriceLine[] = hasLimitPrice(orderType) ? [{ kind: 'limit', side, price, quantity }] : [];
  return needsAuxPrice(orderType) === true ? [...limit, { kind: 'trigger', side, price: auxPrice, quantity }] : limit;
}
