import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { Message } from '../../../src/panel/platform/messages';
import type { ToPortfolioPage } from '../../../src/panel/portfolio/portfolioProtocol';
import type { ToSecurityPage } from '../../../src/panel/security/securityProtocol';
import type { ToWatchlistPage } from '../../../src/panel/watchlist/watchlistProtocol';

interface ToPages {
  readonly watchlist: ToWatchlistPage;
  readonly portfolio: ToPortfolioPage;
  readonly security: ToSecurityPage;
}

export type RelayedPage = keyof ToPages;

/** A price in a message: where it is shown, its text there, and when it was pushed, in Unix milliseconds. */
export type Told = readonly [place: string, text: string, pushedAt: number];

/** Passes messages on to pages that paint them: as text, as they pass through the editor. Without readers they are only serialized. */
export class PageRelay {
  readonly #readers = new Map<string, WebSocket>();
  #server: WebSocketServer | undefined;

  /** @returns Its port; the path of an address names the page. */
  async listen(): Promise<number> {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    this.#server = server;
    server.on('connection', (socket, { url }) => {
      this.#readers.set((url ?? '').slice(1), socket);
    });
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  post<P extends RelayedPage, K extends keyof ToPages[P]>(page: P, message: Message<ToPages[P], K>, told: readonly Told[] = []): void {
    if (this.#server === undefined) JSON.stringify(message);
    else this.#readers.get(page)?.send(JSON.stringify({ message, told }));
  }
}
