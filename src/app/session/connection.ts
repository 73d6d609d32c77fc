import { fingerprint } from '../../service/auth/oauthSecrets';
import type { Disposable, Event } from '../platform/ports';

export type AuthenticationMethod = 'oauth' | 'apiKey';

/** The current connection to a service. Replaced whole; compare by `id` after every await. */
export type Connection =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'sandbox' | 'service';
      /** Changes whenever the base URL, the method, or the trust in an unverified certificate changes. */
      readonly id: string;
      /** Without trailing slash; may have a path prefix. */
      readonly baseUrl: string;
      /** Scheme, host and port: what credentials are bound to. */
      readonly origin: string;
      readonly authentication: AuthenticationMethod;
      /** The user trusts a certificate of this origin that cannot be verified. */
      readonly isUnverified?: true;
    };

/** A connection to an actual service. */
export type ChosenConnection = Exclude<Connection, { readonly kind: 'none' }>;

/** The signed-in user at the current connection. An immutable value, replaced whole. */
export type Session =
  | {
      readonly kind: 'signedOut';
      /** The last active session, which the service has ended: signing in again restores it. */
      readonly lapsed?: { readonly id: string; readonly accountLabel: string };
    }
  | {
      readonly kind: 'signedIn';
      /** Stable id of the session; never derived from a token. */
      readonly id: string;
      readonly accountLabel: string;
      /** Scopes granted by the token response; empty for a signed API key. */
      readonly scopes: readonly string[];
    };

/** The live connection and session, as views need them. */
export interface ConnectionState {
  readonly connection: Connection;
  readonly session: Session;
}

export interface ConnectionSource {
  readonly current: ConnectionState;
  readonly onDidChange: Event<ConnectionState>;
}

export function isSignedIn({ connection, session }: ConnectionState): boolean {
  return connection.kind !== 'none' && session.kind === 'signedIn';
}

/** True if both have the same user and the same service. */
export function isSameSession(one: ConnectionState, other: ConnectionState): boolean {
  return identityOf(one) === identityOf(other);
}

/** Calls `listener` when the user or the service changes; not for other changes of the connection. */
export function onSessionChange(connection: ConnectionSource, listener: () => void): Disposable {
  let known = connection.current;
  return connection.onDidChange((state) => {
    const isSame = isSameSession(known, state);
    known = state;
    if (!isSame) listener();
  });
}

/** Identifies one signed-in user at one service; equal texts mean the same session. */
export function identityOf({ connection, session }: ConnectionState): string {
  return `${connection.kind === 'none' ? '' : connection.id}\n${session.kind === 'signedIn' ? session.id : ''}`;
}

/** What the order journal names a session by. */
export function sessionMark(sessionId: string): string {
  return fingerprint(sessionId).slice(0, 16);
}

const keyPrefix = 'key ';

/** The id of the session that signs with an API key. */
export function keySession(appKeyId: string): string {
  return keyPrefix + appKeyId;
}

export function isKeySession(id: string): boolean {
  return id.startsWith(keyPrefix);
}
