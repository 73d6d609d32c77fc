import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyWriteAnswer } from '../../../../src/service/requests/outcome';
import type { WriteOutcome } from '../../../../src/service/records';

function classify(body: unknown, status = 200): WriteOutcome {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return classifyWriteAnswer({ kind: 'answer', status, body: Buffer.from(text) });
}

const unknown = (reason: string, status = 200): WriteOutcome => ({ kind: 'unknown', reason, status });
const contradictory = unknown('contradictory');
const confirm = { s: 'error', errcode: -2100, errmsg: 'sure?', need_order_confirm: true, confirm_id: 'c-1' };
const browser = { s: 'error', errcode: -2101, errmsg: 'go on', need_order_confirm: false, jump_url: 'https://pay.example.com/x?y=1' };
const refusal = { s: 'error', errcode: -1200, errmsg: 'no' };

describe('without an answer', () => {
  it('proof of not sending is kept with its error', () => {
    const error = new Error('refused');
    expect(classifyWriteAnswer({ kind: 'notSent', error })).toEqual({ kind: 'notSent', error });
  });

  it('everything else is unknown, with its reason', () => {
    expect(classifyWriteAnswer({ kind: 'noAnswer', reason: 'timed-out' })).toEqual({ kind: 'unknown', reason: 'timed-out' });
  });
});

describe('accepted', () => {
  it.each([
    ['just ok', { s: 'ok' }],
    ['with a payload', { s: 'ok', d: { order_id: '1' } }],
    [
      'with members that say nothing',
      { s: 'ok', errcode: null, errmsg: '', need_order_confirm: false, confirm_id: '', jump_url: null, code: null, ret_code: 0 },
    ],
    ['with null where a flag stands', { s: 'ok', need_order_confirm: null, confirm_id: null, jump_url: '' }],
  ])('%s', (_name, body) => {
    expect(classify(body)).toEqual({ kind: 'accepted' });
  });

  it.each([200, 201, 202, 299])('with status %i', (status) => {
    expect(classify({ s: 'ok' }, status)).toEqual({ kind: 'accepted' });
  });

  it.each([
    ['an error code', { s: 'ok', errcode: -1200 }],
    ['error code 0, which the specification does not have', { s: 'ok', errcode: 0 }],
    ['an error code of another type', { s: 'ok', errcode: 'x' }],
    ['a question', { s: 'ok', need_order_confirm: true }],
    ['a flag of another type', { s: 'ok', need_order_confirm: 'false' }],
    ['a confirmation', { s: 'ok', confirm_id: 'c-1' }],
    ['a link', { s: 'ok', jump_url: 'https://a.example.com' }],
    ['a failure of another envelope', { s: 'ok', ret_code: -3 }],
    ['a failure of the gateway', { s: 'ok', code: -12006 }],
    ['a code of another type', { s: 'ok', code: 'x' }],
  ])('never with %s', (_name, body) => {
    expect(classify(body)).toEqual(contradictory);
  });

  it.each([400, 401, 403, 404, 409, 500, 503])('never with status %i', (status) => {
    expect(classify({ s: 'ok' }, status)).toEqual(unknown('contradictory', status));
  });
});

describe('refused', () => {
  it.each([-1200, -1, -99999, 7, -2102, -12005])('with code %i', (errcode) => {
    expect(classify({ s: 'error', errcode, errmsg: 'why' })).toEqual({ kind: 'refused', errcode, errmsg: 'why' });
  });

  it.each([200, 400, 401, 403, 404, 409, 425, 429, 500, 503])('with status %i', (status) => {
    expect(classify(refusal, status)).toEqual({ kind: 'refused', errcode: -1200, errmsg: 'no' });
  });

  it('without a text, with or without members that say nothing', () => {
    expect(classify({ s: 'error', errcode: -1200 })).toEqual({ kind: 'refused', errcode: -1200, errmsg: '' });
    expect(classify({ ...refusal, need_order_confirm: false, confirm_id: '', jump_url: '', ret_code: 0, code: null })).toEqual({
      kind: 'refused',
      errcode: -1200,
      errmsg: 'no',
    });
  });

  it.each([
    ['no code', { s: 'error', errmsg: 'x' }],
    ['code 0', { s: 'error', errcode: 0 }],
    ['a code that is text', { s: 'error', errcode: '-1200' }],
    ['a code with a fraction', '{"s":"error","errcode":-1200.5}'],
    ['a code beyond the safe range', '{"s":"error","errcode":-9007199254740993}'],
    ['a text of another type', { s: 'error', errcode: -1200, errmsg: 5 }],
    ['another word', { s: 'failed', errcode: -1200 }],
    ['a question', { ...refusal, need_order_confirm: true }],
    ['a confirmation', { ...refusal, confirm_id: 'c-1' }],
    ['a link', { ...refusal, jump_url: 'https://a.example.com' }],
    ['a failure of another envelope', { ...refusal, ret_code: -3 }],
    ['s of another type', { ...refusal, s: 1 }],
    ['s that is null', { ...refusal, s: null }],
  ])('never with %s', (_name, body) => {
    expect(classify(body)).toEqual(contradictory);
  });
});

