import type { IncomingMessage } from 'node:http';
import { gateRefusal } from 'market-desk-gate';
import type { GateRules } from 'market-desk-gate';
import type { Secret } from '../../service/secret';

/** Path of the server; any other path is not found. */
export const mcpPath = '/mcp';
export const mostBodyBytes = 64 * 1024;

/** Why a request is refused before its body is read. */
export interface Refusal {
  readonly status: number;
  readonly why: string;
}

/** Accepts requests only from programs on this machine that have a bearer; no page has a reason to ask. */
export class HttpGate {
  /** @param hosts - The `Host` headers to accept. @param bearers - The secrets that let a program in now. */
  constructor(
    private readonly hosts: readonly string[],
    private readonly bearers: () => readonly Secret[],
  ) {}

  refusalOf(asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): Refusal | undefined {
    const { method, url, headers } = asked;
    const [first, ...others] = this.bearers().map((bearer) => gateRefusal(this.#rulesOf(bearer), asked));
    const why = others.includes(undefined) ? undefined : first;
    if (why === 'secret') return { status: 401, why: 'bearer' };
    if (why !== undefined) return { status: 403, why };
    if (url !== mcpPath) return { status: 404, why: 'path' };
    // The server pushes nothing to clients, so there is nothing to GET.
    if (method !== 'POST' && method !== 'DELETE') return { status: 405, why: 'method' };
    if (Number(headers['content-length'] ?? 0) > mostBodyBytes) return { status: 413, why: 'size' };
    return undefined;
  }

  #rulesOf(bearer: Secret): GateRules {
    return {
      isOwnHost: (host) => this.hosts.includes(host),
      hasPages: false,
      secret: { value: `Bearer ${bearer.reveal()}`, brought: ({ headers }) => [headers.authorization] },
    };
  }
}
