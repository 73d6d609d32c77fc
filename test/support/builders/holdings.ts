import { PositionsList } from '../../../src/app/positions/positionsList';
import type { PositionsState } from '../../../src/app/positions/positionsList';
import { FakeAccess, fakeClient } from '../fakeAccess';
import { FakeTime } from '../machine/fakeTime';

export { gainingHolding, holding } from './holding';

/** The state that the Positions view starts with; a test states only what matters to it. */
export function positionsState(parts: Partial<PositionsState> = {}): PositionsState {
  const feed = new PositionsList({
    access: new FakeAccess(fakeClient()),
    clock: new FakeTime(),
    configured: () => [],
    selected: () => undefined,
  });
  return { ...feed.state, ...parts };
}
