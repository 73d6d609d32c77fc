import type { PositionsState } from '../../../src/app/positions/positionsBook';

export { gainingHolding, holding } from './holding';

/** The initial state of the Positions view; a test sets only the parts that matter to it. */
export function positionsState(parts: Partial<PositionsState> = {}): PositionsState {
  const directory = (['simulated', 'live'] as const).map((kind) => ({ kind, list: undefined }));
  return { accounts: undefined, directory, ...parts };
}
