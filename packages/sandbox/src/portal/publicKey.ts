import { createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { filled } from '../pageTexts/pageTexts';
import type { PageTexts } from '../pageTexts/pageTexts';
import type { AppKeyRecord } from '../state/records';

/** A public key that the service can verify signatures with, or a sentence that says what is wrong. */
export type ParsedPublicKey =
  | { readonly kind: 'key'; readonly algorithm: AppKeyRecord['algorithm']; /** SubjectPublicKeyInfo PEM. */ readonly pem: string }
  | { readonly kind: 'wrong'; readonly explanation: string };

const leastRsaBits = 2048;
const mostRsaBits = 8192;

/** Parses a pasted PEM; private keys are refused without looking into them. */
export function parsePublicKey(pasted: string, texts: PageTexts['key']): ParsedPublicKey {
  const text = pasted.trim().replace(/\r\n?/g, '\n');
  if (text === '') return wrong(texts.empty);
  if (text.includes('PRIVATE KEY')) return wrong(texts.isPrivate);
  const labels = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----/g)].map((match) => match[1] ?? '');
  if (labels.length === 0) return wrong(texts.notPem);
  if (labels.length > 1) return wrong(texts.several);
  const label = labels[0] ?? '';
  if (label !== 'PUBLIC KEY' && label !== 'RSA PUBLIC KEY') return wrong(filled(texts.notPublic, label.toLowerCase()));
  if (!text.endsWith(`-----END ${label}-----`)) return wrong(texts.incomplete);
  try {
    return accept(createPublicKey(text), texts);
  } catch {
    return wrong(texts.unreadable);
  }
}

function accept(key: KeyObject, texts: PageTexts['key']): ParsedPublicKey {
  const pem = key.export({ type: 'spki', format: 'pem' }).toString();
  if (key.asymmetricKeyType === 'ed25519') return { kind: 'key', algorithm: 'Ed25519', pem };
  if (key.asymmetricKeyType !== 'rsa') return wrong(filled(texts.unsupported, key.asymmetricKeyType ?? 'unknown'));
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < leastRsaBits || bits > mostRsaBits) return wrong(filled(texts.size, leastRsaBits, mostRsaBits, bits));
  return { kind: 'key', algorithm: 'RSA-SHA256', pem };
}

function wrong(explanation: string): ParsedPublicKey {
  return { kind: 'wrong', explanation };
}
