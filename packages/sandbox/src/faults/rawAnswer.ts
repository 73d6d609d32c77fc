import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** Writes a response past Node's HTTP server, which refuses to break its own framing. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Sends `bytes` of the body (half of it by default) and ends the connection as if the sender had died. */
export async function sendTruncated(
  socket: Socket,
  answer: RawAnswer,
  framing: 'length' | 'chunked' | 'close',
  bytes?: number,
): Promise<void> {
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
export async function sendWrongLength(socket: Socket, answer: RawAnswer, difference: number): Promise<void> {
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
