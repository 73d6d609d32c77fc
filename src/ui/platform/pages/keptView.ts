import type { StateKey } from '../../../app/platform/storedNames';
import type { UiPorts } from '../ports';

/** The user's choices on the page that was closed last; the page validates them. */
export function keptView({ state }: Pick<UiPorts, 'state'>, key: StateKey): unknown {
  const kept = state.get(key);
  if (typeof kept !== 'string') return null;
  try {
    return JSON.parse(kept);
  } catch {
    return null;
  }
}

export function keepView({ state, log }: Pick<UiPorts, 'state' | 'log'>, key: StateKey, view: string): void {
  void state.set(key, view).catch((error: unknown) => log.error('The choices on a page could not be saved', error));
}
