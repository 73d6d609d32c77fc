import type { Exchange } from './broker';
import { act, body, reply, waitForConfirmation } from './faultForms';
import type { WriteFault } from './faultForms';

/** Asks for confirmation inside `d`, as public clients of this family of services parse it; confirming executes the change. */
const confirmInside = (name: string, outer: object, wrap: (asks: object) => unknown = (asks) => asks): WriteFault =>
  act(
    `needs a confirmation inside d, ${name}`,
    (exchange: Exchange) => {
      const asks = { need_order_confirm: true, confirm_id: waitForConfirmation(exchange), errmsg: 'please confirm' };
      exchange.send({ status: 200, body: { ...outer, d: wrap(asks) } });
    },
    'confirm',
  );

/** Questions and failures where a payload belongs: the `s` next to them is `ok` or anything else. */
export const faultsInside: readonly WriteFault[] = [
  confirmInside('beside ok', { s: 'ok' }),
  confirmInside('beside ok, in a list', { s: 'ok' }, (asks) => [asks]),
  confirmInside('beside an error', { s: 'error', errcode: -2100, errmsg: 'please confirm' }),
  confirmInside('beside another error', { s: 'error', errcode: 14, errmsg: 'x' }),
  reply('needs the browser inside d', 200, { s: 'ok', d: { jump_url: 'https://broker.example/finish' } }, [], 'browser'),
  reply(
    'needs the browser inside d, beside an error',
    200,
    { s: 'error', errcode: -2101, errmsg: 'go on there', d: { need_order_confirm: false, jump_url: 'https://broker.example/finish' } },
    [],
    'browser',
  ),
  ...[
    ['an error', '{"error":{"code":"x","message":"failed"}}'],
    ['an error as text', '{"error":"failed"}'],
    ['a message', '{"errmsg":"order not changed"}'],
    ['the last error', '{"last_err_msg":"order not changed"}'],
    ['an errcode', '{"errcode":-1200}'],
    ['no success', '{"success":false}'],
    ['an order that failed', '{"order_status":"FAILED"}'],
    ['an order that could not be submitted', '{"order_status":"SUBMIT_FAILED"}'],
    ['an order that timed out', '[{"order_status":"TIMEOUT"}]'],
    ['another envelope', '{"ret_code":-4}'],
    ['another order', '{"order_id":"another"}'],
    ['a question without an id', '{"need_order_confirm":true}'],
    ['an id without a question', '{"confirm_id":"CONFIRM-X-0123456789"}'],
    ['a link with http', '{"jump_url":"http://broker.example/"}'],
    ['a text', '"FAILED"'],
    ['false', 'false'],
  ].map(([name = '', inner = '']) => body(`ok with ${name} inside d`, `{"s":"ok","d":${inner}}`)),
  body('an error with success inside d', '{"s":"error","errcode":-1200,"errmsg":"x","d":{"success":true}}'),
  body(
    'two questions',
    '{"s":"ok","need_order_confirm":true,"confirm_id":"CONFIRM-X-0123456789","d":{"confirm_id":"CONFIRM-Y-0123456789"}}',
  ),
];
