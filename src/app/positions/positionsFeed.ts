import { readChanges } from '../../domain/positions/holding';
import type { ReadHolding } from '../../domain/positions/holding';
import type { ServiceClient } from '../../service/serviceClient';
import { listAccounts } from '../session/accounts';
import type { Account, AccountKind, ConfiguredAccount } from '../session/accounts';
import { Emitter } from '../platform/emitter';
import type { Disposable, MachineClock } from '../platform/ports';
import { PositionsReader } from './positionsReader';
import type { ServiceAccess } from '../session/serviceAccess';

export interface AccountPositions {
  readonly account: Account;
  /** Last known; the object of a holding is replaced only when the holding changed. */
  readonly holdings: readonly ReadHolding[];
  /** Wall clock of the last answer; undefined before the first. */
  readonly updatedAtMs: number | undefined;
  /** Why the last refresh failed; what is in `holdings` is old then. */
  readonly error: unknown;
  /** The service has no call for the positions of such an account. */
  readonly notOffered: boolean;
}

export interface PositionsState {
  /** Undefined until the accounts are known. */
  readonly accounts: readonly AccountPositions[] | undefined;
  /** Why nothing could be asked at all. */
  readonly error: unknown;
  /** Why an account list could not be read. */
  readonly listErrors: readonly { readonly kind: AccountKind; readonly error: unknown }[];
  /** True while the first answer is awaited. */
  readonly loading: boolean;
  readonly market: number | undefined;
}

export interface PositionsFeedDependencies {
  readonly access: ServiceAccess;
  readonly clock: Pick<MachineClock, 'wallMs'>;
  readonly configured: () => readonly ConfiguredAccount[];
  /** Ids of the accounts to show; undefined shows all. */
  readonly selected: () => readonly string[] | undefined;
}

const nothing: PositionsState = { accounts: undefined, error: undefined, listErrors: [], loading: true, market: undefined };

/**
 * The positions of all chosen accounts. Polled from outside by {@link PositionsFeed.refresh}; keeps what it knows when
 * a refresh fails, and forgets everything when the session changes.
 */
export class PositionsFeed implements Disposable {
  readonly #changed = new Emitter<PositionsState>();
  readonly #dependencies: PositionsFeedDependencies;
  readonly #reader = new PositionsReader();
  #state = nothing;
  #listed: readonly Account[] = [];
  #listIsKnown = false;
  /** Replaced whenever older answers must no longer be shown. */
  #epoch = {};

  readonly onDidChange = this.#changed.event;

  constructor(dependencies: PositionsFeedDependencies) {
    this.#dependencies = dependencies;
  }

  get state(): PositionsState {
    return this.#state;
  }

  /** Every account known, shown or not. */
  get listed(): readonly Account[] {
    return this.#listed;
  }

  /** Forgets all, because it belongs to another session or connection. */
  reset(): void {
    this.#epoch = {};
    this.#listed = [];
    this.#listIsKnown = false;
    this.#publish({ ...nothing, market: this.#state.market });
  }

  /** Asks for the accounts again with the next refresh; what is shown stays until then. */
  forgetAccounts(): void {
    this.#listIsKnown = false;
  }

  /** Sets the market filter of the next refresh; positions read with another filter are dropped. */
  setMarket(market: number | undefined): void {
    if (market === this.#state.market) return;
    this.#epoch = {};
    const accounts = this.#state.accounts?.map((account) => unread(account.account));
    this.#publish({ ...this.#state, market, accounts, loading: true });
  }

  /**
   * Reads accounts (when not known) and positions once.
   *
   * @throws the first failure, after everything that could be read is shown.
   */
  async refresh(signal: AbortSignal): Promise<void> {
    const epoch = this.#epoch;
    const client = await this.#client(epoch, signal);
    if (!this.#listIsKnown) await this.#list(epoch, signal);
    if (!this.#isCurrent(epoch, signal)) return;
    const market = this.#state.market;
    const before = new Map(this.#state.accounts?.map((known) => [keyOf(known.account), known]));
    const after = await Promise.all(
      this.#chosen().map(async (account) => this.#read(client, before.get(keyOf(account)) ?? unread(account), account, market, signal)),
    );
    if (!this.#isCurrent(epoch, signal)) return;
    this.#publish({ ...this.#state, accounts: after, error: undefined, loading: false });
    const failed = [...this.#state.listErrors, ...after].find((part) => part.error !== undefined);
    if (failed !== undefined) throw failed.error;
  }

  dispose(): void {
    this.#epoch = {};
    this.#changed.dispose();
  }

  async #client(epoch: object, signal: AbortSignal): Promise<ServiceClient> {
    try {
      return await this.#dependencies.access.client();
    } catch (error) {
      if (this.#isCurrent(epoch, signal)) this.#publish({ ...this.#state, error, loading: false });
      throw error;
    }
  }

  /** False once an answer belongs to something that is no longer shown. */
  #isCurrent(epoch: object, signal: AbortSignal): boolean {
    return epoch === this.#epoch && !signal.aborted;
  }

  #chosen(): readonly Account[] {
    const selected = this.#dependencies.selected();
    const chosen = this.#listed.filter(({ id }) => selected === undefined || selected.includes(id));
    return chosen.length === 0 ? this.#listed : chosen;
  }

  async #list(epoch: object, signal: AbortSignal): Promise<void> {
    const kinds: readonly AccountKind[] = ['simulated', 'live'];
    const lists = await Promise.allSettled(
      kinds.map(async (kind) => listAccounts(this.#dependencies.access, this.#dependencies.configured, kind, { signal })),
    );
    if (!this.#isCurrent(epoch, signal)) return;
    const accounts: Account[] = [];
    const listErrors: { readonly kind: AccountKind; readonly error: unknown }[] = [];
    lists.forEach((list, at) => {
      const kind = kinds[at] ?? 'simulated';
      if (list.status === 'fulfilled') {
        accounts.push(...list.value.accounts);
        return;
      }
      listErrors.push({ kind, error: list.reason });
      // What was shown stays while its list cannot be read.
      accounts.push(...this.#listed.filter((account) => account.kind === kind));
    });
    this.#listed = accounts;
    this.#listIsKnown = listErrors.length === 0;
    this.#publish({ ...this.#state, listErrors });
  }

  async #read(
    client: ServiceClient,
    before: AccountPositions,
    account: Account,
    market: number | undefined,
    signal: AbortSignal,
  ): Promise<AccountPositions> {
    try {
      const answer = await this.#reader.read(client, account, market, { signal });
      const holdings = answer.kind === 'holdings' ? readChanges(before.holdings, answer.holdings) : [];
      return {
        account,
        holdings,
        updatedAtMs: this.#dependencies.clock.wallMs(),
        error: undefined,
        notOffered: answer.kind === 'notOffered',
      };
    } catch (error) {
      return { ...before, account, error };
    }
  }

  #publish(state: PositionsState): void {
    this.#state = state;
    this.#changed.fire(state);
  }
}

function unread(account: Account): AccountPositions {
  return { account, holdings: [], updatedAtMs: undefined, error: undefined, notOffered: false };
}

/** A simulated and a live account may have the same id. */
function keyOf({ kind, id }: Account): string {
  return `${kind}:${id}`;
}
