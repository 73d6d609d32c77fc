import type { StateStore } from '../../app/platform/ports';
import { stateKeys } from '../../app/platform/storedNames';

/** Names of plates, remembered from the service's list because the response with the constituents does not have them. */
export class PlateNames {
  constructor(private readonly store: StateStore) {}

  of(plateId: string): string | undefined {
    return this.#all()[plateId];
  }

  async remember(plates: readonly { readonly id: string; readonly name: string | undefined }[]): Promise<void> {
    const named = plates.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const]));
    if (named.length > 0) await this.store.set(stateKeys.plateNames, { ...this.#all(), ...Object.fromEntries(named) });
  }

  #all(): Readonly<Record<string, string>> {
    const value = this.store.get(stateKeys.plateNames);
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  }
}
