import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { importPrivateKey } from '../../../../src/service/auth/privateKey';
import type { Random } from '../../random';
import { damaged, hostileText } from '../hostileText';
import type { Subject } from '../subject';

const ed25519 = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** What people enter in the field for a private key. */
const material: readonly string[] = [
  ed25519.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  rsa.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'p' }).toString(),
  curve.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  curve.privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
  rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----\n',
  '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
];
const usable = new Set(material.slice(0, 3).map((pem) => pem.trim()));

function draw(random: Random): string {
  let text = random.pick(material);
  if (random.chance(0.2)) text = text.replaceAll('\n', random.pick(['\r\n', '\r', ' ', '', '\n\n']));
  if (random.chance(0.15)) text += random.pick(material);
  if (random.chance(0.2)) text = `${hostileText(random, 3)}\n${text}`;
  if (random.chance(0.6)) text = damaged(random, text, random.integer(1, 6));
  return random.chance(0.1) ? text.slice(0, random.integer(0, text.length)) : text;
}

/** PEM from a file: either it is a key that matches the public key shown with it, or a reason is given. */
export const pemImport: Subject = {
  name: 'PEM import',
  weight: 1,
  draw,
  check: (text) => {
    for (const passphrase of [undefined, 'p', 'wrong']) {
      const result = importPrivateKey(text, passphrase);
      if (result.kind === 'problem') {
        if (usable.has(text.trim())) return `refuses a good key: ${result.problem}`;
        continue;
      }
      if (result.publicKeyPem.includes('PRIVATE')) return 'shows a private key as the public one';
      const publicKey = createPublicKey(result.publicKeyPem);
      const kind = publicKey.asymmetricKeyType === 'ed25519' ? 'ed25519' : 'rsa-sha256';
      if (kind !== result.algorithm) return `calls a key of the kind ${String(publicKey.asymmetricKeyType)} ${result.algorithm}`;
      const digest = kind === 'ed25519' ? null : 'sha256';
      const probe = Buffer.from('probe');
      if (!verify(digest, probe, publicKey, sign(digest, probe, result.privateKey))) return 'does not sign for its public key';
    }
    return undefined;
  },
};
