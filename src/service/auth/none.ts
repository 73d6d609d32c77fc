import type { Authenticator } from './authenticator';

/** Sends no credentials, for endpoints that need none, such as server time and OAuth. */
export const noAuthenticator: Authenticator = {
  method: 'none',
  headersFor: async () => ({}),
  recover: async () => false,
};
