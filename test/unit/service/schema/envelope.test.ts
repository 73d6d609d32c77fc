import { describe, expect, it } from 'vitest';
import { ApiError, DecodeError, HttpError } from '../../../../src/service/errors';
import { openEnvelope } from '../../../../src/service/schema/envelope';
import { anAnswer } from '../../../support/network/wireBuilders';

const request = { method: 'GET', route: '/thing' };

function open(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}, bare = false): unknown {
  try {
    openEnvelope(anAnswer(body, { status, headers }), { request, bare, nowMs: Date.UTC(2026, 10, 21) });
    return 'success';
  } catch (error) {
    return error;
  }
}

/** One row for every row of the specification's Errors section, then those known from elsewhere. */
const failures: readonly (readonly [string, object, number, object])[] = [
  [
    'ret_code -3',
    { ret_code: -3, ret_msg: 'limit', error: { code: 'invalid_parameter' } },
    200,
    { envelope: 'quote', serverCode: -3, serverName: 'invalid_parameter', serverMessage: 'limit' },
  ],
  ['ret_code -3 without error', { ret_code: -3, ret_msg: '' }, 400, { serverCode: -3, serverName: 'invalid_parameter', serverMessage: '' }],
  ['ret_code -4', { ret_code: -4, ret_msg: 'x', error: { code: 'internal_error' } }, 200, { serverCode: -4, serverName: 'internal_error' }],
  ['ret_code -4 without error', { ret_code: -4 }, 200, { serverCode: -4, serverName: 'internal_error' }],
  [
    'errcode -1200',
    { s: 'error', errcode: -1200, errmsg: 'no' },
    200,
    { envelope: 'order', serverCode: -1200, serverName: undefined, serverMessage: 'no' },
  ],
  [
    'errcode -2100',
    { s: 'error', errcode: -2100, errmsg: 'sure?', need_order_confirm: true, confirm_id: 'c' },
    200,
    { envelope: 'order', serverCode: -2100 },
  ],
  [
    'errcode -2101',
    { s: 'error', errcode: -2101, errmsg: 'go', need_order_confirm: false, jump_url: 'https://a' },
    200,
    { envelope: 'order', serverCode: -2101 },
  ],
  [
    '-12006 of the gateway',
    { code: -12006, message: 'offset' },
    401,
    { envelope: 'gateway', serverCode: -12006, serverMessage: 'offset', status: 401 },
  ],
  ['-12006 with 200', { code: -12006 }, 200, { envelope: 'gateway', serverCode: -12006 }],
  ['-12006 as ret_code', { ret_code: -12006 }, 200, { envelope: 'quote', serverCode: -12006 }],
  ['a top-level code, as the pagination example has', { code: -3, data: {} }, 200, { envelope: 'quote', serverCode: -3 }],
  ...[-2, -5, -6, -7, -8, -9, -10, -11, -999, 40_001].map(
    (code) =>
      [`ret_code ${code}`, { ret_code: code, ret_msg: 'm' }, 200, { envelope: 'quote', serverCode: code, serverName: undefined }] as const,
  ),
  ['ret_code as text', { ret_code: '-3' }, 200, { serverCode: -3 }],
  ['the message inside error', { ret_code: -3, error: { code: 'invalid_parameter', message: 'inner' } }, 200, { serverMessage: 'inner' }],
  [
    '-9 with its better text',
    { ret_code: -9, ret_msg: 'request failed', error: { code: 'permission_denied', message: 'no right to JP' } },
    403,
    { envelope: 'quote', serverCode: -9, serverMessage: 'no right to JP', status: 403 },
  ],
  [
    '-9 with an empty better text',
    { ret_code: -9, ret_msg: 'request failed', error: { message: '' } },
    200,
    { serverMessage: 'request failed' },
  ],
  ['an unknown name', { ret_code: -77, error: { code: 'strange' } }, 200, { serverCode: -77, serverName: 'strange' }],
  ['errcode as text', { s: 'error', errcode: '-1200' }, 200, { envelope: 'order', serverCode: -1200, serverMessage: '' }],
  ['401 of the gateway', { code: -12002, message: 'token' }, 401, { envelope: 'gateway', serverCode: -12002, status: 401 }],
  ['403 of the gateway', { code: -12010, msg: 'scope' }, 403, { envelope: 'gateway', serverCode: -12010, serverMessage: 'scope' }],
  ['ok and failure mixed', { s: 'ok', ret_code: -3 }, 200, { envelope: 'quote', serverCode: -3 }],
  ['success and failure mixed', { ret_code: 0, code: -5 }, 200, { envelope: 'quote', serverCode: -5 }],
];

describe('an answer that reports a failure', () => {
  it.each(failures)('is read with its code and text: %s', (_name, body, status, expected) => {
    const error = open(body, status);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'api', request, status, ...expected });
  });

  it('says how long to wait, by header or in words', () => {
    expect(open({ ret_code: -11, ret_msg: 'x' }, 429, { 'retry-after': '3' })).toMatchObject({ retryAfterMs: 3000 });
    expect(open({ ret_code: -11, ret_msg: 'too fast, retry after 5 s' })).toMatchObject({ retryAfterMs: 5000 });
    expect(open({ ret_code: -11, ret_msg: 'too fast' })).toMatchObject({ retryAfterMs: undefined });
  });
});

