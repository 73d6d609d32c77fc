import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Secret } from '../../service/secret';

/** Path of the server; any other path is not found. */
export const mcpPath = '/mcp';
export const mostBodyBytes = 64 * 1024;

/** Why a request is refused before its body is read. */
export interface Refusal {
  readonly status: number;
  readonly why: string;
}

/**
 * Accepts requests only from programs on this machine that have the bearer. A web page in a browser can reach 127.0.0.1 too, but its
 * requests have an origin, or after DNS rebinding the host name of the page.
 */
export class HttpGate {
  readonly #expected: Buffer;

  /** @param hosts - The `Host` headers to accept. */
  constructor(
    private readonly hosts: readonly string[],
    bearer: Secret,
  ) {
    this.#expected = digest(`Bearer ${bearer.reveal()}`);
  }

  refusalOf({ method, url, headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): Refusal | undefined {
    if (headers.host === undefined || !this.hosts.includes(headers.host)) return { status: 403, why: 'host' };
    if (headers.origin !== undefined) return { status: 403, why: 'origin' };
    // Digests have the same length, whatever the client sent.
    if (!timingSafeEqual(digest(headers.authorization ?? ''), this.#expected)) return { status: 401, why: 'bearer' };
    if (url !== mcpPath) return { status: 404, why: 'path' };
    // The server pushes nothing to clients, so there is nothing to GET.
    if (method !== 'POST' && method !== 'DELETE') return { status: 405, why: 'method' };
    if (Number(headers['content-length'] ?? 0) > mostBodyBytes) return { status: 413, why: 'size' };
    return undefined;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
