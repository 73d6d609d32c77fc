import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { RouteTools } from '../types';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Creates cursors that clients cannot read, alter or use elsewhere: encrypted with a key of this process, and bound to their query. */
export function createCursors(): RouteTools['cursors'] {
  const key = randomBytes(32);
  return {
    seal(binding, offset) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(binding));
      const sealed = Buffer.concat([cipher.update(String(offset)), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(binding, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      if (bytes.length <= ivBytes + tagBytes || bytes.toString('base64url') !== cursor) return undefined;
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes)).setAAD(Buffer.from(binding));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      try {
        return Number(Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString());
      } catch {
        return undefined;
      }
    },
  };
}
