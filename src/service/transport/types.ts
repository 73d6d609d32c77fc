import type { RequestLabel } from '../errors';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One request exactly as it is sent: the signature covers these bytes. */
export interface WireRequest {
  readonly label: RequestLabel;
  readonly method: HttpMethod;
  /** Scheme, host and port, no trailing slash, for example `https://api.example.com`. */
  readonly origin: string;
  /** Percent-encoded path, including any path prefix of the base URL. */
  readonly path: string;
  /** Raw query without `?`; empty when there is none. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Exact body bytes; undefined when there is no body. */
  readonly body: Uint8Array | undefined;
  /** A write is sent once, on a new connection and with longer deadlines. */
  readonly kind: 'read' | 'write';
}

/** A complete response: the body was read to its declared end and is within the size limit. */
export interface WireResponse {
  readonly status: number;
  /** Lower-case names; repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Monotonic milliseconds just before the headers were sent and just after the answer's headers arrived. */
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** For a request with short-lived credentials: they are checked right before the first byte. */
export interface Freshness {
  isStale(): boolean;
  /** The same request with new credentials; nothing of the old one was sent. */
  renew(): Promise<WireRequest>;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  readonly freshness?: Freshness | undefined;
  /** Called on a ready connection, right before the first byte; false ends the request there. */
  readonly mayStart?: (() => boolean) | undefined;
}

/**
 * Sends one request exactly once: no redirect, no retry, no cache.
 *
 * @throws {@link TransportError} with proof of whether anything was sent.
 */
export interface Transport {
  send(request: WireRequest, options: SendOptions): Promise<WireResponse>;
  close(): Promise<void>;
}
