import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../support/network/classify';

const confirm = { s: 'error', errcode: -2100, errmsg: 'sure?', need_order_confirm: true, confirm_id: 'c-1' };
const refusal = { s: 'error', errcode: -1200, errmsg: 'no' };

describe('the service’s words in an outcome', () => {
  it('are one line of limited length without characters that reverse or hide text', () => {
    const outcome = classify({ ...refusal, errmsg: ` a\r\nb\u202e\u2066c\u2028d\ud800 ${'é'.repeat(5_000)}` });
    const said = 'errmsg' in outcome ? (outcome.errmsg ?? '') : '';
    expect(said.startsWith('a b c d é')).toBe(true);
    expect(said.endsWith('é…')).toBe(true);
    expect(Array.from(said)).toHaveLength(300);
  });

  it('are cut to length before credentials are removed from them', () => {
    const seen: number[] = [];
    const redact = (text: string): string => {
      seen.push(text.length);
      return text;
    };
    classify({ ...refusal, errmsg: 'word '.repeat(500_000), message: 'a.'.repeat(500_000) }, 200, { redact });
    expect(Math.max(...seen)).toBeLessThan(20_000);
  });

  it('never hold a credential or the id that confirms an order, wherever they are cut', () => {
    const id = 'confirm-id-0123456789';
    for (const lead of [0, 290, 1_190]) {
      const errmsg = `${'x'.repeat(lead)}${id} token-1`;
      const said = JSON.stringify({ ...classify({ ...confirm, confirm_id: id, errmsg }), confirmId: '' });
      expect(said).not.toContain('confirm-id');
      expect(said).not.toContain('token-1');
      expect(JSON.stringify(classify({ ...confirm, need_order_confirm: false, confirm_id: id, errmsg }))).not.toContain('confirm-id');
      expect(JSON.stringify(classify({ s: 'ok', errmsg, d: { confirm_id: id } }))).not.toContain('confirm-id');
      expect(JSON.stringify(classify({ s: 'ok', confirm_id: id, d: { errmsg } }))).not.toContain('confirm-id');
    }
  });
});

it('an outcome is accepted only for an answer that says ok', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), fc.json(), (status, json) => {
      const outcome = classify(json, status);
      const parsed: unknown = JSON.parse(json);
      const saysOk = typeof parsed === 'object' && parsed !== null && 's' in parsed && parsed.s === 'ok';
      expect(outcome.kind === 'accepted' && !(saysOk && status >= 200 && status < 300)).toBe(false);
    }),
  );
});

it('an outcome claims nothing for an answer outside the table, however its members are mixed', () => {
  const member = fc.constantFrom(-1200, -2100, -12006, -9, -11, -5, 0, 1, 'x', '', null, true, false, undefined);
  const inner = fc.record({
    errcode: member,
    success: member,
    error: member,
    order_status: fc.constantFrom('FAILED', 'SUBMITTED', undefined),
  });
  const answers = fc.record({
    s: fc.constantFrom('ok', 'error', 'x'),
    errcode: member,
    success: member,
    error: member,
    code: member,
    d: fc.option(inner, { nil: undefined }),
  });
  fc.assert(
    fc.property(answers, fc.constantFrom(200, 201, 400, 401, 403, 404, 429, 500, 503), fc.boolean(), (body, status, signed) => {
      const { kind } = classify(body, status, { signed });
      // The code may be in either place, or in both.
      const given = [body.errcode, body.d?.errcode].filter((code) => code !== undefined && code !== null && code !== '');
      const says = (code: number): boolean => given.length > 0 && given.every((each) => each === code);
      const isKnownRefusal = body.s === 'error' && says(-1200) && (status === 200 || status === 400) && body.success !== true;
      if (kind === 'refused') expect(isKnownRefusal).toBe(true);
      if (kind === 'accepted') expect([body.d?.error ?? '', body.d?.errcode ?? 0, body.d?.success ?? true]).toEqual(['', 0, true]);
      if (kind === 'accepted') expect(body.d?.order_status).not.toBe('FAILED');
      if (kind === 'accepted') expect(body.s === 'ok' && status < 300 && (body.errcode ?? 0) === 0).toBe(true);
      if (kind === 'clockRejected') expect(signed && says(-12006)).toBe(true);
      expect(kind).not.toBe('notAuthorized');
      expect(kind).not.toBe('tooManyRequests');
    }),
  );
});

it('any bytes give an outcome, and every cut of a success gives unknown', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.integer(), (body, status) => {
      expect(classify('', status, { body }).kind).toBe('unknown');
    }),
  );
  const whole = '{"s":"ok","d":{"order_id":"1"}}';
  for (let length = 0; length < whole.length; length += 1) {
    expect(classify(whole.slice(0, length))).toEqual({ kind: 'unknown', reason: 'not-json', status: 200 });
  }
});
