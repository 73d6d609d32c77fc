import type { ReadRank } from './readRank';
import type { WireResponse } from '../transport/types';

/** A response that a window has read, and how long ago its request was sent. */
export interface KnownAnswer {
  readonly kind: 'known';
  readonly response: WireResponse;
  readonly ageMs: number;
}

/** It is for this window to read it; `done` lets the others go on, with what was shared. */
export interface ReadingTurn {
  readonly kind: 'turn';
  readonly done: () => Promise<void>;
}

/** Responses that the windows of one user share. None of it ever rejects. */
export interface Answers {
  /**
   * The response to this request that any window has sent at most `maxAgeMs` ago. Waits for one that another window is reading.
   *
   * @param request - Method, path, query, and body.
   * @param rank - The other window may have to wait long for its turn at the service: a user does not wait for it as long as a list does.
   */
  take(request: string, maxAgeMs: number, signal: AbortSignal, rank?: ReadRank): Promise<KnownAnswer | ReadingTurn>;
  /**
   * @param tookMs - How long ago the request was sent.
   * @param kind - `lack`: the service does not have this call, so that the response does for longer, whatever age a caller accepts.
   */
  share(request: string, response: WireResponse, tookMs: number, kind?: 'lack'): Promise<void>;
}

/** What identifies a request among those of one user. */
export function requestText(method: string, { path, query, body }: { path: string; query: string; body: Uint8Array | undefined }): string {
  return `${method} ${path}?${query}\n${body === undefined ? '' : new TextDecoder().decode(body)}`;
}
