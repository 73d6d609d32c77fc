import { createPublicKey, type KeyObject } from 'node:crypto';
import type { AppKeyRecord } from '../state/records';

/** A public key that the service can verify signatures with, or a sentence that says what is wrong. */
export type ParsedPublicKey =
  | { readonly kind: 'key'; readonly algorithm: AppKeyRecord['algorithm']; /** SubjectPublicKeyInfo PEM. */ readonly pem: string }
  | { readonly kind: 'wrong'; readonly explanation: string };

const leastRsaBits = 2048;
const mostRsaBits = 8192;

/** Reads a pasted PEM; private keys are refused before anything looks into them. */
export function parsePublicKey(pasted: string): ParsedPublicKey {
  const text = pasted.trim().replace(/\r\n?/g, '\n');
  if (text === '') return wrong('Paste a public key.');
  if (text.includes('PRIVATE KEY')) return wrong('This is a private key. Keep it secret, and paste its public key instead.');
  const labels = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----/g)].map((match) => match[1] ?? '');
  if (labels.length === 0) return wrong('This is not PEM. It must start with -----BEGIN PUBLIC KEY-----.');
  if (labels.length > 1) return wrong('Paste only one public key.');
  const label = labels[0] ?? '';
  if (label !== 'PUBLIC KEY' && label !== 'RSA PUBLIC KEY') return wrong(`This PEM holds a ${label.toLowerCase()}, not a public key.`);
  if (!text.endsWith(`-----END ${label}-----`))
    return wrong('This PEM is incomplete: its last line, -----END PUBLIC KEY-----, is missing.');
  try {
    return accept(createPublicKey(text));
  } catch {
    return wrong('This PEM can’t be read: it is damaged or incomplete.');
  }
}

function accept(key: KeyObject): ParsedPublicKey {
  const pem = key.export({ type: 'spki', format: 'pem' }).toString();
  if (key.asymmetricKeyType === 'ed25519') return { kind: 'key', algorithm: 'Ed25519', pem };
  if (key.asymmetricKeyType !== 'rsa')
    return wrong(`Keys of type ${key.asymmetricKeyType ?? 'unknown'} are not supported: use Ed25519 or RSA.`);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < leastRsaBits || bits > mostRsaBits)
    return wrong(`An RSA key must have ${leastRsaBits} to ${mostRsaBits} bits; this one has ${bits}.`);
  return { kind: 'key', algorithm: 'RSA-SHA256', pem };
}

function wrong(explanation: string): ParsedPublicKey {
  return { kind: 'wrong', explanation };
}
