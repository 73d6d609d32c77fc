import { parseCallback } from '../../../service/auth/oauthCallback';
import type { Callback } from '../../../service/auth/oauthCallback';
import { fingerprint } from '../../../service/auth/oauthSecrets';
import type { Secret } from '../../../service/secret';
import { createDeferred } from '../../platform/deferred';
import type { Disposable, Log, SecretStore, Timers } from '../../platform/ports';

/** A callback that belongs to an attempt of this window. */
export type ExpectedCallback = Exclude<Callback, { readonly kind: 'unusable' }>;

/** The result of a callback, for the page that the browser shows. */
export type Reception = 'taken' | 'handed-over' | 'ignored';

export interface PendingCallback extends Disposable {
  /** Resolves with the first callback that carries the state; never rejects. */
  readonly arrived: Promise<ExpectedCallback>;
}

const pendingPrefix = 'pendingState:';
const callbackPrefix = 'callback:';
/** The secret storage's change event does not reach every kind of window, so poll as well. */
const lookAgainMs = 2000;

interface Waiting {
  readonly settle: (callback: ExpectedCallback) => void;
}

/**
 * Receives callbacks from all flows and matches them to their sign-in attempt.
 *
 * The editor may hand a callback to a window that did not start the sign-in. So a pending state is announced, by its
 * hash, in the storage that all windows share; a window that receives a foreign callback leaves it there for the owner.
 * An unknown state is ignored silently: any web page can send one.
 */
export class CallbackInbox implements Disposable {
  readonly #waiting = new Map<string, Waiting>();
  readonly #subscription: Disposable;

  constructor(
    private readonly secrets: SecretStore,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    this.#subscription = secrets.onDidChange((key) => {
      if (key.startsWith(callbackPrefix)) void this.#collect(key.slice(callbackPrefix.length));
    });
  }

  /** From now until disposal a callback with this state belongs to this window. */
  async expect(state: Secret): Promise<PendingCallback> {
    const name = fingerprint(state.reveal());
    const { promise, resolve } = createDeferred<ExpectedCallback>();
    this.#waiting.set(name, { settle: resolve });
    await this.#quietly(async () => this.secrets.set(pendingPrefix + name, 'pending'));
    let timer: Disposable | undefined;
    const look = (): void => {
      timer = this.timers.after(lookAgainMs, () => void this.#collect(name).then(() => (this.#waiting.has(name) ? look() : undefined)));
    };
    look();
    return {
      arrived: promise,
      dispose: () => {
        timer?.dispose();
        this.#waiting.delete(name);
        void this.#quietly(async () => this.secrets.delete(pendingPrefix + name));
        void this.#quietly(async () => this.secrets.delete(callbackPrefix + name));
      },
    };
  }

  /** Receives a callback's query from the URI handler, the loopback server, or the clipboard. */
  async receive(query: string): Promise<Reception> {
    const callback = parseCallback(query);
    if (callback.kind === 'unusable') return this.#ignore(callback.reason);
    const name = fingerprint(callback.state);
    if (this.#deliver(name, callback)) return 'taken';
    const isAnnounced = (await this.#quietly(async () => this.secrets.get(pendingPrefix + name))) !== undefined;
    if (!isAnnounced) return this.#ignore('unknown state');
    await this.#quietly(async () => this.secrets.set(callbackPrefix + name, query));
    this.log.debug('A callback was handed to the window that waits for it');
    return 'handed-over';
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const name of this.#waiting.keys()) void this.#quietly(async () => this.secrets.delete(pendingPrefix + name));
    this.#waiting.clear();
  }

  /** Each state is good for one callback: it is forgotten before it is used. */
  #deliver(name: string, callback: ExpectedCallback): boolean {
    const waiting = this.#waiting.get(name);
    if (waiting === undefined) return false;
    this.#waiting.delete(name);
    waiting.settle(callback);
    return true;
  }

  async #collect(name: string): Promise<void> {
    if (!this.#waiting.has(name)) return;
    const query = await this.#quietly(async () => this.secrets.get(callbackPrefix + name));
    if (query === undefined) return;
    const callback = parseCallback(query);
    if (callback.kind !== 'unusable' && fingerprint(callback.state) === name) this.#deliver(name, callback);
  }

  #ignore(reason: string): Reception {
    this.log.debug(`A callback was ignored: ${reason}`);
    return 'ignored';
  }

  async #quietly<T>(action: () => Promise<T>): Promise<T | undefined> {
    try {
      return await action();
    } catch (error) {
      this.log.warn(`The secret storage failed during a sign-in: ${error instanceof Error ? error.name : typeof error}`);
      return undefined;
    }
  }
}
