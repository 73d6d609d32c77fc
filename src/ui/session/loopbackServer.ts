import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { gateRefusal } from 'market-desk-gate';
import type { GateRules } from 'market-desk-gate';
import * as vscode from 'vscode';
import type { Reception } from '../../app/session/signIn/callbackInbox';
import type { RedirectEndpoint } from '../../app/session/signIn/flows';

const callbackPath = '/callback';
/** The secret is the state of the sign-in, which the receiver checks. A browser that is sent here by a page names no origin. */
const gate: GateRules = { isOwnHost: (host) => host.startsWith('127.0.0.1:'), hasPages: false };

/**
 * Listens on 127.0.0.1 for the browser's callback during one sign-in.
 *
 * @param preferredPort - The previous port, so that its registration can be used again; 0 for any.
 */
export async function listenOnLoopback(
  preferredPort: number,
  receive: (query: string) => Promise<Reception>,
): Promise<RedirectEndpoint & { readonly port: number }> {
  const server = createServer((request, response) => void answer(request, response, receive));
  const port = await listen(server, preferredPort).catch(async (error: unknown) => {
    if (preferredPort === 0) throw error;
    return listen(server, 0);
  });
  return {
    port,
    redirectUri: `http://127.0.0.1:${port}${callbackPath}`,
    isLasting: true,
    dispose: () => {
      server.close();
      // The "you can close this page" response is still being sent when sign-in is done.
      setTimeout(() => server.closeAllConnections(), 1000).unref();
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.off('error', reject);
      // An error event without a listener would end the extension host; the time limit of the sign-in ends the wait.
      server.on('error', () => undefined);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('no port was given'));
      else resolve(address.port);
    });
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, receive: (query: string) => Promise<Reception>): Promise<void> {
  const [path, query = ''] = (request.url ?? '').split('?', 2);
  const isForUs = request.method === 'GET' && path === callbackPath && gateRefusal(gate, request) === undefined;
  const reception = isForUs ? await receive(query) : 'ignored';
  const isKnown = reception !== 'ignored';
  const text = isKnown
    ? vscode.l10n.t('You can close this page and return to the editor.')
    : vscode.l10n.t('This page doesn’t match a pending sign-in. Start again from the editor.');
  response.writeHead(isKnown ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(page(text));
}

function page(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html><html lang="${vscode.env.language}"><meta charset="utf-8"><title>Market Desk</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;display:grid;place-items:center;min-height:90vh;margin:0 1.5rem}main{max-width:32rem;text-align:center}h1{font-size:1.25rem}</style>
<main><h1>Market Desk</h1><p>${escaped}</p></main></html>`;
}
