import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { Emitter } from '../platform/emitter';
import type { Disposable, Event, StoredFiles } from '../platform/ports';
import { onFirstUse, readStored } from '../platform/storedJson';
import { identityOf, isKeySession, keySession } from '../session/connection';
import { OldRows } from './oldRows';
import type { Ports } from '../ports';

/** A list of a section, as it was read. */
export interface ReadRows<A, T> {
  /** What the list is about. */
  readonly about: A;
  readonly rows: readonly T[];
  readonly asOfMs: number;
  readonly isWhole: boolean;
}

/** One kind of list to store. */
export interface SectionOptions<A, T> {
  readonly name: string;
  /** Identifies a list of the section. */
  readonly keyOf: (about: A) => string;
  /** Schema of `about`; other fields are not stored. */
  readonly about: () => v.GenericSchema<unknown, A>;
  readonly row: () => v.GenericSchema<unknown, T>;
  /** Identifies a row of a list, if no two rows may be drawn as the same. */
  readonly idOf?: (row: T) => string;
  /** Which rows to keep if a list is too long to be stored whole; by default the first ones. */
  readonly isFirst?: (row: T) => boolean;
  /** The number of lists to keep; the newest win. */
  readonly mostLists: number;
  /** What this window has read so far. */
  readonly read: () => readonly ReadRows<A, T>[];
}

export interface LastSection<A, T> {
  /** Lists stored for the signed-in user; the same objects until they change. */
  readonly lists: readonly { readonly about: A; readonly old: OldRows<T> }[];
  /** What this window has read may have changed. */
  touch(): void;
}

interface Owner {
  readonly id: string;
  readonly origin: string;
}

const stored = onFirstUse(() =>
  v.object({
    version: v.literal(1),
    /** The owner, in addition to the file name. */
    owner: v.string(),
    /** The service whose API key was used to sign in. */
    origin: v.optional(v.string()),
    lists: v.pipe(
      v.array(
        v.object({
          section: v.string(),
          key: v.string(),
          about: v.unknown(),
          asOfMs: v.pipe(v.number(), v.safeInteger()),
          isWhole: v.boolean(),
          rows: v.array(v.unknown()),
        }),
      ),
      v.maxLength(mostLists),
    ),
  }),
);
type StoredList = v.InferOutput<ReturnType<typeof stored>>['lists'][number];

/** Further reads usually follow the first one soon. */
const settleMs = 3_000;
const pauseMs = 60_000;
const keptMs = 7 * 24 * 60 * 60_000;
const clockToleranceMs = 60_000;
const mostLists = 200;
const mostRowsOfList = 300;
const mostRows = 3_000;
const mostCharacters = 2_000_000;

/**
 * The last known rows, shown right after a reload: one file per signed-in user of a service. Read once, and written from time to time with what
 * any window has read since; if several windows write, the last one wins, list by list. Deleted at sign-out.
 */
export class LastState implements Disposable {
  readonly #changed = new Emitter<void>();
  /** Fires when stored rows were loaded or now belong to another user. */
  readonly onDidChange = this.#changed.event;
  /** Bounded by the views that have lists here. */
  readonly #sections = new Map<string, { readonly most: number; readonly read: () => readonly StoredList[] }>();
  readonly #subscriptions: readonly (Disposable | undefined)[];
  #identity = '';
  #lists: readonly StoredList[] = [];
  #timer: Disposable | undefined;
  #writtenAtMs = -Infinity;
  /** Lists of this origin count only if they were read after `atMs`. */
  #forgotten: { readonly origin: string; readonly atMs: number } | undefined;
  /** The owner whose key was replaced or removed: rows that this window has read for it are no longer stored. */
  #gone: Owner | undefined;

