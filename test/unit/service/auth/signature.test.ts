import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNonce, signText, signatureHeaders, signingFields, signingString } from '../../../../src/service/auth/signature';
import { rsaPair } from '../../../support/secrets/rsaPair';
import type { SignedParts, SigningKey } from '../../../../src/service/auth/signature';

/** RFC 8032 section 7.1: secret key, message, signature. */
const rfc8032 = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
] as const;

const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const ed25519FromSeed = (hex: string) =>
  createPrivateKey({ key: Buffer.concat([pkcs8Prefix, Buffer.from(hex, 'hex')]), format: 'der', type: 'pkcs8' });

const get = (path: string, query = ''): SignedParts => ({ method: 'GET', path, query, body: undefined });

describe('the signing string (Spec, Method 2)', () => {
  it('joins five fields by LF and keeps every separator of a GET without body', () => {
    const text = signingString(signingFields(get('/api/v1.0/quote/trading-days', 'market=HK&start=2026-01-01'), '1700000000000'));
    expect(text).toBe('1700000000000\nGET\n/api/v1.0/quote/trading-days\nmarket=HK&start=2026-01-01\n');
  });

  it('digests the raw body bytes, and leaves the field empty for an empty body', () => {
    const body = Buffer.from('{"qty":"1.0"}');
    expect(signingFields({ ...get('/x'), method: 'PUT', body }, '1').bodyPart).toBe(createHash('sha256').update(body).digest('hex'));
    expect(signingFields({ ...get('/x'), method: 'POST', body: new Uint8Array() }, '1').bodyPart).toBe('');
  });

  it('has exactly four separators whatever the request, and contains path and query unchanged', () => {
    const text = fc.string({ unit: 'grapheme' }).map(encodeURIComponent);
    fc.assert(
      fc.property(text, text, fc.uint8Array(), (path, query, body) => {
        const parts = signingString(signingFields({ method: 'PUT', path, query, body }, '123')).split('\n');
        expect(parts).toEqual(['123', 'PUT', path, query, body.length === 0 ? '' : createHash('sha256').update(body).digest('hex')]);
      }),
    );
  });
});

describe('the signature algorithms (Spec, Method 2)', () => {
  it.each(rfc8032)('produce with Ed25519 the signature of RFC 8032 for secret key %s', (seed, message, signature) => {
    const text = Buffer.from(message, 'hex').toString('utf8');
    expect(Buffer.from(signText({ algorithm: 'ed25519', privateKey: ed25519FromSeed(seed) }, text), 'base64').toString('hex')).toBe(
      signature,
    );
  });

  it('use PKCS#1 v1.5 over SHA-256 for RSA', () => {
    const { privateKey, publicKey } = rsaPair;
    const text = '1\nGET\n/\n\n';
    const signature = Buffer.from(signText({ algorithm: 'rsa-sha256', privateKey }, text), 'base64');
    expect(verify('RSA-SHA256', Buffer.from(text), { key: publicKey, padding: 1 }, signature)).toBe(true);
    expect(signText({ algorithm: 'rsa-sha256', privateKey }, text)).toBe(signature.toString('base64'));
  });

  it('produce signatures that the openssl program accepts', () => {
    const directory = mkdtempSync(join(tmpdir(), 'market-desk-'));
    try {
      const text = '1700000000000\nPUT\n/api/v1.0/accounts/8001/orders/OK-1\n\nabc';
      const file = (name: string, content: string | Uint8Array): string => {
        const path = join(directory, name);
        writeFileSync(path, content);
        return path;
      };
      const rsa = rsaPair;
      const ed = generateKeyPairSync('ed25519');
      const message = file('message', text);
      const pem = (key: { export(options: { type: 'spki'; format: 'pem' }): string | Buffer }): string =>
        key.export({ type: 'spki', format: 'pem' }).toString();
      const rsaSignature = file('rsa.sig', Buffer.from(signText({ algorithm: 'rsa-sha256', privateKey: rsa.privateKey }, text), 'base64'));
      const edSignature = file('ed.sig', Buffer.from(signText({ algorithm: 'ed25519', privateKey: ed.privateKey }, text), 'base64'));
      const byRsa = execFileSync('openssl', [
        'dgst',
        '-sha256',
        '-verify',
        file('rsa.pem', pem(rsa.publicKey)),
        '-signature',
        rsaSignature,
        message,
      ]);
      const byEd = execFileSync('openssl', [
        'pkeyutl',
        '-verify',
        '-pubin',
        '-inkey',
        file('ed.pem', pem(ed.publicKey)),
        '-rawin',
        '-in',
        message,
        '-sigfile',
        edSignature,
      ]);
      expect(byRsa.toString()).toContain('Verified OK');
      expect(byEd.toString()).toContain('Signature Verified Successfully');
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});

describe('the signed request headers (Spec, Method 2)', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key: SigningKey = { appKeyId: 'app-1', algorithm: 'ed25519', privateKey };

  it('contain key ID, plain base64 signature, timestamp, and nonce', () => {
    const request = get('/api/v1.0/server-time');
    const headers = signatureHeaders(key, request, { timestampMs: '1700000000000', nonce: 'n-1' });
    expect(headers).toMatchObject({ 'X-Api-Key': 'app-1', 'X-Timestamp': '1700000000000', 'X-Nonce': 'n-1' });
    const signature = Buffer.from(headers['Authorization'] ?? '', 'base64');
    expect(verify(null, Buffer.from('1700000000000\nGET\n/api/v1.0/server-time\n\n'), createPublicKey(privateKey), signature)).toBe(true);
  });

  it('contain nonces that keep to the format and never repeat', () => {
    const nonces = Array.from({ length: 10_000 }, createNonce);
    expect(new Set(nonces).size).toBe(nonces.length);
    for (const nonce of nonces) expect(nonce).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });
});
