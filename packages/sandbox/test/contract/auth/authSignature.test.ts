import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningSandbox } from 'market-desk-sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAppKey, movableClock } from '../../support/sandboxHarness';
import { useSandbox } from '../../support/sandboxLifetime';
import { makeKey, signedHeaders, signingString } from '../../support/sandboxSigning';
import type { RequestToSign, SigningKey } from '../../support/sandboxSigning';

const start = useSandbox();
const hot = '/api/v1.0/quote/economic-calendar/hot';
let ed25519: SigningKey;
let rsa: SigningKey;

beforeAll(() => {
  ed25519 = makeKey('ed25519');
  rsa = makeKey('rsa');
});

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Sends exactly these bytes: `fetch` would normalize the path. */
async function send(
  sandbox: RunningSandbox,
  { method = 'GET', path, query, body }: RequestToSign,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const target = query === undefined || query === '' ? path : `${path}?${query}`;
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port: sandbox.port,
        method,
        path: target,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (text += chunk))
          .on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as Record<string, unknown> }));
      },
    );
    request.on('error', reject).end(body);
  });
}

async function prepare(key: SigningKey = ed25519, options = {}) {
  const sandbox = await start(options);
  const keyId = await createAppKey(sandbox, key.publicPem);
  const trySigned = async (request: RequestToSign, changes: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    send(sandbox, request, { ...signedHeaders(key, keyId, request), ...changes });
  return { sandbox, keyId, trySigned };
}

const requests: readonly (readonly [string, RequestToSign])[] = [
  ['a GET without query', { path: hot }],
  ['a GET with a raw query', { path: hot, query: 'timezone=Asia%2FShanghai&limit=5&next_key=' }],
  ['a query in another order and encoding', { path: hot, query: 'limit=5&timezone=Asia/Shanghai' }],
  [
    'a query with plus, percent-encoded Chinese and an empty field',
    { path: '/api/v1.0/quote/economic-calendar/search', query: 'keyword=%E5%88%A9%e7%8e%87+a%20b&search_type=1&next_key=' },
  ],
  [
    'a PUT with an oddly formatted body',
    { method: 'PUT', path: '/api/v1.0/accounts/8001/orders/none', body: '{ "exchange":"SEHK",\n\t"qty" : "100","price":"1.0" }' },
  ],
  [
    'a path with an escaped slash and Chinese',
    { method: 'PUT', path: '/api/v1.0/accounts/8001/orders/a%2Fb%E4%B8%AD', body: '{"exchange":"SEHK","qty":"1","price":"1"}' },
  ],
  [
    'a POST whose body is not ASCII',
    { method: 'POST', path: '/api/v1.0/quote/plate/HK.BK1000/stock', body: '{"next_key":"","limit":1,"note":"中"}' },
  ],
];

describe('a signed request', () => {
  it.each(requests)('is accepted: %s', async (_case, request) => {
    const { trySigned } = await prepare();
    expect((await trySigned(request)).status).toBe(200);
  });

  it.each([
    ['the method', { method: 'POST' }],
    ['the path', { path: `${hot}/` }],
    ['the query', { query: 'limit=6' }],
    ['the order of the query', { query: 'limit=5&a=b' }],
    ['a body that was not sent', { body: '{}' }],
    ['the digest of nothing', { digestOfNothing: true }],
    ['the timestamp', { timestampMs: 1 }],
  ])('is refused when the signature is over another value: %s', async (_case, change) => {
    const { sandbox, keyId } = await prepare();
    const sent: RequestToSign = { path: hot, query: 'a=b&limit=5', timestampMs: Date.now() };
    const headers = signedHeaders(ed25519, keyId, sent);
    const otherText =
      'digestOfNothing' in change
        ? `${signingString({ ...sent, timestampMs: sent.timestampMs ?? 0 })}${createHash('sha256').digest('hex')}`
        : signingString({ ...sent, timestampMs: sent.timestampMs ?? 0, ...change });
    const signature = sign(null, Buffer.from(otherText), ed25519.privateKey).toString('base64');
    const { status, body } = await send(sandbox, sent, { ...headers, Authorization: signature });
    expect([status, body]).toEqual([401, { code: -12003, message: expect.any(String) }]);
    expect((await send(sandbox, sent, headers)).status).toBe(200);
  });

  it.each([
    ['Ed25519', () => ed25519],
    ['RSA-SHA256', () => rsa],
  ] as const)('by %s is accepted, and refused when its body was altered on the way', async (_algorithm, key) => {
    const { sandbox, keyId } = await prepare(key());
    const request: RequestToSign = {
      method: 'PUT',
      path: '/api/v1.0/accounts/8001/orders/none',
      body: '{"exchange":"SEHK","qty":"100","price":"1"}',
    };
    const altered = { ...request, body: '{"exchange":"SEHK","qty":"101","price":"1"}' };
    expect((await send(sandbox, altered, signedHeaders(key(), keyId, request))).body['code']).toBe(-12003);
    expect((await send(sandbox, request, signedHeaders(key(), keyId, request))).status).toBe(200);
  });
});

describe('the headers of a signed request', () => {
  it.each([
    ['X-Api-Key', 'ak_unknown', -12005],
    ['X-Timestamp', '', -12003],
    ['X-Timestamp', '1.8e12', -12003],
    ['X-Nonce', '', -12004],
    ['X-Nonce', 'a'.repeat(65), -12004],
    ['X-Nonce', 'a.b', -12004],
    ['X-Nonce', 'a b', -12004],
    ['Authorization', '', -12003],
    ['Authorization', 'not base64!', -12003],
    ['Authorization', 'AAAA', -12003],
  ])('are refused when %s is %j', async (name, value, code) => {
    const { trySigned } = await prepare();
    const { status, body } = await trySigned({ path: hot }, { [name]: value });
    expect([status, body['code']]).toEqual([401, code]);
  });

  it.each(['X-Timestamp', 'X-Nonce', 'X-Api-Key'])('may not lack %s', async (name) => {
    const { sandbox, keyId } = await prepare();
    const headers = Object.fromEntries(Object.entries(signedHeaders(ed25519, keyId, { path: hot })).filter(([header]) => header !== name));
    expect((await send(sandbox, { path: hot }, headers)).status).toBe(401);
  });

  it('need a signature without a Bearer prefix', async () => {
    const { sandbox, keyId } = await prepare();
    const headers = signedHeaders(ed25519, keyId, { path: hot });
    expect(
      (await send(sandbox, { path: hot }, { ...headers, Authorization: `Bearer ${headers['Authorization'] ?? ''}` })).body['code'],
    ).toBe(-12002);
  });

  it('need base64, not base64url', async () => {
    const { sandbox, keyId } = await prepare();
    // About one signature in four has no differing character: looks for one that has.
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const headers = signedHeaders(ed25519, keyId, { path: hot });
      const url = Buffer.from(headers['Authorization'] ?? '', 'base64').toString('base64url');
      if (!/[-_]/.test(url)) continue;
      expect((await send(sandbox, { path: hot }, { ...headers, Authorization: url })).body['code']).toBe(-12003);
      return;
    }
    throw new Error('no signature with a distinguishing character');
  });

  it('accept nonces of 1 to 64 characters', async () => {
    const { trySigned } = await prepare();
    for (const nonce of ['a', '-', `${'aZ9_-'.repeat(12)}abcd`]) expect((await trySigned({ path: hot, nonce })).status).toBe(200);
  });
});

