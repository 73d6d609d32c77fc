import * as v from 'valibot';
import type { OAuthClient, TokenSet } from '../../service/auth/oauthTypes';
import { Secret } from '../../service/secret';
import { onFirstUse, readStored } from '../platform/storedJson';

/** The owner of a session, as the editor shows it. */
export interface SessionAccount {
  /** Stable: the same accounts of the same service give the same id. */
  readonly id: string;
  readonly label: string;
}

/** One OAuth session: everything that is needed to use and renew it. Times are wall-clock Unix milliseconds. */
export interface SessionRecord {
  readonly id: string;
  /** The only origin that its tokens may go to. */
  readonly origin: string;
  readonly account: SessionAccount;
  readonly client: OAuthClient;
  readonly accessToken: Secret;
  readonly obtainedAtMs: number;
  /** Undefined if the service did not return a lifetime. */
  readonly expiresAtMs: number | undefined;
  readonly refreshToken: Secret | undefined;
  readonly scopes: readonly string[];
  /** The refresh token is no longer accepted: the user must sign in again. The session stays until the user removes it. */
  readonly needsSignIn: boolean;
  /** For a session that is shared with other extensions only: the scopes that were requested, sorted. */
  readonly sharedFor?: readonly string[] | undefined;
  /** Change counter; the higher value is newer. */
  readonly revision: number;
}

/** Normalizes the scopes that another extension requests: neither order nor repetition matters. */
export function sharedKey(scopes: readonly string[]): readonly string[] {
  return [...new Set(scopes)].sort();
}

/** True for two sessions of Market Desk itself, or two for the same request of another extension. */
export function isSameUse(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return one === undefined || other === undefined ? one === other : one.join(' ') === other.join(' ');
}

const secretText = onFirstUse(() => v.pipe(v.string(), v.minLength(1)));
const storedRecord = onFirstUse(() =>
  v.object({
    id: v.string(),
    origin: v.string(),
    account: v.object({ id: v.string(), label: v.string() }),
    client: v.object({
      clientId: v.string(),
      authMethod: v.picklist(['none', 'client_secret_post']),
      clientSecret: v.optional(secretText()),
      redirectUris: v.array(v.string()),
      registrationAccessToken: v.optional(secretText()),
      registrationClientUri: v.optional(v.string()),
    }),
    accessToken: secretText(),
    obtainedAtMs: v.number(),
    expiresAtMs: v.optional(v.number()),
    refreshToken: v.optional(secretText()),
    scopes: v.array(v.string()),
    needsSignIn: v.boolean(),
    sharedFor: v.optional(v.array(v.string())),
    revision: v.number(),
  }),
);
type StoredClient = v.InferOutput<ReturnType<typeof storedRecord>>['client'];

/** The text for the secret storage: with {@link encodeClient}, the only place where secrets are revealed for storage. */
export function encodeSession(record: SessionRecord): string {
  return JSON.stringify({
    ...record,
    client: clientToStore(record.client),
    accessToken: record.accessToken.reveal(),
    refreshToken: record.refreshToken?.reveal(),
  });
}

/** Undefined for anything that is not a session: another version or a fault may have left something else there. */
export function decodeSession(text: string | undefined): SessionRecord | undefined {
  const parsed = readStored(storedRecord(), text);
  if (parsed === undefined) return undefined;
  return {
    ...parsed,
    client: clientFromStore(parsed.client),
    accessToken: new Secret(parsed.accessToken),
    refreshToken: parsed.refreshToken === undefined ? undefined : new Secret(parsed.refreshToken),
    expiresAtMs: parsed.expiresAtMs,
  };
}

export function encodeClient(client: OAuthClient): string {
  return JSON.stringify(clientToStore(client));
}

export function decodeClient(text: string | undefined): OAuthClient | undefined {
  const parsed = readStored(storedRecord().entries.client, text);
  return parsed === undefined ? undefined : clientFromStore(parsed);
}

/**
 * Applies a refresh response to a session. Anything missing from the response stays: above all the refresh token
 * (Spec, Token response: absent in the refresh response).
 */
export function withRefreshedTokens(record: SessionRecord, tokens: TokenSet, nowMs: number): SessionRecord {
  return {
    ...record,
    accessToken: tokens.accessToken,
    obtainedAtMs: nowMs,
    expiresAtMs: expiryOf(tokens, nowMs),
    refreshToken: tokens.refreshToken ?? record.refreshToken,
    scopes: tokens.scopes ?? record.scopes,
    needsSignIn: false,
    revision: record.revision + 1,
  };
}

export function expiryOf(tokens: TokenSet, nowMs: number): number | undefined {
  return tokens.expiresInSeconds === undefined ? undefined : nowMs + tokens.expiresInSeconds * 1000;
}

/** The newer of two versions of a session; it inherits a refresh token that it lacks. Neither order nor repetition matters. */
export function mergeSessions(a: SessionRecord, b: SessionRecord): SessionRecord {
  const [newer, older] = isNewer(b, a) ? [b, a] : [a, b];
  return newer.refreshToken === undefined && older.refreshToken !== undefined ? { ...newer, refreshToken: older.refreshToken } : newer;
}

function isNewer(a: SessionRecord, b: SessionRecord): boolean {
  if (a.revision !== b.revision) return a.revision > b.revision;
  if (a.obtainedAtMs !== b.obtainedAtMs) return a.obtainedAtMs > b.obtainedAtMs;
  // Two windows made the same step at the same moment: any rule works if all windows share it.
  return encodeSession(a) > encodeSession(b);
}

const leastMarginMs = 120_000;

/** True when the token should be renewed before use: in its last tenth or last two minutes, or, if it lives less than that, in its second half. */
export function isRenewalDue(record: SessionRecord, nowMs: number): boolean {
  if (record.expiresAtMs === undefined) return false;
  const lifetimeMs = Math.max(0, record.expiresAtMs - record.obtainedAtMs);
  const marginMs = Math.min(Math.max(leastMarginMs, lifetimeMs / 10), lifetimeMs / 2);
  return nowMs >= record.expiresAtMs - marginMs;
}

export function isExpired(record: SessionRecord, nowMs: number): boolean {
  return record.expiresAtMs !== undefined && nowMs >= record.expiresAtMs;
}

function clientToStore(client: OAuthClient): object {
  return { ...client, clientSecret: client.clientSecret?.reveal(), registrationAccessToken: client.registrationAccessToken?.reveal() };
}

function clientFromStore(stored: StoredClient): OAuthClient {
  return {
    ...stored,
    clientSecret: stored.clientSecret === undefined ? undefined : new Secret(stored.clientSecret),
    registrationAccessToken: stored.registrationAccessToken === undefined ? undefined : new Secret(stored.registrationAccessToken),
    registrationClientUri: stored.registrationClientUri,
  };
}
