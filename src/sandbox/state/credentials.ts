import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A short random name that is no secret. */
export function randomId(prefix: string): string {
  return `${prefix}${randomBytes(12).toString('hex')}`;
}

/** What is kept of a secret: enough to recognise it, useless to whoever reads the state file. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
