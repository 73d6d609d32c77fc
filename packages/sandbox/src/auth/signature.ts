import { createHash, createPublicKey, verify } from 'node:crypto';
import { gatewayCode } from '../http/gateway';
import type { AppKeyRecord } from '../state/records';
import type { CredentialStore } from '../state/store';
import type { Grant } from '../types';
import { scopes } from './scopes';
import type { NonceMemory } from './nonces';
import type { Refusal } from './refusal';

/** Spec, Limits: the largest accepted difference of the clocks. */
export const toleratedOffsetMs = 5000;

/** A request as received, before anything decoded or reformatted it. */
export interface SignedRequest {
  readonly method: string;
  readonly rawPath: string;
  readonly rawQuery: string;
  readonly rawBody: Uint8Array;
  readonly header: (name: string) => string | undefined;
}

export interface SignatureDependencies {
  readonly store: CredentialStore;
  readonly nonces: NonceMemory;
  /** The service's clock, which timestamps are compared with. */
  readonly now: () => number;
  /** This machine's clock, for the lifetime of nonces. */
  readonly nowMs: () => number;
  /** Reports a wrong signature in the same way as a wrong timestamp, as observed from a service. */
  readonly likeLive: boolean;
}

/** The grant of a signed request (Spec, Method 2). */
export function checkSignature(request: SignedRequest, dependencies: SignatureDependencies): Grant | Refusal {
  const valueOf = (name: string): string => request.header(name) ?? '';
  return checkSigned(
    ['X-Api-Key', 'X-Timestamp', 'X-Nonce', 'Authorization'],
    valueOf,
    () => signingString(request, valueOf('X-Timestamp')),
    dependencies,
  );
}

/**
 * The grant of whoever signed a text with a key, which has every scope and account of its user.
 *
 * @param names - What the request calls the ID of the key, the timestamp, the nonce, and the signature.
 */
export function checkSigned(
  names: readonly [key: string, timestamp: string, nonce: string, signature: string],
  valueOf: (name: string) => string,
  text: () => string,
  { store, nonces, now, nowMs, likeLive }: SignatureDependencies,
): Grant | Refusal {
  const [id, timestamp, nonce, signature] = [valueOf(names[0]), valueOf(names[1]), valueOf(names[2]), valueOf(names[3])];
  const key = store.appKey(id);
  if (key === undefined) return refuse(gatewayCode.keyUnknown, `unknown ${names[0]}`);
  if (!/^\d{1,16}$/.test(timestamp)) return refuse(gatewayCode.signatureRejected, `${names[1]} must be a Unix time in milliseconds`);
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(nonce))
    return refuse(gatewayCode.nonceRejected, `${names[2]} must be 1 to 64 letters, digits, underscores or hyphens`);
  if (Math.abs(Number(timestamp) - now()) > toleratedOffsetMs)
    return refuse(gatewayCode.timestampOffset, 'the timestamp differs too much from the server time');
  if (!isSigned(text(), signature, key))
    return refuse(likeLive ? gatewayCode.timestampOffset : gatewayCode.signatureRejected, 'the signature does not match the request');
  // Only a verified request may use up a nonce; otherwise any caller could burn them.
  if (!nonces.accept(key.id, nonce, nowMs())) return refuse(gatewayCode.nonceRejected, `${names[2]} was used before`);
  return { method: 'signature', user: key.user, scopes, accounts: '*' };
}

function signingString(request: SignedRequest, timestamp: string): string {
  const bodyPart = request.rawBody.length === 0 ? '' : createHash('sha256').update(request.rawBody).digest('hex');
  return [timestamp, request.method, request.rawPath, request.rawQuery, bodyPart].join('\n');
}

/** Whether the key signed exactly this text; the signature is base64. */
function isSigned(text: string, authorization: string, key: AppKeyRecord): boolean {
  const signature = Buffer.from(authorization, 'base64');
  if (signature.length === 0 || signature.toString('base64') !== authorization) return false;
  // Ed25519 signs the text itself; for an RSA key Node's default padding is PKCS#1 v1.5.
  return verify(key.algorithm === 'Ed25519' ? null : 'sha256', Buffer.from(text), createPublicKey(key.publicKey), signature);
}

function refuse(code: number, message: string): Refusal {
  return { status: 401, code, message };
}
