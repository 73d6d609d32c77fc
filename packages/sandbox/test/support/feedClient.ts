import { WebSocket } from 'ws';
import type { Json } from './sandboxService';

/** A feed as seen by a program that uses nothing but `ws`: frames in the order in which they arrived. */
export interface FeedClient {
  readonly socket: WebSocket;
  readonly frames: readonly Json[];
  /** Frames as received, before parsing. */
  readonly texts: readonly string[];
  send(frame: unknown): void;
  /** Waits for the first matching frame from number `from` on. */
  waitFor(fits: (frame: Json) => boolean, from?: number): Promise<Json>;
  /** Resolves when the connection ends, with its code and reason. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  close(): void;
}

const patienceMs = 30_000;

export async function openFeed(url: string, options: { readonly autoPong?: boolean } = {}): Promise<FeedClient> {
  const socket = new WebSocket(url, { autoPong: options.autoPong ?? true, skipUTF8Validation: true });
  const frames: Json[] = [];
  const texts: string[] = [];
  const listeners = new Set<() => void>();
  socket.on('message', (data: Buffer, isBinary) => {
    const text = data.toString();
    texts.push(text);
    frames.push(isBinary ? { binary: data.length } : parsed(text));
    for (const listener of listeners) listener();
  });
  const closed = new Promise<{ readonly code: number; readonly reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  return {
    socket,
    frames,
    texts,
    closed,
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    waitFor: async (fits, from = 0) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = frames.slice(from).find(fits);
          if (found === undefined) return;
          clearTimeout(timer);
          listeners.delete(look);
          resolve(found);
        };
        const timer = setTimeout(() => {
          listeners.delete(look);
          reject(new Error(`no such frame among ${String(frames.length)}: ${texts.slice(-5).join(' ')}`));
        }, patienceMs);
        listeners.add(look);
        look();
      }),
    close: () => socket.terminate(),
  };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return { garbage: text };
  }
}
