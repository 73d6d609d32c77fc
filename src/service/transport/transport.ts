import { TransportError } from '../errors';
import { openPool, openSingle } from './dispatchers';
import type { Route } from './dispatchers';
import { RequestHandler, StaleRequest } from './requestHandler';
import { readDeadlines, writeDeadlines } from './settings';
import type { Deadlines, TransportSettings } from './settings';
import type { SendOptions, Transport, WireRequest, WireResponse } from './types';

const mostRenewals = 5;

/**
 * Sends over HTTP/1.1 on its own connections: reads share up to five kept-alive connections per origin, every write
 * uses a new one. Never retries, redirects, or caches anything.
 */
export function createTransport(options: {
  /** Called before every request; a different object means that the settings changed. */
  readonly settings: () => TransportSettings;
  /** Milliseconds since some fixed instant: the clock of `sentAt` and `receivedAt`. */
  readonly monotonicMs?: () => number;
  readonly deadlines?: { readonly read: Deadlines; readonly write: Deadlines };
  /** Name and version of this program, sent with every request. */
  readonly userAgent?: string;
}): Transport {
  return new UndiciTransport(
    options.settings,
    options.deadlines ?? { read: readDeadlines, write: writeDeadlines },
    options.monotonicMs ?? (() => performance.now()),
    options.userAgent,
  );
}

class UndiciTransport implements Transport {
  readonly #pools = new Map<string, Route>();
  readonly #singles = new Set<Route>();
  #settings: TransportSettings | undefined;
  #closed = false;

  constructor(
    private readonly currentSettings: () => TransportSettings,
    private readonly deadlines: { readonly read: Deadlines; readonly write: Deadlines },
    private readonly monotonicMs: () => number,
    private readonly userAgent: string | undefined,
  ) {}

  async send(request: WireRequest, { signal, freshness, mayStart }: SendOptions): Promise<WireResponse> {
    if (this.#closed) throw new TransportError('aborted', { request: request.label, sent: 'no', detail: 'closed' });
    const settings = this.#adopt(this.currentSettings());
    const deadlines = this.deadlines[request.kind];
    const route = request.kind === 'read' ? this.#pool(request.origin, settings) : this.#single(request.origin, settings);
    const { monotonicMs, userAgent } = this;
    const isStale = freshness === undefined ? undefined : () => freshness.isStale();
    const options = { deadlines, viaProxy: route.viaProxy, signal, monotonicMs, isStale, mayStart, userAgent };
    let current = request;
    try {
      // The connection is kept when a request turns out to be too old for it, so that the next one starts at once.
      for (let renewals = 0; ; renewals += 1) {
        try {
          return await new RequestHandler(current, options).run(route.dispatcher);
        } catch (error) {
          if (!(error instanceof StaleRequest) || freshness === undefined) throw error;
          if (renewals === mostRenewals)
            throw new TransportError('timed-out', { request: request.label, sent: 'no', detail: 'no connection' });
          current = await freshness.renew();
        }
      }
    } finally {
      if (request.kind === 'write') this.#release(route);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const routes = [...this.#pools.values(), ...this.#singles];
    this.#pools.clear();
    this.#singles.clear();
    await Promise.all(routes.map(async (route) => route.dispatcher.destroy()));
  }

  /** Connections made with earlier settings finish their requests and are then closed. */
  #adopt(settings: TransportSettings): TransportSettings {
    if (settings !== this.#settings) {
      for (const route of this.#pools.values()) void route.dispatcher.close().catch(() => undefined);
      this.#pools.clear();
      this.#settings = settings;
    }
    return settings;
  }

  #pool(origin: string, settings: TransportSettings): Route {
    const known = this.#pools.get(origin);
    if (known !== undefined) return known;
    const route = openPool(origin, settings, this.deadlines.read.connectMs);
    this.#pools.set(origin, route);
    return route;
  }

  #single(origin: string, settings: TransportSettings): Route {
    const route = openSingle(origin, settings, this.deadlines.write.connectMs);
    this.#singles.add(route);
    return route;
  }

  #release(route: Route): void {
    this.#singles.delete(route);
    void route.dispatcher.destroy().catch(() => undefined);
  }
}
