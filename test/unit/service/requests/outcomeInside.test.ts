import { describe, expect, it } from 'vitest';
import { classify } from '../../../support/network/classify';

const confirm = { s: 'error', errcode: -2100, errmsg: 'sure?', need_order_confirm: true, confirm_id: 'c-1' };
const browser = { s: 'error', errcode: -2101, errmsg: 'go on', need_order_confirm: false, jump_url: 'https://pay.example.com/x?y=1' };
const refusal = { s: 'error', errcode: -1200, errmsg: 'no' };
const otherStatuses = [100, 199, 300, 302, 307, 399, 404, 405, 408, 409, 425, 500, 502, 503, 504, 524];

describe('members inside d of an answer', () => {
  const forms: readonly (readonly [string, (members: object) => object])[] = [
    ['an object', (members) => members],
    ['a list', (members) => [{ order_id: '1' }, members]],
  ];

  it.each([
    ['an order', { order_id: '1', code: 'HK.00700', order_status: 'SUBMITTED', status: 5, last_err_msg: '', qty: '100' }],
    ['a code that is a number without a meaning', { code: 0, ret_code: 0 }],
    ['an empty list', []],
    ['an empty text', ''],
    ['null', null],
    [
      'members that say nothing',
      { need_order_confirm: false, confirm_id: '', jump_url: null, errmsg: '', error: null, success: true, errcode: 0 },
    ],
  ])('do not contradict an acceptance: %s', (_name, d) => {
    expect(classify({ s: 'ok', d }, 200, { orderId: '1' })).toEqual({ kind: 'accepted' });
    expect(classify({ s: 'ok', d }, 201, { orderId: '1' })).toEqual({ kind: 'accepted' });
  });

  it.each([
    ['an error code', { errcode: -1200 }],
    ['an error code of another type', { errcode: '0' }],
    ['a text of an error', { errmsg: 'rejected' }],
    ['the last error of the order', { last_err_msg: 'rejected' }],
    ['an error', { error: { code: 'x' } }],
    ['an error that is a text', { error: 'x' }],
    ['success that is false', { success: false }],
    ['a state that failed', { order_status: 'FAILED' }],
    ['another state that failed', { order_status: 'SUBMIT_FAILED' }],
    ['a state that ran out of time', { order_status: 'TIMEOUT' }],
    ['a state as text', { status: 'rejected' }],
    ['a state in a list', { order_status: ['REJECTED'] }],
    ['a state in an object', { status: { name: 'FAILED' } }],
    ['a flag of another type', { need_order_confirm: 'false' }],
    ['a question without an id', { need_order_confirm: true }],
    ['an id without a question', { confirm_id: 'c-1' }],
    ['a link that is not safe', { jump_url: 'http://a.example.com' }],
    ['a failure of another envelope', { ret_code: -3 }],
    ['a failure of another envelope as text', { ret_code: '-3' }],
    ['a failure of the gateway', { code: -9 }],
  ])('prevent an acceptance: %s', (_name, members) => {
    for (const [, wrapped] of forms)
      expect(classify({ s: 'ok', d: wrapped(members) })).toMatchObject({ kind: 'unknown', reason: 'contradictory', status: 200 });
  });

  it.each([
    ['a text', 'FAILED'],
    ['a number', 5],
    ['false', false],
    ['a list of texts', ['FAILED']],
    ['a list with null', [{}, null]],
  ])('prove nothing when they cannot be searched: %s', (_name, d) => {
    expect(classify({ s: 'ok', d })).toMatchObject({ kind: 'unknown', reason: 'contradictory' });
    expect(classify({ ...refusal, d })).toMatchObject({ kind: 'unknown', reason: 'contradictory' });
  });

  it.each(forms)('need the user when %s holds a question, whatever is next to it', (_name, wrapped) => {
    const { errmsg, confirm_id, jump_url } = { ...confirm, ...browser };
    for (const outer of [{ s: 'ok' }, { s: 'ok', errcode: 0 }, { s: 'error', errcode: -2100 }, { s: 'error', errcode: 14 }]) {
      expect(classify({ ...outer, d: wrapped({ need_order_confirm: true, confirm_id, errmsg }) })).toEqual({
        kind: 'needsConfirmation',
        confirmId: 'c-1',
        errmsg,
      });
      expect(classify({ ...outer, d: wrapped({ jump_url, errmsg }) }, 400)).toEqual({ kind: 'needsBrowser', jumpUrl: jump_url, errmsg });
      expect(classify({ ...outer, d: wrapped({ need_order_confirm: false, jump_url }) })).toMatchObject({ kind: 'needsBrowser' });
    }
  });

  it('may hold a question that is repeated outside, or next to an order that failed', () => {
    const { confirm_id } = confirm;
    const asks = { need_order_confirm: true, confirm_id };
    expect(classify({ s: 'ok', ...asks, d: { ...asks, order_status: 'FAILED' } })).toMatchObject({
      kind: 'needsConfirmation',
      confirmId: 'c-1',
    });
    expect(classify({ s: 'ok', need_order_confirm: true, d: { confirm_id } })).toMatchObject({
      kind: 'needsConfirmation',
      confirmId: 'c-1',
    });
  });

  it('may hold a question next to empty members and without words', () => {
    const asks = { need_order_confirm: true, confirm_id: 'c-1' };
    expect(classify({ s: 'ok', confirm_id: '', jump_url: '', d: asks })).toEqual({
      kind: 'needsConfirmation',
      confirmId: 'c-1',
      errmsg: '',
    });
    expect(classify({ s: 'ok', jump_url: browser.jump_url, d: { jump_url: '' } })).toEqual({
      kind: 'needsBrowser',
      jumpUrl: browser.jump_url,
      errmsg: '',
    });
  });

  it.each([
    ['two ids', { ...confirm, d: { confirm_id: 'c-2' } }],
    ['yes and no', { ...confirm, d: { need_order_confirm: false } }],
    ['yes as text', { ...confirm, need_order_confirm: 'true' }],
    ['no as text', { ...browser, need_order_confirm: 'false' }],
    ['two links', { ...browser, d: { jump_url: 'https://b.example.com/' } }],
    ['a confirmation and a link', { ...confirm, d: { jump_url: browser.jump_url } }],
    ['an id of another type', { ...confirm, d: { confirm_id: 5 } }],
    ['a text of another type', { s: 'ok', d: { need_order_confirm: true, confirm_id: 'c-1', errmsg: 5 } }],
    ['another word', { s: 'pending', d: { need_order_confirm: true, confirm_id: 'c-1' } }],
    ['a failure of another envelope', { s: 'ok', d: { need_order_confirm: true, confirm_id: 'c-1', ret_code: -4 } }],
  ])('hold no question with %s', (_name, body) => {
    expect(classify(body)).toMatchObject({ kind: 'unknown', reason: 'contradictory' });
  });

  it.each([...otherStatuses, 201, 401, 403, 429])('never count as a question with status %i', (status) => {
    expect(classify({ s: 'ok', d: { need_order_confirm: true, confirm_id: 'c-1' } }, status)).toMatchObject({ kind: 'unknown', status });
    expect(classify({ s: 'ok', d: { jump_url: browser.jump_url } }, status)).toMatchObject({ kind: 'unknown', status });
  });

  it('contradict a refusal by success, but not by an order that is unchanged', () => {
    expect(classify({ ...refusal, d: { success: true } })).toMatchObject({ kind: 'unknown', reason: 'contradictory' });
    expect(classify({ ...refusal, d: { order_status: 'SUBMITTED', success: false } })).toMatchObject({ kind: 'refused' });
  });

  it('make no gateway outcome of a gateway code when there is a question next to it', () => {
    expect(classify({ code: -9, d: { need_order_confirm: true, confirm_id: 'c-1' } }, 403)).toMatchObject({
      kind: 'unknown',
      reason: 'no-envelope',
    });
    expect(classify({ code: -9, d: 'x' }, 403)).toMatchObject({ kind: 'unknown', reason: 'no-envelope' });
    expect(classify({ code: -9, d: {} }, 403)).toMatchObject({ kind: 'notAuthorized' });
  });

  it('give the words and the code of the service when the top level has none', () => {
    expect(classify({ s: 'ok', d: { error: { message: 'b' }, last_err_msg: 'c' } })).toMatchObject({ kind: 'unknown', errmsg: 'b' });
    expect(classify({ s: 'ok', d: { last_err_msg: 'c', errcode: 14 } })).toMatchObject({ kind: 'unknown', errmsg: 'c', errcode: 14 });
    expect(classify({ s: 'ok', errmsg: 'a', d: { errmsg: 'b' } })).toMatchObject({ kind: 'unknown', errmsg: 'a' });
    expect(classify({ s: 'ok', d: [1, { errmsg: 'b' }] })).toMatchObject({ kind: 'unknown', errmsg: 'b' });
  });
});

