import type { StateKey } from './storedNames';
/** The interfaces through which `app/` reaches the machine and the editor. Implementations live in `ui/platform`. */

export interface Disposable {
  dispose(): void;
}

/** Subscribes a listener; disposing the result unsubscribes it. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** Encrypted storage shared by all windows of the editor; has no compare-and-set and may lose what it cannot decrypt. */
export interface SecretStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** Fires in every window with the key that changed. */
  readonly onDidChange: Event<string>;
}

/** Small unencrypted state of this machine (the editor's global state). Never a secret. */
export interface StateStore {
  get(key: StateKey): unknown;
  set(key: StateKey, value: unknown): Promise<void>;
}

/** Time of this machine. */
export interface MachineClock {
  /** Wall clock, Unix milliseconds; may jump. */
  wallMs(): number;
  /** Milliseconds since some fixed instant; never steps back. */
  monotonicMs(): number;
}

/** Whether the service in use answers. */
export interface Reach {
  /** The service does not answer: automatic retries wait for the event. */
  readonly isAway: boolean;
  /** Milliseconds since its last answer while it is away; undefined while it answers. Everything that was read before is old. */
  readonly silentForMs: number | undefined;
  /** What the last request to it failed with while it is away; automatic requests fail with it too. */
  readonly failure: Error | undefined;
  /** Fires when it is found to be away, and when it answers again. */
  readonly onDidChange: Event<void>;
  /** Fires when it answers again. */
  readonly onDidReturn: Event<void>;
}

export interface Timers {
  /** Runs `callback` once after `ms`; does not keep the process alive. */
  after(ms: number, callback: () => void): Disposable;
}

/** Plain-English log; every text passes the redactor before it is written. */
export interface Log {
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string, error?: unknown): void;
}

/** Opens an address outside the editor if it passes the link gate. */
export interface LinkOpener {
  /** @param service - Base URL of the service that sent or owns the address. */
  open(url: string, service: string): Promise<boolean>;
}

/** A lock that holds across windows and processes on one machine. */
export interface Lock {
  readonly name: string;
  /** Idempotent; never rejects. */
  release(): Promise<void>;
}

/**
 * Mutual exclusion between all windows that share the extension's storage. At most one holder per name; the lock of a
 * process that has ended counts as free.
 */
export interface CrossProcessLock {
  /** Returns undefined at once if the lock is held. */
  tryAcquire(name: string): Promise<Lock | undefined>;
  /** Waits until it is free; undefined when `signal` aborts or `timeoutMs` passes first. */
  acquire(name: string, options: { readonly signal: AbortSignal; readonly timeoutMs?: number }): Promise<Lock | undefined>;
}

/** A small file in the extension's storage that all windows of this machine share and watch. Written whole and atomically. */
export interface SharedFile {
  /** Undefined if there is none. @throws if it can't be read. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  readonly onDidChange: Event<void>;
}

/** A shared file with what the user has entered. */
export interface KeptFile extends SharedFile {
  /** Renames it: its content is kept, and the next write begins a new one. @returns the new path. @throws if it can't be renamed. */
  setAside(): Promise<string>;
}

/** Small files in the extension's storage that only the user of this machine can read. Each is written whole and atomically. */
export interface StoredFiles {
  names(): Promise<readonly string[]>;
  /** Changes with every write; undefined if there is no such file. Costs much less than reading it. */
  stamp(name: string): Promise<string | undefined>;
  /** When it was written, in Unix milliseconds; undefined if there is no such file. */
  writtenMs(name: string): Promise<number | undefined>;
  /** Undefined if there is none, or if it is too large to be one of ours. */
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}
