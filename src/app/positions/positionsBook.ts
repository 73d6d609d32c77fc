import { readChanges } from '../../domain/positions/holding';
import type { Holding, ReadHolding } from '../../domain/positions/holding';
import { keptHolding } from '../lastState/keptRows';
import type { Freshness } from '../platform/polledList';
import type { Disposable } from '../platform/ports';
import { AccountBook } from '../accounts/accountBook';
import type {
  AccountItems,
  AccountListsState,
  AccountsWanted,
  AccountWatch,
  AccountWatchOptions,
  BookParts,
} from '../accounts/accountBook';
import type { Account } from '../session/accounts/accounts';
import { PositionsReader } from './positionsReader';

/** The positions of one account; the object of a holding is replaced only when the holding changed. */
export type AccountPositions = AccountItems<ReadHolding>;
export type PositionsState = AccountListsState<ReadHolding>;
export type PositionsWatch = AccountWatch<ReadHolding>;

/** The positions of all accounts, simulated and live, shared by everything in the window that shows positions. */
export class PositionsBook implements Disposable {
  readonly #book: AccountBook<Holding, ReadHolding>;

  constructor(parts: BookParts) {
    const reader = new PositionsReader(parts.memory);
    this.#book = new AccountBook({
      ...parts,
      name: 'Positions',
      kinds: ['simulated', 'live'],
      kept: { row: keptHolding, idOf: ({ id }) => id },
      parts: (account, context) => reader.parts(account, context),
      instead: (account, list, context) => reader.instead(account, list, context),
      view: readChanges,
    });
  }

  watch(options: AccountWatchOptions): PositionsWatch {
    return this.#book.watch(options);
  }

  /** The positions of all accounts, as they are known now. */
  get state(): PositionsState {
    return this.#book.stateOf({});
  }

  /** A single read: see {@link AccountBook.read}. */
  async read(wanted: AccountsWanted & Freshness, signal: AbortSignal): Promise<PositionsState> {
    return this.#book.read(wanted, signal);
  }

  dispose(): void {
    this.#book.dispose();
  }
}

/** Accounts with these ids; all accounts if none of them exists. */
export function chosenAccounts(accounts: readonly Account[], ids: readonly string[] | undefined): readonly Account[] {
  const found = accounts.filter(({ id }) => ids === undefined || ids.includes(id));
  return found.length === 0 ? accounts : found;
}
