import { readSwitch, releasedText, stoppedText, switchText, unreadableSwitch } from '../../../../domain/orders/sendingSwitch';
import type { SendingSwitch } from '../../../../domain/orders/sendingSwitch';
import { Emitter } from '../../../platform/emitter';
import type { Disposable, MachineClock, Timers } from '../../../platform/ports';
import { Passage } from './passage';
import type { SendMarks, SwitchFile } from './sendingPorts';

export interface SendingStopDependencies {
  readonly file: SwitchFile;
  readonly marks: SendMarks;
  readonly clock: MachineClock;
  readonly timers: Timers;
}

export interface StopResult {
  /** Requests that may still leave because their window is frozen and did not answer in time. */
  readonly pending: number;
}

const patienceMs = 10_000;
const pauseMs = 20;

/**
 * *Stop Sending Orders*, for all windows of this machine, until the user releases it.
 *
 * A request puts up a mark before it checks the switch; a stop turns the switch before it looks for marks. So one of the two sees the other,
 * and when `stop` resolves, every request has left, or never will.
 */
export class SendingStop implements Disposable {
  readonly #changed = new Emitter<undefined>();
  /** Fires when the switch was turned, here or by another window. */
  readonly onDidChange = this.#changed.event;
  readonly #subscription: Disposable;
  #shown = '';

  constructor(private readonly dependencies: SendingStopDependencies) {
    this.#shown = JSON.stringify(this.state);
    this.#subscription = dependencies.file.onDidChange(() => this.look());
  }

  /** Reads the disk now; nothing is cached. */
  get state(): SendingSwitch {
    try {
      return readSwitch(this.dependencies.file.readNow());
    } catch {
      return unreadableSwitch;
    }
  }

  get isStopped(): boolean {
    return this.state.kind === 'stopped';
  }

  /** Notifies listeners if the switch changed since the last notification. */
  look(): void {
    const now = JSON.stringify(this.state);
    if (now === this.#shown) return;
    this.#shown = now;
    this.#changed.fire(undefined);
  }

  /**
   * Begins the passage of one request.
   *
   * @returns undefined while sending is stopped.
   * @throws when no mark can be put up: then nothing may be sent.
   */
  async enter(): Promise<Passage | undefined> {
    const unmark = await this.dependencies.marks.put();
    if (!this.isStopped) return new Passage({ timers: this.dependencies.timers, isStopped: () => this.isStopped, unmark });
    await unmark();
    return undefined;
  }

  /**
   * Stops sending in all windows, and waits until none has a request on its way to its first byte.
   *
   * @throws when the switch can’t be turned.
   */
  async stop(): Promise<StopResult> {
    const { file, marks, clock } = this.dependencies;
    if (this.state.kind === 'open') {
      try {
        await file.write(this.#text(stoppedText));
      } catch {
        await file.spoil();
      }
    }
    this.look();
    const deadline = clock.monotonicMs() + patienceMs;
    let pending = await marks.count();
    while (pending > 0 && clock.monotonicMs() < deadline) {
      await this.#pause();
      pending = await marks.count();
    }
    return { pending };
  }

  /** Lets orders be sent again, in all windows. @throws when the switch can’t be turned. */
  async release(): Promise<void> {
    await this.dependencies.file.write(this.#text(releasedText));
    this.look();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #text(is: typeof stoppedText | typeof releasedText): string {
    return switchText(is, new Date(this.dependencies.clock.wallMs()).toISOString());
  }

  async #pause(): Promise<void> {
    await new Promise<void>((resolve) => void this.dependencies.timers.after(pauseMs, resolve));
  }
}
