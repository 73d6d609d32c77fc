import type * as vscode from 'vscode';
import { isSignedIn, onSessionChange } from '../../../app/session/connection';
import { Poller } from '../../../app/platform/poller';
import type { PollerOptions } from '../../../app/platform/poller';
import type { Disposable } from '../../../app/platform/ports';
import { ServiceError } from '../../../service/errors';
import type { ViewId } from '../ids';
import { onSettingChange, readSetting } from '../settings';
import type { UiPorts } from '../ports';

/** Something that may be visible on the screen. */
export interface Watched {
  readonly visible: boolean;
  readonly onDidChangeVisibility: (listener: () => void) => Disposable;
}

export interface PollingOptions extends Pick<UiPorts, 'access' | 'clock' | 'timers' | 'log'> {
  readonly watched: Watched;
  /** The name for the log when refreshing fails. */
  readonly name: string;
  /** The shortest polling interval, whatever the settings say. */
  readonly leastMs?: number;
  /** See {@link PollerOptions.run}. */
  readonly run: PollerOptions['run'];
  /** The user or the service changed: what is shown must be cleared. */
  readonly onSessionChange: () => void;
}

export interface ViewPolling extends vscode.Disposable {
  /** Refreshes now, also while the view is hidden. */
  refresh(): Promise<void>;
  /** Reads what is out of date, after the current refresh has ended, or when the view is next shown. */
  readAgain(): void;
  /** Aborts the current refresh and starts over. */
  restart(): void;
}

/** Turns a watch of a book on while what shows it is visible. */
export function watchWhileVisible(watched: Watched, watch: { setOn(isOn: boolean): void }): vscode.Disposable {
  const update = (): void => watch.setOn(watched.visible);
  const subscription = watched.onDidChangeVisibility(update);
  update();
  return { dispose: () => subscription.dispose() };
}

/** Milliseconds between two refreshes, according to the settings; 0 means only manual refreshes. */
export function refreshIntervalMs(): number {
  return readSetting('refresh.intervalSeconds') * 1000;
}

/** Polls for a view at the interval of the settings, while it is visible and the user is signed in. */
export function pollView(
  options: Omit<PollingOptions, 'watched' | 'name' | 'leastMs'> & Pick<UiPorts, 'shell'> & { readonly view: ViewId },
): ViewPolling {
  const { shell, view, ...rest } = options;
  return pollWhileVisible({ ...rest, watched: shell.view(view), name: `The view ${view}` });
}

/** As {@link pollView}, for anything else that may be visible. */
export function pollWhileVisible(options: PollingOptions): ViewPolling {
  const { access, watched, leastMs = 0 } = options;
  const poller = new Poller({
    timers: options.timers,
    clock: options.clock,
    reach: access.reach,
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
  const update = (): void => poller.setVisible(watched.visible && isSignedIn(access.current));
  const subscriptions = [
    watched.onDidChangeVisibility(update),
    onSessionChange(access, () => {
      options.onSessionChange();
      poller.setVisible(false);
      poller.restart();
      update();
    }),
    access.onDidChange(update),
    onSettingChange('refresh.intervalSeconds', () => poller.reschedule()),
    poller,
  ];
  update();
  return {
    refresh: async () => {
      if (isSignedIn(access.current)) await poller.refresh();
    },
    readAgain: () => poller.readAgain(),
    restart: () => poller.restart(),
    dispose: () => {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

/** Funds are read at most this often: they are less important than what is traded. */
const leastFundsMs = 120_000;

/** The maximum age of funds while they are shown; 0 means only manual reads. */
export function fundsAgeMs(): number {
  const intervalMs = refreshIntervalMs();
  return intervalMs === 0 ? 0 : Math.max(intervalMs, leastFundsMs);
}
