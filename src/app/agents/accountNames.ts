import type { Account } from '../session/accounts/accounts';
import { accountKey } from '../session/accounts/accounts';
import { accountMask } from '../languageTools/accountMask';
import type { AccountMask } from '../languageTools/accountMask';
import type { ToldAccounts } from '../languageTools/readTool';

/**
 * Pseudonyms for account numbers while a session lasts: `live-1`, `paper-2`, in the order in which accounts were first named. A name reveals
 * nothing about the number, so it can be shared without it. Another session has names of its own: what a program was told in one names no account
 * in another.
 */
export class AccountNames implements ToldAccounts {
  readonly areMasked = true;
  /** Bounded by the accounts of those who sign in to this window. */
  readonly #names = new Map<string, string>();
  /** Bounded by the same accounts. */
  readonly #accounts = new Map<string, Pick<Account, 'kind' | 'id'>>();
  /** Numbers of any session stay masked. Bounded by the accounts of those who sign in to this window. */
  readonly #everNamed = new Map<string, Pick<Account, 'kind' | 'id'>>();
  /** Names are given once in a window. */
  #count = 0;
  #scope: string | undefined;
  #mask: { readonly of: string; readonly told: AccountMask } = { of: '', told: (text) => text };

  /**
   * @param known - The session's accounts as far as they are known now; more may have been named before.
   * @param scope - Identifies the session.
   */
  constructor(
    private readonly known: () => readonly Pick<Account, 'kind' | 'id'>[],
    private readonly scope: () => string,
  ) {}

  readonly name = (account: Pick<Account, 'kind' | 'id'>): string => {
    this.#follow();
    const known = this.#names.get(accountKey(account));
    if (known !== undefined) return known;
    const name = `${account.kind === 'live' ? 'live' : 'paper'}-${(this.#count += 1)}`;
    this.#names.set(accountKey(account), name);
    this.#accounts.set(name, { kind: account.kind, id: account.id });
    this.#everNamed.set(accountKey(account), { kind: account.kind, id: account.id });
    return name;
  };

  readonly told: AccountMask = (text, field) => {
    this.#follow();
    const accounts = [...this.#everNamed.values(), ...this.known()];
    const of = [this.#scope, ...accounts.map(accountKey)].join('\n');
    if (of !== this.#mask.of) this.#mask = { of, told: accountMask(accounts, this.name) };
    return this.#mask.told(text, field);
  };

  /** The account that a name stands for; undefined for any other text. */
  accountOf(name: string): Pick<Account, 'kind' | 'id'> | undefined {
    this.#follow();
    return this.#accounts.get(name);
  }

  #follow(): void {
    const scope = this.scope();
    if (scope === this.#scope) return;
    this.#scope = scope;
    this.#names.clear();
    this.#accounts.clear();
  }
}
