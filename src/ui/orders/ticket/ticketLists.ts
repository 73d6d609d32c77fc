import type { OrderBlotter, OrderBlotterState } from '../../../app/orders/orderBlotter';
import type { Account } from '../../../app/session/accounts/accounts';
import { IncompleteError, TransportError } from '../../../service/errors';
import { firstFailure, notOffered, seen } from '../../../service/lists/list';
import type { List } from '../../../service/lists/list';
import type { OrderRecord } from '../../../service/records';

/** The accounts and orders that a ticket offers. */
export interface TicketLists {
  /** @throws {@link ServiceError} when the service offers the list but none of it could be read. */
  accounts(signal: AbortSignal): Promise<List<Account>>;
  /** @throws {@link ServiceError} when the service offers the list but none of it could be read. */
  orders(accountId: string, signal: AbortSignal): Promise<List<OrderRecord>>;
  /** Milliseconds until the next read is sent if a rate limit delays it; undefined if nothing waits. */
  readonly heldMs: () => number | undefined;
}

/**
 * The lists of the Orders view, read once more for a ticket. The view remembers which markets have no orders, so a ticket
 * costs two or three rate-limited reads instead of one per market.
 *
 * @param refresh - Brings the list up to date; rejects with the first failure, after everything that could be read is in the list.
 * @param heldMs - See {@link TicketLists.heldMs}.
 */
export function ticketLists(
  listed: Pick<OrderBlotter, 'state'>,
  refresh: (signal: AbortSignal) => Promise<void>,
  heldMs: () => number | undefined,
): TicketLists {
  let reading: Promise<void> | undefined;
  const read = async (signal: AbortSignal): Promise<OrderBlotterState> => {
    try {
      await (reading ??= refresh(signal));
    } catch (error) {
      reading = undefined;
      // Gaps are shown with the list; without a list there is nowhere to show them.
      if (signal.aborted || listed.state.accounts === undefined) throw error;
    }
    return listed.state;
  };
  return {
    heldMs,
    accounts: async (signal) => something((await read(signal)).directory.find(({ kind }) => kind === 'live')?.list, isListed),
    orders: async (accountId, signal) => {
      const { accounts = [] } = await read(signal);
      const found = accounts.find(({ account }) => account.id === accountId);
      return found === undefined ? notOffered : something(found.list, () => true);
    },
  };
}

/** Accounts in the settings are known without the service. */
function isListed({ source }: Account): boolean {
  return source === 'service';
}

function something<T>(list: List<T> | undefined, counts: (item: T) => boolean): List<T> {
  // A refresh without a failure that leaves nothing was dropped: the list belongs to somebody else by now.
  if (list === undefined) throw new TransportError('aborted', { sent: 'no' });
  const failure = firstFailure(list);
  if (failure === undefined || seen(list).items.some(counts)) return list;
  throw failure.error instanceof Error ? failure.error : new IncompleteError();
}
