import * as v from 'valibot';
import type { Disposable, Event } from '../platform/ports';
import { onFirstUse } from '../platform/storedJson';
import { isKeySession } from '../session/connection';
import { accountKey } from '../session/accounts/accounts';
import type { Account } from '../session/accounts/accounts';
import { stateKeys } from '../platform/storedNames';
import type { Ports } from '../ports';

/** What is known about one user's accounts at one service. */
export interface OwnAccounts {
  /** Whether the account answers only if the request names its markets. */
  wantsMarkets(account: Pick<Account, 'kind' | 'id'>): boolean;
  foundToWantMarkets(account: Pick<Account, 'kind' | 'id'>): void;
  /** The trade markets in which a live account had orders when they were last read; undefined if they never were. */
  marketsWithOrders(accountId: string): readonly string[] | undefined;
  foundOrders(accountId: string, market: string, hasSome: boolean): void;
  /** The account of the user's latest order form in a market, or in any, as of `accountKey`. */
  lastUsed(market?: string): string | undefined;
  used(account: Pick<Account, 'kind' | 'id'>, market: string): void;
}

/** A refusal may have been a temporary fault: the request is tried again after this time. */
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
      /** Accounts by market. */
      lastUsed: v.optional(v.record(v.string(), v.string()), {}),
    }),
  ),
);

type Stored = v.InferOutput<ReturnType<typeof schema>>;
type Known = Stored[string];

const nothing: Known = { wantsMarkets: {}, withOrders: {}, lastUsed: {} };

/**
 * Remembers across reloads how the signed-in user's accounts must be requested and where they had orders, which saves failing requests, and
 * in which one the user ordered last. Stores the names of markets and accounts, not what they hold; forgotten at sign-out.
 */
export class AccountMemory implements Disposable {
  readonly #subscriptions: readonly (Disposable | undefined)[];

  constructor(
    private readonly dependencies: Pick<Ports, 'access' | 'state' | 'clock'> & {
      /** The sessions that are not signed out. */
      readonly sessions?: { readonly all: () => readonly { readonly id: string }[]; readonly onDidChange: Event<unknown> };
      /** Fires with the origin whose API key was replaced or removed. */
      readonly keys?: { readonly onDidChange: Event<string> };
    },
  ) {
    const { sessions, keys } = dependencies;
    this.#subscriptions = [
      sessions?.onDidChange(() => this.#forgetSignedOut()),
      keys?.onDidChange((origin) => this.#keep(({ id, origin: at }) => !isKeySession(id) || at !== origin)),
    ];
    this.#forgetSignedOut();
  }

  /** For the user who is signed in now; what is found after another user signed in is dropped. */
  current(): OwnAccounts {
    const owner = this.#owner();
    const { clock } = this.dependencies;
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
      lastUsed: (market) => {
        const { lastUsed } = read();
        return market === undefined ? Object.values(lastUsed).at(-1) : lastUsed[market];
      },
      used: (account, market) => {
        const known = read();
        const [latest, key] = [Object.entries(known.lastUsed).at(-1), accountKey(account)];
        if (latest?.[0] === market && latest[1] === key) return;
        // The latest one is the last.
        const { [market]: _, ...others } = known.lastUsed;
        change({ ...known, lastUsed: { ...others, [market]: key } });
      },
    };
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription?.dispose();
  }

  #owner(): string | undefined {
    const { connection, session } = this.dependencies.access.current;
    return connection.kind === 'none' || session.kind === 'signedOut' ? undefined : ownerKey({ id: session.id, origin: connection.origin });
  }

  #read(): Stored {
    const read = v.safeParse(schema(), this.dependencies.state.get(stateKeys.accountMemory));
    return read.success ? read.output : {};
  }

  #write(all: Stored): void {
    const kept = Object.fromEntries(Object.entries(all).slice(-mostOwners));
    // What cannot be stored is found again.
    void this.dependencies.state.set(stateKeys.accountMemory, kept).catch(() => undefined);
  }

  #forgetSignedOut(): void {
    const { sessions } = this.dependencies;
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
