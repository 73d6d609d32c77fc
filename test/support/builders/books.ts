import { FundsBook } from '../../../src/app/positions/fundsBook';
import { PaperOrdersBook } from '../../../src/app/orders/lists/paperOrdersBook';
import { OrdersBook } from '../../../src/app/orders/lists/ordersBook';
import { LastState } from '../../../src/app/lastState/lastState';
import type { MachineClock, StateStore, StoredFiles, Timers } from '../../../src/app/platform/ports';
import { PositionsBook } from '../../../src/app/positions/positionsBook';
import { AccountDirectory } from '../../../src/app/accounts/accountDirectory';
import type { ConfiguredAccount } from '../../../src/app/session/accounts/accounts';
import { ReadAccounts } from '../../../src/app/session/accounts/readAccounts';
import type { ReadLists } from '../../../src/app/session/accounts/readAccounts';
import type { ServiceAccess } from '../../../src/app/session/serviceAccess';
import { AccountMemory } from '../../../src/app/accounts/accountMemory';
import { MemoryState } from '../secrets/sharedSecrets';
import { MemoryFiles } from '../machine/memoryFiles';
import { MemoryLog } from '../machine/fakeMachine';

export interface BooksOptions {
  readonly access: ServiceAccess;
  readonly time: MachineClock & Partial<Timers>;
  readonly configured?: () => readonly ConfiguredAccount[];
  /** What survives a reload. */
  readonly state?: StateStore;
  readonly files?: StoredFiles;
}

/** Timers for a test in which nothing is polled. */
const noTimers: Timers = { after: () => ({ dispose: () => undefined }) };

/** The books of one window. */
export function booksOf({ access, time, configured = () => [], state = new MemoryState(), files = new MemoryFiles() }: BooksOptions) {
  const timers: Timers = { after: (ms, callback) => (time.after === undefined ? noTimers.after(ms, callback) : time.after(ms, callback)) };
  const log = new MemoryLog();
  const readAccounts = new ReadAccounts(time);
  const alreadyRead = (sessionId: string): ReadLists | undefined => readAccounts.take(sessionId);
  const directory = new AccountDirectory({ access, clock: time, timers, log, configured, alreadyRead });
  const memory = new AccountMemory({ access, state, clock: time });
  const last = new LastState({ access, files, clock: time, timers, log });
  const parts = { access, directory, clock: time, timers, log, memory, last };
  return {
    directory,
    log,
    readAccounts,
    last,
    parts,
    positions: new PositionsBook(parts),
    orders: new OrdersBook(parts),
    paperOrders: new PaperOrdersBook(parts),
    funds: new FundsBook(parts),
  };
}

/** Never aborted. */
const { signal } = new AbortController();

/** Reads whatever the age of the data, as a poll does. */
export const now = { maxAgeMs: 0 } as const;

export { signal as untilDone };
