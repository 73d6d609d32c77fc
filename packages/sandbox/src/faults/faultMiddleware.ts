import { setTimeout as sleep } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler, Next } from 'hono';
import type { LedgerEntry } from '../http/ledger';
import type { SandboxEnvironment, SandboxRequest } from '../types';
import type { FaultAction } from './actions';
import { answeredInside, faultAnswer } from './answers';
import type { FaultQueue } from './faultQueue';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** Changes the response of a request for which a fault is waiting; the sandbox's own controls are never affected. */
export function bendAnswers(
  faults: FaultQueue,
  entryOf: (c: SandboxRequest) => LedgerEntry | undefined,
): MiddlewareHandler<SandboxEnvironment> {
  return async (c, next) => {
    const path = c.get('rawPath');
    const action = path.startsWith('/sandbox/') ? undefined : faults.take(c.req.method, path);
    const entry = entryOf(c);
    const process: Next = async () => {
      if (entry !== undefined) entry.processed = true;
      await next();
    };
    if (action === undefined) return process();
    if (entry !== undefined) entry.fault = action.kind;
    return bend(c, action, process);
  };
}

async function bend(c: SandboxRequest, action: FaultAction, process: Next): Promise<Response | undefined> {
  switch (action.kind) {
    case 'delay':
      await sleep(action.ms, undefined, { ref: false });
      await process();
      return undefined;
    case 'truncate':
      await process();
      return sendRaw(c, async (socket, answer) => sendTruncated(socket, answer, action.framing, action.bytes));
    case 'wrongLength':
      await process();
      return sendRaw(c, async (socket, answer) => sendWrongLength(socket, answer, action.difference));
    case 'inside':
      await process();
      return replace(c, await answeredInside(c.res));
    case 'reset':
      if (action.processed === true) await process();
      c.env.incoming?.socket.resetAndDestroy();
      return replace(c, RESPONSE_ALREADY_SENT);
    case 'hang':
      if (action.processed === true) await process();
      await closed(c);
      return replace(c, RESPONSE_ALREADY_SENT);
    default:
      if (action.processed === true) await process();
      return replace(c, faultAnswer(action));
  }
}

/** Assigning `undefined` first keeps the headers of the discarded response out of the new one. */
function replace(c: SandboxRequest, answer: Response): Response {
  c.res = undefined;
  c.res = answer;
  return answer;
}

async function sendRaw(
  c: SandboxRequest,
  send: (socket: NonNullable<SandboxEnvironment['Bindings']['incoming']>['socket'], answer: RawAnswer) => Promise<void>,
): Promise<Response> {
  const answer: RawAnswer = { status: c.res.status, headers: c.res.headers, body: new Uint8Array(await c.res.arrayBuffer()) };
  const socket = c.env.incoming?.socket;
  if (socket !== undefined) await send(socket, answer);
  return replace(c, RESPONSE_ALREADY_SENT);
}

async function closed(c: SandboxRequest): Promise<void> {
  const socket = c.env.incoming?.socket;
  if (socket === undefined || socket.destroyed) return;
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
}

/** Writes a response past Node's HTTP server, which refuses to break its own framing. */
interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Sends `bytes` of the body (half of it by default) and ends the connection as if the sender had died. */
async function sendTruncated(socket: Socket, answer: RawAnswer, framing: 'length' | 'chunked' | 'close', bytes?: number): Promise<void> {
  const part = answer.body.subarray(0, Math.min(bytes ?? Math.floor(answer.body.length / 2), Math.max(0, answer.body.length - 1)));
  const framingHeader = {
    length: `Content-Length: ${answer.body.length}`,
    chunked: 'Transfer-Encoding: chunked',
    close: 'Connection: close',
  }[framing];
  const chunkHead = framing === 'chunked' && part.length > 0 ? `${part.length.toString(16)}\r\n` : '';
  const chunkTail = chunkHead === '' ? '' : '\r\n';
  await write(socket, Buffer.concat([head(answer, framingHeader), Buffer.from(chunkHead), part, Buffer.from(chunkTail)]));
}

/** Sends the whole body with a Content-Length that differs from its length, then ends the connection. */
async function sendWrongLength(socket: Socket, answer: RawAnswer, difference: number): Promise<void> {
  const declared = Math.max(0, answer.body.length + difference);
  await write(socket, Buffer.concat([head(answer, `Content-Length: ${declared}`), answer.body]));
}

function head(answer: RawAnswer, framingHeader: string): Buffer {
  const lines = [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`];
  for (const [name, value] of answer.headers) {
    if (!['content-length', 'transfer-encoding', 'connection'].includes(name)) lines.push(`${name}: ${value}`);
  }
  return Buffer.from([...lines, framingHeader, '', ''].join('\r\n'), 'latin1');
}

/** An orderly end (FIN) after the bytes: the peer has received all of them before it learns that there are no more. */
async function write(socket: Socket, bytes: Buffer): Promise<void> {
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.end(bytes, () => setTimeout(() => socket.destroy(), 50).unref());
  });
}
