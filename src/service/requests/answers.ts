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
   */
  take(request: string, maxAgeMs: number, signal: AbortSignal): Promise<KnownAnswer | ReadingTurn>;
  /** @param tookMs - How long ago the request was sent. */
  share(request: string, response: WireResponse, tookMs: number): Promise<void>;
}

/** What identifies a request among those of one user. */
export function requestText(method: string, { path, query, body }: { path: string; query: string; body: Uint8Array | undefined }): string {
  return `${method} ${path}?${query}\n${body === undefined ? '' : new TextDecoder().decode(body)}`;
}
