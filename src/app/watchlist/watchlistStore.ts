import { addSymbols, changeGroup, mostGroups, moveEntries, readWatchlist, removeEntries } from '../../domain/watchlist/watchlist';
import type { WatchEntry, Watchlist } from '../../domain/watchlist/watchlist';
import { Emitter } from '../platform/emitter';
import type { StateStore } from '../platform/ports';

/** Key of the synchronized state. */
export const watchlistKey = 'watchlist';

export interface WatchlistStoreDependencies {
  readonly state: StateStore;
  readonly createId: () => string;
  /** The list of somebody who has none yet. */
  readonly initial: () => Watchlist;
}

/** The user's watchlist in the editor's synchronized state. Each change reads what is stored first: other windows write as well. */
export class WatchlistStore {
  readonly #changed = new Emitter<undefined>();
  readonly onDidChange = this.#changed.event;

  constructor(private readonly dependencies: WatchlistStoreDependencies) {}

  get list(): Watchlist {
    return readWatchlist(this.dependencies.state.get(watchlistKey)) ?? this.dependencies.initial();
  }

  /** Adds to a group; without one to the first, which is made where there is none. */
  async add(symbols: readonly string[], groupId: string | undefined, firstName: string): Promise<void> {
    const list = this.list;
    const first = list.find(({ id }) => id === groupId) ?? list[0];
    if (first !== undefined) return this.#write(addSymbols(list, first.id, symbols));
    const id = this.dependencies.createId();
    return this.#write(addSymbols([{ id, name: firstName, symbols: [], isCollapsed: false }], id, symbols));
  }

  async remove(entries: readonly WatchEntry[]): Promise<void> {
    return this.#write(removeEntries(this.list, entries));
  }

  async move(entries: readonly WatchEntry[], groupId: string, before: string | null): Promise<void> {
    return this.#write(moveEntries(this.list, entries, groupId, before));
  }

  /** @returns the id of the new group; undefined where there are too many. */
  async addGroup(name: string, symbols: readonly string[] = []): Promise<string | undefined> {
    const list = this.list;
    if (list.length >= mostGroups) return undefined;
    const id = this.dependencies.createId();
    await this.#write(addSymbols([...list, { id, name, symbols: [], isCollapsed: false }], id, symbols));
    return id;
  }

  async renameGroup(groupId: string, name: string): Promise<void> {
    return this.#write(changeGroup(this.list, groupId, (group) => ({ ...group, name })));
  }

  async removeGroup(groupId: string): Promise<void> {
    return this.#write(this.list.filter(({ id }) => id !== groupId));
  }

  async toggleGroup(groupId: string): Promise<void> {
    return this.#write(changeGroup(this.list, groupId, (group) => ({ ...group, isCollapsed: !group.isCollapsed })));
  }

  /** Another window may have written: whoever shows the list looks again. */
  reread(): void {
    this.#changed.fire(undefined);
  }

  async #write(list: Watchlist): Promise<void> {
    await this.dependencies.state.set(watchlistKey, list);
    this.#changed.fire(undefined);
  }
}
