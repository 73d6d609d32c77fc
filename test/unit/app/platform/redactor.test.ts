import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../../src/app/platform/redactor';
import { AuthError } from '../../../../src/service/errors';
import { Secret } from '../../../../src/service/secret';

const canary = 'c4nary/+value=~"&<x>\'é§';
const encodings: readonly (readonly [string, (value: string) => string])[] = [
  ['plain', (value) => value],
  ['percent', encodeURIComponent],
  ['percent twice', (value) => encodeURIComponent(encodeURIComponent(value))],
  ['JSON', (value) => JSON.stringify({ a: value })],
  ['JSON in JSON', (value) => JSON.stringify(JSON.stringify({ a: value }))],
  ['Base64', (value) => Buffer.from(value).toString('base64')],
  ['Base64url', (value) => Buffer.from(value).toString('base64url')],
  ['Base64 after one byte', (value) => Buffer.from(`u${value}`).toString('base64')],
  ['Base64 after two bytes', (value) => Buffer.from(`u:${value}:x`).toString('base64')],
  ['hex', (value) => Buffer.from(value).toString('hex')],
  ['upper-case hex', (value) => Buffer.from(value).toString('hex').toUpperCase()],
  [
    'HTML',
    (value) =>
      value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  ],
  ['reversed', (value) => Array.from(value).reverse().join('')],
];

/** The part of the encoded form that doesn't depend on adjacent characters. */
function core(form: string): string {
  return form.slice(4, -4);
}