  constructor(
    private readonly dependencies: Pick<Ports, 'access' | 'clock' | 'timers' | 'log'> & {
      readonly files: StoredFiles;
      /** The sessions that are not signed out. */
      readonly sessions?: { readonly all: () => readonly Owner[]; readonly onDidChange: Event<unknown> };
      /** The API keys, by origin. */
      readonly keys?: {
        /** Fires with the origin whose key was replaced or removed. */
        readonly onDidChange: Event<string>;
        readonly describe: (origin: string) => Promise<{ readonly appKeyId: string } | undefined>;
      };
    },
  ) {
    const { access, sessions, keys } = dependencies;
    this.#subscriptions = [
      access.onDidChange(() => void this.load()),
      sessions?.onDidChange(() => void this.#removeSignedOut()),
      keys?.onDidChange((origin) => void this.#keyChanged(origin)),
    ];
  }

  /** Reads what is stored for the user who is signed in now. */
  async load(): Promise<void> {
    const identity = this.#current();
    if (identity === this.#identity) return;
    this.#identity = identity;
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#writtenAtMs = -Infinity;
    this.#show([]);
    const lists = await this.#read();
    if (this.#identity === identity && lists.length > 0) this.#show(lists);
  }

  /** The world of this service started over: its stored rows are no longer valid. */
  async forget(origin: string): Promise<void> {
    this.#forgotten = { origin, atMs: this.dependencies.clock.wallMs() };
    if (this.#owner()?.origin === origin) this.#show([]);
    await this.#remove((name) => name.startsWith(`session-${hash(origin)}-`) || name.startsWith(`key-${hash(origin)}-`));
  }

  /** Removes files whose owner is gone. */
  async clean(): Promise<void> {
    await Promise.all([this.#removeSignedOut(), this.#removeWithoutKey()]);
  }

  section<A, T>({ name, keyOf, about, row, idOf, isFirst, mostLists, read }: SectionOptions<A, T>): LastSection<A, T> {
    const encode = (list: ReadRows<A, T>): readonly StoredList[] => {
      const what = v.safeParse(about(), list.about);
      if (!what.success) return [];
      const inOrder = isFirst === undefined ? list.rows : [...list.rows].sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
      const rows = inOrder.slice(0, mostRowsOfList).flatMap((item) => known(row(), item));
      const isWhole = list.isWhole && rows.length === list.rows.length;
      const kept = { section: name, key: keyOf(what.output), about: what.output, asOfMs: list.asOfMs, isWhole, rows };
      return saysSomething(kept) ? [kept] : [];
    };
    this.#sections.set(name, { most: mostLists, read: () => read().flatMap(encode) });
    let decoded: { readonly of: readonly StoredList[]; readonly lists: LastSection<A, T>['lists'] } | undefined;
    const decode = (list: StoredList): LastSection<A, T>['lists'] => {
      const what = v.safeParse(about(), list.about);
      const rows = v.safeParse(v.array(row()), list.rows);
      if (list.section !== name || !what.success || !rows.success || !saysSomething(list)) return [];
      const apart = idOf === undefined ? rows.output : [...new Map(rows.output.map((item) => [idOf(item), item])).values()];
      return [{ about: what.output, old: new OldRows(apart, list.asOfMs, list.isWhole && apart.length === list.rows.length) }];
    };
    const lists = (): LastSection<A, T>['lists'] => {
      if (this.#identity === '' || this.#identity !== this.#current()) return [];
      if (decoded?.of !== this.#lists) decoded = { of: this.#lists, lists: this.#lists.flatMap(decode) };
      return decoded.lists;
    };
    return {
      get lists() {
        return lists();
      },
      touch: () => this.#touch(),
    };
  }

  dispose(): void {
    this.#timer?.dispose();
    for (const subscription of this.#subscriptions) subscription?.dispose();
    this.#identity = '';
    this.#changed.dispose();
  }

  #show(lists: readonly StoredList[]): void {
    this.#lists = lists;
    this.#changed.fire();
  }

  #touch(): void {
    if (this.#identity === '' || this.#timer !== undefined) return;
    const { timers, clock } = this.dependencies;
    const waitMs = Math.max(settleMs, this.#writtenAtMs + pauseMs - clock.monotonicMs());
    this.#timer = timers.after(waitMs, () => void this.#write());
  }

  async #write(): Promise<void> {
    const { clock, files, log } = this.dependencies;
    const identity = this.#identity;
    const owner = this.#owner();
    this.#timer = undefined;
    if (identity === '' || owner === undefined || identity !== this.#current()) return;
    this.#writtenAtMs = clock.monotonicMs();
    try {
      const before = await this.#read();
      if (identity !== this.#current()) return;
      const lists = this.#merged(before);
      const origin = isKeySession(owner.id) ? { origin: owner.origin } : {};
      const text = JSON.stringify({ version: 1, owner: hash(identity), ...origin, lists });
      if (text.length > mostCharacters) return;
      await files.write(fileOf(owner), text);
      // The user signed out, or removed the key, while the file was being written.
      if (identity !== this.#current()) await files.remove(fileOf(owner));
      else if (identity === this.#identity) this.#lists = lists;
    } catch {
      log.debug('What is shown could not be saved for the next window');
    }
  }

  /** The newest of each list, from what this window has read and what other windows stored. */
  #merged(before: readonly StoredList[]): readonly StoredList[] {
    const newest = new Map<string, StoredList>();
    for (const list of [...[...this.#sections.values()].flatMap(({ read }) => read()), ...before]) {
      const at = `${list.section}\n${list.key}`;
      const known = newest.get(at);
      if (known === undefined || known.asOfMs < list.asOfMs) newest.set(at, list);
    }
    const all = [...newest.values()].filter(({ asOfMs }) => asOfMs > this.#forgottenMs());
    const kept = all.filter(
      (list) =>
        all.filter(({ section, asOfMs }) => section === list.section && asOfMs > list.asOfMs).length <
        (this.#sections.get(list.section)?.most ?? mostListsOfOthers),
    );
    let left = mostRows;
    const cut = kept.slice(0, mostLists).map((list) => {
      const rows = list.rows.slice(0, left);
      left -= rows.length;
      return rows.length === list.rows.length ? list : { ...list, rows, isWhole: false };
    });
    return cut.filter(saysSomething);
  }

  async #read(): Promise<readonly StoredList[]> {
    const { files, clock } = this.dependencies;
    const owner = this.#owner();
    const text = owner === undefined ? undefined : await files.read(fileOf(owner)).catch(() => undefined);
    if (text === undefined || text.length > mostCharacters) return [];
    const read = readStored(stored(), text);
    if (read?.owner !== hash(this.#identity)) return [];
    const nowMs = clock.wallMs();
    const fromMs = Math.max(nowMs - keptMs, this.#forgottenMs());
    return read.lists.filter(({ asOfMs }) => asOfMs <= nowMs + clockToleranceMs && asOfMs > fromMs);
  }

  #forgottenMs(): number {
    return this.#forgotten !== undefined && this.#forgotten.origin === this.#owner()?.origin ? this.#forgotten.atMs : -Infinity;
  }

  /** Empty while signed out. */
  #current(): string {
    const { current } = this.dependencies.access;
    const owner = this.#owner();
    return owner === undefined || (owner.id === this.#gone?.id && owner.origin === this.#gone.origin) ? '' : identityOf(current);
  }

  #owner(): Owner | undefined {
    const { connection, session } = this.dependencies.access.current;
    return connection.kind === 'none' || session.kind === 'signedOut' ? undefined : { id: session.id, origin: connection.origin };
  }

  /** The session changes later; until then, nothing of the old key's owner is stored. */
  async #keyChanged(origin: string): Promise<void> {
    const owner = this.#owner();
    if (owner?.origin === origin && isKeySession(owner.id)) this.#gone = owner;
    void this.load();
    await this.#remove((name) => name.startsWith(`key-${hash(origin)}-`));
    const stored = await this.#keyAt(origin).catch(() => undefined);
    if (stored === undefined || this.#gone?.origin !== origin || this.#gone.id !== stored.id) return;
    this.#gone = undefined;
    await this.load();
  }

  async #keyAt(origin: string): Promise<Owner | undefined> {
    const found = await this.dependencies.keys?.describe(origin);
    return found === undefined ? undefined : { id: keySession(found.appKeyId), origin };
  }

  /** Also removes files that were being written when a window closed. */
  async #removeWithoutKey(): Promise<void> {
    const { files, keys } = this.dependencies;
    if (keys === undefined) return;
    const names = (await files.names().catch(() => [])).filter((name) => name.startsWith('key-'));
    const isGone = async (name: string): Promise<boolean> => {
      const origin = readStored(stored(), await files.read(name))?.origin;
      const owner = origin === undefined ? undefined : await this.#keyAt(origin);
      return owner === undefined || fileOf(owner) !== name;
    };
    // A storage that fails for a moment removes nothing.
    const gone = await Promise.all(names.map(async (name) => ((await isGone(name).catch(() => false)) ? [name] : [])));
    await this.#remove((name) => gone.flat().includes(name));
  }

  async #removeSignedOut(): Promise<void> {
    const { sessions } = this.dependencies;
    if (sessions === undefined) return;
    const kept = new Set(sessions.all().map(fileOf));
    await this.#remove((name) => name.startsWith('session-') && !kept.has(name));
  }

  async #remove(isGone: (name: string) => boolean): Promise<void> {
    const { files } = this.dependencies;
    const names = await files.names().catch(() => []);
    await Promise.all(names.filter(isGone).map(async (name) => files.remove(name).catch(() => undefined)));
  }
}

const mostListsOfOthers = 50;

/** An empty list that is not whole would look like an empty whole one. */
function saysSomething({ rows, isWhole }: Pick<StoredList, 'rows' | 'isWhole'>): boolean {
  return rows.length > 0 || isWhole;
}

/** The item as it is stored; nothing if it has another shape. */
function known<T>(schema: v.GenericSchema<unknown, T>, item: T): readonly T[] {
  const read = v.safeParse(schema, item);
  return read.success ? [read.output] : [];
}

function fileOf({ id, origin }: Owner): string {
  return `${isKeySession(id) ? 'key' : 'session'}-${hash(origin)}-${hash(id)}`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
