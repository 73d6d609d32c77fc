/** The part of oidc-provider that the tests use; the package comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface RegisteredClient {
    grantTypeAllowed(type: string): boolean;
  }

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }

  export type { RegisteredClient };
}
