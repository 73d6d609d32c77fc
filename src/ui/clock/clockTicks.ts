import * as vscode from 'vscode';
import type { ClockMonitor } from '../../app/clock/clockMonitor';
import type { MachineClock, Timers } from '../../app/platform/ports';
import type { ConnectionSource } from '../../app/session/connection';

export interface ClockTicksDependencies {
  readonly monitor: ClockMonitor;
  readonly connection: ConnectionSource;
  readonly machine: MachineClock;
  readonly timers: Timers;
  readonly tick: () => void;
}

const tickMs = 1000;

/** Ticks at each full second of the server, while the window has the focus and a service is chosen. */
export class ClockTicks implements vscode.Disposable {
  #timer: vscode.Disposable | undefined;

  constructor(private readonly dependencies: ClockTicksDependencies) {}

  /** Starts again after the focus or the connection has changed. */
  schedule(): void {
    const { connection, machine, monitor, timers, tick } = this.dependencies;
    this.#timer?.dispose();
    const watched = vscode.window.state.focused && connection.current.connection.kind !== 'none';
    monitor.setWatched(watched);
    if (!watched) return;
    // Waits for the next full second of the server, so that the display changes exactly then.
    const wait = tickMs - (Math.floor(monitor.nowMs()) % tickMs);
    const expectedAt = machine.monotonicMs() + wait;
    this.#timer = timers.after(wait, () => {
      monitor.heartbeatWasLate(machine.monotonicMs() - expectedAt);
      tick();
      this.schedule();
    });
  }

  dispose(): void {
    this.#timer?.dispose();
  }
}
