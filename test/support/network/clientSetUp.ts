import type { Authenticator, Rejection } from '../../../src/service/auth/authenticator';
import { createServiceClient } from '../../../src/service/client';
import type { ServiceClientOptions } from '../../../src/service/client';
import type { RequestEvent } from '../../../src/service/requests/requestSender';
import type { ResendTiming } from '../../../src/service/requests/resend';
import type { ServiceClient } from '../../../src/service/serviceClient';
import { FakeTransport } from './fakeTransport';
import type { Ending } from './fakeTransport';
import { anAnswer } from './wireBuilders';

export const call = { signal: new AbortController().signal };
/** Without pauses. */
const instant: ResendTiming = { monotonicMs: () => 0, random: () => 0, sleep: async () => undefined };
/** Not signed in. */
export const none: Authenticator = { method: 'none', headersFor: async () => ({}), recover: async () => false };

/** Counts its tokens; `recovers` says whether it can renew them. */
export class CountingAuthenticator implements Authenticator {
  readonly recoveries: Rejection[] = [];
  #token = 0;

  constructor(
    readonly method: 'bearer' | 'signature' = 'bearer',
    private readonly recovers: boolean = true,
  ) {}

  async headersFor(): Promise<Readonly<Record<string, string>>> {
    this.#token += 1;
    return { authorization: `Bearer t${this.#token}` };
  }

  async recover(rejection: Rejection): Promise<boolean> {
    this.recoveries.push(rejection);
    return this.recovers;
  }
}

/** A client that gets the given answers in turn, what it sent, and what it reports about its requests. */
export function setUp(
  endings: readonly Ending[],
  options: Partial<ServiceClientOptions> = {},
): { client: ServiceClient; transport: FakeTransport; events: RequestEvent[] } {
  const transport = new FakeTransport(...endings);
  const events: RequestEvent[] = [];
  const client = createServiceClient({
    baseUrl: 'https://api.example.com',
    transport,
    authenticator: none,
    timing: instant,
    observe: (event) => void events.push(event),
    ...options,
  });
  return { client, transport, events };
}

export const unauthorized = anAnswer({ code: -12002, message: 'expired' }, { status: 401 });
export const skewed = anAnswer({ code: -12006, message: 'offset' }, { status: 401 });
