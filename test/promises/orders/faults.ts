import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Behaviour } from '../net/faultServer';
import type { Random } from '../random';

/**
 * What a case proves to somebody who sees only the wire:
 * `accepted`, `refused`, `needsConfirmation`, `needsBrowser` — a complete, consistent answer said so;
 * `open` — nothing proves what became of the request; `notSent` — nothing can have arrived;
 * `clock` — -12006 first, then what `then` says.
 */
export type Truth = 'accepted' | 'refused' | 'needsConfirmation' | 'needsBrowser' | 'open' | 'notSent' | 'notSentOrOpen' | 'acceptedOrOpen';

export interface Fault {
  readonly name: string;
  readonly truth: Truth;
  /** Expected errcode of a refusal. */
  readonly errcode?: number;
  /** Needs a deadline to end: drawn less often. */
  readonly slow?: boolean;
  /** Where the client is pointed; the server itself unless said otherwise. */
  readonly at?: 'closedPort' | 'tlsOnPlain';
  readonly behaviour: (random: Random) => Behaviour;
}

interface Answer {
  readonly status?: number;
  readonly reason?: string;
  readonly headers?: readonly string[];
  readonly body?: string | Buffer;
  /** Replaces the true length; null leaves the header out. */
  readonly length?: number | null;
}

const okBody = '{"s":"ok"}';
const confirmBody = '{"s":"error","errcode":-2100,"errmsg":"confirm please","need_order_confirm":true,"confirm_id":"CONFIRM-ID-123456"}';
const browserBody =
  '{"s":"error","errcode":-2101,"errmsg":"go on in the browser","need_order_confirm":false,"jump_url":"https://broker.example/confirm/1"}';

function render({ status = 200, reason = 'X', headers = [], body = okBody, length }: Answer): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const lines = [`HTTP/1.1 ${status} ${reason}`, 'Content-Type: application/json', ...headers];
  if (length !== null) lines.push(`Content-Length: ${length ?? bytes.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}

/** A server that carries the request out (or not) and then answers. */
function answers(
  answer: Answer | Buffer,
  { processed = true, end = false }: { readonly processed?: boolean; readonly end?: boolean } = {},
): Behaviour {
  const bytes = Buffer.isBuffer(answer) ? answer : render(answer);
  return {
    onRequest: ({ socket, process }) => {
      if (processed) process();
      socket.write(bytes);
      if (end) socket.end();
    },
  };
}

function does(act: (socket: Socket, process: () => void, random: Random) => unknown): Fault['behaviour'] {
  return (random) => ({ onRequest: ({ socket, process }) => void act(socket, process, random) });
}

const always =
  (behaviour: Behaviour): Fault['behaviour'] =>
  () =>
    behaviour;
const open = (name: string, answer: Answer | Buffer, options: { readonly processed?: boolean; readonly end?: boolean } = {}): Fault => ({
  name,
  truth: 'open',
  behaviour: always(answers(answer, options)),
});
const json = (name: string, body: string): Fault => open(`body: ${name}`, { body });
const status = (code: number, body = '', headers: readonly string[] = []): Fault =>
  open(`status ${code}${headers.length > 0 ? ` ${headers.join(' ')}` : ''}${body === '' ? '' : ' with body'}`, {
    status: code,
    body,
    headers,
  });
const chunked = (...pieces: readonly string[]): Buffer =>
  Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${pieces.join('')}`);

/** The first answer is -12006 and not carried out, the following ones are `then`. */
function clockFirst(then: Behaviour): Behaviour {
  const rejection = render({ status: 401, body: '{"code":-12006,"message":"timestamp offset too large"}' });
  return {
    onRequest: (exchange) => {
      if (exchange.index === 0) exchange.socket.write(rejection);
      else then.onRequest(exchange);
    },
  };
}

