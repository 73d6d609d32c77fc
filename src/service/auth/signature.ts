import { createHash, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { WireRequest } from '../transport/types';

export type SignatureAlgorithm = 'ed25519' | 'rsa-sha256';

/** A private key that is ready to sign, with its ID from the developer portal. */
export interface SigningKey {
  readonly appKeyId: string;
  readonly algorithm: SignatureAlgorithm;
  readonly privateKey: KeyObject;
}

/** The five fields of the signing string, in order (Spec, Method 2: API key with request signature). */
export interface SigningFields {
  readonly timestampMs: string;
  readonly httpMethod: string;
  readonly requestPath: string;
  readonly queryString: string;
  /** Lower-case hex SHA-256 of the body bytes; empty without a body. */
  readonly bodyPart: string;
}

/** The parts of a request that the signature covers: exactly the bytes that are sent. */
export type SignedParts = Pick<WireRequest, 'method' | 'path' | 'query' | 'body'>;

export function signingFields(request: SignedParts, timestampMs: string): SigningFields {
  const { body } = request;
  return {
    timestampMs,
    httpMethod: request.method.toUpperCase(),
    requestPath: request.path,
    queryString: request.query,
    bodyPart: body === undefined || body.length === 0 ? '' : createHash('sha256').update(body).digest('hex'),
  };
}

/** Joins the fields with LF; every separator stays, so a GET without a body ends in one. */
export function signingString(fields: SigningFields): string {
  return `${fields.timestampMs}\n${fields.httpMethod}\n${fields.requestPath}\n${fields.queryString}\n${fields.bodyPart}`;
}

/** Base64 of the signature: Ed25519 over the text itself, RSA as PKCS#1 v1.5 over its SHA-256. */
export function signText(key: Pick<SigningKey, 'algorithm' | 'privateKey'>, text: string): string {
  const bytes = Buffer.from(text);
  // For RSA keys, node:crypto pads with PKCS#1 v1.5 by default.
  // Stryker disable next-line ConditionalExpression: OpenSSL signs with SHA-256 where no digest is named, but other libraries need not
  return sign(key.algorithm === 'ed25519' ? null : 'sha256', bytes, key.privateKey).toString('base64');
}

/** 128 random bits as 32 hexadecimal digits: within the 1 to 64 characters that the specification allows. */
export function createNonce(): string {
  return randomBytes(16).toString('hex');
}

/** The four headers of a signed request. */
export function signatureHeaders(
  key: SigningKey,
  request: SignedParts,
  stamp: { readonly timestampMs: string; readonly nonce: string },
): Readonly<Record<string, string>> {
  return {
    'X-Api-Key': key.appKeyId,
    Authorization: signText(key, signingString(signingFields(request, stamp.timestampMs))),
    'X-Timestamp': stamp.timestampMs,
    'X-Nonce': stamp.nonce,
  };
}
