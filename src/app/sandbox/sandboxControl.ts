import * as v from 'valibot';
import { Emitter } from '../platform/emitter';
import type { Disposable, Event, Lock, SharedFile } from '../platform/ports';
import { readStored } from '../platform/storedJson';
import { lockNames } from '../platform/storedNames';
import type { Ports } from '../ports';

/** The sandbox could not be started. */
export class SandboxError extends Error {
  constructor(
    readonly reason: 'no-port' | 'failed' | 'stopped',
    cause?: unknown,
  ) {
    super(`sandbox: ${reason}`, { cause });
    this.name = 'SandboxError';
  }
}

/** A sandbox in this process. */
export interface LocalSandbox {
  readonly url: string;
  readonly port: number;
  reset(): void;
  close(): Promise<void>;
}

/** Runs the sandbox in this process. */
export interface SandboxRunner {
  /** @throws an error with `code: 'EADDRINUSE'` when the port is taken. */
  start(options: { readonly port: number; readonly instanceId: string; readonly controlSecret: string }): Promise<LocalSandbox>;
}

/** Talks to a sandbox in another window. */
export interface SandboxProbe {
  /** The instance id of the sandbox at this address; undefined when there is none. */
  identify(url: string): Promise<string | undefined>;
  /** @param secret - The control secret that the sandbox requires. */
  reset(url: string, secret: string): Promise<void>;
  /**
   * Allows what an authorization page would suggest.
   *
   * @param query - Of the page’s URL, without the question mark.
   * @returns the URL that the page would send the browser to.
   */
  allow(url: string, secret: string, query: string): Promise<string>;
}

export type SandboxStatus = { readonly kind: 'stopped' } | { readonly kind: 'running'; readonly url: string; readonly isHere: boolean };

const sharedState = v.object({
  instanceId: v.pipe(v.string(), v.minLength(8)),
  port: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535)),
  wanted: v.boolean(),
  /** Only windows get it: the file is readable by this user alone. */
  controlSecret: v.optional(v.string(), ''),
});
type SharedState = v.InferOutput<typeof sharedState>;

const otherWindowPatience = 40;
const otherWindowPauseMs = 250;

/**
 * This machine's one sandbox. The window that holds the lock runs it. The others use it at the same address, and one of them takes it over on
 * the same port when that window closes, so that sessions survive.
 */
export class SandboxControl implements Disposable {
  readonly #changed = new Emitter<undefined>();
  readonly #subscription: Disposable;
  readonly #end = new AbortController();
  #status: SandboxStatus = { kind: 'stopped' };
  #here: { readonly sandbox: LocalSandbox; readonly lock: Lock } | undefined;
  /** Serializes all changes of state. */
  #queue: Promise<unknown> = Promise.resolve();
  #heirWatch: AbortController | undefined;

  constructor(
    private readonly dependencies: Pick<Ports, 'locks' | 'timers' | 'log'> & {
      readonly runner: SandboxRunner;
      readonly probe: SandboxProbe;
      readonly file: SharedFile;
      readonly createId: () => string;
    },
  ) {
    this.#subscription = dependencies.file.onDidChange(() => void this.follow());
  }

  get status(): SandboxStatus {
    return this.#status;
  }

  get url(): string | undefined {
    return this.#status.kind === 'running' ? this.#status.url : undefined;
  }

  readonly onDidChange: Event<void> = (listener) => this.#changed.event(() => listener());

