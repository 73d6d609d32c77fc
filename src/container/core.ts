import type * as vscode from 'vscode';
import type { PrivacyMode } from '../app/privacy/privacyMode';
import type { Lifetime } from '../app/platform/lifetime';
import type { SharedFile } from '../app/platform/ports';
import type { Shell } from '../ui/platform/shell/shell';
import type { Books } from './books';
import type { Live } from './live';
import type { Platform } from './platform';
import type { Service } from './service';

/** What a signed-in window always has; every feature is composed from it. */
export interface Core extends Platform, Service {
  readonly context: vscode.ExtensionContext;
  readonly shell: Shell;
  readonly channel: vscode.LogOutputChannel;
  readonly privacy: PrivacyMode;
  /** Positions and orders. */
  readonly books: Books;
  /** Where the alerts of all windows are kept. */
  readonly alertsFile: SharedFile;
  /** Prices and order events; composed on first use. */
  readonly live: () => Promise<Live>;
  /** Remembers that the extension is in use, so that later windows load it by themselves. */
  readonly markUsed: () => Thenable<void>;
}

/** Composes one feature, when it is first used; what has to end with the program goes to the lifetime. */
export type Compose = (core: Core, lifetime: Lifetime) => void | Promise<void>;