describe('the nonce of a signed request', () => {
  it('is accepted once for a key, and again once its timestamp is long past', async () => {
    const clock = movableClock();
    const { trySigned, sandbox } = await prepare(ed25519, { wallClock: clock.now });
    const request = (): RequestToSign => ({ path: hot, nonce: 'the-same', timestampMs: clock.now() });
    expect((await trySigned(request())).status).toBe(200);
    expect((await trySigned(request())).body['code']).toBe(-12004);
    clock.advance(9_999);
    expect((await trySigned(request())).body['code']).toBe(-12004);
    const otherId = await createAppKey(sandbox, rsa.publicPem);
    expect((await send(sandbox, request(), signedHeaders(rsa, otherId, request()))).status).toBe(200);
    clock.advance(60_000);
    expect((await trySigned(request())).status).toBe(200);
  });

  it('cannot be used up by a request with a wrong signature', async () => {
    const { trySigned } = await prepare();
    const request: RequestToSign = { path: hot, nonce: 'mine' };
    expect((await trySigned(request, { Authorization: 'AAAA' })).status).toBe(401);
    expect((await trySigned(request)).status).toBe(200);
  });
});

describe('the clock of a signed request', () => {
  it.each([
    [0, 200],
    [5000, 200],
    [-5000, 200],
    [5001, 401],
    [-5001, 401],
    [86_400_000, 401],
  ])('may differ by 5000 ms: %i ms gives %i', async (offset, expected) => {
    const clock = movableClock();
    const { trySigned } = await prepare(ed25519, { wallClock: clock.now });
    const { status, body } = await trySigned({ path: hot, timestampMs: clock.now() + offset });
    expect(status).toBe(expected);
    if (expected === 401) expect(body).toEqual({ code: -12006, message: expect.any(String) });
  });

  it('is compared with that of the service, skew included', async () => {
    const clock = movableClock();
    const { trySigned, sandbox } = await prepare(ed25519, { wallClock: clock.now, clockSkewMs: -60_000 });
    expect((await trySigned({ path: hot, timestampMs: clock.now() })).body['code']).toBe(-12006);
    const { body } = await send(sandbox, { path: '/api/v1.0/server-time' }, {});
    expect(body).toEqual({ server_time_ms: String(clock.now() - 60_000) });
    expect((await trySigned({ path: hot, timestampMs: Number(body['server_time_ms']) })).status).toBe(200);
    sandbox.setClockSkew(0);
    expect((await trySigned({ path: hot, timestampMs: clock.now() })).status).toBe(200);
  });
});

