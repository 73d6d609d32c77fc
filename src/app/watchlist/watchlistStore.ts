import {
  addSymbols,
  changeGroup,
  mostGroups,
  moveEntries,
  putBack,
  readWatchlist,
  removeEntries,
  storedWatchlist,
} from '../../domain/watchlist/watchlist';
import type { WatchEntry, Watchlist } from '../../domain/watchlist/watchlist';
import { Emitter } from '../platform/emitter';
import { stateKeys } from '../platform/storedNames';
import type { Ports } from '../ports';

/**
 * The user's watchlist in the editor's synchronized state. Each change first reads what is stored, because other windows write too. Changes are
 * made one after the other: the editor repeats each value when it is stored, and a value set in the meantime would be lost.
 */
export class WatchlistStore {
  readonly #changed = new Emitter<undefined>();
  readonly onDidChange = this.#changed.event;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly dependencies: Pick<Ports, 'state'> & {
      readonly createId: () => string;
      /** The list of a user who has none yet. */
      readonly initial: () => Watchlist;
    },
  ) {}

  get list(): Watchlist {
    return readWatchlist(this.dependencies.state.get(stateKeys.watchlist)) ?? this.dependencies.initial();
  }

  /** Adds to a group; without one, to the first, which is created if there is none. */
  async add(symbols: readonly string[], groupId: string | undefined, firstName: string): Promise<void> {
    return this.#change((list) => {
      const first = list.find(({ id }) => id === groupId) ?? list[0];
      if (first !== undefined) return addSymbols(list, first.id, symbols);
      const id = this.dependencies.createId();
      return addSymbols([{ id, name: firstName, symbols: [], isCollapsed: false }], id, symbols);
    });
  }

  /** @returns a function that puts them back. */
  async remove(entries: readonly WatchEntry[]): Promise<() => Promise<void>> {
    let former: Watchlist = [];
    await this.#change((list) => {
      former = list;
      return removeEntries(list, entries);
    });
    return async () => this.#change((list) => putBack(list, entries, former));
  }

  async move(entries: readonly WatchEntry[], groupId: string, before: string | null): Promise<void> {
    return this.#change((list) => moveEntries(list, entries, groupId, before));
  }

  /** @returns the id of the new group; undefined if there are too many. */
  async addGroup(name: string, symbols: readonly string[] = []): Promise<string | undefined> {
    if (this.list.length >= mostGroups) return undefined;
    const id = this.dependencies.createId();
    await this.#change((list) => addSymbols([...list, { id, name, symbols: [], isCollapsed: false }], id, symbols));
    return id;
  }

  async renameGroup(groupId: string, name: string): Promise<void> {
    return this.#change((list) => changeGroup(list, groupId, (group) => ({ ...group, name })));
  }

  async removeGroup(groupId: string): Promise<void> {
    return this.#change((list) => list.filter(({ id }) => id !== groupId));
  }

  async toggleGroup(groupId: string): Promise<void> {
    return this.#change((list) => changeGroup(list, groupId, (group) => ({ ...group, isCollapsed: !group.isCollapsed })));
  }

  /** Another window may have written: views read the list again. */
  reread(): void {
    this.#changed.fire(undefined);
  }

  async #change(change: (list: Watchlist) => Watchlist): Promise<void> {
    const turn = this.#last.then(async () => {
      const { state } = this.dependencies;
      await state.set(stateKeys.watchlist, storedWatchlist(change(this.list), state.get(stateKeys.watchlist)));
      this.#changed.fire(undefined);
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
