import * as vscode from 'vscode';
import type { AlertMarks } from '../../app/alerts/alertMarks';
import { isSignedIn } from '../../app/session/connection';
import type { Disposable } from '../../app/platform/ports';
import { TodayReleases, eventsOf, untilChange } from '../../app/calendar/todayReleases';
import type { LastState } from '../../app/lastState/lastState';
import { basicDate } from '../../domain/time/zones';
import type { CalendarEvent } from '../../service/records';
import { outage } from '../platform/errors/outage';
import { presentError } from '../platform/errors/presentError';
import { onZoneChange } from '../platform/zone';
import { silence } from '../platform/silence';
import { setHead } from '../platform/say/surfaces';
import { asOfText, oldList, oldRow } from '../platform/trees/oldRows';
import type { NodeModel } from '../platform/trees/treeModel';
import { ModelTree } from '../platform/trees/treeModel';
import { pollView, refreshIntervalMs } from '../platform/trees/viewPolling';
import { shortDate, todayRows } from './todayRows';
import type { UiPorts } from '../platform/ports';

export interface TodayDependencies extends Pick<UiPorts, 'shell' | 'access' | 'clock' | 'timers' | 'log' | 'timeZone'> {
  readonly books: { readonly last: LastState };
  readonly marks: Pick<AlertMarks, 'release' | 'onDidChange'>;
}

/** The Today view: the day's hot economic data, with a countdown that ticks only while the view is visible. */
export function registerToday(dependencies: TodayDependencies): vscode.Disposable {
  const { shell, access, clock, timers, timeZone, books, marks } = dependencies;
  const view = shell.view('marketDesk.today');
  const releases = new TodayReleases({ ...dependencies, intervalMs: refreshIntervalMs, last: books.last });
  const tree = new ModelTree();
  let tick: Disposable | undefined;

  const show = (): void => {
    tick?.dispose();
    const signedIn = isSignedIn(access.current);
    const nowMs = clock.wallMs();
    tree.show(signedIn ? rows(nowMs) : []);
    showHeader(signedIn);
    if (signedIn && view.visible && releases.state.day !== undefined)
      tick = timers.after(untilChange(eventsOf(releases.state), timeZone(), nowMs), show);
  };
  const rows = (nowMs: number): readonly NodeModel[] => {
    const options = { zone: timeZone(), nowMs, markOf: (event: CalendarEvent) => marks.release(event) };
    const { state, old } = releases;
    if (old === undefined) return todayRows(state, options);
    const day = { date: basicDate(options.zone, nowMs), zone: options.zone };
    const drawn = old.drawOld((events) => todayRows({ ...state, day, list: oldList(events, old), error: undefined }, options));
    const failure = state.error === undefined ? [] : todayRows(state, options);
    return [...failure, ...drawn.map((row) => oldRow(row, asOfText(old, options.zone, nowMs)))];
  };
  const showHeader = (signedIn: boolean): void => {
    const { day, error, updatedAtMs } = releases.state;
    const { old } = releases;
    const asOf = old === undefined ? '' : asOfText(old, timeZone(), clock.wallMs());
    const description = day === undefined ? asOf : `${shortDate(day.date)} · ${day.zone}`;
    // What the service’s silence explains is told in the status bar, once for all views.
    const isTold = error === undefined || updatedAtMs === undefined || outage.explains(error);
    const message = isTold ? silence.text : vscode.l10n.t('Out of date: {0}', presentError(error).message);
    setHead(view, { description: signedIn ? description : '', message: signedIn ? message : '' });
  };

  const polling = pollView({
    shell,
    view: 'marketDesk.today',
    access,
    timers,
    clock,
    log: dependencies.log,
    run: async (signal, isByHand) => releases.refresh(signal, isByHand),
    onSessionChange: () => releases.reset(),
  });
  shell.handle('marketDesk.today.refresh', async () => polling.refresh());

  show();
  return vscode.Disposable.from(
    polling,
    releases,
    releases.onDidChange(show),
    marks.onDidChange(show),
    silence.onDidChange(show),
    books.last.onDidChange(show),
    view.onDidChangeVisibility(show),
    onZoneChange(() => {
      releases.reset();
      polling.restart();
    }),
    shell.provideTree('marketDesk.today', tree),
    tree,
    { dispose: () => tick?.dispose() },
  );
}