describe('an answer about another order', () => {
  const about = { orderId: 'OK-1' };

  it.each([
    ['as text', { d: { order_id: 'OK-2' } }],
    ['as a number', { d: { order_id: 5 } }],
    ['at the top level', { order_id: 'OK-2' }],
    ['in a list', { d: [{ order_id: 'OK-1' }, { order_id: 'OK-2' }] }],
    ['as something else', { d: { order_id: {} } }],
  ])('proves nothing when the other order is named %s', (_name, members) => {
    for (const body of [{ s: 'ok' }, refusal, confirm, { s: 'error', errcode: 14 }])
      expect(classify({ ...body, ...members }, 200, about)).toMatchObject({ kind: 'unknown', reason: 'contradictory' });
  });

  it('names that order if it is the only one', () => {
    expect(classify({ s: 'ok', d: { order_id: 'OK-2' } }, 200, about)).toMatchObject({ kind: 'unknown', orderId: 'OK-2' });
    for (const d of [[{ order_id: 'OK-1' }, { order_id: 'OK-2' }], { order_id: {} }, { order_id: 'OK-1', errmsg: 'x' }, {}])
      expect(classify({ s: 'ok', errcode: 5, d }, 200, about)).not.toHaveProperty('orderId');
  });

  it('is distinguished from an answer about the same order, or about no order', () => {
    for (const d of [{ order_id: 'OK-1' }, { order_id: '' }, { order_id: null }, {}])
      expect(classify({ s: 'ok', d }, 200, about)).toEqual({ kind: 'accepted' });
    expect(classify('{"s":"ok","d":{"order_id":6906248732000000001}}', 200, { orderId: '6906248732000000001' })).toEqual({
      kind: 'accepted',
    });
  });
});
