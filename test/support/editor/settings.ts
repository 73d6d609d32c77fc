import { readFileSync } from 'node:fs';
import { EventEmitter } from './values';

interface Manifest {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, { readonly default?: unknown }>> }[];
  };
}

/** Values of settings that nobody set: those of a manifest, and the editor's own that the program reads. */
export function defaultsOf(manifestPath: string): ReadonlyMap<string, unknown> {
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Manifest;
  return new Map<string, unknown>([
    ...manifest.contributes.configuration.flatMap(({ properties }) =>
      Object.entries(properties).map(([key, { default: value }]) => [key, value] as const),
    ),
    ['http.proxySupport', 'override'],
    ['http.proxyStrictSSL', true],
    ['http.systemCertificates', true],
  ]);
}

/** The settings of a user. Keys are whole, such as `marketDesk.orders.allow`. */
export class Settings {
  /** What the user set. */
  readonly settings = new Map<string, unknown>();
  /** What the folder that is open sets. */
  readonly inFolder = new Map<string, unknown>();
  /** What the user set on their own machine, while the window is on another one. */
  readonly ofOwnMachine = new Map<string, unknown>();
  /** Fires the key. */
  readonly settingChanged = new EventEmitter<string>();

  constructor(private readonly defaults: () => ReadonlyMap<string, unknown>) {}

  /** `undefined` removes the user's value. */
  set(key: string, value: unknown): void {
    if (value === undefined) this.settings.delete(key);
    else this.settings.set(key, value);
    this.settingChanged.fire(key);
  }

  /** @throws if the program has no such setting. */
  inspect(key: string) {
    if (key.startsWith('marketDesk.') && !this.defaults().has(key)) throw new Error(`package.json has no setting ${key}`);
    return {
      defaultValue: this.defaults().get(key),
      globalValue: this.settings.get(key),
      globalLocalValue: this.ofOwnMachine.get(key),
      globalRemoteValue: undefined as unknown,
      workspaceValue: this.inFolder.get(key),
      workspaceFolderValue: undefined as unknown,
    };
  }

  get(key: string): unknown {
    const { defaultValue, globalValue, workspaceValue } = this.inspect(key);
    return workspaceValue ?? globalValue ?? defaultValue;
  }
}
