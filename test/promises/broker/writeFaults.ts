import { gzipSync } from 'node:zlib';
import type { Exchange } from './broker';
import { act, body, bytes, orderIdOf, reply, waitForConfirmation } from './faultForms';
import type { Says, WriteFault } from './faultForms';
import { faultsInside } from './faultsInside';
import { render } from './wire';
import type { Reply } from './wire';

const okBody = '{"s":"ok"}';
const html = ['Content-Type: text/html'] as const;

const error = (errcode: number, status: number, errmsg: string, says: Says = 'nothing'): WriteFault =>
  reply(`${errcode} with ${status}`, status, { s: 'error', errcode, errmsg }, [], says);
const truncated = (answer: Reply, length: number): Buffer => render(answer, length);
const chunked = (...pieces: readonly string[]): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${pieces.join('')}`;

function reset({ socket }: Exchange): void {
  if ('resetAndDestroy' in socket && typeof socket.resetAndDestroy === 'function')
    (socket as { resetAndDestroy(): unknown }).resetAndDestroy();
  else socket.destroy();
}

/** Answers that the user must confirm; confirming executes the change. */
function askToConfirm(exchange: Exchange, extra: object = {}): void {
  const asks = { need_order_confirm: true, confirm_id: waitForConfirmation(exchange) };
  exchange.send({ status: 200, body: { s: 'error', errcode: -2100, errmsg: 'please confirm', ...asks, ...extra } });
}

const accepted: readonly WriteFault[] = [
  reply('accepted', 200, okBody, [], 'accepted', [true]),
  reply('accepted with errcode 0', 200, '{"s":"ok","errcode":0}', [], 'accepted', [true]),
  act(
    'accepted with other members',
    (exchange) => {
      const order = { order_id: orderIdOf(exchange), code: 'HK.00700', order_status: 'SUBMITTED', last_err_msg: '' };
      exchange.send({ status: 200, body: { d: order, s: 'ok', errmsg: '' } });
    },
    'accepted',
    [true],
  ),
  reply('accepted with 201', 201, okBody, [], 'accepted', [true]),
  act('accepted in gzip', ({ send }) => send({ status: 200, body: gzipSync(okBody), headers: ['Content-Encoding: gzip'] }), 'accepted', [
    true,
  ]),
  bytes('accepted in chunks', chunked('4\r\n{"s"\r\n', '6\r\n:"ok"}\r\n', '0\r\n\r\n'), false, 'accepted', [true]),
  bytes(
    'accepted after 100 Continue',
    Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), render({ status: 200, body: okBody })]),
    false,
    'accepted',
    [true],
  ),
  bytes(
    'accepted after 103 Early Hints',
    Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'), render({ status: 200, body: okBody })]),
    false,
    'accepted',
    [true],
  ),
  act(
    'accepted, connection closed',
    ({ socket }) => socket.end(render({ status: 200, body: okBody, headers: ['Connection: close'] })),
    'accepted',
    [true],
  ),
];

const refused: readonly WriteFault[] = [
  error(-1200, 200, 'price out of range', 'refused'),
  error(-1200, 400, 'price out of range', 'refused'),
  error(-5, 200, 'rpc timeout, result unknown'),
  error(-4, 200, 'internal error'),
  error(-4, 500, 'internal error'),
  error(-4, 503, 'internal error'),
  error(-2, 524, 'timeout'),
  error(-6, 200, 'mapping error'),
  error(-77, 500, 'never seen'),
  error(-1200, 500, 'price out of range'),
  error(-1200, 504, 'price out of range'),
];

/** As recorded from services of this family: any code, with the flag that no confirmation is needed. */
const rejected: readonly WriteFault[] = [
  ...[200, 400].map((status) => error(14, status, 'Insufficient buying power', 'rejected')),
  ...[14, 28].map((errcode) =>
    reply(
      `${errcode} that asks nothing`,
      200,
      { s: 'error', errcode, errmsg: 'Price deviated too much from the market', need_order_confirm: false },
      [],
      'rejected',
    ),
  ),
  error(-77, 200, 'never seen', 'rejected'),
];

const gateway: readonly WriteFault[] = [
  reply('401 of the gateway', 401, { code: -12001, message: 'token expired' }, [], 'gateway'),
  reply('403 of the gateway', 403, { code: -9, message: 'scope trade:write is missing' }, [], 'gateway'),
  reply('429 of the gateway', 429, { code: -11, message: 'too many requests, retry after 3 s' }, ['Retry-After: 3'], 'gateway'),
  reply('-9 with 200', 200, { ret_code: -9, ret_msg: 'permission denied' }, [], 'gateway'),
  reply('-11 with 200', 200, { ret_code: -11, ret_msg: 'busy', error: { code: 'rate', message: 'retry after 3 s' } }, [], 'gateway'),
  ...[401, 403, 429].map((status) => reply(`${status} without a body`, status, '')),
  ...[401, 403, 429].map((status) => reply(`${status} with HTML`, status, '<html>no</html>', html)),
];

const contradictory: readonly WriteFault[] = [
  body('ok with an error', '{"s":"ok","error":{"code":"x","message":"failed"}}'),
  body('ok without success', '{"s":"ok","success":false}'),
  body('ok with a message', '{"s":"ok","errmsg":"order not changed"}'),
  body('ok with errcode', '{"s":"ok","errcode":-1200}'),
  body('ok with another envelope', '{"s":"ok","ret_code":-4}'),
  body('error with errcode 0', '{"s":"error","errcode":0,"errmsg":"x"}'),
  body('error without errcode', '{"s":"error","errmsg":"x"}'),
  body('errcode as text', '{"s":"error","errcode":"-1200","errmsg":"x"}'),
  body('two s', '{"s":"error","s":"ok"}'),
  body('two s, other order', '{"s":"ok","s":"error"}'),
  body('s in an array', '{"s":["ok"]}'),
  body('s unknown', '{"s":"pending"}'),
  body('other case', '{"s":"OK"}'),
  body('null', 'null'),
  body('array', '[{"s":"ok"}]'),
  body('empty object', '{}'),
  body('trailing garbage', '{"s":"ok"} garbage'),
  body('quote envelope', '{"ret_code":0,"ret_msg":"ok"}'),
  body('-2100 without an id', '{"s":"error","errcode":-2100,"errmsg":"x","need_order_confirm":true}'),
  body('-2101 without a link', '{"s":"error","errcode":-2101,"errmsg":"x","need_order_confirm":false}'),
  body('-2101 with http', '{"s":"error","errcode":-2101,"errmsg":"x","need_order_confirm":false,"jump_url":"http://broker.example/"}'),
];

/** Broken connections and unreadable answers; the same for every request. */
export const transport: readonly WriteFault[] = [
  act('reset', reset),
  act('closed', ({ socket }) => void socket.end()),
  act('reset in the headers', (exchange) => void exchange.socket.write('HTTP/1.1 200 OK\r\nContent-Le', () => reset(exchange))),
  act('reset in the body', (exchange) => void exchange.socket.write(truncated({ status: 200, body: okBody }, 100), () => reset(exchange))),
  act('silence', () => undefined),
  bytes('headers without an end', 'HTTP/1.1 200 OK\r\nX-A: 1\r\n'),
  bytes('a body without an end', truncated({ status: 200, body: okBody }, 100)),
  act('an answer after a minute', ({ broker, send }) => void broker.options.time.after(60_000, () => send({ status: 200, body: okBody }))),
  bytes('truncated by length', truncated({ status: 200, body: okBody }, 11), true),
  bytes('truncated by close', Buffer.from('HTTP/1.1 200 OK\r\n\r\n{"s":"ok"'), true),
  bytes('truncated by chunk', chunked('a\r\n{"s":'), true),
  bytes('last chunk missing', chunked('a\r\n{"s":"ok"}\r\n'), true),
  bytes('two lengths', Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 10\r\nContent-Length: 3\r\n\r\n{"s":"ok"}')),
  bytes('garbage', '\x00\x01 not HTTP at all\r\n\r\n', true),
  reply('HTML with 200', 200, '<!doctype html><title>Login</title>', html),
  reply('HTML with 503', 503, '<html>down</html>', html),
  act('cut off in gzip', ({ send }) => send({ status: 200, body: gzipSync(okBody).subarray(0, 20), headers: ['Content-Encoding: gzip'] })),
  reply('plain text called gzip', 200, okBody, ['Content-Encoding: gzip']),
  reply('empty', 200, ''),
  bytes('204', 'HTTP/1.1 204 No Content\r\n\r\n'),
  ...[301, 302, 307, 308].map((status) =>
    reply(`redirected with ${status}`, status, '', ['Location: /api/v1.0/accounts/8001/orders/other']),
  ),
  ...[400, 404, 405, 408, 409, 425, 500, 501, 502, 504].map((status) => reply(`${status} without a body`, status, '')),
  reply('500 with ok', 500, okBody),
  reply('404 page', 404, '404 page not found', ['Content-Type: text/plain']),
];

/** According to the service's documentation nothing is applied before the user confirms; a service that breaks this rule has applied it anyway. */
const needsUser: readonly WriteFault[] = [
  reply(
    '-1200 that needs a confirmation',
    200,
    { s: 'error', errcode: -1200, errmsg: 'x', need_order_confirm: true, confirm_id: 'CONFIRM-X-0123456789' },
    [],
    'confirm',
  ),
  act('needs a confirmation', (exchange) => askToConfirm(exchange), 'confirm'),
  act('needs a confirmation by its fields, other code', (exchange) => askToConfirm(exchange, { errcode: -2199 }), 'confirm'),
  act('needs a confirmation beside ok', (exchange) => askToConfirm(exchange, { s: 'ok', errcode: 0 }), 'confirm'),
  reply('needs the browser beside ok', 200, { s: 'ok', jump_url: 'https://broker.example/finish' }, [], 'browser'),
  reply(
    'needs the browser',
    200,
    { s: 'error', errcode: -2101, errmsg: 'go on there', need_order_confirm: false, jump_url: 'https://broker.example/finish' },
    [],
    'browser',
  ),
];

const clock: readonly WriteFault[] = [
  reply('-12006', 401, { code: -12006, message: 'timestamp offset too large' }, [], 'clock'),
  reply('-12006 with 200', 200, { s: 'error', errcode: -12006, errmsg: 'clock' }, [], 'clock'),
];

/** All faults that the proof knows; their names appear in its report. */
export const writeFaults: readonly WriteFault[] = [
  ...accepted,
  ...refused,
  ...rejected,
  ...gateway,
  ...contradictory,
  ...transport,
  ...needsUser,
  ...clock,
  ...faultsInside,
];
