import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox, StartOptions } from 'market-desk-sandbox';
import { createAppKey, postForm, signIn } from 'market-desk-sandbox/test/sandboxHarness';
import type { SignedIn, TokenAnswer } from 'market-desk-sandbox/test/sandboxHarness';
import { makeKey } from 'market-desk-sandbox/test/sandboxSigning';
import type { Authenticator } from '../../../src/service/auth/authenticator';
import { SignedKeyAuthenticator } from '../../../src/service/auth/signedKey';
import { createServiceClient } from '../../../src/service/client';
import { createTransport } from '../../../src/service/transport/transport';
import type { ServiceClientOptions } from '../../../src/service/client';
import type { RequestEvent } from '../../../src/service/requests/requestSender';
import type { ServiceClient } from '../../../src/service/serviceClient';
import type { Transport } from '../../../src/service/transport/types';

export type Credential = 'bearer' | 'ed25519' | 'rsa';

export interface ClientAndSandbox {
  readonly client: ServiceClient;
  readonly sandbox: RunningSandbox;
  readonly transport: Transport;
  readonly events: RequestEvent[];
  /** Another window of the same user, with its own limits and shared responses. */
  window(own: HarnessOptions['client']): ServiceClient;
  close(): Promise<void>;
}

export interface HarnessOptions {
  readonly user?: 'ada' | 'lin';
  readonly vendorClientNnid?: string;
  /** Skew of the clock that signs, in milliseconds; a resync corrects it. */
  readonly signingSkewMs?: number;
  readonly sandbox?: StartOptions;
  /** Timing and limits of the client, for tests about them. */
  readonly client?: Pick<ServiceClientOptions, 'timing' | 'pacer' | 'wallMs' | 'answers'>;
}

/** The real client with the real sandbox on a free port, authenticated according to `credential`. */
export async function openClient(credential: Credential, options: HarnessOptions = {}): Promise<ClientAndSandbox> {
  const sandbox = await startSandbox({ port: 0, ...options.sandbox });
  const transport = createTransport({ settings: directSettings });
  const events: RequestEvent[] = [];
  const user = options.user ?? 'ada';
  const authenticator =
    credential === 'bearer' ? await bearer(sandbox, user) : await signed(sandbox, transport, user, credential, options.signingSkewMs ?? 0);
  const window = (own: HarnessOptions['client']): ServiceClient =>
    createServiceClient({
      baseUrl: sandbox.url,
      transport,
      authenticator,
      observe: (event) => void events.push(event),
      vendorClientNnid: () => options.vendorClientNnid ?? '',
      ...own,
    });
  return {
    client: window(options.client),
    window,
    sandbox,
    transport,
    events,
    close: async () => {
      await transport.close();
      await sandbox.close();
    },
  };
}

const settings = {};
export function directSettings(): typeof settings {
  return settings;
}

async function bearer(sandbox: RunningSandbox, user: string): Promise<Authenticator> {
  const signedIn: SignedIn = await signIn(sandbox, { user });
  let token = signedIn.tokens.access_token;
  return {
    method: 'bearer',
    headersFor: async () => ({ authorization: `Bearer ${token}` }),
    recover: async (rejection) => {
      if (rejection !== 'token-rejected') return false;
      const fields = {
        grant_type: 'refresh_token',
        client_id: signedIn.client.client_id,
        refresh_token: signedIn.tokens.refresh_token ?? '',
      };
      const answer = await postForm(`${sandbox.url}/oauth2/token`, fields);
      if (answer.status !== 200) return false;
      token = ((await answer.json()) as TokenAnswer).access_token;
      return true;
    },
  };
}

async function signed(
  sandbox: RunningSandbox,
  transport: Transport,
  user: string,
  kind: 'ed25519' | 'rsa',
  skewMs: number,
): Promise<Authenticator> {
  const key = makeKey(kind);
  const appKeyId = await createAppKey(sandbox, key.publicPem, user);
  const unsigned = createServiceClient({
    baseUrl: sandbox.url,
    transport,
    authenticator: { method: 'none', headersFor: async () => ({}), recover: async () => false },
  });
  let offsetMs = skewMs;
  const clock = {
    nowMs: (): number => Date.now() + offsetMs,
    ensureFresh: async (): Promise<void> => undefined,
    resynchronize: async (call: { readonly signal: AbortSignal }): Promise<boolean> => {
      offsetMs = (await unsigned.serverTime(call)).serverTime - Date.now();
      return true;
    },
  };
  const signingKey = { appKeyId, algorithm: kind === 'rsa' ? ('rsa-sha256' as const) : kind, privateKey: key.privateKey };
  return new SignedKeyAuthenticator(sandbox.url, async () => signingKey, clock);
}
