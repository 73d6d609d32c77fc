import type { Lifetime } from '../app/platform/lifetime';
import { RequestBudget } from '../app/platform/requestBudget';
import { listenerFailures } from '../app/platform/emitter';
import { createLoggedTransport, logRequest } from '../app/platform/requestLog';
import type { LoggedRequest } from '../app/platform/requestLog';
import { logUnreadable } from '../app/platform/unreadableLog';
import { serviceIdentity } from '../domain/orders/serviceIdentity';
import type { ChosenConnection } from '../app/session/connection';
import { RequestWaits } from '../app/session/requestWaits';
import type { Reachability } from '../app/session/reachability';
import type { Authenticator } from '../service/auth/authenticator';
import type { OAuthService } from '../service/auth/oauth';
import { createServiceClient } from '../service/client';
import type { Answers } from '../service/requests/answers';
import { publishedRates } from '../service/requests/limits';
import { Pacer } from '../service/requests/pacer';
import { machineTiming } from '../service/requests/resend';
import type { ServiceClient } from '../service/serviceClient';
import type { SendOptions, Transport, WireRequest, WireResponse } from '../service/transport/types';
import { createSharedFile } from '../ui/platform/files/sharedFile';
import { readSetting } from '../ui/platform/settings';
import { waiting } from '../ui/platform/trees/waiting';
import type { Platform } from './platform';
import { sharedFiles } from '../app/platform/storedNames';
import { TransportError } from '../service/errors';

/** A transport that is loaded with the first request: the HTTP client is the largest single part of the program. */
class LazyTransport implements Transport {
  #opened: Promise<Transport> | undefined;
  #isClosed = false;

  constructor(private readonly open: () => Promise<Transport>) {}

  async send(request: WireRequest, options: SendOptions): Promise<WireResponse> {
    const transport = this.#isClosed ? undefined : await this.#open();
    if (transport === undefined || this.#isClosed)
      throw new TransportError('aborted', { request: request.label, sent: 'no', detail: 'closed' });
    return transport.send(request, options);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#opened)?.close();
  }

  async #open(): Promise<Transport> {
    this.#opened ??= this.open();
    try {
      return await this.#opened;
    } catch (error) {
      this.#opened = undefined;
      throw error;
    }
  }
}

/** The connections to services: every client is created here. */
export interface Wire {
  readonly transport: Transport;
  readonly clientOf: (baseUrl: string, authenticator: Authenticator) => ServiceClient;
  readonly createClient: (connection: ChosenConnection, authenticator: Authenticator, answers?: Answers) => ServiceClient;
  /** Loads the code for signing in and renewing tokens. */
  readonly loadOAuth: () => Promise<(connection: ChosenConnection) => OAuthService>;
}

export function createWire(platform: Platform, lifetime: Lifetime, reach: Reachability): Wire {
  const { clock, log, redactor, storage, locks, timers, requestLog } = platform;
  const report = (request: LoggedRequest): void => {
    logRequest(log, request);
    requestLog.add(request);
  };
  const transport = openTransport(platform, lifetime);
  const redact = (text: string): string => redactor.conceal(text);
  listenerFailures.report = (error) => log.error('A listener of an event failed', error);
  const unreadable = logUnreadable(log);
  const requests = lifetime.own(createSharedFile(storage, sharedFiles.requests));
  const waits = lifetime.own(new RequestWaits(timers));
  lifetime.own(waiting.follow(waits));
  const pacers = new Pacers((key) => new RequestBudget({ file: requests, locks, timers, clock, log, key }), waits);
  lifetime.own(reach.onDidSuspect(({ baseUrl, verdict }) => pacers.holdUntil(baseUrl, verdict)));
  const clientOf = (baseUrl: string, authenticator: Authenticator, isSandbox = false, answers?: Answers): ServiceClient =>
    createServiceClient({
      baseUrl,
      pacer: pacers.of(baseUrl, isSandbox),
      transport,
      authenticator,
      answers,
      vendorClientNnid: () => readSetting('service.vendorClientNnid'),
      observe: (event) => {
        report(event);
        reach.heard(baseUrl, event);
      },
      isAway: async (signal) => reach.isAwayAt(baseUrl, signal),
      unreadable,
      redact,
    });
  const loggedTransport = createLoggedTransport(transport, report, clock);
  return {
    transport,
    clientOf,
    createClient: (connection, authenticator, answers) =>
      clientOf(connection.baseUrl, authenticator, connection.kind === 'sandbox', answers),
    loadOAuth: async () => {
      const { OAuthService } = await import('../service/auth/oauth');
      return (connection) => new OAuthService(connection.baseUrl, loggedTransport, redact);
    },
  };
}

function openTransport({ network, clock, log, version }: Platform, lifetime: Lifetime): Transport {
  const transport = new LazyTransport(async () => {
    const { createTransport } = await import('../service/transport/transport');
    return createTransport({ settings: () => network.read(), monotonicMs: () => clock.monotonicMs(), userAgent: `MarketDesk/${version}` });
  });
  lifetime.own({ dispose: () => void transport.close().catch((error: unknown) => log.error('The transport did not close', error)) });
  return transport;
}

/** One pacer for all clients of a service. The sandbox published no limits, so only those in its own responses apply there. */
class Pacers {
  /** Bounded by the services that this window has connected to. */
  readonly #pacers = new Map<string, Pacer>();

  constructor(
    private readonly budgetOf: (service: string) => RequestBudget,
    private readonly waits: RequestWaits,
  ) {}

  /** See {@link Pacer.holdUntil}. */
  holdUntil(baseUrl: string, verdict: Promise<Error | undefined>): void {
    for (const isSandbox of [true, false]) this.#pacers.get(keyOf(baseUrl, isSandbox))?.holdUntil(verdict);
  }

  of(baseUrl: string, isSandbox: boolean): Pacer {
    const key = keyOf(baseUrl, isSandbox);
    const known = this.#pacers.get(key);
    if (known !== undefined) return known;
    const limits = isSandbox ? {} : { rates: publishedRates, shared: this.budgetOf(serviceIdentity(baseUrl)) };
    const pacer: Pacer = new Pacer({ timing: machineTiming, ...limits, busy: () => this.waits.busy(pacer) });
    this.#pacers.set(key, pacer);
    return pacer;
  }
}

function keyOf(baseUrl: string, isSandbox: boolean): string {
  return `${baseUrl} ${isSandbox}`;
}
