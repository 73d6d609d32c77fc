import { generateKeyPairSync } from 'node:crypto';

/** A pair for all tests of a process: making one takes longer than most of them. */
export const rsaPair = generateKeyPairSync('rsa', { modulusLength: 2048 });