  /**
   * Starts the sandbox, or finds the one of another window.
   *
   * @throws {@link SandboxError}
   */
  async start(): Promise<string> {
    return this.#inTurn(async () => {
      await this.#write({ wanted: true });
      try {
        return await this.#bringUp();
      } catch (error) {
        await this.#write({ wanted: false });
        throw error;
      }
    });
  }

  /** Stops it for every window. */
  async stop(): Promise<void> {
    await this.#inTurn(async () => {
      await this.#write({ wanted: false });
      await this.#bringDown();
    });
  }

  /** Resets the sandbox's world; sign-ins stay. */
  async reset(): Promise<void> {
    const status = this.#status;
    if (status.kind === 'stopped') throw new SandboxError('stopped');
    if (this.#here === undefined) await this.dependencies.probe.reset(status.url, (await this.#read())?.controlSecret ?? '');
    else this.#here.sandbox.reset();
  }

  /**
   * Gives the consent that an authorization page of this sandbox asks for, in the place of the user who has just started it.
   *
   * @returns the URL that the page would send the browser to.
   * @throws an error if the page is not this sandbox's, or it does not answer.
   */
  async allow(authorizationUrl: string): Promise<string> {
    const status = this.#status;
    const page = new URL(authorizationUrl);
    if (status.kind === 'stopped' || page.origin !== new URL(status.url).origin) throw new SandboxError('stopped');
    return this.dependencies.probe.allow(status.url, (await this.#read())?.controlSecret ?? '', page.search.slice(1));
  }

  /** Applies the shared file; called at the start and whenever another window changed it. */
  async follow(): Promise<void> {
    await this.#inTurn(async () => {
      const state = await this.#read();
      if (state?.wanted !== true) await this.#bringDown();
      else if (this.#status.kind === 'stopped' || (!this.#status.isHere && this.#status.url !== urlOf(state.port))) await this.#bringUp();
    }).catch((error: unknown) => this.dependencies.log.error('The sandbox could not follow the other windows', error));
  }

  /** Frees the port and the lock; another window may take over. */
  dispose(): void {
    this.#end.abort();
    this.#heirWatch?.abort();
    this.#subscription.dispose();
    this.#changed.dispose();
    const here = this.#here;
    this.#here = undefined;
    void here?.sandbox.close().finally(() => void here.lock.release());
  }

  async #bringUp(): Promise<string> {
    if (this.#here !== undefined) return this.#here.sandbox.url;
    const lock = await this.dependencies.locks.tryAcquire(lockNames.sandbox);
    return lock === undefined ? this.#useOther() : this.#runHere(lock);
  }

  async #runHere(lock: Lock): Promise<string> {
    try {
      const state = await this.#read();
      const instanceId = state?.instanceId ?? this.dependencies.createId();
      const secrets = { instanceId, controlSecret: this.dependencies.createId() };
      const sandbox = await this.#startOnPort(state?.port ?? 0, secrets);
      if (this.#end.signal.aborted) {
        await sandbox.close();
        throw new SandboxError('stopped');
      }
      this.#here = { sandbox, lock };
      await this.#tellOthers({ ...secrets, port: sandbox.port }, sandbox);
      this.#set({ kind: 'running', url: sandbox.url, isHere: true });
      this.dependencies.log.info(`The sandbox listens on ${sandbox.url}`);
      return sandbox.url;
    } catch (error) {
      await lock.release();
      throw error instanceof SandboxError ? error : new SandboxError('failed', error);
    }
  }

  /** A sandbox that the other windows cannot find must not continue without the lock. */
  async #tellOthers(state: Pick<SharedState, 'instanceId' | 'port' | 'controlSecret'>, sandbox: LocalSandbox): Promise<void> {
    try {
      await this.#write(state);
    } catch (error) {
      this.#here = undefined;
      await sandbox.close();
      throw error;
    }
  }

  /** The previous port keeps addresses, and with them sessions, unchanged; if another program has taken it, the sandbox moves. */
  async #startOnPort(port: number, secrets: Pick<SharedState, 'instanceId' | 'controlSecret'>): Promise<LocalSandbox> {
    const { runner, log } = this.dependencies;
    try {
      return await runner.start({ port, ...secrets });
    } catch (error) {
      if (port === 0 || !isPortTrouble(error)) throw error;
      log.warn(`Port ${port} is taken by another program: the sandbox moves to a free one`);
    }
    try {
      return await runner.start({ port: 0, ...secrets });
    } catch (error) {
      throw new SandboxError(isPortTrouble(error) ? 'no-port' : 'failed', error);
    }
  }

  async #useOther(): Promise<string> {
    for (let attempt = 0; attempt < otherWindowPatience && !this.#end.signal.aborted; attempt += 1) {
      const state = await this.#read();
      const url = state === undefined || state.port === 0 ? undefined : urlOf(state.port);
      if (url !== undefined && (await this.dependencies.probe.identify(url)) === state?.instanceId) {
        this.#set({ kind: 'running', url, isHere: false });
        this.#watchForHeir();
        return url;
      }
      const lock = await this.dependencies.locks.tryAcquire(lockNames.sandbox);
      if (lock !== undefined) return this.#runHere(lock);
      await new Promise<void>((resolve) => void this.dependencies.timers.after(otherWindowPauseMs, resolve));
    }
    throw new SandboxError('failed');
  }

  /** Waits in the background for the lock of the window that runs the sandbox, to take over from it. */
  #watchForHeir(): void {
    if (this.#heirWatch !== undefined) return;
    const watch = new AbortController();
    this.#heirWatch = watch;
    void this.dependencies.locks
      .acquire(lockNames.sandbox, { signal: watch.signal })
      .then(async (lock) => {
        if (this.#heirWatch === watch) this.#heirWatch = undefined;
        if (lock === undefined) return;
        if (watch.signal.aborted) await lock.release();
        else await this.#inTurn(async () => this.#inherit(lock));
      })
      .catch((error: unknown) => this.dependencies.log.error('The sandbox could not be taken over', error));
  }

  async #inherit(lock: Lock): Promise<void> {
    const state = await this.#read();
    if (state?.wanted !== true || this.#here !== undefined) {
      await lock.release();
      if (state?.wanted !== true) this.#set({ kind: 'stopped' });
      return;
    }
    await this.#runHere(lock);
  }

  async #bringDown(): Promise<void> {
    this.#heirWatch?.abort();
    this.#heirWatch = undefined;
    const here = this.#here;
    this.#here = undefined;
    this.#set({ kind: 'stopped' });
    await here?.sandbox.close();
    await here?.lock.release();
  }

  #set(status: SandboxStatus): void {
    const same = JSON.stringify(status) === JSON.stringify(this.#status);
    this.#status = status;
    if (!same) this.#changed.fire(undefined);
  }

  async #read(): Promise<SharedState | undefined> {
    return readStored(sharedState, await this.dependencies.file.read().catch(() => undefined));
  }

  async #write(part: Partial<SharedState>): Promise<void> {
    const before = (await this.#read()) ?? { instanceId: this.dependencies.createId(), port: 0, wanted: false, controlSecret: '' };
    const after = JSON.stringify({ ...before, ...part });
    if (after !== JSON.stringify(before) || part.instanceId !== undefined) await this.dependencies.file.write(after);
  }

  async #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(action);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function isPortTrouble(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');
}
