import type { Duplex } from 'node:stream';
import { parseRequest } from '../../support/network/httpRequest';
import type { SentRequest } from '../../support/network/httpRequest';

/** One request as it arrived, byte for byte. Times are those of the broker's machine, in milliseconds. */
export interface Arrival extends SentRequest {
  readonly number: number;
  readonly connection: number;
  /** When its first byte arrived. */
  readonly firstByteMs: number;
  readonly completeMs: number;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly rawQuery: string;
}

/** The broker's answer. A plain object becomes JSON. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: readonly string[];
}

/** Reads requests from a connection until it ends. */
export function readRequests(
  socket: Duplex,
  now: () => number,
  take: (request: Omit<Arrival, 'number' | 'connection'>) => void,
  begun: () => void = () => undefined,
): void {
  let pending: Buffer = Buffer.alloc(0);
  let firstByteMs = 0;
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    if (pending.length === 0) {
      firstByteMs = now();
      begun();
    }
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (;;) {
      const parsed = parse(pending);
      if (parsed === undefined) return;
      pending = pending.subarray(parsed.length);
      take({ ...parsed.request, firstByteMs, completeMs: now() });
    }
  });
  socket.on('end', () => socket.end());
}

function parse(
  bytes: Buffer,
): { readonly request: Omit<Arrival, 'number' | 'connection' | 'firstByteMs' | 'completeMs'>; readonly length: number } | undefined {
  const parsed = parseRequest(bytes);
  if (parsed === undefined) return undefined;
  const [path = '', rawQuery = ''] = parsed.request.target.split('?');
  return { request: { ...parsed.request, path, query: new URLSearchParams(rawQuery), rawQuery }, length: parsed.length };
}

export function render({ status, body, headers = [] }: Reply, length?: number | null): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const type = headers.some((line) => /^content-type:/i.test(line)) ? [] : ['Content-Type: application/json'];
  const lines = [`HTTP/1.1 ${status} X`, ...type, ...headers];
  if (length !== null) lines.push(`Content-Length: ${length ?? bytes.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}