describe('Redactor', () => {
  it('removes the beginning of a long secret, however much of it was written', () => {
    const long = fc.string({ unit: fc.constantFrom(...'abcdefghijKLMNOP0123456789-_'.split('')), minLength: 24, maxLength: 80 });
    fc.assert(
      fc.property(
        long.filter((value) => /\d/.test(value.slice(0, 8))),
        fc.integer({ min: 8, max: 80 }),
        (value, count) => {
          const redactor = new Redactor();
          redactor.register(new Secret(value));
          const part = value.slice(0, count);
          expect(redactor.redact(`rejected: ${part} after`)).toBe('rejected: [secret] after');
          // What people read is not cut: a sentence may begin like anything.
          if (count < value.length) expect(redactor.conceal(`rejected: ${part.slice(0, 8)}`)).toContain(part.slice(0, 8));
        },
      ),
    );
  });

  it('leaves words alone with which a long secret begins, and short secrets whole', () => {
    const redactor = new Redactor();
    redactor.register('CONFIRM-0123456789abcdefghijklm');
    redactor.register('sandbox-0123456789abcdefghijklm');
    redactor.register('b3x9-short');
    expect(redactor.redact('CONFIRM-2 in sandbox-mode, b3x9-sho')).toBe('CONFIRM-2 in sandbox-mode, b3x9-sho');
  });

  it.each(encodings)('removes a registered secret: %s', (_name, encode) => {
    const redactor = new Redactor();
    redactor.register(new Secret(canary));
    const form = encode(canary);
    const clean = redactor.redact(`before ${form} after`);
    expect(clean).not.toContain(core(form));
    expect(clean).toMatch(/^before .*\[secret\].* after$/s);
  });

  it('removes any registered secret wherever it occurs', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, maxLength: 80 }), fc.string(), fc.string(), (secret, before, after) => {
        const redactor = new Redactor();
        redactor.register(secret);
        expect(redactor.redact(`${before}${secret}${after}`)).not.toContain(secret);
      }),
      // A secret made of the replacement's own characters is not a secret.
      { numRuns: 500, examples: [['12345678', '', '']] },
    );
  });

  it.each([
    ['Authorization: Bearer abc.def-ghi_jkl', 'abc.def'],
    ['authorization: c2lnbmF0dXJl', 'c2lnbmF0dXJl'],
    ['{"access_token":"tok-1","expires_in":7200}', 'tok-1'],
    ['{"refresh_token": "val \\" 2", "scope":"a"}', 'val'],
    ['{\\"registration_access_token\\":\\"tok-3\\"}', 'tok-3'],
    ['grant_type=authorization_code&code=the-code&code_verifier=the-verifier', 'the-code'],
    ['grant_type=authorization_code&code=the-code&code_verifier=the-verifier', 'the-verifier'],
    ['https://x.example/callback?code=the-code&state=the-state', 'the-state'],
    ['https%3A%2F%2Fx.example%2Fcallback%3Fcode%3Dthe-code%26state%3Dthe-state', 'the-code'],
    ['{"need_order_confirm":true,"confirm_id":"conf-9"}', 'conf-9'],
    ['client_secret=s3cret', 's3cret'],
    ['X-Api-Key: key-id-1', 'key-id-1'],
    ['http://user:password@proxy.example:3128/', 'password'],
    ['-----BEGIN PRIVATE KEY-----\nMC4CAQ\n-----END PRIVATE KEY-----', 'MC4CAQ'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMC4CAQ cut off', 'MC4CAQ'],
    [`sent ${Buffer.alloc(64, 7).toString('base64')} as signature`, 'BwcHBw'],
  ])('removes a credential that was never registered: %s', (text, secret) => {
    expect(new Redactor().redact(text)).not.toContain(secret);
  });

  it.each([
    'GET /api/v1.0/quote/economic-calendar/search 200 ok in 12 ms, attempt 1',
    'PUT /api/v1.0/accounts/{acc_id}/orders/{order_id} no answer timed-out in 30000 ms, attempt 1',
    'quote error -3, HTTP 404, code -12006',
    'digest 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'https://example.com/path?market=HK&start=2026-01-01',
  ])('leaves ordinary lines as they are: %s', (line) => {
    expect(new Redactor().redact(line)).toBe(line);
  });

  it('describes an error with its causes and without secrets', () => {
    const redactor = new Redactor();
    redactor.register('hidden-token-1');
    const error = new AuthError('authorization-failed', {
      cause: new Error('body was {"x":"hidden-token-1"}', { cause: { access_token: 'never printed' } }),
    });
    const text = redactor.describe(error);
    expect(text).toContain('authorization-failed');
    expect(text).toContain('caused by Error: body was');
    expect(text).not.toContain('hidden-token-1');
    expect(text).not.toContain('never printed');
  });

  it('ignores values too short to be secrets', () => {
    const redactor = new Redactor();
    redactor.register('ok');
    expect(redactor.redact('ok then')).toBe('ok then');
  });

  it.each([
    encodeURIComponent,
    (text: string) => encodeURIComponent(encodeURIComponent(text)),
    (text: string) => Buffer.from(text).toString('hex'),
    (text: string) => Buffer.from(text).toString('base64url'),
  ])('recognizes the form of a signature in another encoding too', (write) => {
    for (let byte = 0; byte < 256; byte += 1) {
      const signature = Buffer.alloc(64, byte)
        .fill(0xff - byte, 20, 40)
        .toString('base64');
      expect(new Redactor().redact(`said ${write(signature)} twice`)).toBe('said [secret] twice');
    }
  });

  it('leaves a sentence about a code unchanged, but removes a credential in it', () => {
    const redactor = new Redactor();
    redactor.register('hidden-token-1');
    expect(redactor.conceal('Unknown code: HK.00700, order state: FILLED, hidden-token-1')).toBe(
      'Unknown code: HK.00700, order state: FILLED, [secret]',
    );
    expect(redactor.redact('code=HK.00700')).toBe('code=[secret]');
  });

  it.each([
    'a.',
    'a.b://',
    'a://',
    '-----BEGIN PRIVATE KEY ',
    'Bearer   ',
    'aB3_',
    '-_',
    '%252F',
    'code ',
    'code:%22',
    'code:"\\',
    'state=%',
  ])('needs no more than two microseconds for each character of a long text of %j', (piece) => {
    const redactor = new Redactor();
    redactor.register('hidden-token-1');
    const text = piece.repeat(50_000);
    const start = performance.now();
    redactor.redact(text);
    expect(performance.now() - start).toBeLessThan(text.length * 0.002);
  });

  it('hides the user of an address with any scheme', () => {
    expect(new Redactor().redact('x-a+b.1://user:pass@host and HTTPS://user@host')).toBe(
      'x-a+b.1://[secret]@host and HTTPS://[secret]@host',
    );
  });

  it('keeps a secret that is registered again and again, however many others there are', () => {
    const redactor = new Redactor();
    for (let count = 0; count < 1000; count += 1) {
      redactor.register('refresh-token-of-old');
      redactor.register(`access-token-${count}`);
    }
    expect(redactor.redact('refresh-token-of-old access-token-999')).toBe('[secret] [secret]');
  });
});
