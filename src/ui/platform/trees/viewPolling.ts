import type * as vscode from 'vscode';
import { isSignedIn, onSessionChange } from '../../../app/session/connection';
import type { ServiceAccess } from '../../../app/session/serviceAccess';
import { Poller } from '../../../app/platform/polling';
import type { Disposable, Log, MachineClock, Timers } from '../../../app/platform/ports';
import { ServiceError } from '../../../service/errors';
import type { ViewId } from '../ids';
import { onSettingChange, readSetting } from '../settings';
import type { Shell } from '../shell/shell';

/** What is on the screen, or not. */
export interface Watched {
  readonly visible: boolean;
  readonly onDidChangeVisibility: (listener: () => void) => Disposable;
}

export interface PollingOptions {
  readonly watched: Watched;
  /** For the log: what could not be refreshed. */
  readonly name: string;
  /** Polls no more often than this, whatever the settings say. */
  readonly leastMs?: number;
  readonly connection: Pick<ServiceAccess, 'current' | 'onDidChange' | 'reach'>;
  readonly timers: Timers;
  readonly clock: MachineClock;
  /** Hears of failures that no request explains; those of requests are in the log already. */
  readonly log: Pick<Log, 'error'>;
  readonly run: (signal: AbortSignal, isByHand: boolean) => Promise<void>;
  /** Somebody else is signed in now, or another service is in use: what is shown must go. */
  readonly onSessionChange: () => void;
}

export interface ViewPollingOptions extends Omit<PollingOptions, 'watched' | 'name' | 'leastMs'> {
  readonly shell: Pick<Shell, 'view'>;
  readonly view: ViewId;
}

export interface ViewPolling extends vscode.Disposable {
  /** Refreshes now, also while the view is hidden. */
  refresh(): Promise<void>;
  /** Reads again what is out of date, once what is under way has ended, or when the view is shown next. */
  readAgain(): void;
  /** Drops the refresh under way and starts over. */
  restart(): void;
}

/** Has somebody who shows something of a book watch it while that is on the screen. */
export function watchWhileVisible(watched: Watched, watch: { setOn(isOn: boolean): void }): vscode.Disposable {
  const update = (): void => watch.setOn(watched.visible);
  const subscription = watched.onDidChangeVisibility(update);
  update();
  return { dispose: () => subscription.dispose() };
}

/** Milliseconds between two refreshes, as the user wants it; 0 refreshes by hand only. */
export function refreshIntervalMs(): number {
  return readSetting('refresh.intervalSeconds') * 1000;
}

/** Polls for a view at the interval of the settings while it is visible and somebody is signed in. */
export function pollView(options: ViewPollingOptions): ViewPolling {
  const { shell, view, ...rest } = options;
  return pollWhileVisible({ ...rest, watched: shell.view(view), name: `The view ${view}` });
}

/** As {@link pollView}, for anything else that can be on the screen. */
export function pollWhileVisible(options: PollingOptions): ViewPolling {
  const { connection, watched, leastMs = 0 } = options;
  const poller = new Poller({
    timers: options.timers,
    clock: options.clock,
    reach: connection.reach,
    intervalMs: () => {
      const intervalMs = refreshIntervalMs();
      return intervalMs === 0 ? 0 : Math.max(intervalMs, leastMs);
    },
    run: async (signal, isByHand) =>
      options.run(signal, isByHand).catch((error: unknown) => {
        if (!ServiceError.is(error) && !signal.aborted) options.log.error(`${options.name} could not be refreshed`, error);
        throw error;
      }),
  });
  const update = (): void => poller.setVisible(watched.visible && isSignedIn(connection.current));
  const subscriptions = [
    watched.onDidChangeVisibility(update),
    onSessionChange(connection, () => {
      options.onSessionChange();
      poller.setVisible(false);
      poller.restart();
      update();
    }),
    connection.onDidChange(update),
    onSettingChange('refresh.intervalSeconds', () => poller.reschedule()),
    poller,
  ];
  update();
  return {
    refresh: async () => {
      if (isSignedIn(connection.current)) await poller.refresh();
    },
    readAgain: () => poller.readAgain(),
    restart: () => poller.restart(),
    dispose: () => {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}