describe('an API key', () => {
  it("covers its user's accounts and no others", async () => {
    const sandbox = await start();
    const keyId = await createAppKey(sandbox, ed25519.publicPem, 'lin');
    const status = async (account: string) => {
      const request = { path: `/api/v1.0/sim-trade/${account}/positions` };
      return (await send(sandbox, request, signedHeaders(ed25519, keyId, request))).status;
    };
    expect([await status('SIM-1002'), await status('SIM-1001')]).toEqual([200, 403]);
  });

  it('does not verify what another key signed', async () => {
    const { trySigned } = await prepare();
    const other = makeKey('ed25519');
    const headers = signedHeaders(other, 'unused', { path: hot });
    expect((await trySigned({ path: hot }, { Authorization: headers['Authorization'] ?? '' })).body['code']).toBe(-12003);
  });
});

describe('a signature made by the openssl program', () => {
  it.each(['ed25519', 'rsa'] as const)('is accepted: %s', async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'market-desk-openssl-'));
    try {
      const { privateKey, publicKey } =
        kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('rsa', { modulusLength: 2048 });
      const sandbox = await start();
      const keyId = await createAppKey(sandbox, publicKey.export({ type: 'spki', format: 'pem' }).toString());
      const timestampMs = Date.now();
      const request: RequestToSign = { path: hot, query: 'limit=3', timestampMs };
      writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
      writeFileSync(join(folder, 'text'), `${timestampMs}\nGET\n${hot}\nlimit=3\n`);
      const arguments_ =
        kind === 'ed25519'
          ? ['pkeyutl', '-sign', '-rawin', '-inkey', 'key.pem', '-in', 'text', '-out', 'signature']
          : ['dgst', '-sha256', '-sign', 'key.pem', '-out', 'signature', 'text'];
      execFileSync('openssl', arguments_, { cwd: folder });
      const headers = {
        'X-Api-Key': keyId,
        'X-Timestamp': String(timestampMs),
        'X-Nonce': 'openssl',
        Authorization: readFileSync(join(folder, 'signature')).toString('base64'),
      };
      expect((await send(sandbox, request, headers)).status).toBe(200);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
