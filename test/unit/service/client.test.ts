import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { itemsOf, opened } from '../../support/builders/lists';
import type { Authenticator } from '../../../src/service/auth/authenticator';
import { prepareModification } from '../../../src/service/endpoints/orders/changes';
import { ApiError, AuthError, DecodeError, HttpError, TransportError } from '../../../src/service/errors';
import { isNotOffered } from '../../../src/service/notOffered';
import type { ServiceClient } from '../../../src/service/serviceClient';
import { FakeTransport } from '../../support/network/fakeTransport';
import { heldTimeLimits, unanswered } from '../../support/machine/timeLimits';
import { resendLimits } from '../../../src/service/requests/resend';
import { anAnswer } from '../../support/network/wireBuilders';
import { call, CountingAuthenticator, none, setUp, skewed, unauthorized } from '../../support/network/clientSetUp';

const noPositions = anAnswer({ ret_code: 0, data: { positions: [] } });
const read = async (client: ServiceClient): Promise<unknown> =>
  itemsOf(client.simulatedPositions({ accountId: '1' }, call)).catch((error: unknown) => error);

describe('the base URL', () => {
  it('may have a path, whose trailing slash does not matter', async () => {
    const { client, transport } = setUp([noPositions], { baseUrl: 'https://API.example.com:8443/v/x//' });
    await read(client);
    expect(client.baseUrl).toBe('https://api.example.com:8443/v/x');
    expect(transport.sent[0]).toMatchObject({
      origin: 'https://api.example.com:8443',
      path: '/v/x/api/v1.0/sim-trade/1/positions',
      query: '',
      method: 'GET',
      kind: 'read',
      body: undefined,
    });
  });

  it.each([
    '',
    'api.example.com',
    'ftp://a',
    'file:///etc',
    'https://me@a.example',
    'https://:pw@a.example',
    'https://a.example?x=1',
    'https://a.example#x',
  ])('is rejected when it is "%s"', (baseUrl) => {
    expect(() => setUp([], { baseUrl })).toThrow(expect.objectContaining({ code: 'invalid-input', field: 'base_url' }));
  });
});

