import type { Event } from './ports';

export type AuthenticationMethod = 'oauth' | 'apiKey';

/** Which service the program talks to. Replaced whole; compare by `id` after every await. */
export type Connection =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'sandbox' | 'service';
      /** Changes whenever the base URL or the method changes. */
      readonly id: string;
      /** Without trailing slash; may have a path prefix. */
      readonly baseUrl: string;
      /** Scheme, host and port: what credentials are bound to. */
      readonly origin: string;
      readonly authentication: AuthenticationMethod;
    };

/** Who is signed in at the current connection. An immutable value, replaced whole. */
export type Session =
  | { readonly kind: 'signedOut' }
  | {
      readonly kind: 'signedIn';
      /** Stable id of the session; never derived from a token. */
      readonly id: string;
      readonly accountLabel: string;
      /** Scopes as the token answer granted them; empty for a signed API key. */
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
