import type { Authenticator } from './authenticator';

/** Sends no credential: for endpoints that need none, such as server time and the OAuth endpoints. */
export const noAuthenticator: Authenticator = {
  method: 'none',
  headersFor: async () => ({}),
  recover: async () => false,
};
