import type { TrustedFingerprints } from './certificates';

/** The network route, from the editor's settings or the environment. */
export interface ProxySettings {
  /** `http://` or `https://`, user and password allowed. Never logged. */
  readonly url: string;
  /** Value of `Proxy-Authorization`, instead of the user and password of the address. Never logged. */
  readonly authorization?: string | undefined;
  /** Hosts reached directly, in the grammar of `NO_PROXY`: see {@link usesProxy}. */
  readonly noProxy: string;
}

/** How connections are made. A new object means that it changed: kept-alive connections are dropped. */
export interface TransportSettings {
  readonly proxy?: ProxySettings | undefined;
  /** Complete list of trusted certificate authorities (PEM); undefined means those that come with Node. */
  readonly ca?: readonly string[] | undefined;
  /** Certificates are always verified, with these exceptions, each for its own origin. */
  readonly trusted?: TrustedFingerprints | undefined;
}

/** Milliseconds. A phase that takes longer ends the request with `timed-out`. */
export interface Deadlines {
  /** Name resolution, TCP and TLS. */
  readonly connectMs: number;
  /** From sending the request to the response headers. */
  readonly headersMs: number;
  /** Between two chunks of the response body. */
  readonly bodyMs: number;
  /** Everything together, waiting for a free connection included. */
  readonly totalMs: number;
}

export const readDeadlines: Deadlines = { connectMs: 5_000, headersMs: 10_000, bodyMs: 10_000, totalMs: 20_000 };
export const writeDeadlines: Deadlines = { connectMs: 5_000, headersMs: 20_000, bodyMs: 10_000, totalMs: 30_000 };
/** Largest response that is read, in bytes. */
export const maximumBodyBytes = 4 * 1024 * 1024;
/** Connections for reads per origin, and so the number of running reads: none is signed before a connection is free. */
export const parallelReads = 5;
