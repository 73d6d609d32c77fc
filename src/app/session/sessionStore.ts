import * as v from 'valibot';
import { Emitter } from '../platform/emitter';
import type { CrossProcessLock, Disposable, Log, SecretStore } from '../platform/ports';
import type { Redactor } from '../platform/redactor';
import { readStored } from '../platform/storedJson';
import { decodeSession, encodeSession, mergeSessions } from './sessionRecord';
import type { SessionRecord } from './sessionRecord';
import { lockNames } from '../platform/storedNames';

/**
 * The secret storage failed: the session exists in this window only, or (`unreadable`) stored sessions aren't known. `damaged`: it works, and what
 * it holds is no session, or no list of them.
 */
export class SessionStoreError extends Error {
  constructor(
    readonly reason: 'unavailable' | 'read-back' | 'unreadable' | 'damaged',
    cause?: unknown,
  ) {
    super(`secret storage: ${reason}`, { cause });
    this.name = 'SessionStoreError';
  }
}

export interface SessionChange {
  readonly added: readonly SessionRecord[];
  readonly changed: readonly SessionRecord[];
  readonly removed: readonly SessionRecord[];
}

const recordPrefix = 'session:';
const indexKey = 'sessions';
const lockPatienceMs = 15_000;
/** Sign-outs kept in the list, so that a window that missed one does not restore the session. */
const rememberedRemovals = 50;

const storedIndex = v.object({ ids: v.array(v.string()), removed: v.array(v.string()) });

interface SessionIndex {
  readonly ids: readonly string[];
  readonly removed: readonly string[];
}

/**
 * All sessions on this machine: one secret each, plus a list of their ids and of removed ones.
 *
 * Every change is written, read back, and only then published; changes from other windows are merged in. A session
 * disappears only when the list says that the user removed it. Anything that the storage merely fails to return, be it the record,
 * the list, or both, stays in memory and is written again with the next change.
 */
export class SessionStore implements Disposable {
  readonly #records = new Map<string, SessionRecord>();
  readonly #memoryOnly = new Set<string>();
  #isUnreadable = false;
  #isWhole = false;
  #isDamaged = false;
  /** Sessions that stand in for a damaged list. */
  #inUse: readonly string[] = [];
  #seenIndex: SessionIndex = { ids: [], removed: [] };
  readonly #changed = new Emitter<SessionChange>();
  readonly #troubled = new Emitter<SessionStoreError>();
  readonly #subscription: Disposable;
  readonly #readAll = new Emitter<undefined>();
  readonly onDidChange = this.#changed.event;
  /** Fires once, when everything that is stored was read. */
  readonly onDidReadAll = this.#readAll.event;
  /** Fires when a session could not be stored, or the storage can no longer be read; tell the user once. */
  readonly onDidFailToKeep = this.#troubled.event;

