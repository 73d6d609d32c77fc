import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type Asked = Pick<IncomingMessage, 'headers' | 'method' | 'url'>;

/** Why a request gets nothing from a listener. */
export type GateRefusal = 'host' | 'origin' | 'secret';

export interface GateRules {
  /** Whether a `Host` header names this listener. */
  readonly isOwnHost: (host: string) => boolean;
  /** Whether the listener has pages, which may ask for more of it. Requests of all other pages are refused. */
  readonly hasPages: boolean;
  /** Random, and known only to who may ask. Left out where each request brings a secret that the listener checks later: a state, a token. */
  readonly secret?: {
    readonly value: string;
    /** Where a request may bring it. */
    readonly brought: (asked: Asked) => readonly (string | undefined)[];
  };
}

/**
 * What every listener of this program asks of a request before it reads anything else. A web page in a browser reaches this machine's ports
 * too, but its requests have an origin, or, after DNS rebinding, the host name of the page. Programs of other users reach ports as well, and can
 * imitate everything except the secret.
 *
 * @returns undefined if the request may pass.
 */
export function gateRefusal({ isOwnHost, hasPages, secret }: GateRules, asked: Asked): GateRefusal | undefined {
  const { host, origin } = asked.headers;
  if (host === undefined || !isOwnHost(host)) return 'host';
  if (comesFromPage(asked) && !(hasPages && isOwnPage(asked, host, origin))) return 'origin';
  if (secret === undefined) return undefined;
  return secret.brought(asked).some((brought) => brought !== undefined && isSame(brought, secret.value)) ? undefined : 'secret';
}

/** Following a link to a listener is no request of the page with the link: it can read and change nothing. */
function comesFromPage({ headers, method }: Asked): boolean {
  const site = headers['sec-fetch-site'] ?? 'none';
  return headers.origin !== undefined || (site !== 'none' && method !== 'GET' && method !== 'HEAD');
}

/** Browsers say it in Sec-Fetch-Site, which is also right behind a forwarded port, where the origin names the forwarder; older ones do not. */
function isOwnPage({ headers }: Asked, host: string, origin: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? origin === `http://${host}` : site === 'same-origin';
}

/** Takes equally long whatever the other one is. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
