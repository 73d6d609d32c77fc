import { describe, expect, it } from 'vitest';
import { classify } from '../../../support/network/classify';

const paper = { simulated: true };
const change = { simulated: true, orderId: '9' };

describe('an answer to a placement', () => {
  it.each([
    ['as text', { s: 'ok', d: { order_id: '6' } }, '6'],
    ['as a long number', '{"s":"ok","d":{"order_id":281756479864562999}}', '281756479864562999'],
    ['at the top level', { s: 'ok', order_id: '6' }, '6'],
    ['in both places', { s: 'ok', order_id: '6', d: { order_id: 6 } }, '6'],
  ])('contains the ID of the order if it is %s', (_name, body, orderId) => {
    expect(classify(body)).toEqual({ kind: 'accepted', orderId });
  });

  it.each([
    ['none', { s: 'ok' }],
    ['null', { s: 'ok', d: { order_id: null } }],
    ['the empty text', { s: 'ok', d: { order_id: '' } }],
  ])('may name no order: %s', (_name, body) => {
    expect(classify(body)).toEqual({ kind: 'accepted' });
  });

  it.each([
    ['two orders', { s: 'ok', order_id: '6', d: { order_id: '7' } }],
    ['what is no id', { s: 'ok', d: { order_id: {} } }],
    ['an order and what is no id', { s: 'ok', order_id: '6', d: { order_id: [] } }],
    ['what is no id before an order', { s: 'ok', order_id: [], d: { order_id: '6' } }],
  ])('proves nothing with %s', (_name, body) => {
    expect(classify(body)).toEqual({ kind: 'unknown', reason: 'contradictory', status: 200 });
  });

  it('keeps the ID of an order that failed, as a place to look', () => {
    expect(classify({ s: 'ok', d: { order_id: '6', order_status: 'FAILED', last_err_msg: 'no money' } })).toEqual({
      kind: 'unknown',
      reason: 'contradictory',
      status: 200,
      errmsg: 'no money',
      orderId: '6',
    });
    expect(classify({ s: 'ok', d: { order_id: '6', order_status: 'FAILED' } }, 200, { orderId: '6' })).not.toHaveProperty('orderId');
  });

  it.each([
    ['top level', { s: 'error', errcode: -2100, errmsg: 'sure?', need_order_confirm: true, confirm_id: 'c-1' }],
    ['d', { s: 'ok', d: { need_order_confirm: true, confirm_id: 'c-1', errmsg: 'sure?' } }],
  ])('may be a question at: %s', (_name, body) => {
    expect(classify(body)).toEqual({ kind: 'needsConfirmation', confirmId: 'c-1', errmsg: 'sure?' });
  });

  it.each([14, 28])('may be a refusal as it was recorded, with status %i', (errcode) => {
    expect(classify({ s: 'error', errcode, errmsg: 'no', need_order_confirm: false })).toEqual({
      kind: 'saysRejected',
      errcode,
      errmsg: 'no',
    });
  });
});

