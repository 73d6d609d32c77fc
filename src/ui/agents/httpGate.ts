import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Secret } from '../../service/secret';

/** Path of the server; everything else is not found. */
export const mcpPath = '/mcp';
export const mostBodyBytes = 64 * 1024;

/** Why a request is refused before anything of its body is read. */
export interface Refusal {
  readonly status: number;
  readonly why: string;
}

/**
 * Whom the server listens to: programs of this machine that have its bearer. A page of a browser can reach 127.0.0.1 as well: it has
 * an origin, and after DNS rebinding the name of its own host.
 */
export class HttpGate {
  readonly #expected: Buffer;

  /** @param hosts - The names under which it is asked. */
  constructor(
    private readonly hosts: readonly string[],
    bearer: Secret,
  ) {
    this.#expected = digest(`Bearer ${bearer.reveal()}`);
  }

  refusalOf({ method, url, headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): Refusal | undefined {
    if (headers.host === undefined || !this.hosts.includes(headers.host)) return { status: 403, why: 'host' };
    if (headers.origin !== undefined) return { status: 403, why: 'origin' };
    // Digests have one length, whatever was sent.
    if (!timingSafeEqual(digest(headers.authorization ?? ''), this.#expected)) return { status: 401, why: 'bearer' };
    if (url !== mcpPath) return { status: 404, why: 'path' };
    // Nothing is pushed to clients, so there is nothing to GET.
    if (method !== 'POST' && method !== 'DELETE') return { status: 405, why: 'method' };
    if (Number(headers['content-length'] ?? 0) > mostBodyBytes) return { status: 413, why: 'size' };
    return undefined;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
