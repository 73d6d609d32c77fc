import { difference, isMoreThan } from '../values/decimal';
import type { Attempt } from './orderAttempts';

/** The backend of paper accounts refuses changes with this code, some of them without a reason. */
const refusedByBackend = -5;
const settled: ReadonlySet<Attempt['state']> = new Set(['rejected', 'notChanged']);

/** Whether a change of a paper order was refused in a way that only canceling and placing a new order can work around. */
export function mayPlaceAgain({ action, target, state, outcome }: Pick<Attempt, 'action' | 'target' | 'state' | 'outcome'>): boolean {
  const isRefused = (outcome?.kind === 'saysRejected' || outcome?.kind === 'refused') && outcome.errcode === refusedByBackend;
  return action === 'modify' && target.isPaper === true && target.market !== undefined && isRefused && settled.has(state);
}

/** The quantity of the requested change that is left to place; undefined if there is none or it is not known. */
export function leftToPlace({ fields }: Pick<Attempt, 'fields'>, filled: string): string | undefined {
  const asked = fields.find(({ field }) => field === 'qty')?.kept ?? '';
  const left = difference(asked, filled.trim() === '' ? '0' : filled);
  return left !== undefined && isMoreThan(left, '0') === true ? left : undefined;
}