describe('an answer about an order of a paper account', () => {
  it.each([
    ['with the id of a new order', { ret_code: 0, ret_msg: '', data: { order_id: '9' } }, { kind: 'accepted', orderId: '9' }],
    ['without data', { ret_code: 0 }, { kind: 'accepted' }],
    ['with null', { ret_code: 0, data: null }, { kind: 'accepted' }],
    ['with a code that says nothing', { ret_code: 0, code: 0, data: { code: '00700', status: 2 } }, { kind: 'accepted' }],
  ])('is an acceptance %s', (_name, body, outcome) => {
    expect(classify(body, 200, paper)).toEqual(outcome);
    expect(classify(body, 201, paper)).toEqual(outcome);
  });

  it('is an acceptance when it names the requested order', () => {
    for (const data of [{ order_id: '9' }, { order_id: 9 }, {}])
      expect(classify({ ret_code: 0, data }, 200, change)).toEqual({ kind: 'accepted' });
    expect(classify({ ret_code: 0, data: { order_id: '8' } }, 200, change)).toMatchObject({ kind: 'unknown', reason: 'contradictory' });
    expect(classify({ ret_code: -5, data: { order_id: '8' } }, 200, change)).toMatchObject({ kind: 'unknown', reason: 'contradictory' });
  });

  it.each([
    ['an error beside it', { error: { code: 'x' } }],
    ['the code of another envelope', { code: -9 }],
    ['an errcode', { errcode: 14 }],
    ['the envelope of orders', { s: 'ok' }],
    ['success that is false', { success: false }],
    ['a state that failed', { data: { order_status: 'FAILED' } }],
    ['the number of a rejected order', { data: { status: 6 } }],
    ['the number of a rejected order as text', { data: { status: '6' } }],
    ['a failure inside', { data: { ret_code: -3 } }],
    ['a question', { data: { need_order_confirm: true, confirm_id: 'c' } }],
    ['a link', { jump_url: 'https://a.example.com' }],
    ['data that cannot be searched', { data: 'FAILED' }],
    ['two orders', { order_id: '1', data: { order_id: '2' } }],
  ])('is not an acceptance with %s', (_name, members) => {
    expect(classify({ ret_code: 0, ...members }, 200, paper)).toMatchObject({ kind: 'unknown', reason: 'contradictory', status: 200 });
  });

  it.each([199, 302, 400, 404, 408, 500, 503])('is not an acceptance with HTTP %i', (status) => {
    expect(classify({ ret_code: 0 }, status, paper)).toMatchObject({ kind: 'unknown', reason: 'contradictory', status });
  });

  it.each([
    ['refused', -3, 'the parameters are wrong'],
    ['refused', -7, 'no such symbol'],
    ['saysRejected', -5, 'the backend refused'],
    ['saysRejected', -8, 'not supported'],
    ['saysRejected', -10, 'no data'],
    ['saysRejected', 3, 'business'],
  ])('is read as %s with code %i', (kind, errcode, errmsg) => {
    const body = { ret_code: errcode, ret_msg: 'failed', error: { message: errmsg } };
    expect(classify(body, 200, paper)).toEqual({ kind, errcode, errmsg });
    expect(classify(body, 400, paper)).toEqual({ kind, errcode, errmsg });
    expect(classify(body, 500, paper)).toMatchObject({ kind: 'unknown', reason: 'contradictory', errcode });
    expect(classify({ ...body, success: true }, 200, paper)).toMatchObject({ kind: 'unknown' });
    expect(classify({ ...body, data: { need_order_confirm: true } }, 200, paper)).toMatchObject({ kind: 'unknown' });
    expect(classify({ ...body, code: -9 }, 200, paper)).toMatchObject({ kind: 'unknown' });
    expect(classify({ ret_code: errcode }, 200, paper)).toEqual({ kind, errcode, errmsg: '' });
  });

  it.each([-2, -4, -6, -12006])('proves nothing with %i, which can fail after the order was made', (code) => {
    const unsigned = { simulated: true, signed: false };
    expect(classify({ ret_code: code, ret_msg: 'x' }, 200, unsigned)).toEqual({
      kind: 'unknown',
      reason: 'contradictory',
      status: 200,
      errcode: code,
      errmsg: 'x',
    });
  });

  it('is recognized as held back by the gateway or by the clock', () => {
    expect(classify({ ret_code: -11, error: { message: 'retry after 3 s' } }, 200, paper)).toMatchObject({
      kind: 'tooManyRequests',
      waitMs: 3_000,
    });
    expect(classify({ ret_code: -9 }, 200, paper)).toMatchObject({ kind: 'notAuthorized', lacks: 'scope' });
    expect(classify({ code: -12002 }, 401, paper)).toMatchObject({ kind: 'notAuthorized', lacks: 'token' });
    expect(classify({ code: -12006 }, 401, paper)).toEqual({ kind: 'clockRejected' });
    expect(classify({ ret_code: -9, data: { confirm_id: 'c' } }, 200, paper)).toMatchObject({ kind: 'unknown' });
  });

  it.each([
    ['no envelope', {}],
    ['the envelope of orders alone', { s: 'ok', d: { order_id: '1' } }],
    ['a code as text', { ret_code: '0' }],
    ['null', { ret_code: null }],
  ])('proves nothing with %s', (_name, body) => {
    expect(classify(body, 200, paper)).toMatchObject({ kind: 'unknown', reason: 'no-envelope' });
  });

  it('proves nothing when it is not JSON', () => {
    expect(classify('<html>', 200, paper)).toEqual({ kind: 'unknown', reason: 'not-json', status: 200 });
  });
});

it('an answer in the envelope of quotes proves nothing about a live order', () => {
  expect(classify({ ret_code: 0, data: { order_id: '1' } })).toMatchObject({ kind: 'unknown', reason: 'no-envelope' });
});
