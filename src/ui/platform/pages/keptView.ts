import type { Log, StateStore } from '../../../app/platform/ports';
import type { StateKey } from '../../../app/platform/storedNames';

interface KeptViewDependencies {
  readonly state: StateStore;
  readonly log: Log;
}

/** The user's choices on the page that was closed last; the page validates them. */
export function keptView({ state }: KeptViewDependencies, key: StateKey): unknown {
  const kept = state.get(key);
  if (typeof kept !== 'string') return null;
  try {
    return JSON.parse(kept);
  } catch {
    return null;
  }
}

export function keepView({ state, log }: KeptViewDependencies, key: StateKey, view: string): void {
  void state.set(key, view).catch((error: unknown) => log.error('The choices on a page could not be saved', error));
}