describe('an answer that reports a success', () => {
  it.each([
    ['order', { s: 'ok' }],
    ['quote', { ret_code: 0, ret_msg: '', data: [] }],
    ['quote as text', { ret_code: '0' }],
    ['top-level code', { code: 0, data: {} }],
    ['order, beside a code that means something else', { s: 'ok', code: 'HK.00700' }],
  ])('is recognized by its envelope: %s', (_name, body) => {
    expect(open(body)).toBe('success');
  });

  it.each([
    ['an error code beside ok', { s: 'ok', errcode: -4, errmsg: 'timed out', d: [] }, { code: 'api', envelope: 'order', serverCode: -4 }],
    ['an error code as text', { s: 'ok', errcode: '14', d: [] }, { code: 'api', serverCode: 14 }],
    ['an error code that is none', { s: 'ok', errcode: 'E14', d: [] }, { code: 'decode', path: 'errcode' }],
    ['no success beside ok', { s: 'ok', success: false, d: [] }, { code: 'decode', path: 'success' }],
    ['no success as text', { ret_code: 0, success: 'false', data: [] }, { code: 'decode', path: 'success' }],
    [
      'an error beside ret_code 0',
      { ret_code: 0, error: { code: 'backend', message: 'down' }, data: [] },
      { code: 'decode', path: 'error' },
    ],
    ['an error as text', { code: 0, error: 'down', data: [] }, { code: 'decode', path: 'error' }],
  ])('is none with %s', (_name, body, expected) => {
    expect(open(body)).toMatchObject(expected);
  });

  it.each([
    { s: 'ok', errcode: 0, errmsg: '', d: [] },
    { s: 'ok', errcode: '0', success: true },
    { s: 'ok', errcode: null, error: null },
    { s: 'ok', errcode: '', errmsg: 'success', success: 'true' },
    { ret_code: 0, error: { code: '', message: null } },
    { ret_code: 0, error: { code: 0 }, data: [] },
    { ret_code: 0, error: false },
  ])('stays one with members that say nothing: %j', (body) => {
    expect(open(body)).toBe('success');
  });

  it('needs no envelope if the call has none', () => {
    expect(open({ server_time_ms: '1' }, 200, {}, true)).toBe('success');
    expect(open({ server_time_ms: '1' })).toMatchObject({ code: 'decode', path: 'ret_code' });
  });
});

describe('an answer without an envelope', () => {
  it.each([301, 400, 401, 403, 404, 408, 429, 500, 502, 503, 504])('is reported by its status when that is %i', (status) => {
    for (const body of ['', '<html>', '{}', '[]', { s: 'ok' }, { ret_code: 0 }, { s: 'error' }, { ret_code: 'x' }, { message: 'm' }]) {
      const error = open(body, status, { 'retry-after': '2' });
      expect(error).toBeInstanceOf(HttpError);
      expect(error).toMatchObject({ status, retryAfterMs: 2000, request });
    }
  });

  it.each([
    ['nothing', '', 'no JSON'],
    ['HTML', '<html></html>', 'no JSON'],
    ['cut short', '{"ret_code":0', 'no JSON'],
    ['a list', '[]', 'array'],
    ['null', 'null', 'null'],
    ['a text', '"secret"', 'string'],
  ])('is a wrong shape when a 2xx is %s', (_name, body, got) => {
    const error = open(body);
    expect(error).toBeInstanceOf(DecodeError);
    expect(error).toMatchObject({ expected: 'JSON object', got });
  });

  it.each([
    [{ s: 'maybe' }, 's'],
    [{ s: 'error' }, 'errcode'],
    [{ s: 'error', errcode: 'x' }, 'errcode'],
    [{ ret_code: null }, 'ret_code'],
    [{ ret_code: 'x' }, 'ret_code'],
    [{ data: [] }, 'ret_code'],
    [{ code: 'SYSTEM_BUSY', message: 'try later', data: null }, 'code'],
    [{ code: null, data: [] }, 'code'],
  ])('names the field that is missing when a 2xx has half an envelope: %j', (body, path) => {
    expect(open(body)).toMatchObject({ code: 'decode', path });
  });
});

describe('a long text of the service', () => {
  const seen: string[] = [];
  const redact = (text: string): string => {
    seen.push(text);
    return text.replaceAll('token-1', '[secret]');
  };
  const failureWith = (message: string): unknown => {
    seen.length = 0;
    try {
      return openEnvelope(anAnswer({ ret_code: -3, ret_msg: message, error: { code: message } }), {
        request,
        bare: false,
        nowMs: 0,
        redact,
      });
    } catch (error) {
      return error;
    }
  };

  it('is cut to length before credentials are removed from it', () => {
    const error = failureWith('word '.repeat(500_000));
    expect(Math.max(...seen.map(({ length }) => length))).toBeLessThan(20_000);
    expect(error).toMatchObject({ serverMessage: expect.stringMatching(/^word word /) as unknown });
  });

  it('never ends in the middle of a credential', () => {
    for (let lead = 16_370; lead < 16_390; lead += 1)
      expect(failureWith(`${' '.repeat(lead)}token-1 and more`)).not.toMatchObject({
        serverMessage: expect.stringMatching(/to?k?e?n?-?$/) as unknown,
      });
  });
});

it('an answer that is nested too deep is reported and not parsed', () => {
  const body = '['.repeat(4 * 1024 * 1024);
  expect(open(body)).toMatchObject({ code: 'decode', got: 'JSON nested more than 64 levels deep' });
});
