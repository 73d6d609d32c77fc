import { createHash, randomBytes } from 'node:crypto';
import { Secret } from '../secret';

/** 256 random bits in 43 characters of Base64url: fit for `state` and for `code_verifier` (RFC 7636, section 4.1). */
export function createRandomSecret(): Secret {
  return new Secret(randomBytes(32).toString('base64url'));
}

/** `BASE64URL-ENCODE(SHA256(code_verifier))` (Spec, GET /oauth2/authorize/confirm). */
export function codeChallengeOf(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier, 'ascii').digest('base64url');
}

/** A storage key derived from a value without revealing it. */
export function fingerprint(value: string): string {
  return createHash('sha256').update(value, 'utf8').digest('hex');
}
