import type { Holding } from '../../../src/domain/positions/holding';
import type { LivePosition } from '../../../src/service/records';

/** A valid holding; a test sets only the fields that matter to it. */
export function holding(fields: Partial<Holding> = {}): Holding {
  return {
    id: '1',
    side: 'long',
    sideText: 'long',
    market: 1,
    symbol: 'HK.00700',
    name: 'Tencent',
    quantity: '200',
    availableQuantity: '200',
    price: '321.4',
    costPrice: '300',
    averageBuyPrice: '300',
    marketValue: '64280',
    profit: '4280',
    profitRatio: '7.13',
    currency: undefined,
    unknown: {},
    ...fields,
  };
}

/** A holding with consistent figures: 100 at a price of 560 that cost 500 each. */
export function gainingHolding(fields: Partial<Holding> = {}): Holding {
  return holding({
    sideText: '0',
    name: 'TENCENT',
    quantity: '100',
    availableQuantity: '100',
    price: '560',
    costPrice: '500',
    averageBuyPrice: undefined,
    marketValue: '56000',
    profit: '6000',
    profitRatio: '12',
    ...fields,
  });
}

/** A record of a live account; a test sets only the fields that matter to it. */
export function aLivePosition(fields: Partial<LivePosition> = {}): LivePosition {
  return {
    side: 'LONG',
    code: 'HK.00700',
    name: 'Tencent',
    quantity: '1',
    availableQuantity: '1',
    currency: 'USD',
    price: '1',
    costPrice: '1',
    marketValue: '1',
    profit: '0',
    profitRatio: '0',
    dayProfit: '',
    averageCost: '',
    unrealizedProfit: '',
    realizedProfit: '',
    unknown: {},
    ...fields,
  };
}
