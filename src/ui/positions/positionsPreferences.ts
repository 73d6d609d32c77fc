import type { ConnectionSource } from '../../app/session/connection';
import type { StateStore } from '../../app/platform/ports';
import { defaultSort } from '../../domain/positions/holdingGroups';
import type { SortKey, SortOrder } from '../../domain/positions/holdingGroups';
import { shownPositionsKey, stateKeys } from '../../app/platform/storedNames';
import type { StateKey } from '../../app/platform/storedNames';

const sortKeys: readonly SortKey[] = ['symbol', 'marketValue', 'profit', 'profitRatio', 'dayProfit'];

/** How the user wants positions shown: one sort order, but accounts and market for each service. */
export class PositionsPreferences {
  constructor(
    private readonly store: StateStore,
    private readonly connection: ConnectionSource,
  ) {}

  get sort(): SortOrder {
    const value = this.store.get(stateKeys.positionsSort);
    if (typeof value !== 'object' || value === null || !('key' in value) || !('descending' in value)) return defaultSort;
    const key = sortKeys.find((candidate) => candidate === value.key);
    return key === undefined ? defaultSort : { key, descending: value.descending === true };
  }

  async setSort(sort: SortOrder): Promise<void> {
    await this.store.set(stateKeys.positionsSort, sort);
  }

  /** Market integer as the service writes it; undefined shows all. */
  get market(): number | undefined {
    const value = this.store.get(this.#key('market'));
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
  }

  async setMarket(market: number | undefined): Promise<void> {
    await this.store.set(this.#key('market'), market);
  }

  /** Ids of the accounts to show; undefined shows all. */
  get accounts(): readonly string[] | undefined {
    const value = this.store.get(this.#key('accounts'));
    return Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'string') ? value : undefined;
  }

  async setAccounts(ids: readonly string[] | undefined): Promise<void> {
    await this.store.set(this.#key('accounts'), ids);
  }

  #key(name: 'market' | 'accounts'): StateKey {
    const { connection } = this.connection.current;
    return shownPositionsKey(name, connection.kind === 'none' ? '' : connection.origin);
  }
}
