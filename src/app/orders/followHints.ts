import { isUnresolved } from '../../domain/orders/orderAttempts';
import type { Attempt } from '../../domain/orders/orderAttempts';
import type { OrderHint } from '../../service/feed/types';
import type { FollowUp } from './followUp';
import type { OrderReadBack } from './orderReadBack';

export interface HintFollower {
  readonly attempts: () => readonly Attempt[];
  readonly readBack: Pick<OrderReadBack, 'check'>;
  readonly followUp: Pick<FollowUp, 'lookNow'>;
  /** Reads the list of orders again, where it is shown: the markets of these orders at least. */
  readonly refresh: (hints: readonly OrderHint[]) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Reads again what events of the trade feed may have changed: the list, the unresolved attempts on these orders, and the accepted
 * changes that are watched. An event proves nothing by itself. Never rejects.
 */
export async function followHints(hints: readonly OrderHint[], follower: HintFollower): Promise<void> {
  const { readBack, followUp, attempts, refresh, onError } = follower;
  const signal = AbortSignal.timeout(30_000);
  refresh(hints);
  followUp.lookNow();
  const isMeant = ({ target }: Attempt): boolean => hints.some(({ orderId }) => orderId === '' || orderId === target.orderId);
  for (const attempt of attempts()
    .filter(({ state }) => isUnresolved(state))
    .filter(isMeant))
    await readBack.check(attempt.root, { signal }).catch(onError);
}
