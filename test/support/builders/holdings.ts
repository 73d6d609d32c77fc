import type { PositionsState } from '../../../src/app/positions/positionsBook';

export { gainingHolding, holding } from './holding';

/** The state that the Positions view starts with; a test states only what matters to it. */
export function positionsState(parts: Partial<PositionsState> = {}): PositionsState {
  const directory = (['simulated', 'live'] as const).map((kind) => ({ kind, list: undefined }));
  return { accounts: undefined, directory, ...parts };
}
