import type { List } from '../../../service/lists/list';
import type { ListedAccount } from '../../../service/records';
import type { MachineClock } from '../../platform/ports';
import type { AccountKind } from './accounts';

export type ReadLists = ReadonlyMap<AccountKind, List<ListedAccount>>;

/** What was read this long ago may be read anew. */
const keptMs = 10_000;

/** The account lists that signing in reads to name the session: what is shown next need not be read again. */
export class ReadAccounts {
  #read: { readonly sessionId: string; readonly lists: ReadLists; readonly atMs: number } | undefined;

  constructor(private readonly clock: Pick<MachineClock, 'monotonicMs'>) {}

  put(sessionId: string, lists: ReadLists): void {
    this.#read = { sessionId, lists, atMs: this.clock.monotonicMs() };
  }

  /** The lists of this session that were just read; once. */
  take(sessionId: string): ReadLists | undefined {
    const read = this.#read;
    this.#read = undefined;
    const isFresh = read?.sessionId === sessionId && this.clock.monotonicMs() - read.atMs < keptMs;
    return isFresh ? read.lists : undefined;
  }
}
