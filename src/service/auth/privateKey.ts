import { createPrivateKey, createPublicKey, generateKeyPair, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { SignatureAlgorithm } from './signature';

export type KeyProblem =
  | 'empty'
  | 'not-pem'
  | 'truncated'
  | 'public-key'
  | 'certificate'
  | 'openssh'
  | 'encrypted'
  | 'wrong-passphrase'
  | 'unsupported-kind'
  | 'rsa-too-short'
  | 'several-keys'
  | 'unreadable';

export interface ImportedKey {
  readonly kind: 'key';
  readonly algorithm: SignatureAlgorithm;
  readonly privateKey: KeyObject;
  /** SubjectPublicKeyInfo as PEM, to upload to the developer portal. */
  readonly publicKeyPem: string;
}

export type KeyImport = ImportedKey | { readonly kind: 'problem'; readonly problem: KeyProblem };

const minimumRsaBits = 2048;
const blockPattern = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g;

const problem = (name: KeyProblem): KeyImport => ({ kind: 'problem', problem: name });

/**
 * Reads a private key from PEM text, with a precise error if it cannot be used.
 *
 * Accepted: PKCS#8 (plain or encrypted) and PKCS#1, holding an Ed25519 key or an RSA key of at least 2048 bits.
 */
export function importPrivateKey(text: string, passphrase?: string): KeyImport {
  const pem = text.replace(/^\uFEFF/, '').trim();
  if (pem === '') return problem('empty');
  if (!pem.includes('-----BEGIN ')) return problem('not-pem');
  const blocks = [...pem.matchAll(blockPattern)];
  const keyBlocks = blocks.filter(([, label]) => label?.endsWith('PRIVATE KEY'));
  const [block] = keyBlocks;
  if (block === undefined) return problem(withoutPrivateKey(pem, blocks[0]?.[1]));
  if (keyBlocks.length > 1) return problem('several-keys');
  if (block[1] === 'OPENSSH PRIVATE KEY') return problem('openssh');
  const encrypted = block[1] === 'ENCRYPTED PRIVATE KEY' || /Proc-Type:\s*4,ENCRYPTED/.test(block[0]);
  if (encrypted && (passphrase === undefined || passphrase === '')) return problem('encrypted');
  return parseBlock(block[0], encrypted ? passphrase : undefined);
}

function withoutPrivateKey(pem: string, label: string | undefined): KeyProblem {
  if (label === undefined) return 'truncated';
  if (label.endsWith('PUBLIC KEY')) return 'public-key';
  if (label.includes('CERTIFICATE')) return 'certificate';
  return /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(pem) ? 'truncated' : 'unsupported-kind';
}

function parseBlock(pem: string, passphrase: string | undefined): KeyImport {
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey({ key: pem, format: 'pem', ...(passphrase === undefined ? {} : { passphrase }) });
  } catch {
    // With encryption, the two cases cannot be told apart reliably.
    return problem(passphrase === undefined ? 'unreadable' : 'wrong-passphrase');
  }
  return describe(privateKey);
}

function describe(privateKey: KeyObject): KeyImport {
  const publicKeyPem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  if (privateKey.asymmetricKeyType === 'ed25519') return { kind: 'key', algorithm: 'ed25519', privateKey, publicKeyPem };
  if (privateKey.asymmetricKeyType !== 'rsa') return problem('unsupported-kind');
  if ((privateKey.asymmetricKeyDetails?.modulusLength ?? 0) < minimumRsaBits) return problem('rsa-too-short');
  if (!signsForItsPublicKey(privateKey)) return problem('unreadable');
  return { kind: 'key', algorithm: 'rsa-sha256', privateKey, publicKeyPem };
}

/** A damaged RSA key can still parse: only a signature shows that its numbers match. */
function signsForItsPublicKey(privateKey: KeyObject): boolean {
  const probe = Buffer.from('market-desk');
  try {
    return verify('sha256', probe, createPublicKey(privateKey), sign('sha256', probe, privateKey));
  } catch {
    return false;
  }
}

/** Generates a pair on this machine. RSA keys have 3072 bits. */
export async function generateSigningKey(algorithm: SignatureAlgorithm): Promise<ImportedKey> {
  const generate = promisify(generateKeyPair);
  const { privateKey, publicKey } =
    algorithm === 'ed25519' ? await generate('ed25519', {}) : await generate('rsa', { modulusLength: 3072 });
  return { kind: 'key', algorithm, privateKey, publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}