/** Every way to answer, or not to, that the proof knows. The names are part of the report. */
export const faults: readonly Fault[] = [
  { name: 'accepted', truth: 'accepted', behaviour: always(answers({})) },
  {
    name: 'accepted, other members',
    truth: 'accepted',
    behaviour: always(answers({ body: '{"d":{"order_id":"1"},"s":"ok","errmsg":""}' })),
  },
  { name: 'accepted, chunked', truth: 'accepted', behaviour: always(answers(chunked('4\r\n{"s"\r\n', '6\r\n:"ok"}\r\n', '0\r\n\r\n'))) },
  // Nobody asked for it: a client may take it for a broken answer.
  {
    name: 'accepted after 100 Continue',
    truth: 'acceptedOrOpen',
    behaviour: always(answers(Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), render({})]))),
  },
  {
    name: 'accepted after 103 Early Hints',
    truth: 'accepted',
    behaviour: always(answers(Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'), render({})]))),
  },
  { name: 'accepted, in pieces of one byte', truth: 'accepted', behaviour: does(answerByteByByte) },
  {
    name: 'accepted, connection closed after the answer',
    truth: 'accepted',
    behaviour: always(answers({ headers: ['Connection: close'] }, { end: true })),
  },
  { name: 'accepted with 201', truth: 'accepted', behaviour: always(answers({ status: 201 })) },
  {
    name: 'refused',
    truth: 'refused',
    errcode: -1200,
    behaviour: always(answers({ body: '{"s":"error","errcode":-1200,"errmsg":"no"}' }, { processed: false })),
  },
  {
    name: 'refused with a code never seen',
    truth: 'refused',
    errcode: -77,
    behaviour: always(answers({ body: '{"s":"error","errcode":-77,"errmsg":"?"}' }, { processed: false })),
  },
  { name: 'needs confirmation', truth: 'needsConfirmation', behaviour: always(answers({ body: confirmBody }, { processed: false })) },
  { name: 'needs the browser', truth: 'needsBrowser', behaviour: always(answers({ body: browserBody }, { processed: false })) },
  { name: '-12006, then accepted', truth: 'accepted', behaviour: always(clockFirst(answers({}))) },
  {
    name: '-12006, then refused',
    truth: 'refused',
    errcode: -1200,
    behaviour: always(clockFirst(answers({ body: '{"s":"error","errcode":-1200,"errmsg":"no"}' }, { processed: false }))),
  },
  {
    name: '-12006, then reset after processing',
    truth: 'open',
    behaviour: always(clockFirst({ onRequest: ({ socket, process }) => (process(), socket.resetAndDestroy()) })),
  },

  { name: 'nobody listens', truth: 'notSent', at: 'closedPort', behaviour: always(answers({})) },
  {
    name: 'no TLS where TLS was wanted',
    truth: 'notSent',
    at: 'tlsOnPlain',
    behaviour: () => ({ onConnection: () => true, onRequest: () => undefined }),
  },
  {
    name: 'reset when the connection stands',
    truth: 'notSentOrOpen',
    behaviour: () => ({ onConnection: (socket) => (socket.resetAndDestroy(), true), onRequest: () => undefined }),
  },
  {
    name: 'closed when the connection stands',
    truth: 'notSentOrOpen',
    behaviour: () => ({ onConnection: (socket) => (socket.end(), true), onRequest: () => undefined }),
  },
  { name: 'reset before processing', truth: 'open', behaviour: does((socket) => socket.resetAndDestroy()) },
  { name: 'reset after processing', truth: 'open', behaviour: does((socket, process) => (process(), socket.resetAndDestroy())) },
  { name: 'closed before processing', truth: 'open', behaviour: does((socket) => void socket.end()) },
  { name: 'closed after processing', truth: 'open', behaviour: does((socket, process) => (process(), void socket.end())) },
  {
    name: 'reset in the middle of the headers',
    truth: 'open',
    behaviour: does((socket, process) => (process(), socket.write('HTTP/1.1 200 OK\r\nContent-Le', () => socket.resetAndDestroy()))),
  },
  {
    name: 'reset in the middle of the body',
    truth: 'open',
    behaviour: does((socket, process) => (process(), socket.write(render({ length: 100 }), () => socket.resetAndDestroy()))),
  },
  { name: 'silence', truth: 'open', slow: true, behaviour: does(staySilent) },
  {
    name: 'headers that never end',
    truth: 'open',
    slow: true,
    behaviour: does((socket, process) => (process(), socket.write('HTTP/1.1 200 OK\r\nX-A: 1\r\n'))),
  },
  {
    name: 'a body that never ends',
    truth: 'open',
    slow: true,
    behaviour: does((socket, process) => (process(), void socket.write(render({ length: 100 })))),
  },
  { name: 'answer after the client gave up', truth: 'open', slow: true, behaviour: does(answerLate) },

  open('truncated by length', { length: 11, body: okBody }, { end: true }),
  open('truncated by chunk', chunked('a\r\n{"s":'), { end: true }),
  open('last chunk missing', chunked('a\r\n{"s":"ok"}\r\n'), { end: true }),
  open('truncated by close', { length: null, body: '{"s":"ok"' }, { end: true }),
  open('length too small', { length: 6 }),
  open('two lengths', { headers: ['Content-Length: 3'] }),
  open('length that is no number', { length: null, headers: ['Content-Length: ten'] }),
  open(
    'length and chunks',
    Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 10\r\nTransfer-Encoding: chunked\r\n\r\na\r\n{"s":"ok"}\r\n0\r\n\r\n'),
  ),
  open('garbage', Buffer.from('\x00\x01\x02 this is not HTTP at all\r\n\r\n'), { end: true }),
  open('HTML with 200', { headers: ['Content-Type: text/html'], body: '<!doctype html><title>Login</title>' }),
  open('gzip', { headers: ['Content-Encoding: gzip'], body: gzipSync(okBody) }),
  open('gzip with a plain body', { headers: ['Content-Encoding: gzip'] }),
  open('declared too large', { length: 5_000_000_000 }, { end: true }),
  open('too many headers', { headers: Array.from({ length: 900 }, (_, index) => `X-${index}: ${'y'.repeat(60)}`) }, { end: true }),
  open('204', Buffer.from('HTTP/1.1 204 No Content\r\n\r\n')),
  open('empty body', { body: '' }),

  json('null', 'null'),
  json('array', '[{"s":"ok"}]'),
  json('text', '"ok"'),
  json('number', '1'),
  json('empty object', '{}'),
  json('nothing but spaces', '   '),
  json('trailing garbage', '{"s":"ok"} garbage'),
  json('two objects', '{"s":"ok"}{"s":"ok"}'),
  json('comment', '{"s":"ok"/**/}'),
  json('single quotes', "{'s':'ok'}"),
  json('other case', '{"s":"OK"}'),
  json('s is true', '{"s":true}'),
  json('s in an array', '{"s":["ok"]}'),
  json('s misspelt', '{"S":"ok"}'),
  json('s unknown', '{"s":"pending"}'),
  json('duplicate s', '{"s":"error","s":"ok"}'),
  json('duplicate s, other order', '{"s":"ok","s":"error"}'),
  json('duplicate s by escape', '{"s":"error","\\u0073":"ok"}'),
  json('duplicate errcode', '{"s":"error","errcode":-1200,"errcode":0,"errmsg":"x"}'),
  json('ok with errcode', '{"s":"ok","errcode":-1200}'),
  json('ok with errcode 0', '{"s":"ok","errcode":0}'),
  json('ok with confirmation', '{"s":"ok","need_order_confirm":true,"confirm_id":"CONFIRM-ID-123456"}'),
  json('ok with a link', '{"s":"ok","jump_url":"https://broker.example/"}'),
  json('error without errcode', '{"s":"error","errmsg":"x"}'),
  json('error with errcode 0', '{"s":"error","errcode":0,"errmsg":"x"}'),
  json('errcode as text', '{"s":"error","errcode":"-1200","errmsg":"x"}'),
  json('errcode with a fraction', '{"s":"error","errcode":-1200.5,"errmsg":"x"}'),
  json('errcode null', '{"s":"error","errcode":null,"errmsg":"x"}'),
  json('errcode beyond int', '{"s":"error","errcode":-99999999999999999999,"errmsg":"x"}'),
  json('-2100 without confirm_id', '{"s":"error","errcode":-2100,"errmsg":"x","need_order_confirm":true}'),
  json('-2100 with an empty confirm_id', '{"s":"error","errcode":-2100,"errmsg":"x","need_order_confirm":true,"confirm_id":""}'),
  json(
    '-2100 that needs no confirmation',
    '{"s":"error","errcode":-2100,"errmsg":"x","need_order_confirm":false,"confirm_id":"CONFIRM-ID-123456"}',
  ),
  json('-2100 with a number as id', '{"s":"error","errcode":-2100,"errmsg":"x","need_order_confirm":true,"confirm_id":7}'),
  json('-2101 without link', '{"s":"error","errcode":-2101,"errmsg":"x","need_order_confirm":false}'),
  json('-2101 with http', '{"s":"error","errcode":-2101,"errmsg":"x","need_order_confirm":false,"jump_url":"http://broker.example/"}'),
  json('-2101 with javascript', '{"s":"error","errcode":-2101,"errmsg":"x","need_order_confirm":false,"jump_url":"javascript:alert(1)"}'),
  json('-1200 with confirmation', '{"s":"error","errcode":-1200,"errmsg":"x","need_order_confirm":true,"confirm_id":"CONFIRM-ID-123456"}'),
  json('quote envelope', '{"ret_code":0,"ret_msg":"ok"}'),
  json('both envelopes', '{"s":"ok","ret_code":-4}'),
  json('deep nesting', `${'['.repeat(5000)}${']'.repeat(5000)}`),
  json('prototype', '{"__proto__":{"s":"ok"}}'),
  open('invalid UTF-8', { body: Buffer.from([0x7b, 0x22, 0x73, 0x22, 0x3a, 0x22, 0x6f, 0x6b, 0xff, 0x22, 0x7d]) }),
  open('UTF-16', { body: Buffer.from(okBody, 'utf16le') }),

  ...[301, 302, 303, 307, 308].map((code) => status(code, '', ['Location: http://127.0.0.1:9/stolen'])),
  status(307, okBody, ['Location: /api/v1.0/accounts/8001/orders/other']),
  ...[400, 401, 403, 404, 408, 409, 425, 500, 501, 502, 503, 504].map((code) => status(code)),
  status(400, okBody),
  status(500, okBody),
  status(503, '<html>down</html>'),
  status(401, '{"code":-12001,"message":"token expired"}'),
  status(403, '{"message":"scope"}'),
  ...['1', '0', '-5', '99999999999', 'Wed, 21 Oct 2026 07:28:00 GMT', 'soon', ''].map((value) =>
    status(429, '', [`Retry-After: ${value}`]),
  ),
  status(503, '', ['Retry-After: 1']),
  status(408, '', ['Connection: close']),
];

function answerByteByByte(socket: Socket, process: () => void): void {
  process();
  dribble(socket, render({}), 0);
}

function dribble(socket: Socket, bytes: Buffer, from: number): boolean {
  if (from >= bytes.length || !socket.writable) return false;
  return socket.write(bytes.subarray(from, from + 1), () => void dribble(socket, bytes, from + 1));
}

function staySilent(_: Socket, process: () => void, random: Random): void {
  if (random.chance(0.5)) process();
}

function answerLate(socket: Socket, process: () => void): void {
  setTimeout(() => {
    process();
    if (socket.writable) socket.write(render({}));
  }, 150);
}
