import type { CallOptions } from '../../../../service/serviceClient';
import type { ChangeResult } from '../../request/orderRequest';
import type { CrossProcessLock, Lock } from '../../../platform/ports';
import { lockNames } from '../../../platform/storedNames';

/** Another window that checks limits needs some seconds at most. */
const patienceMs = 20_000;

/**
 * Limits that count other orders are checked while no other window checks them: from the count until the journal names the order, when `work`
 * releases the turn. Two windows that send within milliseconds would not count each other otherwise.
 */
export async function inLimitTurn(
  locks: CrossProcessLock,
  { signal }: CallOptions,
  work: (turn: Lock) => Promise<ChangeResult>,
): Promise<ChangeResult> {
  const turn = await locks.acquire(lockNames.limits, { signal, timeoutMs: patienceMs });
  try {
    if (signal.aborted) return { kind: 'blocked', reason: 'cancelled' };
    return turn === undefined ? { kind: 'blocked', reason: 'inFlight' } : await work(turn);
  } finally {
    await turn?.release();
  }
}
