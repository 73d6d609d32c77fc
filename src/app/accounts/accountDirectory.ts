import { seen } from '../../service/lists/list';
import type { List } from '../../service/lists/list';
import { accountsPart } from '../../service/endpoints/sources';
import type { ListedAccount } from '../../service/records';
import { Emitter } from '../platform/emitter';
import { PolledList } from '../platform/polledList';
import type { Freshness } from '../platform/polledList';
import type { Disposable } from '../platform/ports';
import { identityOf, onSessionChange } from '../session/connection';
import { withConfigured } from '../session/accounts/accounts';
import type { Account, AccountKind, ConfiguredAccount } from '../session/accounts/accounts';
import type { ReadLists } from '../session/accounts/readAccounts';
import type { Ports } from '../ports';

/** The accounts of one kind; the list is undefined before the first response. */
export interface ListedKind {
  readonly kind: AccountKind;
  readonly list: List<Account> | undefined;
}

/** Which accounts are watched, and the age that each watcher accepts. */
export interface DirectoryNeed {
  readonly kinds: readonly AccountKind[];
  readonly wantedMs: readonly (() => number)[];
}

export interface DirectoryChange {
  readonly kind: AccountKind;
  /** The list changed, or reading it began or ended. */
  readonly what: 'list' | 'reading';
}

/** Accounts rarely change: read again after this time, and at once when the user refreshes. */
const accountsMs = 120_000;

const bothKinds: readonly AccountKind[] = ['simulated', 'live'];

/** The signed-in user's accounts, read once for everything in the window that needs them. */
export class AccountDirectory implements Disposable {
  readonly #changed = new Emitter<DirectoryChange>();
  readonly #forgotten = new Emitter<undefined>();
  readonly onDidChange = this.#changed.event;
  /** Fires when another user is signed in, or another service is in use: everything known was forgotten. */
  readonly onDidForget = this.#forgotten.event;
  readonly #lists: ReadonlyMap<AccountKind, PolledList<ListedAccount>>;
  readonly #needs = new Map<object, DirectoryNeed>();
  readonly #session: Disposable;

  constructor(
    private readonly dependencies: Pick<Ports, 'access' | 'clock' | 'timers' | 'log'> & {
      /** The accounts from the settings. */
      readonly configured: () => readonly ConfiguredAccount[];
      /** Lists that sign-in has just read for a session. */
      readonly alreadyRead?: (sessionId: string) => ReadLists | undefined;
    },
  ) {
    this.#lists = new Map(bothKinds.map((kind) => [kind, this.#listOf(kind)]));
    this.#session = onSessionChange(dependencies.access, () => this.#startOver());
    // What shows accounts may be loaded only after sign-in.
    this.#startOver();
  }

  #startOver(): void {
    const { access, alreadyRead } = this.dependencies;
    const { session } = access.current;
    const read = session.kind === 'signedIn' ? alreadyRead?.(session.id) : undefined;
    for (const [kind, list] of this.#lists) list.reset(kind, read?.get(kind));
    this.#forgotten.fire(undefined);
    for (const kind of read?.keys() ?? []) this.#changed.fire({ kind, what: 'list' });
  }

  get(kinds: readonly AccountKind[]): readonly ListedKind[] {
    const configured = this.dependencies.configured();
    return kinds.map((kind) => {
      const list = this.#lists.get(kind)?.state.list;
      return { kind, list: list === undefined ? undefined : withConfigured(list, configured, kind) };
    });
  }

  isReading(kinds: readonly AccountKind[]): boolean {
    return this.#of(kinds).some(({ isReading }) => isReading);
  }

  /** Polls what this owner needs from now on; undefined for nothing. */
  follow(owner: object, need: DirectoryNeed | undefined): void {
    if (need === undefined) this.#needs.delete(owner);
    else this.#needs.set(owner, need);
    const needs = [...this.#needs.values()];
    for (const [kind, list] of this.#lists) list.follow(needs.flatMap(({ kinds, wantedMs }) => (kinds.includes(kind) ? wantedMs : [])));
  }

  /** Reads the lists of these kinds now. A failure is a gap of its list. */
  async refresh(kinds: readonly AccountKind[]): Promise<void> {
    await Promise.all(this.#of(kinds).map(async (list) => list.refresh()));
  }

  /** Reads the lists that are unknown or out of date. @throws {@link TransportError} when `signal` is aborted first. */
  async read(kinds: readonly AccountKind[], wanted: Freshness, signal: AbortSignal): Promise<void> {
    await Promise.all(this.#of(kinds).map(async (list) => list.read({ ...wanted, maxAgeMs: paceOf(list, wanted.maxAgeMs) }, signal)));
  }

  /** The settings now name other accounts, or accept other ages. */
  settingsChanged(): void {
    for (const kind of bothKinds) this.#changed.fire({ kind, what: 'list' });
  }

  dispose(): void {
    this.#session.dispose();
    for (const list of this.#lists.values()) list.dispose();
    this.#changed.dispose();
    this.#forgotten.dispose();
  }

  #of(kinds: readonly AccountKind[]): readonly PolledList<ListedAccount>[] {
    return kinds.flatMap((kind) => this.#lists.get(kind) ?? []);
  }

  #listOf(kind: AccountKind): PolledList<ListedAccount> {
    const { access, clock, timers, log } = this.dependencies;
    const list: PolledList<ListedAccount> = new PolledList<ListedAccount>({
      clock,
      timers,
      log,
      name: `the ${kind} accounts`,
      reach: access.reach,
      identity: () => identityOf(access.current),
      parts: () => [{ ...accountsPart(async () => access.client(), kind), first: 'accounts' }],
      paceMs: (wantedMs) => paceOf(list, wantedMs),
      changed: (what) => this.#changed.fire({ kind, what }),
    });
    return list;
  }
}

/** A list that could not be read is requested again as soon as it is wanted. */
function paceOf({ state }: Pick<PolledList<ListedAccount>, 'state'>, wantedMs: number): number {
  return state.list?.verdict === 'incomplete' ? wantedMs : Math.max(wantedMs, accountsMs);
}

/** The known accounts of these kinds. */
export function accountsIn(directory: readonly ListedKind[]): readonly Account[] {
  return directory.flatMap(({ list }) => (list === undefined ? [] : seen(list).items));
}