  constructor(
    private readonly secrets: SecretStore,
    private readonly locks: CrossProcessLock,
    private readonly log: Log,
    private readonly redactor: Pick<Redactor, 'register'>,
  ) {
    this.#subscription = secrets.onDidChange((key) => {
      if (key === indexKey) void this.#adoptIndex();
      else if (key.startsWith(recordPrefix)) void this.reread(key.slice(recordPrefix.length));
    });
  }

  all(): readonly SessionRecord[] {
    return [...this.#records.values()];
  }

  get(id: string): SessionRecord | undefined {
    return this.#records.get(id);
  }

  /**
   * Reads everything, at the start.
   *
   * @param inUse - IDs of the sessions that were in use last: they are read even if the list of all is damaged.
   * @returns false if the storage could not be read, or not as a whole.
   */
  async load(inUse: readonly string[] = this.#inUse): Promise<boolean> {
    this.#inUse = inUse;
    const listed = await this.#listedIds();
    for (const id of listed) await this.reread(id);
    // Writes a damaged list anew, from what could be read.
    if (this.#isDamaged && this.#records.size > 0) await this.#changeIndex((index) => index);
    const isWhole = !this.#isUnreadable && listed.every((id) => this.#records.has(id));
    if (isWhole && !this.#isDamaged && !this.#isWhole) {
      this.#isWhole = true;
      this.#readAll.fire(undefined);
    }
    return isWhole;
  }

  /** True once everything that is stored was read: a session that isn’t here doesn’t exist. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** True if the storage could not be read last time: what this window knows is not all that is stored. */
  get isUnreadable(): boolean {
    return this.#isUnreadable;
  }

  /** True once something stored was no session, or no list of them. It stays where it is until the next sign-in replaces it. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /** Adds a session, or replaces the one with this id. Never rejects: see {@link SessionStore.onDidFailToKeep}. */
  async put(record: SessionRecord): Promise<void> {
    await this.#keep(record);
    if (!this.#memoryOnly.has(record.id)) await this.#changeIndex((index) => withId(index, record.id));
    this.#publish(record);
  }

  /**
   * Applies `change` to the newest version that any window has written.
   *
   * @returns the record as kept, or undefined when the session was removed meanwhile or `change` declines.
   */
  async update(id: string, change: (current: SessionRecord) => SessionRecord | undefined): Promise<SessionRecord | undefined> {
    const current = await this.reread(id);
    const next = current === undefined ? undefined : change(current);
    if (next === undefined || !this.#records.has(id)) return undefined;
    await this.#keep(next);
    const standing = await this.#standingOf(id);
    if (!this.#records.has(id) || standing === 'removed') {
      // Signed out, here or in another window, while this was being written: the sign-out wins.
      await this.#forget(id);
      this.#dropSilently(id);
      return undefined;
    }
    if (standing === 'missing' && !this.#memoryOnly.has(id)) await this.#changeIndex((index) => index);
    this.#publish(next);
    return next;
  }

  /** The user signs out. */
  async remove(id: string): Promise<void> {
    const record = this.#records.get(id);
    this.#records.delete(id);
    this.#memoryOnly.delete(id);
    await this.#changeIndex((index) => withoutId(index, id));
    await this.#forget(id);
    if (record !== undefined) this.#changed.fire({ added: [], changed: [], removed: [record] });
  }

  /** Loads what is stored now, in case another window has written it. */
  async reread(id: string): Promise<SessionRecord | undefined> {
    const known = this.#records.get(id);
    const stored = await this.#readRecord(id);
    const standing = await this.#standingOf(id);
    if (standing === 'removed') {
      this.#dropSilently(id);
      return undefined;
    }
    // Removed here while the storage was being read.
    if (known !== undefined && !this.#records.has(id)) return undefined;
    if (stored === undefined) return known;
    // The list decides what exists: a record alone may be the last write of a window that missed the sign-out.
    if (known === undefined && standing !== 'listed') return undefined;
    const merged = known === undefined ? stored : mergeSessions(known, stored);
    this.#publish(merged);
    return merged;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#readAll.dispose();
    this.#troubled.dispose();
  }

  #publish(record: SessionRecord): void {
    this.#hideInLogs(record);
    const before = this.#records.get(record.id);
    if (before !== undefined && encodeSession(before) === encodeSession(record)) return;
    this.#records.set(record.id, record);
    this.#changed.fire({ added: before === undefined ? [record] : [], changed: before === undefined ? [] : [record], removed: [] });
  }

  #hideInLogs({ accessToken, refreshToken, client }: SessionRecord): void {
    for (const secret of [accessToken, refreshToken, client.clientSecret, client.registrationAccessToken])
      if (secret !== undefined) this.redactor.register(secret);
  }

  #dropSilently(id: string): void {
    const record = this.#records.get(id);
    if (record === undefined) return;
    this.#records.delete(id);
    this.#memoryOnly.delete(id);
    this.#changed.fire({ added: [], changed: [], removed: [record] });
  }

  async #keep(record: SessionRecord): Promise<void> {
    const text = encodeSession(record);
    try {
      await this.secrets.set(recordPrefix + record.id, text);
      if ((await this.secrets.get(recordPrefix + record.id)) !== text) throw new SessionStoreError('read-back');
      this.#memoryOnly.delete(record.id);
    } catch (error) {
      const trouble = error instanceof SessionStoreError ? error : new SessionStoreError('unavailable', error);
      this.log.error('A session could not be saved', trouble);
      const isNews = !this.#memoryOnly.has(record.id);
      this.#memoryOnly.add(record.id);
      if (isNews) this.#troubled.fire(trouble);
    }
  }

  async #forget(id: string): Promise<void> {
    try {
      await this.secrets.delete(recordPrefix + id);
    } catch (error) {
      this.log.error('A session could not be deleted from the secret storage', error);
    }
  }

  async #readRecord(id: string): Promise<SessionRecord | undefined> {
    try {
      const text = await this.secrets.get(recordPrefix + id);
      const record = decodeSession(text);
      if (record?.id === id) return record;
      if (text !== undefined) this.#tellDamaged();
      return undefined;
    } catch (error) {
      this.log.warn(`The secret storage failed to read a session: ${error instanceof Error ? error.name : typeof error}`);
      return undefined;
    }
  }

  /** `unknown` when the list cannot be read: a storage fault neither adds nor drops sessions. */
  async #standingOf(id: string): Promise<'listed' | 'removed' | 'missing' | 'unknown'> {
    try {
      const stored = await this.#readIndex();
      if (stored?.ids.includes(id) === true) return 'listed';
      return this.#seenIndex.removed.includes(id) ? 'removed' : 'missing';
    } catch {
      return 'unknown';
    }
  }

  async #adoptIndex(): Promise<void> {
    const listed = await this.#listedIds();
    for (const id of new Set([...listed, ...this.#records.keys()])) await this.reread(id);
  }

  async #listedIds(): Promise<readonly string[]> {
    try {
      const listed = (await this.#readIndex())?.ids ?? [];
      this.#isUnreadable = false;
      return listed;
    } catch (error) {
      this.log.error('The secret storage could not be read', error);
      const isNews = !this.#isUnreadable;
      this.#isUnreadable = true;
      if (isNews) this.#troubled.fire(new SessionStoreError('unreadable', error));
      return [];
    }
  }

  /** Undefined if the list is gone; its last known content stays in memory. */
  async #readIndex(): Promise<SessionIndex | undefined> {
    const text = await this.secrets.get(indexKey);
    const stored = readStored(storedIndex, text);
    if (stored !== undefined) this.#seenIndex = stored;
    if (stored !== undefined || text === undefined) return stored;
    this.#tellDamaged();
    const { ids, removed } = this.#seenIndex;
    return { ids: [...new Set([...ids, ...this.#inUse])].filter((id) => !removed.includes(id)), removed };
  }

  #tellDamaged(): void {
    if (this.#isDamaged) return;
    this.#isDamaged = true;
    this.log.error('The secret storage holds something that is no session, or no list of sessions');
    this.#troubled.fire(new SessionStoreError('damaged'));
  }

  async #changeIndex(change: (index: SessionIndex) => SessionIndex): Promise<void> {
    // Without the lock, at least this window's change is written: a lost id is restored with the next change of its record.
    const lock = await this.locks.acquire(lockNames.sessionIndex, { signal: AbortSignal.timeout(lockPatienceMs) }).catch(() => undefined);
    try {
      const stored = await this.secrets.get(indexKey);
      const after = this.#withKnown(change(readStored(storedIndex, stored) ?? this.#seenIndex));
      const text = JSON.stringify(after);
      if (text !== stored) await this.secrets.set(indexKey, text);
      this.#seenIndex = after;
    } catch (error) {
      this.log.error('The list of sessions could not be written', error);
    } finally {
      await lock?.release();
    }
  }

  /** Restores what the list has lost, except sessions that the user removed. */
  #withKnown(index: SessionIndex): SessionIndex {
    const lost = [...this.#records.keys()].filter(
      (id) => !this.#memoryOnly.has(id) && !index.ids.includes(id) && !index.removed.includes(id),
    );
    return lost.length === 0 ? index : { ...index, ids: [...index.ids, ...lost] };
  }
}

function withId({ ids, removed }: SessionIndex, id: string): SessionIndex {
  return { ids: ids.includes(id) ? ids : [...ids, id], removed: removed.filter((other) => other !== id) };
}

function withoutId({ ids, removed }: SessionIndex, id: string): SessionIndex {
  return { ids: ids.filter((other) => other !== id), removed: [...removed.filter((other) => other !== id), id].slice(-rememberedRemovals) };
}
