import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** A key pair for signed requests; the public half in the form that the portal takes. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicPem: string;
}

export function makeKey(kind: 'ed25519' | 'rsa', bits = 2048): SigningKey {
  const { privateKey, publicKey } =
    kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('rsa', { modulusLength: bits });
  return { privateKey, publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}

export interface RequestToSign {
  readonly method?: string;
  readonly path: string;
  /** Without the question mark, exactly as it will be sent. */
  readonly query?: string;
  readonly body?: string;
  readonly timestampMs?: number;
  readonly nonce?: string;
}

/** The five fields of the specification (Authentication, Method 2), written again here so that no code is shared with either side. */
export function signingString(request: RequestToSign & { readonly timestampMs: number }): string {
  const { timestampMs, method = 'GET', path, query = '', body = '' } = request;
  const digest = body === '' ? '' : createHash('sha256').update(body).digest('hex');
  return `${timestampMs}\n${method}\n${path}\n${query}\n${digest}`;
}

export function signedHeaders(key: SigningKey, keyId: string, request: RequestToSign): Record<string, string> {
  const timestampMs = request.timestampMs ?? Date.now();
  const text = Buffer.from(signingString({ ...request, timestampMs }));
  const signature = sign(key.privateKey.asymmetricKeyType === 'ed25519' ? null : 'RSA-SHA256', text, key.privateKey);
  return {
    'X-Api-Key': keyId,
    Authorization: signature.toString('base64'),
    'X-Timestamp': String(timestampMs),
    'X-Nonce': request.nonce ?? randomBytes(16).toString('hex'),
  };
}
