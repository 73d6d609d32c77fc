import type { IncomingMessage } from 'node:http';

/** Largest accepted request body; every request of the specification is far smaller. */
export const maxBodyBytes = 1024 * 1024;

/** Reads the raw bytes of a request; undefined if it exceeds {@link maxBodyBytes} or breaks off. */
export async function readRawBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBodyBytes) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}