describe('the credentials of a request', () => {
  it('are requested anew for every attempt', async () => {
    const { client, transport } = setUp([anAnswer('', { status: 503 }), noPositions], { authenticator: new CountingAuthenticator() });
    expect(await read(client)).toEqual([]);
    expect(transport.sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('are renewed once after a 401, and the read is sent once more', async () => {
    const authenticator = new CountingAuthenticator();
    const { client, transport } = setUp([unauthorized, noPositions], { authenticator });
    expect(await read(client)).toEqual([]);
    expect(authenticator.recoveries).toEqual(['token-rejected']);
    expect(transport.sent).toHaveLength(2);
  });

  it('end in an error that says so when they are rejected a second time', async () => {
    const authenticator = new CountingAuthenticator();
    const { client, transport } = setUp([unauthorized], { authenticator });
    const error = await read(client);
    expect(error).toBeInstanceOf(AuthError);
    expect(error).toMatchObject({ code: 'token-rejected', cause: expect.any(ApiError) as unknown });
    expect(transport.sent).toHaveLength(2);
    expect(authenticator.recoveries).toHaveLength(1);
  });

  it('are not sent again when they cannot be renewed', async () => {
    const { client, transport } = setUp([anAnswer('<html>', { status: 401 })], {
      authenticator: new CountingAuthenticator('bearer', false),
    });
    expect(await read(client)).toMatchObject({ code: 'token-rejected', cause: expect.any(HttpError) as unknown });
    expect(transport.sent).toHaveLength(1);
  });

  it('end in an error that asks for a sign-in when they are missing', async () => {
    expect(await read(setUp([unauthorized]).client)).toMatchObject({ code: 'sign-in-required' });
    const missing: Authenticator = { ...none, headersFor: async () => Promise.reject(new AuthError('sign-in-required')) };
    const { client, transport } = setUp([], { authenticator: missing });
    expect(await read(client)).toMatchObject({ code: 'sign-in-required' });
    expect(transport.sent).toHaveLength(0);
  });

  it('lead to a signature error when one resync of the clock and one more attempt do not help', async () => {
    const authenticator = new CountingAuthenticator('signature');
    const good = setUp([skewed, noPositions], { authenticator });
    expect(await read(good.client)).toEqual([]);
    expect(authenticator.recoveries).toEqual(['clock-skew']);
    const bad = setUp([skewed], { authenticator: new CountingAuthenticator('signature') });
    // The clock is right by now: the signature is wrong.
    expect(await read(bad.client)).toMatchObject({ code: 'signature-rejected', cause: { serverCode: -12006 } });
    const unmended = setUp([skewed], { authenticator: new CountingAuthenticator('signature', false) });
    expect(await read(unmended.client)).toMatchObject({ code: 'api', serverCode: -12006 });
    // A token has no timestamp.
    const bearer = setUp([skewed], { authenticator: new CountingAuthenticator('bearer', false) });
    expect(await read(bearer.client)).toMatchObject({ code: 'token-rejected' });
    expect(bad.transport.sent).toHaveLength(2);
  });

  it('are renewed once for each reason and for the whole call', async () => {
    const authenticator = new CountingAuthenticator('signature');
    const { client, transport } = setUp([unauthorized, skewed, anAnswer('', { status: 503 }), unauthorized], { authenticator });
    expect(await read(client)).toMatchObject({ code: 'token-rejected' });
    expect(authenticator.recoveries).toEqual(['token-rejected', 'clock-skew']);
    expect(transport.sent).toHaveLength(4);
  });

  it('distinguish a missing scope from a missing data permission', async () => {
    expect(await read(setUp([anAnswer({ code: -12010, message: 's' }, { status: 403 })]).client)).toMatchObject({ code: 'scope-missing' });
    expect(await read(setUp([anAnswer('', { status: 403 })]).client)).toMatchObject({ code: 'scope-missing' });
    expect(await read(setUp([anAnswer({ ret_code: -9 }, { status: 403 })]).client)).toMatchObject({ code: 'api', serverCode: -9 });
  });
});

describe('cancelling a request', () => {
  it('ends it at once, even if the authenticator ignores the signal, and sends nothing', async () => {
    const deaf: Authenticator = { ...none, headersFor: async () => new Promise(() => undefined) };
    const { client, transport } = setUp([], { authenticator: deaf });
    const cancel = new AbortController();
    const result = client.simulatedPositions({ accountId: '1' }, { signal: cancel.signal });
    cancel.abort();
    await expect(result).rejects.toMatchObject({ code: 'aborted', sent: 'no' });
    expect(transport.sent).toHaveLength(0);
  });

  it("reports a caller's timeout as timed-out, not as aborted", async () => {
    const deaf: Authenticator = { ...none, headersFor: async () => new Promise(() => undefined) };
    const { client, transport } = setUp([], { authenticator: deaf });
    const limit = new AbortController();
    const result = client.simulatedPositions({ accountId: '1' }, { signal: limit.signal });
    limit.abort(new DOMException('late', 'TimeoutError'));
    await expect(result).rejects.toMatchObject({ code: 'timed-out' });
    expect(transport.sent).toHaveLength(0);
  });

  it('is what ends a repeated read that gets no answer in the time that is left', async () => {
    const limits = heldTimeLimits();
    let nowMs = 0;
    const timing = { monotonicMs: () => nowMs, random: () => 0, sleep: async () => undefined };
    const first = anAnswer('', { status: 503 });
    const transport = new FakeTransport(first);
    const send = transport.send.bind(transport);
    transport.send = async (request, options) => (transport.sent.length === 0 ? send(request, options) : unanswered(options));
    const result = setUp([], { transport, timing }).client.simulatedPositions({ accountId: '1' }, call);
    await expect.poll(() => limits.set).toEqual([resendLimits.totalMs]);
    nowMs = resendLimits.totalMs;
    limits.end(resendLimits.totalMs);
    await expect(result).rejects.toBeInstanceOf(TransportError);
  });

  it('ends it at once during a renewal of the credentials', async () => {
    const slow: Authenticator = { ...none, recover: async () => new Promise(() => undefined) };
    const { client, transport } = setUp([unauthorized], { authenticator: slow });
    const cancel = new AbortController();
    const result = client.simulatedPositions({ accountId: '1' }, { signal: cancel.signal });
    await Promise.resolve();
    setTimeout(() => cancel.abort(), 5);
    await expect(result).rejects.toMatchObject({ code: 'aborted' });
    expect(transport.sent).toHaveLength(1);
  });
});

describe('an answer without data (ret_code -10)', () => {
  const nothing = anAnswer({ ret_code: -10, ret_msg: 'no data' });

  it('is read as an empty list', async () => {
    const { client } = setUp([nothing]);
    expect(await itemsOf(client.simulatedPositions({ accountId: '1' }, call))).toEqual([]);
    const empty = { items: [], hasMore: false };
    expect(opened(await client.searchCalendar({ keyword: 'x', searchType: 1 }, call))).toMatchObject(empty);
    expect(opened(await client.hotCalendar({ timeZone: 'UTC' }, call))).toMatchObject(empty);
    expect(opened(await client.plateConstituents({ plateId: 'HK.1', limit: 1 }, call))).toMatchObject(empty);
    expect(await client.tradingDays({ market: 'HK', start: '2026-01-01', end: '2026-01-02' }, call)).toEqual({ kind: 'days', days: [] });
  });

  it('is also the answer to a snapshot of unknown symbols (-7), but to no other call', async () => {
    const { client } = setUp([anAnswer({ ret_code: -7, ret_msg: 'unknown' })]);
    expect(opened(await client.beyond.snapshot({ codes: ['US.NOSUCH'] }, call))).toMatchObject({ items: [] });
    await expect(client.beyond.ticks({ code: 'US.NOSUCH', count: 1 }, call)).rejects.toMatchObject({ serverCode: -7 });
  });

  it('is an error for a later page of a list', async () => {
    const { client } = setUp([nothing]);
    await expect(client.searchCalendar({ keyword: 'x', searchType: 1, nextKey: 'c' }, call)).rejects.toMatchObject({ serverCode: -10 });
  });
});

describe('server time', () => {
  const time = anAnswer({ server_time_ms: '1790000000123' }, { sentAt: 10, receivedAt: 30 });

  it('is read without credentials, with the instants before and after it', async () => {
    const { client, transport } = setUp([time], { authenticator: new CountingAuthenticator() });
    expect(await client.serverTime(call)).toEqual({ serverTime: 1_790_000_000_123, sentAt: 10, receivedAt: 30 });
    expect(transport.sent[0]?.headers).not.toHaveProperty('authorization');
  });

  it('is read with the token when the service requires one', async () => {
    const { client, transport } = setUp([unauthorized, time], { authenticator: new CountingAuthenticator() });
    expect(await client.serverTime(call)).toMatchObject({ serverTime: 1_790_000_000_123 });
    expect(transport.sent.map(({ headers }) => headers['authorization'])).toEqual([undefined, 'Bearer t1']);
  });

  // Neither status nor code of a request without credentials is specified.
  it.each([
    ['a code with status 200', { ret_code: -1, ret_msg: 'X-Api-Key is missing' }, 200],
    ['a code of the gateway', { code: -12001, message: 'no signature' }, 400],
    ['an order envelope', { s: 'error', errcode: 401, errmsg: 'not signed in' }, 200],
    ['the code for a wrong time stamp', { code: -12006 }, 200],
    ['status 400', 'Bad Request', 400],
    ['status 403', 'Forbidden', 403],
  ])('is read with credentials when the service rejects a request without them by %s', async (_, body, status) => {
    const { client, transport } = setUp([anAnswer(body, { status }), time], { authenticator: new CountingAuthenticator('signature') });
    expect(await client.serverTime(call)).toMatchObject({ serverTime: 1_790_000_000_123 });
    expect(transport.sent).toHaveLength(2);
  });

  it.each([
    ['that it does not have', { code: 404, message: 'no such path' }, 404],
    ['that it allows too often', { ret_code: -11, error: { retry_after: '600' } }, 200],
  ])('is not read again with credentials from a service that rejects a call %s', async (_, body, status) => {
    const { client, transport } = setUp([anAnswer(body, { status }), time], { authenticator: new CountingAuthenticator() });
    await expect(client.serverTime(call)).rejects.toBeInstanceOf(ApiError);
    expect(transport.sent).toHaveLength(1);
  });

  it('is read with a signature when the service requires one, and without when there are no credentials', async () => {
    const { client, transport } = setUp([unauthorized, time], { authenticator: new CountingAuthenticator('signature') });
    expect(await client.serverTime(call)).toMatchObject({ serverTime: 1_790_000_000_123 });
    expect(transport.sent).toHaveLength(2);
    const anonymous = setUp([unauthorized]);
    await expect(anonymous.client.serverTime(call)).rejects.toMatchObject({ status: 401 });
    expect(anonymous.transport.sent).toHaveLength(1);
  });
});

describe('the request log', () => {
  it('has a line for every attempt, with the route and without values', async () => {
    const { client, events } = setUp([
      anAnswer('', { status: 503 }),
      new TransportError('timed-out', { sent: 'maybe' }),
      anAnswer({ ret_code: -3 }),
    ]);
    await client.searchCalendar({ keyword: 'hidden', searchType: 1 }, call).catch(() => undefined);
    const line = { method: 'GET', route: '/api/v1.0/quote/economic-calendar/search', ms: 0 };
    expect(events).toEqual([
      { ...line, attempt: 1, status: 503, outcome: 'http' },
      { ...line, attempt: 2, status: undefined, outcome: 'timed-out' },
      { ...line, attempt: 3, status: 200, outcome: 'api' },
    ]);
    expect(JSON.stringify(events)).not.toContain('hidden');
  });

  it('does not change how a call ends when writing to it fails', async () => {
    const observe = (): void => {
      throw new Error('log full');
    };
    expect(await read(setUp([noPositions], { observe }).client)).toEqual([]);
  });
});

describe('a request about plates', () => {
  it('carries the vendor number that is set at the time of the request', async () => {
    let digits = '';
    const { client, transport } = setUp(
      [anAnswer({ code: 0, data: { stock_list: [] }, pagination: { has_more: false, next_key: '-1' } })],
      {
        vendorClientNnid: () => digits,
      },
    );
    await client.plateConstituents({ plateId: 'HK.1', limit: 1 }, call);
    digits = '42';
    await client.plateConstituents({ plateId: 'HK.1', limit: 1 }, call);
    expect(transport.sent.map(({ headers }) => headers['x-vendor-client-nnid'])).toEqual([undefined, '42']);
  });
});

describe('isNotOffered', () => {
  const api = (envelope: ApiError['envelope'], serverCode: number, status: number): ApiError =>
    new ApiError({ envelope, serverCode, serverMessage: '', status });

  it.each([
    ['unknown path', new HttpError({ status: 404 })],
    ['unknown method', new HttpError({ status: 405 })],
    ['not implemented', new HttpError({ status: 501 })],
    ['unknown path, told by the gateway', api('gateway', -12404, 404)],
    ['unsupported', api('quote', -8, 200)],
    ['404 in the quote envelope', api('quote', -1, 404)],
  ])('is true for: %s', (_name, error) => {
    expect(isNotOffered(error)).toBe(true);
  });

  it.each([
    ['gone', new HttpError({ status: 410 })],
    ['another shape', new DecodeError({ path: 'd', expected: 'array', got: 'nothing' })],
    ['a web page', new DecodeError({ path: '', expected: 'JSON object', got: 'no JSON' })],
    ['a token endpoint that is missing', new HttpError({ status: 404, request: { method: 'POST', route: '/oauth2/token' } })],
    ['a missing right', new HttpError({ status: 403 })],
    ['a broken service', new HttpError({ status: 500 })],
    ['an invalid symbol', api('quote', -7, 404)],
    ['an order error', api('order', -1200, 404)],
    ['a rejected token', api('gateway', -12002, 401)],
    ['a timeout', new TransportError('timed-out', { sent: 'maybe' })],
    ['a missing sign-in', new AuthError('sign-in-required')],
    ['a bug', new TypeError('x')],
  ])('is false for: %s', (_name, error) => {
    expect(isNotOffered(error)).toBe(false);
  });
});

describe('the service’s words', () => {
  const redact = (text: string): string => text.replaceAll('token-1', '[secret]');

  it('never appear in an error with a credential in them', async () => {
    const { client } = setUp([anAnswer({ ret_code: -3, ret_msg: 'bad token-1', error: { code: 'token-1' } })], { redact });
    expect(await read(client)).toMatchObject({ serverMessage: 'bad [secret]', serverName: '[secret]' });
  });

  it('never appear in an outcome with a credential in them, or with the ID of a confirmation', async () => {
    const prepared = prepareModification({ accountId: '8001', orderId: '1', exchange: 'US', quantity: '1', price: '1' });
    const { client } = setUp(
      [
        anAnswer({ s: 'error', errcode: -2100, errmsg: 'token-1 confirm-id-1', need_order_confirm: true, confirm_id: 'confirm-id-1' }),
        anAnswer({ s: 'error', errcode: -1200, errmsg: 'token-1' }),
      ],
      { redact },
    );
    expect(await client.modifyOrder(prepared, call)).toEqual({
      kind: 'needsConfirmation',
      confirmId: 'confirm-id-1',
      errmsg: '[secret] [secret]',
    });
    expect(await client.modifyOrder(prepared, call)).toMatchObject({ kind: 'refused', errmsg: '[secret]' });
  });
});

describe('many reads that are cancelled together', () => {
  it('share a signal without a warning and leave no listener on it', async () => {
    const count = 25;
    const { signal } = new AbortController();
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    const { client } = setUp(Array.from({ length: count }, () => noPositions));
    process.on('warning', note);
    await Promise.all(Array.from({ length: count }, async () => client.simulatedPositions({ accountId: '1' }, { signal })));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(warnings).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
