import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Random } from '../../random';

/** What a server does to a refresh instead of answering it. None of these means that the refresh token is invalid. */
export interface RefreshFault {
  readonly name: string;
  /** Ends only by a timeout, so it is drawn less often. */
  readonly slow?: boolean;
  readonly play: (socket: Socket, good: string, random: Random) => void;
}

/** A complete HTTP answer; the length is correct unless given. */
export function answer(
  status: number,
  body: string | Buffer,
  {
    type = 'application/json',
    headers = [],
    length,
  }: { readonly type?: string; readonly headers?: readonly string[]; readonly length?: number } = {},
): Buffer {
  const bytes = Buffer.from(body);
  const lines = [`HTTP/1.1 ${status} X`, `Content-Type: ${type}`, ...headers, `Content-Length: ${length ?? bytes.length}`];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}

const says = (name: string, status: number, body: string | Buffer, options: Parameters<typeof answer>[2] = {}): RefreshFault => ({
  name,
  play: (socket) => void socket.write(answer(status, body, options)),
});

const page = '<html><body><h1>invalid_grant</h1>{"error":"invalid_grant"}</body></html>';
const invalidGrant = '{"error":"invalid_grant"}';

/** OAuth errors with which a service may refuse a refresh: with status 400 or 401 each of them ends the session, the first with any answer of its own. */
export const refusalWords: readonly string[] = [
  'invalid_grant',
  'invalid_request',
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_token',
  'access_denied',
  'temporarily_unavailable',
  'server_error',
  'slow_down',
  'invalid_grant_type',
  'Invalid_Grant',
  'invalid_grant ',
  ' invalid_grant',
  'invalid-grant',
];

const onTheWire: readonly RefreshFault[] = [
  { name: 'reset before the answer', play: (socket) => void socket.resetAndDestroy() },
  { name: 'closed without an answer', play: (socket) => void socket.end() },
  { name: 'silence', slow: true, play: () => undefined },
  {
    name: 'reset within the answer',
    play: (socket, good) => void socket.write(answer(200, good).subarray(0, 40), () => socket.resetAndDestroy()),
  },
  { name: 'cut short by close', play: (socket, good) => void socket.end(answer(200, good.slice(0, 20), { length: good.length })) },
  {
    name: 'stops in the middle',
    slow: true,
    play: (socket, good) => void socket.write(answer(200, good.slice(0, 20), { length: good.length })),
  },
  { name: 'refusal cut short', play: (socket) => void socket.end(answer(400, invalidGrant.slice(0, -3), { length: invalidGrant.length })) },
  { name: 'garbage', play: (socket) => void socket.end('garbage\r\n\r\n') },
  { name: 'endless interim answers', slow: true, play: (socket) => void socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(20)) },
  { name: 'late answer', slow: true, play: (socket, good) => void setTimeout(() => socket.write(answer(200, good)), 400) },
];

const statuses: readonly RefreshFault[] = [
  ...[408, 425, 429, 500, 502, 503, 504].map((status) => says(`status ${status}`, status, '')),
  says('429 with Retry-After', 429, '', { headers: ['Retry-After: 0'] }),
  ...[400, 401, 403, 404, 405, 407, 409, 418].map((status) => says(`page with status ${status}`, status, page, { type: 'text/html' })),
  ...[301, 302, 303, 307, 308].map((status) =>
    says(`redirect ${status}`, status, invalidGrant, { headers: ['Location: /oauth2/elsewhere'] }),
  ),
  // A proxy or gateway that quotes an error of something else.
  ...[500, 502, 503].map((status) => says(`invalid_grant with status ${status}`, status, invalidGrant)),
];

const answers: readonly RefreshFault[] = [
  ...[200, 402, 403, 404, 409].map((status) => says(`server_error with status ${status}`, status, '{"error":"server_error"}')),
  says('invalid_grant as plain text', 400, 'invalid_grant', { type: 'text/plain' }),
  says('invalid_grant in a list', 400, `[${invalidGrant}]`),
  says('invalid_grant further in', 400, `{"error":${invalidGrant}}`),
  says('no body', 200, ''),
  says('null', 200, 'null'),
  says('page with status 200', 200, page, { type: 'text/html' }),
  says('tokens without access_token', 200, '{"token_type":"Bearer","expires_in":60}'),
  says('empty access_token', 200, '{"access_token":"","token_type":"Bearer","expires_in":60}'),
  says('access_token that is a number', 200, '{"access_token":7,"token_type":"Bearer","expires_in":60}'),
  says('token type of another kind', 200, '{"access_token":"not-ours","token_type":"mac","expires_in":60}'),
  { name: 'compressed', play: (socket, good) => void socket.write(answer(200, gzipSync(good), { headers: ['Content-Encoding: gzip'] })) },
  says('5 MiB', 200, `"${'x'.repeat(5 * 1024 * 1024)}"`),
];

export const refreshFaults: readonly RefreshFault[] = [...onTheWire, ...statuses, ...answers];

const quickFaults = refreshFaults.filter(({ slow }) => slow !== true);

/** Draws a fault; at most one in four draws may need a timeout. */
export function drawFault(random: Random): RefreshFault {
  return random.pick(random.chance(0.25) ? refreshFaults : quickFaults);
}
