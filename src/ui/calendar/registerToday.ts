import * as vscode from 'vscode';
import { isSignedIn } from '../../app/session/connection';
import type { Disposable, Log, MachineClock, Timers } from '../../app/platform/ports';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { TodayReleases, eventsOf, untilChange } from '../../app/calendar/todayReleases';
import { presentError } from '../platform/errors/presentError';
import { onSettingChange } from '../platform/settings';
import type { Shell } from '../platform/shell/shell';
import { setHead } from '../platform/say/surfaces';
import { ModelTree } from '../platform/trees/treeModel';
import { pollView } from '../platform/trees/viewPolling';
import { dateText, todayRows } from './todayRows';

export interface TodayDependencies {
  readonly shell: Shell;
  readonly access: ServiceAccess;
  readonly clock: MachineClock;
  readonly timers: Timers;
  readonly log: Log;
  /** The zone to show times in: the setting, or the system's. */
  readonly timeZone: () => string;
}

/** The Today view: the day's hot economic data with a countdown that ticks only while it can be seen. */
export function registerToday(dependencies: TodayDependencies): vscode.Disposable {
  const { shell, access, clock, timers, timeZone } = dependencies;
  const view = shell.view('marketDesk.today');
  const releases = new TodayReleases(dependencies);
  const tree = new ModelTree();
  let tick: Disposable | undefined;

  const show = (): void => {
    tick?.dispose();
    const signedIn = isSignedIn(access.current);
    const nowMs = clock.wallMs();
    tree.show(signedIn ? todayRows(releases.state, { zone: timeZone(), nowMs }) : []);
    showHeader(signedIn);
    if (signedIn && view.visible && releases.state.day !== undefined)
      tick = timers.after(untilChange(eventsOf(releases.state), timeZone(), nowMs), show);
  };
  const showHeader = (signedIn: boolean): void => {
    const { day, error, updatedAtMs } = releases.state;
    const description = signedIn && day !== undefined ? `${dateText(day.date)} · ${day.zone}` : '';
    const message =
      signedIn && error !== undefined && updatedAtMs !== undefined ? vscode.l10n.t('Out of date: {0}', presentError(error).message) : '';
    setHead(view, { description, message });
  };

  const polling = pollView({
    shell,
    view: 'marketDesk.today',
    connection: access,
    timers,
    clock,
    log: dependencies.log,
    run: async (signal) => releases.refresh(signal),
    onSessionChange: () => releases.reset(),
  });
  shell.handle('marketDesk.today.refresh', async () => polling.refresh());

  show();
  return vscode.Disposable.from(
    polling,
    releases,
    releases.onDidChange(show),
    view.onDidChangeVisibility(show),
    onSettingChange('calendar.timeZone', () => {
      releases.reset();
      polling.restart();
    }),
    shell.provideTree('marketDesk.today', tree),
    tree,
    { dispose: () => tick?.dispose() },
  );
}
