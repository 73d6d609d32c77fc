import { vi } from 'vitest';

/** The limits of time that the program sets from now on: none ends by itself. */
export interface TimeLimits {
  /** Milliseconds of each, in order. */
  readonly set: readonly number[];
  /** Ends those of this many milliseconds, as the platform would. */
  end: (ms: number) => void;
}

/** Replaces `AbortSignal.timeout` until the test ends. */
export function heldTimeLimits(): TimeLimits {
  const set: number[] = [];
  const open: { readonly ms: number; readonly limit: AbortController }[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    set.push(ms);
    open.push({ ms, limit });
    return limit.signal;
  });
  return {
    set,
    end: (ended) => {
      for (const { ms, limit } of open) if (ms === ended) limit.abort(new DOMException('The operation timed out.', 'TimeoutError'));
    },
  };
}

/** A read that is never answered; it rejects when it is given up. */
export async function unanswered({ signal }: { readonly signal: AbortSignal }): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
}
