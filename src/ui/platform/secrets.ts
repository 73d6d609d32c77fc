import type * as vscode from 'vscode';
import { Emitter } from '../../app/platform/emitter';
import type { Disposable, SecretStore } from '../../app/platform/ports';

/** The editor's SecretStorage as the program's {@link SecretStore}. */
export function createSecretStore(storage: vscode.SecretStorage): SecretStore & Disposable {
  const changed = new Emitter<string>();
  const subscription = storage.onDidChange(({ key }) => changed.fire(key));
  return {
    get: async (key) => storage.get(key),
    set: async (key, value) => storage.store(key, value),
    delete: async (key) => storage.delete(key),
    onDidChange: changed.event,
    dispose: () => {
      subscription.dispose();
      changed.dispose();
    },
  };
}
