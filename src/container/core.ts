import type * as vscode from 'vscode';
import type { AgentLog } from '../app/agents/agentLog';
import type { AllowedPrograms } from '../app/agents/allowedPrograms';
import type { Proposals } from '../app/agents/proposals';
import type { WatchlistStore } from '../app/watchlist/watchlistStore';
import type { Lifetime } from '../app/platform/lifetime';
import type { SendingStop } from '../app/orders/write/stop/sendingStop';
import type { OrderJournal } from '../app/orders/journal/orderJournal';
import type { TicketEvent } from '../app/orders/ticket/ticketEvents';
import type { Emitter } from '../app/platform/emitter';
import type { KeptFile } from '../app/platform/ports';
import type { UiPorts } from '../ui/platform/ports';
import type { Books } from './books';
import type { Live } from './live';
import type { Platform } from './platform';
import type { Service } from './service';

/** What every signed-in window has; every feature is composed from it. */
export interface Core extends Platform, Service, Pick<UiPorts, 'privacy' | 'shell' | 'extensionUri' | 'markUsed'> {
  readonly context: vscode.ExtensionContext;
  readonly channel: vscode.LogOutputChannel;
  /** Positions and orders. */
  readonly books: Books;
  /** The local record of order changes; opened on first use. */
  readonly journal: () => OrderJournal;
  /** Whether orders may be sent at all. */
  readonly sending: SendingStop;
  readonly watchlist: WatchlistStore;
  /** Agents and extensions that may read; asks the user about others. */
  readonly programs: AllowedPrograms;
  /** What agents did in this window. */
  readonly agentLog: AgentLog;
  /** Events of the order tickets on the screen. */
  readonly tickets: Emitter<TicketEvent>;
  /** Programs' order proposals; loaded on first use. */
  readonly proposals: () => Promise<Proposals>;
  /** The file with the alerts of all windows. */
  readonly alertsFile: KeptFile;
  /** Prices and order events; composed on first use. */
  readonly live: () => Promise<Live>;
}

/** Composes one feature when it is first used; what must end with the program is added to the lifetime. */
export type Compose = (core: Core, lifetime: Lifetime) => void | Promise<void>;
