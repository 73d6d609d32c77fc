import { PositionsFeed } from '../../../src/app/positions/positionsFeed';
import type { PositionsState } from '../../../src/app/positions/positionsFeed';
import type { Holding } from '../../../src/domain/positions/holding';
import { FakeAccess, fakeClient } from '../fakeAccess';
import { FakeTime } from '../machine/fakeTime';

/** A valid holding; a test states only what matters to it. */
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

/** The state that the Positions view starts with; a test states only what matters to it. */
export function positionsState(parts: Partial<PositionsState> = {}): PositionsState {
  const feed = new PositionsFeed({
    access: new FakeAccess(fakeClient()),
    clock: new FakeTime(),
    configured: () => [],
    selected: () => undefined,
  });
  return { ...feed.state, ...parts };
}
