import type * as vscode from 'vscode';
import type { AllowedPrograms } from '../app/agents/allowedPrograms';
import type { Proposals } from '../app/agents/proposals';
import type { WatchlistStore } from '../app/watchlist/watchlistStore';
import type { PrivacyMode } from '../app/privacy/privacyMode';
import type { Lifetime } from '../app/platform/lifetime';
import type { SendingStop } from '../app/orders/stop/sendingStop';
import type { OrderJournal } from '../app/orders/journal/orderJournal';
import type { TicketEvent } from '../app/orders/ticket/ticketEvents';
import type { Emitter } from '../app/platform/emitter';
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
  /** The local record of order changes; opened on first use. */
  readonly journal: () => OrderJournal;
  /** Whether orders may be sent at all. */
  readonly sending: SendingStop;
  readonly watchlist: WatchlistStore;
  /** Agents and extensions that may read; asks the user about others. */
  readonly programs: AllowedPrograms;
  /** What happens to order tickets on the screen. */
  readonly tickets: Emitter<TicketEvent>;
  /** What programs propose about orders; loaded on first use. */
  readonly proposals: () => Promise<Proposals>;
  /** Where the alerts of all windows are kept. */
  readonly alertsFile: SharedFile;
  /** Prices and order events; composed on first use. */
  readonly live: () => Promise<Live>;
  /** Remembers that the extension is in use, so that later windows load it by themselves. */
  readonly markUsed: () => Thenable<void>;
}

/** Composes one feature, when it is first used; what has to end with the program goes to the lifetime. */
export type Compose = (core: Core, lifetime: Lifetime) => void | Promise<void>;
