import { readSwitch, releasedText, stoppedText, switchText, unreadableSwitch } from '../../../../domain/orders/sendingSwitch';
import type { JournaledSwitch, SendingSwitch } from '../../../../domain/orders/sendingSwitch';
import { Emitter } from '../../../platform/emitter';
import type { Disposable } from '../../../platform/ports';
import { Passage } from './passage';
import type { SendMarks, SwitchFile, SwitchJournal } from './sendingPorts';
import type { Ports } from '../../../ports';

export interface StopResult {
  /** Requests that may still leave because their window is frozen and did not answer in time. */
  readonly pending: number;
  /** Why the journal does not say so, and only the file does; undefined if it does. */
  readonly journalError: unknown;
  /** Why no file says so, and only this window has stopped; undefined if one does. */
  readonly fileError: unknown;
}

/** The journal's last word, and the file's text at that time: with another text, another window may have released it since. */
interface Journaled {
  readonly word: JournaledSwitch;
  readonly text: string | undefined;
}

const patienceMs = 10_000;
const pauseMs = 20;

/**
 * *Stop Sending Orders*, for all windows of this machine, until the user releases it.
 *
 * A request puts up a mark before it checks the switch; a stop turns the switch before it looks for marks. So one of the two sees the other,
 * and when `stop` resolves, every request has left, or never will.
 *
 * The file is what every window reads in one step with the first byte; the journal is asked before each request, because a file can be lost or
 * replaced. No file is no permission: before a request passes, its window makes the file, and compares it until the first byte.
 */
export class SendingStop implements Disposable {
  readonly #changed = new Emitter<undefined>();
  /** Fires when the switch was turned, here or by another window. */
  readonly onDidChange = this.#changed.event;
  readonly #subscription: Disposable;
  #shown = '';
  #journaled: Journaled = { word: 'none', text: undefined };
  /** The user has stopped sending here, and no file says so yet. */
  #isHeld = false;

  constructor(
    private readonly dependencies: Pick<Ports, 'clock' | 'timers'> & {
      readonly file: SwitchFile;
      readonly marks: SendMarks;
      readonly journal: () => SwitchJournal;
    },
  ) {
    this.#shown = JSON.stringify(this.state);
    this.#subscription = dependencies.file.onDidChange(() => this.look());
  }

  /** Reads the file now; of the journal, what {@link check} read last. */
  get state(): SendingSwitch {
    return this.#judged(({ word, text }, now) => (now === text ? word : 'none'));
  }

  get isStopped(): boolean {
    return this.state.kind === 'stopped';
  }

  /** Notifies listeners if the switch changed since the last notification. The journal is asked where the file alone decides nothing. */
  look(): void {
    this.#announce();
    // A journal that can't be read keeps every request from leaving, and says so then.
    if (!this.#fileStops()) void this.check().catch(() => undefined);
  }

  /** The switch as the file and the journal have it now. @throws when the journal can’t be read. */
  async check(): Promise<SendingSwitch> {
    const text = this.#readable();
    const { word } = await this.dependencies.journal().switchWord();
    this.#journaled = { word, text };
    this.#announce();
    // Whatever the file has become meanwhile, this is what the journal says now.
    return this.#judged(() => word);
  }

  #judged(wordFor: (journaled: Journaled, now: string | undefined) => JournaledSwitch): SendingSwitch {
    try {
      const now = this.dependencies.file.readNow();
      const found = readSwitch(now, wordFor(this.#journaled, now));
      return found.kind === 'open' && this.#isHeld ? { kind: 'stopped', atMs: undefined, file: 'unsaved' } : found;
    } catch {
      return unreadableSwitch;
    }
  }

  /** The file's text; undefined if there is none that can be read. */
  #readable(): string | undefined {
    try {
      return this.dependencies.file.readNow();
    } catch {
      return undefined;
    }
  }

  #announce(): void {
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
    let way: Passage | undefined;
    try {
      const permission = await this.#permission();
      if (permission !== undefined)
        way = new Passage({ timers: this.dependencies.timers, isStopped: () => !this.#stillSays(permission), unmark });
    } finally {
      if (way === undefined) await unmark();
    }
    return way;
  }

  /** The file that lets a request pass; undefined while sending is stopped. Makes a file where there is none yet. */
  async #permission(): Promise<{ readonly text: string | undefined } | undefined> {
    const { file, journal } = this.dependencies;
    const { isSound } = await journal().switchWord();
    if ((await this.check()).kind === 'stopped') return undefined;
    // A damaged journal takes no record of a request, so nothing leaves; and it can't say that sending was never stopped.
    if (file.readNow() === undefined && isSound) {
      await file.create(this.#textOf(releasedText));
      // A stop writes the journal and looks at the file afterwards, so one of the two sees the other.
      if ((await this.check()).kind === 'stopped') return undefined;
    }
    return { text: file.readNow() };
  }

  /** Another text, even another release, is not what let the request pass; nor is no text. */
  #stillSays({ text }: { readonly text: string | undefined }): boolean {
    try {
      return text !== undefined && this.dependencies.file.readNow() === text && !this.isStopped;
    } catch {
      return false;
    }
  }

  #fileStops(): boolean {
    const { state } = this;
    return state.kind === 'stopped' && (state.file === 'says' || state.file === 'damaged');
  }

  /**
   * Stops sending in all windows, and waits until none has a request on its way to its first byte. Where the disk can’t be written, this window
   * stops all the same.
   */
  async stop(): Promise<StopResult> {
    const { marks, clock } = this.dependencies;
    this.#isHeld = true;
    // Tried again below: a journal that says so is worth having, whatever the disk does to the file.
    await this.#turnFile().catch(() => undefined);
    this.#announce();
    const journalError = await this.#record();
    // The file may have been lost meanwhile, and a window that found none may have made a new one before it could read the journal.
    const fileError: unknown = await this.#turnFile().then(
      () => undefined,
      (error: unknown) => error,
    );
    this.#isHeld = fileError !== undefined;
    this.#announce();
    const deadline = clock.monotonicMs() + patienceMs;
    // Without a folder for marks, no request can leave.
    const count = async (): Promise<number> => (fileError === undefined ? marks.count() : marks.count().catch(() => 0));
    let pending = await count();
    while (pending > 0 && clock.monotonicMs() < deadline) {
      await this.#pause();
      pending = await count();
    }
    return { pending, journalError, fileError };
  }

  /** Lets orders be sent again, in all windows. @throws when the switch can’t be turned. */
  async release(): Promise<void> {
    // Nothing is released without a record of it.
    await this.dependencies.journal().append({ kind: 'released' });
    await this.dependencies.file.write(this.#textOf(releasedText));
    this.#isHeld = false;
    await this.check();
  }

  /** @throws when no file can be left that stops sending. */
  async #turnFile(): Promise<void> {
    if (this.#fileStops()) return;
    try {
      await this.dependencies.file.write(this.#textOf(stoppedText));
    } catch {
      await this.dependencies.file.spoil();
    }
  }

  /** @returns why the journal does not say that sending is stopped, if it doesn't. */
  async #record(): Promise<unknown> {
    try {
      const journal = this.dependencies.journal();
      if ((await journal.switchWord()).word !== 'stopped') await journal.append({ kind: 'stopped' });
      return undefined;
    } catch (error) {
      return error;
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #textOf(is: typeof stoppedText | typeof releasedText): string {
    return switchText(is, new Date(this.dependencies.clock.wallMs()).toISOString());
  }

  async #pause(): Promise<void> {
    await new Promise<void>((resolve) => void this.dependencies.timers.after(pauseMs, resolve));
  }
}
