import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateSigningKey, importPrivateKey } from '../../../../src/service/auth/privateKey';
import { rsaPair } from '../../../support/secrets/rsaPair';

const rsa = rsaPair;
const ed = generateKeyPairSync('ed25519');
const shortRsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const pkcs8 = (key: typeof rsa.privateKey): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const encrypted = ed.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open sesame' }).toString();
const legacyEncrypted = rsa.privateKey
  .export({ type: 'pkcs1', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'open sesame' })
  .toString();

const problemOf = (text: string, passphrase?: string): string => {
  const result = importPrivateKey(text, passphrase);
  return result.kind === 'problem' ? result.problem : result.algorithm;
};

describe('importing a private key', () => {
  it('reads PKCS#8 and PKCS#1, with surrounding noise and Windows line endings', () => {
    expect(problemOf(pkcs8(ed.privateKey))).toBe('ed25519');
    expect(problemOf(pkcs8(rsa.privateKey))).toBe('rsa-sha256');
    expect(problemOf(rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())).toBe('rsa-sha256');
    expect(problemOf(`\uFEFF# my key\r\n${pkcs8(ed.privateKey).replaceAll('\n', '\r\n')}\r\n`)).toBe('ed25519');
  });

  it('returns the matching public key', () => {
    const result = importPrivateKey(pkcs8(ed.privateKey));
    expect(result).toMatchObject({
      kind: 'key',
      publicKeyPem: createPublicKey(ed.privateKey).export({ type: 'spki', format: 'pem' }).toString(),
    });
  });

  it('opens encrypted keys with the right passphrase only', () => {
    expect(problemOf(encrypted)).toBe('encrypted');
    expect(problemOf(encrypted, 'wrong')).toBe('wrong-passphrase');
    expect(problemOf(encrypted, 'open sesame')).toBe('ed25519');
    expect(problemOf(legacyEncrypted)).toBe('encrypted');
    expect(problemOf(legacyEncrypted, 'open sesame')).toBe('rsa-sha256');
  });

  it.each([
    ['', 'empty'],
    ['   \n', 'empty'],
    ['hello', 'not-pem'],
    [pkcs8(ed.privateKey).slice(0, 60), 'truncated'],
    [pkcs8(rsa.privateKey).split('\n').slice(0, -3).join('\n'), 'truncated'],
    [
      pkcs8(rsa.privateKey)
        .split('\n')
        .filter((_, line) => line !== 3)
        .join('\n'),
      'unreadable',
    ],
    [rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'public-key'],
    ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', 'certificate'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----', 'openssh'],
    ['-----BEGIN NOTHING-----\nAAAA\n-----END NOTHING-----', 'unsupported-kind'],
    [pkcs8(ec.privateKey), 'unsupported-kind'],
    [pkcs8(shortRsa.privateKey), 'rsa-too-short'],
    [pkcs8(ed.privateKey) + pkcs8(rsa.privateKey), 'several-keys'],
  ])('says what is wrong with a bad key (%#)', (text, expected) => {
    expect(problemOf(text)).toBe(expected);
  });

  it('never throws and never accepts damaged text', () => {
    const good = pkcs8(rsa.privateKey);
    fc.assert(
      fc.property(fc.nat(good.length), fc.string({ maxLength: 40 }), (at, noise) => {
        const result = importPrivateKey(good.slice(0, at) + noise + good.slice(at + noise.length));
        if (result.kind === 'key')
          expect(result.publicKeyPem).toBe(createPublicKey(rsa.privateKey).export({ type: 'spki', format: 'pem' }).toString());
      }),
      { examples: [[good.indexOf('\n') + 60, 'mP6']] },
    );
  });

  it('generates usable pairs', async () => {
    const made = await generateSigningKey('ed25519');
    expect(problemOf(pkcs8(made.privateKey))).toBe('ed25519');
    const madeRsa = await generateSigningKey('rsa-sha256');
    expect(madeRsa.privateKey.asymmetricKeyDetails?.modulusLength).toBe(3072);
  });
});
