import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { TransportError } from '../errors';
import type { RequestLabel } from '../errors';
import { maximumBodyBytes } from './settings';
import type { WireResponse } from './types';

const decoders: ReadonlyMap<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>> = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

export function isEncoded(headers: Readonly<Record<string, string>>): boolean {
  return headers['content-encoding'] !== undefined;
}

/** True for a response without an encoding, or with one that {@link decoded} supports. */
export function isKnownEncoding(headers: Readonly<Record<string, string>>): boolean {
  const encoding = encodingOf(headers);
  return encoding === 'identity' || decoders.has(encoding);
}

/**
 * The response with its body as it was before a proxy encoded it.
 *
 * @throws {@link TransportError} for a body that is damaged, or larger than an answer may be.
 */
export async function decoded(answer: WireResponse, request: RequestLabel): Promise<WireResponse> {
  const decode = decoders.get(encodingOf(answer.headers));
  // An empty body may be labeled too, but was not encoded: its status is all that counts.
  if (decode === undefined || answer.body.byteLength === 0) return answer;
  try {
    return { ...answer, body: await decode(answer.body, { maxOutputLength: maximumBodyBytes }) };
  } catch (error) {
    const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new TransportError(tooLarge ? 'too-large' : 'broken-answer', { request, sent: 'maybe', detail: 'encoded body' });
  }
}

function encodingOf(headers: Readonly<Record<string, string>>): string {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return encoding === '' ? 'identity' : encoding;
}
