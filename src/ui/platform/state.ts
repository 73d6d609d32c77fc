import type * as vscode from 'vscode';
import type { StateStore } from '../../app/platform/ports';

/** The editor's global state as the program's {@link StateStore}. */
export function createStateStore(memento: vscode.Memento): StateStore {
  return {
    get: (key) => memento.get<unknown>(key),
    set: async (key, value) => memento.update(key, value),
  };
}