describe('needs the user', () => {
  it('-2100 with its id', () => {
    expect(classify(confirm)).toEqual({ kind: 'needsConfirmation', confirmId: 'c-1', errmsg: 'sure?' });
    expect(classify({ ...confirm, need_order_confirm: undefined, jump_url: '' })).toEqual({
      kind: 'needsConfirmation',
      confirmId: 'c-1',
      errmsg: 'sure?',
    });
    expect(classify({ ...confirm, need_order_confirm: null })).toMatchObject({ kind: 'needsConfirmation' });
  });

  it.each([
    ['no id', { ...confirm, confirm_id: undefined }],
    ['an empty id', { ...confirm, confirm_id: '' }],
    ['an id of another type', { ...confirm, confirm_id: 5 }],
    ['the flag false', { ...confirm, need_order_confirm: false }],
    ['a flag of another type', { ...confirm, need_order_confirm: 'true' }],
    ['a link', { ...confirm, jump_url: 'https://a.example.com' }],
    ['a failure of another envelope', { ...confirm, code: -1 }],
  ])('never -2100 with %s', (_name, body) => {
    expect(classify(body)).toEqual(contradictory);
  });

  it('-2101 with its link', () => {
    expect(classify(browser)).toEqual({ kind: 'needsBrowser', jumpUrl: browser.jump_url, errmsg: 'go on' });
    expect(classify({ ...browser, need_order_confirm: undefined, confirm_id: '' })).toMatchObject({ kind: 'needsBrowser' });
  });

  it.each([
    ['no link', { ...browser, jump_url: undefined }],
    ['an empty link', { ...browser, jump_url: '' }],
    ['a link of another type', { ...browser, jump_url: 5 }],
    ['a link without TLS', { ...browser, jump_url: 'http://pay.example.com' }],
    ['a script', { ...browser, jump_url: 'javascript:alert(1)' }],
    ['no address', { ...browser, jump_url: 'pay' }],
    ['a user name', { ...browser, jump_url: 'https://bank.example.com@evil.example' }],
    ['a password alone', { ...browser, jump_url: 'https://:secret@evil.example' }],
    ['the flag true', { ...browser, need_order_confirm: true }],
    ['a flag of another type', { ...browser, need_order_confirm: 0 }],
    ['a confirmation', { ...browser, confirm_id: 'c-1' }],
  ])('never -2101 with %s', (_name, body) => {
    expect(classify(body)).toEqual(contradictory);
  });
});

describe('a rejected timestamp was not executed', () => {
  it.each([
    ['of the gateway', { code: -12006, message: 'offset' }, 401],
    ['of the gateway with 200', { code: -12006 }, 200],
    ['of the quote envelope', { ret_code: -12006 }, 400],
    ['of the order envelope', { s: 'error', errcode: -12006, errmsg: 'offset' }, 200],
  ])('%s', (_name, body, status) => {
    expect(classify(body, status)).toEqual({ kind: 'clockRejected' });
  });

  it.each([
    ['text for a code', { code: '-12006' }, 'no-envelope'],
    ['two codes', { code: -12006, ret_code: -12006 }, 'no-envelope'],
    ['a question beside it', { s: 'error', errcode: -12006, confirm_id: 'c-1' }, 'contradictory'],
  ])('never with %s', (_name, body, reason) => {
    expect(classify(body, 401)).toEqual(unknown(reason, 401));
  });
});

describe('an answer of what stands in front of the service proves nothing else', () => {
  it.each([200, 400, 401, 403, 404, 405, 409, 429, 500, 503])('a code with status %i', (status) => {
    expect(classify({ code: -12010, message: 'scope' }, status)).toEqual(unknown('no-envelope', status));
  });

  it.each([[{ code: 0, message: 'x' }], [{ code: 1.5 }], [{ message: 'x' }], [{}], [{ ret_code: -3 }], [{ ret_code: 0 }]])('%j', (body) => {
    expect(classify(body, 401)).toEqual(unknown('no-envelope', 401));
  });
});

describe('unknown', () => {
  it.each([100, 199, 300, 302, 307, 399, 408, 502, 504])('status %i, whatever the body says', (status) => {
    expect(classify({ s: 'ok' }, status)).toEqual(unknown('status', status));
    expect(classify(refusal, status)).toEqual(unknown('status', status));
  });

  it.each([
    ['nothing', ''],
    ['HTML', '<html></html>'],
    ['cut short', '{"s":"ok"'],
    ['followed by more', '{"s":"ok"}{"s":"error"}'],
    ['a list', '[{"s":"ok"}]'],
    ['a text', '"ok"'],
    ['a number', '1'],
    ['null', 'null'],
    ['a key twice with two values', '{"s":"ok","s":"error"}'],
    ['a value twice, once as another type', '{"s":"error","errcode":-1200,"errcode":"-1200"}'],
    ['a comma too many', '{"s":"ok",}'],
    ['bytes that are not UTF-8', '{"s":"ok","x":"\xff"}'],
    ['nested without end', '{"a":'.repeat(100_000)],
  ])('%s', (_name, body) => {
    const bytes = Buffer.from(body, 'latin1');
    expect(classifyWriteAnswer({ kind: 'answer', status: 200, body: bytes })).toEqual(unknown('not-json'));
  });

  it('a word that is inherited is no member', () => {
    expect(classify('{"__proto__":{"s":"ok"}}')).toEqual(unknown('no-envelope'));
  });
});

it('never calls anything accepted but an answer that says ok', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), fc.json(), (status, json) => {
      const outcome = classify(json, status);
      const parsed: unknown = JSON.parse(json);
      const saysOk = typeof parsed === 'object' && parsed !== null && 's' in parsed && parsed.s === 'ok';
      expect(outcome.kind === 'accepted' && !(saysOk && status >= 200 && status < 300)).toBe(false);
    }),
  );
});

it('survives any bytes, and every cut of a success is unknown', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.integer(), (body, status) => {
      expect(classifyWriteAnswer({ kind: 'answer', status, body }).kind).toBe('unknown');
    }),
  );
  const whole = '{"s":"ok","d":{"order_id":"1"}}';
  for (let length = 0; length < whole.length; length += 1) expect(classify(whole.slice(0, length))).toEqual(unknown('not-json'));
});
