import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packedFolder } from '../../support/packed/packedFolder';
import { defaultsOf, Settings } from '../../support/editor/settings';
import { EventEmitter } from '../../support/editor/values';
import type { PageMessage } from '../../support/editor/webviewPanel';

interface Shipped {
  readonly manifest: { readonly version: string };
  /** Values of settings that the user did not set. */
  readonly defaults: ReadonlyMap<string, unknown>;
}

let known: Shipped | undefined;

/** The package's manifest and defaults. */
export function shipped(): Shipped {
  if (known !== undefined) return known;
  const path = join(packedFolder, 'package.json');
  return (known = { manifest: JSON.parse(readFileSync(path, 'utf8')) as Shipped['manifest'], defaults: defaultsOf(path) });
}

/**
 * What all windows of one user share: settings, secrets, global state, and the folder of the extension. Each window has its own view of the
 * state, as in the editor: a copy that is notified of changes later and is written back as a whole.
 */
export class Profile extends Settings {
  readonly secrets = new Map<string, string>();
  /** The state as the editor keeps it on disk, as JSON. */
  state = '{}';
  /** Changes what windows say, as a translation would. */
  reword: (text: string) => string = (text) => text;
  /** Changes messages to and from pages, to plant faults of the form itself. */
  toPage: (message: PageMessage) => unknown = (message) => message;
  fromPage: (message: PageMessage) => unknown = (message) => message;
  readonly secretChanged = new EventEmitter<string>();
  readonly stateChanged = new EventEmitter<string>();

  constructor(
    readonly folder: string,
    private readonly soon: (work: () => void) => void,
  ) {
    super(() => shipped().defaults);
  }

  secretStorage(): object {
    return {
      get: async (key: string) => Promise.resolve(this.secrets.get(key)),
      store: async (key: string, value: string) => {
        this.secrets.set(key, value);
        this.soon(() => this.secretChanged.fire(key));
        return Promise.resolve();
      },
      delete: async (key: string) => {
        this.secrets.delete(key);
        this.soon(() => this.secretChanged.fire(key));
        return Promise.resolve();
      },
      keys: async () => Promise.resolve([...this.secrets.keys()]),
      onDidChange: (listener: (event: { readonly key: string }) => unknown) => this.secretChanged.event((key) => listener({ key })),
    };
  }

  /** A window's memento. */
  memento(): object {
    let copy = JSON.parse(this.state) as Record<string, unknown>;
    this.stateChanged.event((text) => {
      copy = JSON.parse(text) as Record<string, unknown>;
    });
    return {
      keys: () => Object.keys(copy),
      get: (key: string, fallback?: unknown) => copy[key] ?? fallback,
      update: async (key: string, value: unknown) => {
        // JSON drops values that are undefined.
        copy = JSON.parse(JSON.stringify({ ...copy, [key]: value })) as Record<string, unknown>;
        const text = JSON.stringify(copy);
        await new Promise<void>((done) =>
          this.soon(() => {
            this.state = text;
            this.stateChanged.fire(text);
            done();
          }),
        );
      },
      setKeysForSync: () => undefined,
    };
  }
}
