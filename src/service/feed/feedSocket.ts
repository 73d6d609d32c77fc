import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ping, WebSocket } from 'undici/lib/web/websocket/websocket.js';
import { openSocketRoute } from '../transport/dispatchers';
import type { TransportSettings } from '../transport/settings';

/** A WebSocket connection, reduced to what the feed needs. */
export interface FeedSocket {
  send(frame: string): void;
  /** Asks the other side to respond; `pong` of the listener follows. */
  ping(): void;
  /** Ends the connection at once; `closed` follows, but nothing else does. */
  close(): void;
}

export interface FeedSocketListener {
  opened(): void;
  message(frame: string): void;
  pong(): void;
  /** Called once, for any reason. 1006 if the connection broke without a close frame. */
  closed(code: number, reason: string): void;
}

export type OpenFeedSocket = (url: string, listener: FeedSocketListener) => FeedSocket;

/** No push is larger; a larger frame ends the connection. */
const largestFrameBytes = 1024 * 1024;
const connectMs = 5_000;
/** How long to wait for the other side to answer our close frame. */
const closeMs = 1_000;
const pongChannel = 'undici:websocket:pong';

/**
 * Opens sockets over the same proxy, certificates and TLS rules as requests.
 *
 * @param settings - Evaluated for each connection.
 */
export function createFeedSockets(settings: () => TransportSettings): OpenFeedSocket {
  return (url, listener) => new UndiciFeedSocket(url, settings(), listener);
}

class UndiciFeedSocket implements FeedSocket {
  readonly #socket: WebSocket;
  readonly #onPong: (message: unknown) => void;
  #isOver = false;

  constructor(url: string, settings: TransportSettings, listener: FeedSocketListener) {
    const origin = new URL(url.replace(/^ws/, 'http')).origin;
    const route = openSocketRoute(origin, settings, connectMs, largestFrameBytes);
    this.#socket = new WebSocket(url, { dispatcher: route.dispatcher });
    this.#onPong = (message) => {
      if (typeof message === 'object' && message !== null && 'websocket' in message && message.websocket === this.#socket) listener.pong();
    };
    subscribe(pongChannel, this.#onPong);
    const release = (): void => void route.dispatcher.destroy().catch(() => undefined);
    const over = (code: number, reason: string): void => {
      release();
      if (this.#isOver) return;
      this.#isOver = true;
      unsubscribe(pongChannel, this.#onPong);
      listener.closed(code, reason);
    };
    this.#socket.addEventListener('open', () => (this.#isOver ? undefined : listener.opened()));
    this.#socket.addEventListener('message', ({ data }: { readonly data: unknown }) => {
      // Binary frames are not part of the protocol: they become empty texts, which are counted and dropped as invalid JSON.
      if (!this.#isOver) listener.message(typeof data === 'string' ? data : '');
    });
    this.#socket.addEventListener('error', () => over(1006, ''));
    this.#socket.addEventListener('close', ({ code, reason }) => over(code, reason));
    this.#end = () => {
      const isOpen = this.#socket.readyState === WebSocket.OPEN;
      if (isOpen) this.#socket.close(1000);
      if (!this.#isOver) {
        this.#isOver = true;
        unsubscribe(pongChannel, this.#onPong);
        listener.closed(1000, '');
      }
      if (isOpen) setTimeout(release, closeMs).unref();
      else release();
    };
  }

  readonly #end: () => void;

  send(frame: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(frame);
  }

  ping(): void {
    if (this.#socket.readyState === WebSocket.OPEN) ping(this.#socket);
  }

  close(): void {
    this.#end();
  }
}
