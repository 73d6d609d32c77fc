import type { List } from '../../../service/lists/list';
import type { ListedAccount } from '../../../service/records';
import type { MachineClock } from '../../platform/ports';
import type { AccountKind } from './accounts';

export type ReadLists = ReadonlyMap<AccountKind, List<ListedAccount>>;

/** After this time, lists are read again. */
const keptMs = 10_000;

/** The account lists that sign-in reads to name the session, so that they need not be read again for display. */
export class ReadAccounts {
  #read: { readonly sessionId: string; readonly lists: ReadLists; readonly atMs: number } | undefined;

  constructor(private readonly clock: Pick<MachineClock, 'monotonicMs'>) {}

  put(sessionId: string, lists: ReadLists): void {
    this.#read = { sessionId, lists, atMs: this.clock.monotonicMs() };
  }

  /** This session's lists that were just read; returned once. */
  take(sessionId: string): ReadLists | undefined {
    const read = this.#read;
    this.#read = undefined;
    const isFresh = read?.sessionId === sessionId && this.clock.monotonicMs() - read.atMs < keptMs;
    return isFresh ? read.lists : undefined;
  }
}
