import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { gateRefusal } from 'market-desk-gate';
import type { GateRules } from 'market-desk-gate';
import type { SandboxApp, SandboxEnvironment } from '../types';
import { gatewayAnswer, gatewayBody, gatewayCode } from './gateway';
import type { Ledger, LedgerEntry } from './ledger';
import type { RouteTable } from './methods';
import { isLoopbackHost, splitTarget } from './target';

/** What is known about a request before any route gets it. */
export interface Received {
  readonly entry: LedgerEntry;
  readonly rawPath: string;
  readonly rawQuery: string;
  readonly rawBody: Buffer;
}

/** Maps Node's request objects to requests, from their arrival to their response. */
export type ReceivedRequests = WeakMap<IncomingMessage, Received>;

/** Who may ask at all; what they may ask for is up to their credentials, and to the secret of the controls. */
export const serviceGate: GateRules = { isOwnHost: isLoopbackHost, hasPages: true };

/** Reads every request completely before the application runs, so that signatures are checked over the received bytes. */
export function createListener(app: SandboxApp, routes: RouteTable, ledger: Ledger, received: ReceivedRequests): RequestListener {
  const answer = getRequestListener(async (request, env) => app.fetch(request, env), { overrideGlobalObjects: false });
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const refusal = gateRefusal(serviceGate, incoming);
    if (refusal === 'host') {
      refuse(incoming, outgoing, 421, gatewayBody(gatewayCode.wrongHost, 'this service responds only to this machine’s names'));
      return;
    }
    if (refusal !== undefined) {
      refuse(incoming, outgoing, 403, gatewayBody(gatewayCode.foreignOrigin, 'this service responds to no page of another site'));
      return;
    }
    const rawBody = await readRawBody(incoming);
    if (rawBody === undefined) {
      refuse(incoming, outgoing, 413, gatewayBody(gatewayCode.tooLarge, 'the request body is too large'));
      return;
    }
    const { path, query } = splitTarget(incoming.url ?? '/');
    const entry = ledger.add({
      method: incoming.method ?? 'GET',
      path,
      query,
      credential: credentialOf(incoming),
      nonce: incoming.headers['x-nonce']?.toString(),
      body: isRouted(routes, incoming.method, path) ? rawBody : noBody,
    });
    received.set(incoming, { entry, rawPath: path, rawQuery: query, rawBody });
    // The adapter takes a body that was already read from here.
    await answer(Object.assign(incoming, { rawBody }), outgoing);
  };
  return (incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  };
}

const noBody = new Uint8Array();

function isRouted(routes: RouteTable, method: string | undefined, path: string): boolean {
  return routes.methodsOf(path).includes(method ?? '');
}

/** Reads the rest of the request first: closing with unread bytes would reset the connection before the response is read. */
function refuse(incoming: IncomingMessage, outgoing: ServerResponse, status: number, body: object): void {
  incoming.resume();
  outgoing.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' }).end(JSON.stringify(body));
}

/** Passes the received bytes to the routes, records the response and adds half of the latency before and after. */
export function receive(received: ReceivedRequests, latencyMs: number): MiddlewareHandler<SandboxEnvironment> {
  return async (c, next) => {
    const request = c.env.incoming === undefined ? undefined : received.get(c.env.incoming);
    if (request === undefined) return gatewayAnswer(c, 500, gatewayCode.failed, 'the request came past the listener');
    c.set('rawBody', request.rawBody);
    c.set('rawPath', request.rawPath);
    c.set('rawQuery', request.rawQuery);
    await pause(latencyMs / 2);
    await next();
    await pause(latencyMs / 2);
    request.entry.status = c.env.incoming?.socket.destroyed === true ? undefined : c.res.status;
    return undefined;
  };
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { ref: false });
}

function credentialOf(incoming: IncomingMessage): LedgerEntry['credential'] {
  if (/^Bearer /i.test(incoming.headers.authorization ?? '')) return 'bearer';
  return incoming.headers['x-api-key'] === undefined ? 'none' : 'signature';
}

/** Largest accepted request body; every request of the specification is far smaller. */
export const maxBodyBytes = 1024 * 1024;

/** Reads the raw bytes of a request; undefined if it exceeds {@link maxBodyBytes} or breaks off. */
async function readRawBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBodyBytes) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}
