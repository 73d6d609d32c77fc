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

/** Ticks with each full second of the server, while the window has the focus and a service is chosen. */
export class ClockTicks implements vscode.Disposable {
  #timer: vscode.Disposable | undefined;

  constructor(private readonly dependencies: ClockTicksDependencies) {}

  /** Begins anew after focus or connection changed. */
  schedule(): void {
    const { connection, machine, monitor, timers, tick } = this.dependencies;
    this.#timer?.dispose();
    const watched = vscode.window.state.focused && connection.current.connection.kind !== 'none';
    monitor.setWatched(watched);
    if (!watched) return;
    // To the next full second of the server, so that the display changes when the second does.
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
