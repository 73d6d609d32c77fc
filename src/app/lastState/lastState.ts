import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { Emitter } from '../platform/emitter';
import type { Disposable, Event, Log, MachineClock, StoredFiles, Timers } from '../platform/ports';
import { onFirstUse, readStored } from '../platform/storedJson';
import { isKeySession, keySession } from '../session/accounts/accountMemory';
import { identityOf } from '../session/connection';
import type { ConnectionSource } from '../session/connection';
import { OldRows } from './oldRows';

export interface LastStateOptions {
  readonly access: ConnectionSource;
  readonly files: StoredFiles;
  readonly clock: Pick<MachineClock, 'wallMs' | 'monotonicMs'>;
  readonly timers: Timers;
  readonly log: Pick<Log, 'debug'>;
  /** The sessions that were not signed out. */
  readonly sessions?: { readonly all: () => readonly Owner[]; readonly onDidChange: Event<unknown> };
  /** The API keys, by origin. */
  readonly keys?: {
    /** Says of which origin the key was replaced or removed. */
    readonly onDidChange: Event<string>;
    readonly describe: (origin: string) => Promise<{ readonly appKeyId: string } | undefined>;
  };
}

/** A list of a section as it was read. */
export interface ReadRows<A, T> {
  /** What it is the list of. */
  readonly about: A;
  readonly rows: readonly T[];
  readonly asOfMs: number;
  readonly isWhole: boolean;
}

/** One kind of lists that is kept. */
export interface SectionOptions<A, T> {
  readonly name: string;
  /** Tells the lists of the section apart. */
  readonly keyOf: (about: A) => string;
  /** What is kept of both: all else is left out. */
  readonly about: () => v.GenericSchema<unknown, A>;
  readonly row: () => v.GenericSchema<unknown, T>;
  /** Tells the rows of a list apart, where no two may be drawn as the same. */
  readonly idOf?: (row: T) => string;
  /** Which rows stay where a list is too long to be kept whole; the first of them otherwise. */
  readonly isFirst?: (row: T) => boolean;
  /** So many lists, the newest. */
  readonly mostLists: number;
  /** What this window has read by now. */
  readonly read: () => readonly ReadRows<A, T>[];
}

export interface LastSection<A, T> {
  /** What is kept for who is signed in; the same objects until they are others. */
  readonly lists: readonly { readonly about: A; readonly old: OldRows<T> }[];
  /** What this window has read may be another by now. */
  touch(): void;
}

interface Owner {
  readonly id: string;
  readonly origin: string;
}

const stored = onFirstUse(() =>
  v.object({
    version: v.literal(1),
    /** Who it belongs to, beside the name of the file. */
    owner: v.string(),
    /** The service whose key signed in. */
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

/** What came first is soon followed by the rest. */
const settleMs = 3_000;
const pauseMs = 60_000;
const keptMs = 7 * 24 * 60 * 60_000;
const clockToleranceMs = 60_000;
const mostLists = 200;
const mostRowsOfList = 300;
const mostRows = 3_000;
const mostCharacters = 2_000_000;

/**
 * What was last known, for the moment after a reload: one file for each signed-in user of a service. Read once, and written now and
 * then with what any window has read since; of several windows the last one wins, list by list. Gone at sign-out.
 */
export class LastState implements Disposable {
  readonly #changed = new Emitter<void>();
  /** What is kept is there, or belongs to somebody else now. */
  readonly onDidChange = this.#changed.event;
  readonly #sections = new Map<string, { readonly most: number; readonly read: () => readonly StoredList[] }>();
  readonly #subscriptions: readonly (Disposable | undefined)[];
  #identity = '';
  #lists: readonly StoredList[] = [];
  #timer: Disposable | undefined;
  #writtenAtMs = -Infinity;
  /** Whose lists count only if they were read after that. */
  #forgotten: { readonly origin: string; readonly atMs: number } | undefined;
  /** Whose key was replaced or removed: what this window has read of that user is not kept any more. */
  #gone: Owner | undefined;

  constructor(private readonly options: LastStateOptions) {
    const { access, sessions, keys } = options;
    this.#subscriptions = [
      access.onDidChange(() => void this.load()),
      sessions?.onDidChange(() => void this.#removeSignedOut()),
      keys?.onDidChange((origin) => void this.#keyChanged(origin)),
    ];
  }

  /** Reads what is kept for who is signed in now. */
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

  /** The world of this service began anew: what was known of it is no last state of anything. */
  async forget(origin: string): Promise<void> {
    this.#forgotten = { origin, atMs: this.options.clock.wallMs() };
    if (this.#owner()?.origin === origin) this.#show([]);
    await this.#remove((name) => name.startsWith(`session-${hash(origin)}-`) || name.startsWith(`key-${hash(origin)}-`));
  }

  /** Removes what belongs to nobody any more. */
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
    const { timers, clock } = this.options;
    const waitMs = Math.max(settleMs, this.#writtenAtMs + pauseMs - clock.monotonicMs());
    this.#timer = timers.after(waitMs, () => void this.#write());
  }

  async #write(): Promise<void> {
    const { clock, files, log } = this.options;
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
      // Somebody signed out, or removed the key, while it was being written.
      if (identity !== this.#current()) await files.remove(fileOf(owner));
      else if (identity === this.#identity) this.#lists = lists;
    } catch {
      log.debug('What is shown could not be saved for the next window');
    }
  }

  /** What this window has read, then what others have: of each list the newest. */
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
    const { files, clock } = this.options;
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

  /** Empty while nobody is signed in. */
  #current(): string {
    const { current } = this.options.access;
    const owner = this.#owner();
    return owner === undefined || (owner.id === this.#gone?.id && owner.origin === this.#gone.origin) ? '' : identityOf(current);
  }

  #owner(): Owner | undefined {
    const { connection, session } = this.options.access.current;
    return connection.kind === 'none' || session.kind === 'signedOut' ? undefined : { id: session.id, origin: connection.origin };
  }

  /** Who is signed in follows later: until then nothing is kept of whose key it was. */
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
    const found = await this.options.keys?.describe(origin);
    return found === undefined ? undefined : { id: keySession(found.appKeyId), origin };
  }

  /** Removes also what was being written when a window ended. */
  async #removeWithoutKey(): Promise<void> {
    const { files, keys } = this.options;
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
    const { sessions } = this.options;
    if (sessions === undefined) return;
    const kept = new Set(sessions.all().map(fileOf));
    await this.#remove((name) => name.startsWith('session-') && !kept.has(name));
  }

  async #remove(isGone: (name: string) => boolean): Promise<void> {
    const { files } = this.options;
    const names = await files.names().catch(() => []);
    await Promise.all(names.filter(isGone).map(async (name) => files.remove(name).catch(() => undefined)));
  }
}

const mostListsOfOthers = 50;

/** Nothing of which more is missing would look like nothing at all. */
function saysSomething({ rows, isWhole }: Pick<StoredList, 'rows' | 'isWhole'>): boolean {
  return rows.length > 0 || isWhole;
}

/** The item as it is kept; nothing where it is of another shape. */
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
