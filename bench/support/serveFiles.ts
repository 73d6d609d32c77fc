import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import path from 'node:path';
import { gateRefusal } from 'market-desk-gate';
import type { GateRules } from 'market-desk-gate';

const types = new Map([
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
  ['.ttf', 'font/ttf'],
]);

/** The files are the built pages, which are no secret. */
const gate: GateRules = { isOwnHost: (host) => host.startsWith('127.0.0.1:'), hasPages: true };

/** Serves the files of a folder, and an empty page at `/`. */
export async function serveFiles(folder: string): Promise<{ readonly url: string; close(): void }> {
  const server: Server = createServer((request, response) => {
    if (gateRefusal(gate, request) !== undefined) {
      response.writeHead(403).end();
      return;
    }
    const name = path.basename(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (name === '') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end('<!DOCTYPE html><html lang="en"><body></body></html>');
      return;
    }
    response.setHeader('Content-Type', types.get(path.extname(name)) ?? 'application/octet-stream');
    createReadStream(path.join(folder, name))
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}
