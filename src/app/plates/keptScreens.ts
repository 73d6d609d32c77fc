import * as v from 'valibot';
import { isSavedScreen } from '../../domain/plates/screen';
import type { SavedScreen } from '../../domain/plates/screen';
import type { StateStore } from '../platform/ports';
import { StoredList } from '../platform/storedList';
import { stateKeys } from '../platform/storedNames';

/** The screens that the user has saved, by name, for any plate. */
export class KeptScreens {
  readonly #list: StoredList<SavedScreen>;

  constructor(state: StateStore) {
    this.#list = new StoredList(state, stateKeys.plateScreens, v.custom<SavedScreen>(isSavedScreen));
  }

  /** By name. */
  get all(): readonly SavedScreen[] {
    return this.#list.all.toSorted((one, other) => one.name.localeCompare(other.name));
  }

  /** Saves a screen under its name, in place of one that has it, or of `instead`. */
  async save(screen: SavedScreen, instead = screen.name): Promise<void> {
    await this.#list.write((all) => [...all.filter(({ name }) => name !== screen.name && name !== instead), screen]);
  }

  async remove(name: string): Promise<void> {
    await this.#list.write((all) => all.filter((screen) => screen.name !== name));
  }
}
