import * as vscode from 'vscode';
import type { ClockMonitor } from '../../app/clock/clockMonitor';
import type { LiveStatus } from '../../app/quotes/liveMarket';
import { clockLevel } from '../../domain/clock/clockLevel';
import { presentError } from '../platform/errors/presentError';
import { onSettingChange, readSetting } from '../platform/settings';
import { onZoneChange } from '../platform/zone';
import { clockParts } from './clockText';
import type { ClockView } from './clockText';
import { feedRow } from '../platform/words/feedText';
import { sayWarning } from '../platform/say/messages';
import { plainProgress } from '../platform/say/progress';
import { flash } from '../platform/say/statusItem';
import type { UiPorts } from '../platform/ports';

const tickMs = 1000;

/** Ticks at each full second of the server, while the window has the focus and a service is chosen. */
class ClockTicks implements vscode.Disposable {
  #timer: vscode.Disposable | undefined;

  constructor(
    private readonly dependencies: Pick<UiPorts, 'access' | 'clock' | 'timers'> & {
      readonly monitor: ClockMonitor;
      readonly tick: () => void;
    },
  ) {}

  /** Starts again after the focus or the connection has changed. */
  schedule(): void {
    const { access, clock, monitor, timers, tick } = this.dependencies;
    this.#timer?.dispose();
    const watched = vscode.window.state.focused && access.current.connection.kind !== 'none';
    monitor.setWatched(watched);
    if (!watched) return;
    // Waits for the next full second of the server, so that the display changes exactly then.
    const wait = tickMs - (Math.floor(monitor.nowMs()) % tickMs);
    const expectedAt = clock.monotonicMs() + wait;
    this.#timer = timers.after(wait, () => {
      monitor.heartbeatWasLate(clock.monotonicMs() - expectedAt);
      tick();
      this.schedule();
    });
  }

  dispose(): void {
    this.#timer?.dispose();
  }
}

/**
 * The clock in the status bar: server time ticking in the chosen zone, and the offset with its bound. It ticks and measures again
 * only while the window has the focus, so that an idle editor costs nothing.
 */
export function registerClock(
  dependencies: Pick<UiPorts, 'shell' | 'access' | 'clock' | 'timers' | 'status' | 'timeZone'> & {
    readonly monitor: ClockMonitor;
    /** Where prices come from; undefined while no view shows prices. */
    readonly liveStatus: () => LiveStatus | undefined;
  },
): vscode.Disposable {
  const { shell, monitor, access, status } = dependencies;

  const view = (): ClockView => {
    const snapshot = monitor.snapshot();
    const toleranceMs = readSetting('clock.toleranceMilliseconds');
    const current = access.current.connection;
    return {
      snapshot,
      toleranceMs,
      level: clockLevel(snapshot, toleranceMs),
      serverNowMs: monitor.nowMs(),
      timeZone: dependencies.timeZone(),
      authentication: current.kind === 'none' ? 'oauth' : current.authentication,
      isUnverified: current.kind !== 'none' && current.isUnverified === true,
      ticks: vscode.window.state.focused,
    };
  };

  const render = (): void => {
    const isOn = access.current.connection.kind !== 'none';
    const { clock, skew, certificate } = isOn ? clockParts(view(), feedRows(dependencies.liveStatus())) : {};
    status.set('skew', skew);
    status.set('certificate', certificate);
    status.set('clock', clock);
  };

  const ticking = new ClockTicks({ ...dependencies, tick: render });
  const synchronize = async (): Promise<boolean> => synchronizeClock(monitor);
  shell.handle('marketDesk.clock.show', async () => {
    const { showClockDetails } = await import('./showClockDetails');
    showClockDetails({ view, onDidChange: monitor.onDidChange, synchronize });
  });
  shell.handle('marketDesk.clock.sync', synchronize);

  const start = (): void => {
    render();
    ticking.schedule();
  };
  start();
  return vscode.Disposable.from(
    ticking,
    monitor.onDidChange(render),
    access.onDidChange(start),
    vscode.window.onDidChangeWindowState(start),
    onSettingChange('clock.toleranceMilliseconds', render),
    onZoneChange(render),
  );
}

/** Measures the offset now. Tells the user whether that worked. */
async function synchronizeClock(monitor: ClockMonitor): Promise<boolean> {
  const done = await plainProgress(vscode.l10n.t('Synchronizing the clock…'), 'statusBar', async () =>
    monitor.resynchronize({ signal: AbortSignal.timeout(30_000) }),
  );
  if (done) flash(vscode.l10n.t('Clock synchronized'), 3000);
  else void sayWarning(vscode.l10n.t('Couldn’t synchronize the clock. {0}', presentError(monitor.snapshot().lastFailure).message));
  return done;
}

/** Where prices come from, once a view shows prices. */
function feedRows(status: LiveStatus | undefined): readonly (readonly [label: string, value: string])[] {
  const row = status === undefined ? undefined : feedRow(status);
  return row === undefined ? [] : [row];
}
