import type { OrderRecord } from '../../service/records';
import type { DecimalText } from '../../service/schema/units';
import type { Alert } from '../alerts/alert';
import { hasEnded, hasLimitPrice, needsAuxPrice } from '../orders/orderRules';
import type { Holding } from '../positions/holding';
import { parseAmount } from '../values/amount';

export interface LineOrder {
  readonly accountId: string;
  readonly accountKind: 'live' | 'simulated';
  readonly orderId: string;
  readonly canModify: boolean;
}

/** A price that concerns the user, drawn as a line across the chart. */
export type PriceLine = OwnLine | AlertLine;

/** The price that an alert waits for. */
export interface AlertLine {
  readonly kind: 'alert';
  /** ID of the alert. */
  readonly id: string;
  readonly when: 'above' | 'below';
  readonly price: DecimalText;
}

/** A price of a position or of an order. */
export interface OwnLine {
  readonly kind: 'cost' | 'limit' | 'trigger';
  /** Side of the position or the order, as the service wrote it. */
  readonly side: string;
  /** For a cost: whether it was paid with real money. */
  readonly isLive?: boolean;
  /** For a cost: what was realized is taken from it. */
  readonly isDiluted?: boolean;
  /** The order of the line, if it belongs to one. */
  readonly order?: LineOrder;
  readonly price: DecimalText;
  readonly quantity: DecimalText;
}

/** A position with the kind of its account. */
export interface OwnHolding {
  readonly isLive: boolean;
  readonly holding: Holding;
}

/** An order with its identifying fields. */
export interface OwnOrder {
  readonly of: LineOrder;
  readonly order: OrderRecord;
}

/** More lines than this would hide the chart. */
const mostLines = 24;

/**
 * Lines at the average cost of positions, at the limit and trigger prices of open orders, and at the prices of alerts. A price that is missing, not a number, or zero has
 * no line; equal lines are drawn once.
 */
export function priceLines(
  holdings: readonly OwnHolding[],
  orders: readonly OwnOrder[],
  alerts: readonly Alert[] = [],
): readonly PriceLine[] {
  const lines: readonly PriceLine[] = [
    ...holdings.map(({ isLive, holding }): OwnLine => {
      const { sideText: side, costPrice: price, quantity, costBasis } = holding;
      return { kind: 'cost', side, isLive, ...(costBasis === 'diluted' ? { isDiluted: true } : {}), price, quantity };
    }),
    ...orders.filter(({ order }) => !hasEnded(order.status)).flatMap(linesOfOrder),
    ...alerts.flatMap(linesOfAlert),
  ];
  const drawn = lines.filter(({ price }) => (parseAmount(price) ?? 0n) > 0n);
  return [...new Map(drawn.map((line) => [JSON.stringify(line), line])).values()].slice(0, mostLines);
}

function linesOfAlert({ id, rule }: Alert): readonly AlertLine[] {
  return rule.kind === 'above' || rule.kind === 'below' ? [{ kind: 'alert', id, when: rule.kind, price: rule.price }] : [];
}

function linesOfOrder({ of, order: { side, price, auxPrice, quantity, orderType } }: OwnOrder): readonly OwnLine[] {
  const limit: readonly OwnLine[] = hasLimitPrice(orderType) ? [{ kind: 'limit', side, order: of, price, quantity }] : [];
  return needsAuxPrice(orderType) === true ? [...limit, { kind: 'trigger', side, order: of, price: auxPrice, quantity }] : limit;
}
