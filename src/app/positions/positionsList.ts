import { readChanges } from '../../domain/positions/holding';
import type { Holding, ReadHolding } from '../../domain/positions/holding';
import { AccountLists } from '../session/accounts/accountLists';
import type { AccountItems, AccountListsState } from '../session/accounts/accountLists';
import type { Account, ConfiguredAccount } from '../session/accounts/accounts';
import { Emitter } from '../platform/emitter';
import type { Disposable, MachineClock } from '../platform/ports';
import type { ServiceAccess } from '../session/serviceAccess';
import { PositionsReader } from './positionsReader';

/** The positions of one account; the object of a holding is replaced only when the holding changed. */
export type AccountPositions = AccountItems<ReadHolding>;

export interface PositionsState extends AccountListsState<ReadHolding> {
  /** The market that simulated positions are limited to. */
  readonly market: number | undefined;
}

export interface PositionsListDependencies {
  readonly access: ServiceAccess;
  readonly clock: Pick<MachineClock, 'wallMs' | 'monotonicMs'>;
  readonly configured: () => readonly ConfiguredAccount[];
  /** Ids of the accounts to show; undefined shows all. */
  readonly selected: () => readonly string[] | undefined;
}

/** The positions of all chosen accounts, simulated and live. Polled from outside by {@link PositionsList.refresh}. */
export class PositionsList implements Disposable {
  readonly #changed = new Emitter<PositionsState>();
  readonly onDidChange = this.#changed.event;
  readonly #lists: AccountLists<Holding, ReadHolding>;
  readonly #reader = new PositionsReader();
  #market: number | undefined;

  constructor({ access, clock, configured, selected }: PositionsListDependencies) {
    this.#lists = new AccountLists({
      access,
      clock,
      configured,
      kinds: ['simulated', 'live'],
      choose: (accounts) => chosenOf(accounts, selected()),
      parts: (account, source) => this.#reader.parts(account, this.#market, source),
      instead: (account, list, source) => this.#reader.instead(account, this.#market, list, source),
      view: readChanges,
    });
    this.#lists.onDidChange(() => this.#changed.fire(this.state));
  }

  get state(): PositionsState {
    return { ...this.#lists.state, market: this.#market };
  }

  /** Every account known, shown or not. */
  get listed(): readonly Account[] {
    return this.#lists.known;
  }

  /** Clears everything, because it belongs to another session or connection. */
  reset(): void {
    this.#lists.reset();
  }

  /** Has the next refresh read everything, the accounts as well; what is shown stays until then. */
  readAllNext(): void {
    this.#lists.readAllNext();
  }

  /** Sets the market filter of the next refresh; positions read with another filter are dropped. */
  setMarket(market: number | undefined): void {
    if (market === this.#market) return;
    this.#market = market;
    this.#lists.forgetItems();
  }

  /**
   * Reads accounts (when that is due) and positions once.
   *
   * @throws the first failure, after everything that could be read is shown.
   */
  async refresh(signal: AbortSignal): Promise<void> {
    await this.#lists.refresh(signal);
  }

  dispose(): void {
    this.#lists.dispose();
    this.#changed.dispose();
  }
}

function chosenOf(accounts: readonly Account[], selected: readonly string[] | undefined): readonly Account[] {
  const chosen = accounts.filter(({ id }) => selected === undefined || selected.includes(id));
  return chosen.length === 0 ? accounts : chosen;
}
