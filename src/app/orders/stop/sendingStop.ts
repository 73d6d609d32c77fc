import { readSwitch, releasedText, stoppedText, switchText, unreadableSwitch } from '../../../domain/orders/sendingSwitch';
import type { SendingSwitch } from '../../../domain/orders/sendingSwitch';
import { Emitter } from '../../platform/emitter';
import type { Disposable, MachineClock, Timers } from '../../platform/ports';
import { Passage } from './passage';
import type { SendMarks, SwitchFile } from './sendingPorts';

export interface SendingStopOptions {
  readonly file: SwitchFile;
  readonly marks: SendMarks;
  readonly clock: MachineClock;
  readonly timers: Timers;
}

export interface StopResult {
  /** Requests that may still leave after all, because their window did not answer in time: it is frozen. */
  readonly pending: number;
}

const patienceMs = 10_000;
const pauseMs = 20;

/**
 * *Stop Sending Orders*, for all windows of this machine, until the user releases it.
 *
 * A request puts up a sign before it looks at the switch; whoever stops turns the switch before looking for signs. So one of the
 * two sees the other, and when `stop` resolves, every request has left, or never will.
 */
export class SendingStop implements Disposable {
  readonly #changed = new Emitter<undefined>();
  /** The switch was turned, or was found turned by another window. */
  readonly onDidChange = this.#changed.event;
  readonly #subscription: Disposable;
  #shown = '';

  constructor(private readonly options: SendingStopOptions) {
    this.#shown = JSON.stringify(this.state);
    this.#subscription = options.file.onDidChange(() => this.look());
  }

  /** What the disk says now: nothing is remembered. */
  get state(): SendingSwitch {
    try {
      return readSwitch(this.options.file.readNow());
    } catch {
      return unreadableSwitch;
    }
  }

  get isStopped(): boolean {
    return this.state.kind === 'stopped';
  }

  /** Tells everybody if the switch is not as it was last told. */
  look(): void {
    const now = JSON.stringify(this.state);
    if (now === this.#shown) return;
    this.#shown = now;
    this.#changed.fire(undefined);
  }

  /**
   * Begins the way of one request.
   *
   * @returns undefined while sending is stopped.
   * @throws when no sign can be put up: then nothing may be sent.
   */
  async enter(): Promise<Passage | undefined> {
    const unmark = await this.options.marks.put();
    if (!this.isStopped) return new Passage({ timers: this.options.timers, isStopped: () => this.isStopped, unmark });
    await unmark();
    return undefined;
  }

  /**
   * Stops sending in all windows, and waits until none has anything on its way to its first byte.
   *
   * @throws when the switch can’t be turned.
   */
  async stop(): Promise<StopResult> {
    const { file, marks, clock } = this.options;
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
    await this.options.file.write(this.#text(releasedText));
    this.look();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #text(is: typeof stoppedText | typeof releasedText): string {
    return switchText(is, new Date(this.options.clock.wallMs()).toISOString());
  }

  async #pause(): Promise<void> {
    await new Promise<void>((resolve) => void this.options.timers.after(pauseMs, resolve));
  }
}
