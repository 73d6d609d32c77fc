import * as v from 'valibot';
import type { Disposable, Event, MachineClock, StateStore } from '../../platform/ports';
import { onFirstUse } from '../../platform/storedJson';
import type { ConnectionSource } from '../connection';
import { accountKey } from './accounts';
import type { Account } from './accounts';
import { stateKeys } from '../../platform/storedNames';

export interface AccountMemoryOptions {
  readonly access: ConnectionSource;
  readonly state: StateStore;
  readonly clock: Pick<MachineClock, 'wallMs'>;
  /** The sessions that were not signed out. */
  readonly sessions?: { readonly all: () => readonly { readonly id: string }[]; readonly onDidChange: Event<unknown> };
  /** Says of which origin the API key was replaced or removed. */
  readonly keys?: { readonly onDidChange: Event<string> };
}

/** What is known of the accounts of one user at one service. */
export interface OwnAccounts {
  /** Whether the account answers only when its markets are named. */
  wantsMarkets(account: Pick<Account, 'kind' | 'id'>): boolean;
  foundToWantMarkets(account: Pick<Account, 'kind' | 'id'>): void;
  /** The trade markets in which a live account had orders when they were read last; undefined where nobody ever read them. */
  marketsWithOrders(accountId: string): readonly string[] | undefined;
  foundOrders(accountId: string, market: string, hasSome: boolean): void;
}

/** A refusal may have been a fault of that day: it is asked for anew after this time. */
const believedMs = 7 * 24 * 60 * 60_000;
const mostOwners = 20;

const schema = onFirstUse(() =>
  v.record(
    v.string(),
    v.object({
      /** Wall clock of the refusal, by account. */
      wantsMarkets: v.record(v.string(), v.number()),
      /** By live account. */
      withOrders: v.record(v.string(), v.array(v.string())),
    }),
  ),
);

type Stored = v.InferOutput<ReturnType<typeof schema>>;
type Known = Stored[string];

const nothing: Known = { wantsMarkets: {}, withOrders: {} };

/**
 * Remembers over reloads how the accounts of who is signed in want to be asked and where they had orders, so that nothing is asked in
 * vain. Names markets and accounts, nothing that they hold; forgotten at sign-out.
 */
export class AccountMemory implements Disposable {
  readonly #subscriptions: readonly (Disposable | undefined)[];

  constructor(private readonly options: AccountMemoryOptions) {
    const { sessions, keys } = options;
    this.#subscriptions = [
      sessions?.onDidChange(() => this.#forgetSignedOut()),
      keys?.onDidChange((origin) => this.#keep(({ id, origin: at }) => !isKeySession(id) || at !== origin)),
    ];
    this.#forgetSignedOut();
  }

  /** Of who is signed in now; what is found after somebody else signed in is dropped. */
  current(): OwnAccounts {
    const owner = this.#owner();
    const { clock } = this.options;
    const read = (): Known => (owner === undefined ? nothing : (this.#read()[owner] ?? nothing));
    const change = (next: Known): void => {
      if (owner !== undefined && this.#owner() === owner) this.#write({ ...this.#read(), [owner]: next });
    };
    const wantsMarkets: OwnAccounts['wantsMarkets'] = (account) => {
      const foundAtMs = read().wantsMarkets[accountKey(account)];
      return foundAtMs !== undefined && clock.wallMs() - foundAtMs < believedMs;
    };
    return {
      wantsMarkets,
      foundToWantMarkets: (account) => {
        const known = read();
        if (!wantsMarkets(account)) change({ ...known, wantsMarkets: { ...known.wantsMarkets, [accountKey(account)]: clock.wallMs() } });
      },
      marketsWithOrders: (accountId) => read().withOrders[accountId],
      foundOrders: (accountId, market, hasSome) => {
        const known = read();
        const before = known.withOrders[accountId];
        if (before !== undefined && before.includes(market) === hasSome) return;
        const others = (before ?? []).filter((other) => other !== market);
        change({ ...known, withOrders: { ...known.withOrders, [accountId]: hasSome ? [...others, market] : others } });
      },
    };
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription?.dispose();
  }

  #owner(): string | undefined {
    const { connection, session } = this.options.access.current;
    return connection.kind === 'none' || session.kind === 'signedOut' ? undefined : ownerKey({ id: session.id, origin: connection.origin });
  }

  #read(): Stored {
    const read = v.safeParse(schema(), this.options.state.get(stateKeys.accountMemory));
    return read.success ? read.output : {};
  }

  #write(all: Stored): void {
    const kept = Object.fromEntries(Object.entries(all).slice(-mostOwners));
    // What cannot be kept is found again.
    void this.options.state.set(stateKeys.accountMemory, kept).catch(() => undefined);
  }

  #forgetSignedOut(): void {
    const { sessions } = this.options;
    if (sessions === undefined) return;
    const ids = new Set(sessions.all().map(({ id }) => id));
    this.#keep(({ id }) => isKeySession(id) || ids.has(id));
  }

  #keep(isKept: (owner: Owner) => boolean): void {
    const all = Object.entries(this.#read());
    const kept = all.filter(([owner]) => isKept(ownerOf(owner)));
    if (kept.length < all.length) this.#write(Object.fromEntries(kept));
  }
}

interface Owner {
  readonly id: string;
  readonly origin: string;
}

function ownerKey({ id, origin }: Owner): string {
  return `${id}\n${origin}`;
}

function ownerOf(stored: string): Owner {
  const [id = '', origin = ''] = stored.split('\n');
  return { id, origin };
}

const keyPrefix = 'key ';

/** The id of the session that signs with an API key. */
export function keySession(appKeyId: string): string {
  return keyPrefix + appKeyId;
}

export function isKeySession(id: string): boolean {
  return id.startsWith(keyPrefix);
}
