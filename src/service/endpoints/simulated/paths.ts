import type { SimulatedAccountQuery } from '../tradingRecords';
import { segment, wholeWithin } from '../rules';

/** Path of a call about a paper account, below its id. */
export function simulatedPath(accountId: string, ...rest: readonly string[]): string {
  return ['/api/v1.0/sim-trade', segment('acc_id', accountId), ...rest].join('/');
}

/** The account's own market integer, which every call must contain: another one, or none, is refused. @throws {@link InvalidInputError} */
export function marketOf({ market }: Pick<SimulatedAccountQuery, 'market'>): number {
  return wholeWithin('market', market, 0, Number.MAX_SAFE_INTEGER);
}
