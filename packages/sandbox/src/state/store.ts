import type { TradingState } from '../types';
import { randomToken, digestOf } from './credentials';
import type { AccessTokenRecord, AppKeyRecord, ClientRecord, OrderState, RefreshTokenRecord, SavedState } from './records';

/** What the user agreed to on the consent page. */
export interface Consent {
  readonly id: string;
  readonly clientId: string;
  readonly user: string;
  readonly scopes: readonly string[];
  /** Account IDs, or only `*` for every account of the user. */
  readonly accounts: readonly string[];
}

/** Beyond this number, the oldest records are dropped, so that a sandbox that runs for weeks stays small. */
const kept = { clients: 1000, refreshTokens: 2000, accessTokens: 5000, appKeys: 1000 } as const;

/** Registrations, tokens and keys, found by the digest of the caller's secret. */
export class CredentialStore {
  readonly #clients = new Map<string, ClientRecord>();
  readonly #refreshTokens = new Map<string, RefreshTokenRecord>();
  readonly #accessTokens = new Map<string, AccessTokenRecord>();
  readonly #appKeys = new Map<string, AppKeyRecord>();
  #orders: readonly OrderState[];
  #trading: TradingState;

  /**
   * @param save - Called after every change with everything that must survive.
   * @param nowMs - This machine's clock; lifetimes do not follow the skew of the service's clock.
   */
  constructor(
    saved: SavedState | undefined,
    private readonly save: (state: () => SavedState) => void,
    private readonly nowMs: () => number,
  ) {
    for (const client of saved?.clients ?? []) this.#clients.set(client.id, client);
    for (const token of saved?.refreshTokens ?? []) this.#refreshTokens.set(token.digest, token);
    for (const token of saved?.accessTokens ?? []) this.#accessTokens.set(token.digest, token);
    for (const key of saved?.appKeys ?? []) this.#appKeys.set(key.id, key);
    this.#orders = saved?.orders ?? [];
    this.#trading = { placed: saved?.placed ?? [], deals: saved?.deals ?? [] };
  }

  /** The current state of changed orders. */
  get orders(): readonly OrderState[] {
    return this.#orders;
  }

  saveOrders(orders: readonly OrderState[]): void {
    this.#orders = orders;
    this.#changed();
  }

  /** Orders that were placed, and deals. */
  get trading(): TradingState {
    return this.#trading;
  }

  saveTrading(trading: TradingState): void {
    this.#trading = trading;
    this.#changed();
  }

  client(id: string): ClientRecord | undefined {
    return this.#clients.get(id);
  }

  addClient(client: ClientRecord): void {
    add(this.#clients, client.id, client, kept.clients);
    this.#changed();
  }

  appKey(id: string): AppKeyRecord | undefined {
    return this.#appKeys.get(id);
  }

  addAppKey(key: AppKeyRecord): void {
    add(this.#appKeys, key.id, key, kept.appKeys);
    this.#changed();
  }

  /** Issues a refresh token, which is returned once and stored as a digest. */
  issueRefreshToken(consent: Consent): string {
    const token = randomToken();
    add(this.#refreshTokens, digestOf(token), recordOf(consent, token), kept.refreshTokens);
    this.#changed();
    return token;
  }

  /** Issues an access token, which is returned once and stored as a digest. */
  issueAccessToken(consent: Consent, lifetimeSeconds: number): string {
    const token = randomToken();
    this.#forgetExpired();
    add(
      this.#accessTokens,
      digestOf(token),
      { ...recordOf(consent, token), expiresAtMs: this.nowMs() + lifetimeSeconds * 1000 },
      kept.accessTokens,
    );
    this.#changed();
    return token;
  }

  refreshToken(token: string): RefreshTokenRecord | undefined {
    return this.#refreshTokens.get(digestOf(token));
  }

  /** The record of a known token that has not expired. */
  accessToken(token: string): AccessTokenRecord | undefined {
    const record = this.#accessTokens.get(digestOf(token));
    return record !== undefined && record.expiresAtMs > this.nowMs() ? record : undefined;
  }

  /** Revokes every token that came from one consent. */
  revoke(consentId: string): void {
    for (const tokens of [this.#refreshTokens, this.#accessTokens]) {
      for (const [digest, token] of tokens) if (token.consent === consentId) tokens.delete(digest);
    }
    this.#changed();
  }

  #forgetExpired(): void {
    for (const [digest, token] of this.#accessTokens) if (token.expiresAtMs <= this.nowMs()) this.#accessTokens.delete(digest);
  }

  #changed(): void {
    this.save(() => ({
      version: 1,
      clients: [...this.#clients.values()],
      refreshTokens: [...this.#refreshTokens.values()],
      accessTokens: [...this.#accessTokens.values()],
      appKeys: [...this.#appKeys.values()],
      orders: [...this.#orders],
      placed: [...this.#trading.placed],
      deals: [...this.#trading.deals],
    }));
  }
}

/** Adds a record; beyond the limit, the oldest one goes. */
export function add<T>(records: Map<string, T>, key: string, record: T, limit: number): void {
  records.set(key, record);
  if (records.size <= limit) return;
  const oldest = records.keys().next();
  if (oldest.done !== true) records.delete(oldest.value);
}

function recordOf(consent: Consent, token: string): RefreshTokenRecord {
  return {
    digest: digestOf(token),
    consent: consent.id,
    clientId: consent.clientId,
    user: consent.user,
    scopes: [...consent.scopes],
    accounts: [...consent.accounts],
  };
}
