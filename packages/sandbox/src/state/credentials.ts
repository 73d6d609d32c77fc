import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A short random name that is not secret. */
export function randomId(prefix: string): string {
  return `${prefix}${randomBytes(12).toString('hex')}`;
}

/** The stored digest of a secret: enough to recognize it, useless to a reader of the state file. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
