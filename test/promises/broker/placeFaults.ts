import { act, body, reply } from './faultForms';
import type { WriteFault } from './faultForms';
import { transport, writeFaults } from './writeFaults';

/** For a new order, an answer that names an order is no contradiction: it tells which one was created. */
const saysMore: ReadonlySet<string> = new Set(['body: ok with another order inside d']);

/** Every way to answer a new order, including those that only such a request has. */
export const placeFaults: readonly WriteFault[] = [
  ...writeFaults.map((fault): WriteFault => (saysMore.has(fault.name) ? { ...fault, says: 'accepted' } : fault)),
  act('accepted, with the ID of the order', ({ carryOut, send }) => send(carryOut()), 'accepted', [false]),
  body('ok with two orders inside d', '{"s":"ok","d":[{"order_id":"one"},{"order_id":"two"}]}'),
  body('ok with an ID beside d', '{"s":"ok","order_id":"one","d":{"order_id":"two"}}'),
];

const quoteAnswer = (name: string, text: string): WriteFault => body(`paper: ${name}`, text);
const paperError = (code: number, says: WriteFault['says'] = 'nothing', status = 200): WriteFault =>
  reply(`paper: ${code} with ${status}`, status, { ret_code: code, ret_msg: 'not taken' }, [], says);

/** Every way to answer a request about an order of a paper account, which comes in the envelope of quotes. */
export const paperFaults: readonly WriteFault[] = [
  act('paper: accepted, with the ID of the order', ({ carryOut, send }) => send(carryOut()), 'accepted', [false]),
  reply('paper: accepted without an ID', 200, { ret_code: 0, ret_msg: '', data: {} }, [], 'accepted', [true]),
  reply('paper: accepted with no data', 200, { ret_code: 0, ret_msg: 'ok' }, [], 'accepted', [true]),
  paperError(-3, 'refused'),
  paperError(-7, 'refused'),
  paperError(-5, 'rejected'),
  paperError(-1200, 'rejected'),
  paperError(14, 'rejected'),
  paperError(-5, 'rejected', 400),
  paperError(-4),
  paperError(-2),
  paperError(-6),
  paperError(-5, 'nothing', 500),
  paperError(-3, 'nothing', 502),
  reply('paper: 401 of the gateway', 401, { code: -12001, message: 'token expired' }, [], 'gateway'),
  reply('paper: 403 of the gateway', 403, { code: -9, message: 'scope trade:write is missing' }, [], 'gateway'),
  reply('paper: 429 of the gateway', 429, { code: -11, message: 'too many requests, retry after 3 s' }, ['Retry-After: 3'], 'gateway'),
  paperError(-9, 'gateway'),
  paperError(-11, 'gateway'),
  quoteAnswer('ok in the other envelope', '{"s":"ok","d":{"order_id":"one"}}'),
  quoteAnswer('both envelopes', '{"ret_code":0,"s":"ok"}'),
  quoteAnswer('ret_code as text', '{"ret_code":"0","data":{"order_id":"one"}}'),
  quoteAnswer('two ret_codes', '{"ret_code":-5,"ret_code":0}'),
  quoteAnswer('ok with an error', '{"ret_code":0,"error":{"message":"failed"}}'),
  quoteAnswer('ok with an error inside', '{"ret_code":0,"data":{"error":"failed"}}'),
  quoteAnswer('ok with the status of a rejection', '{"ret_code":0,"data":{"order_id":"one","status":6}}'),
  quoteAnswer('ok without success', '{"ret_code":0,"success":false}'),
  quoteAnswer('a question', '{"ret_code":0,"data":{"need_order_confirm":true,"confirm_id":"CONFIRM-X-0123456789"}}'),
  quoteAnswer('an error with success', '{"ret_code":-5,"success":true}'),
  quoteAnswer('two orders', '{"ret_code":0,"data":[{"order_id":"one"},{"order_id":"two"}]}'),
  ...transport,
];
