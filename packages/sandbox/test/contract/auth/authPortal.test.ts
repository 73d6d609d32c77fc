import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { RunningSandbox } from 'market-desk-sandbox';
import { describe, expect, it } from 'vitest';
import { useSandbox } from '../../support/sandboxLifetime';

const start = useSandbox();
const pem = (key: KeyObject, type: 'spki' | 'pkcs1' = 'spki'): string => key.export({ type: type, format: 'pem' }).toString();
const ed25519 = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const weakRsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const good = pem(ed25519.publicKey);

async function submit(sandbox: RunningSandbox, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${sandbox.url}/portal`, { method: 'POST', headers, body: new URLSearchParams({ user: 'ada', ...fields }) });
  return { status: response.status, text: await response.text() };
}

const alertOf = (html: string): string | undefined => /role="alert"[^>]*>([^<]+)</.exec(html)?.[1];
const outputOf = (html: string): string | undefined => /<output [^>]*aria-label="AppKey ID"[^>]*>([^<]+)<\/output>/.exec(html)?.[1];

describe('the developer portal', () => {
  it('has labeled fields and a button for users and programs', async () => {
    const sandbox = await start({ strict: true });
    const response = await fetch(`${sandbox.url}/portal`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).toMatch(/<label for="public_key">Public key<\/label>\s*<textarea id="public_key"/);
    expect(html).toMatch(/<button[^>]*>Create AppKey<\/button>/);
    expect(html).toMatch(/<select id="user"/);
    expect(html).toMatch(/<select id="algorithm"/);
  });

  it.each([
    ['Ed25519', good, 'detect'],
    ['Ed25519', good, 'Ed25519'],
    ['RSA-SHA256', pem(rsa.publicKey), 'detect'],
    ['RSA-SHA256', pem(rsa.publicKey), 'RSA-SHA256'],
    ['RSA-SHA256', pem(rsa.publicKey, 'pkcs1'), 'detect'],
    ['Ed25519', `\n  ${good.replaceAll('\n', '\r\n')}  \n`, 'detect'],
  ])('accepts a key for %s and shows the new id', async (algorithm, publicKey, chosen) => {
    const { status, text } = await submit(await start(), { public_key: publicKey, algorithm: chosen });
    expect([status, alertOf(text)]).toEqual([201, undefined]);
    expect(outputOf(text)).toMatch(/^ak_[0-9a-f]{24}$/);
    expect(text).toContain(algorithm);
  });

  it('answers in JSON when asked to', async () => {
    const { status, text } = await submit(await start(), { public_key: good, user: 'lin' }, { Accept: 'application/json' });
    expect([status, JSON.parse(text)]).toEqual([201, { app_key_id: expect.stringMatching(/^ak_/), algorithm: 'Ed25519', user: 'lin' }]);
  });

  it.each([
    ['nothing', '', /Paste a public key/],
    ['a word', 'hello', /not PEM/],
    ['a private key', ed25519.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), /private key/],
    ['an RSA private key', rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(), /private key/],
    [
      'an encrypted private key',
      ed25519.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString(),
      /private key/,
    ],
    [
      'a public key with a private one behind it',
      good + ed25519.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      /private key/,
    ],
    ['two public keys', good + good, /only one public key/],
    ['a certificate', good.replaceAll('PUBLIC KEY', 'CERTIFICATE'), /certificate/],
    ['an elliptic curve key', pem(curve.publicKey), /ec keys/],
    ['an RSA key of 1024 bits', pem(weakRsa.publicKey), /1024/],
    ['a PEM without its last line', good.split('\n').slice(0, -2).join('\n'), /incomplete/],
    ['a PEM whose middle is missing', pem(rsa.publicKey).replace(/\n(.*)\n(.*)\n/, '\n$1\n'), /damaged or incomplete/],
  ])('says what is wrong with %s', async (_case, publicKey, complaint) => {
    const { status, text } = await submit(await start(), { public_key: publicKey });
    expect(status).toBe(400);
    expect(alertOf(text)).toMatch(complaint);
    expect(outputOf(text)).toBeUndefined();
  });

  it('does not send a private key back', async () => {
    const secret = ed25519.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const { text } = await submit(await start(), { public_key: secret });
    expect(text).not.toContain(secret.split('\n')[1]);
  });

  it('refuses a key of another kind than the one chosen, an unknown user and a form of another site', async () => {
    const sandbox = await start();
    expect(alertOf((await submit(sandbox, { public_key: good, algorithm: 'RSA-SHA256' })).text)).toMatch(/an Ed25519 key, not RSA-SHA256/);
    expect((await submit(sandbox, { public_key: good, user: 'eve' })).status).toBe(400);
    expect((await submit(sandbox, { public_key: good }, { Origin: 'https://evil.example' })).status).toBe(403);
  });

  it('shows pasted markup as text', async () => {
    const { text } = await submit(await start(), { public_key: '</textarea><img src=x>' });
    expect(text).not.toContain('<img');
  });
});
