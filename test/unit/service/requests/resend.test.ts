import { describe, expect, it, vi } from 'vitest';
import { ApiError, AuthError, DecodeError, HttpError, InvalidInputError, TransportError } from '../../../../src/service/errors';
import type { TransportErrorCode } from '../../../../src/service/errors';
import { machineTiming, mayBeSentAgain, resend } from '../../../../src/service/requests/resend';
import type { ResendTiming } from '../../../../src/service/requests/resend';

const request = { method: 'GET', route: '/thing' };
const transportError = (code: TransportErrorCode): TransportError => new TransportError(code, { sent: 'maybe' });
const api = (serverCode: number, status = 200, envelope: ApiError['envelope'] = 'quote'): ApiError =>
  new ApiError({ envelope, serverCode, serverMessage: '', status });

const sentAgain: readonly (readonly [string, unknown])[] = [
  ['connect-failed', transportError('connect-failed')],
  ['timed-out', transportError('timed-out')],
  ['broken-answer', transportError('broken-answer')],
  ['proxy', transportError('proxy')],
  ...[429, 500, 502, 503, 504].map((status) => [`HTTP ${status}`, new HttpError({ status })] as const),
  ...[-2, -4, -5, -6, -11].map((code) => [`ret_code ${code}`, api(code)] as const),
  ['an envelope with 503', api(-1, 503, 'gateway')],
  ['an envelope with 429', api(-1200, 429, 'order')],
  ['a body that is no JSON', new DecodeError({ path: '', expected: 'JSON object', got: 'no JSON' })],
];

const notSentAgain: readonly (readonly [string, unknown])[] = [
  ['tls', transportError('tls')],
  ['too-large', transportError('too-large')],
  ['aborted', transportError('aborted')],
  ...[301, 400, 401, 403, 404, 408].map((status) => [`HTTP ${status}`, new HttpError({ status })] as const),
  ...[-3, -7, -8, -9, -10, -12006, 5].map((code) => [`ret_code ${code}`, api(code)] as const),
  ['errcode -4', api(-4, 200, 'order')],
  ['gateway -4', api(-4, 401, 'gateway')],
  ['an answer of another shape', new DecodeError({ path: 'data', expected: 'a', got: 'b' })],
  ['auth', new AuthError('token-rejected')],
  ['input', new InvalidInputError('a', 'filled')],
  ['anything', new Error('x')],
  ['nothing', undefined],
];

describe('mayBeSentAgain', () => {
  it.each(sentAgain)('allows: %s', (_name, error) => {
    expect(mayBeSentAgain(error)).toBe(true);
  });

  it.each(notSentAgain)('forbids: %s', (_name, error) => {
    expect(mayBeSentAgain(error)).toBe(false);
  });
});

/** Time that passes only in pauses and when the test advances it. */
function fakeTiming(random = 0.5): ResendTiming & { readonly pauses: number[]; now: number } {
  const timing = {
    now: 1000,
    pauses: [] as number[],
    monotonicMs: (): number => timing.now,
    random: () => random,
    sleep: async (ms: number): Promise<void> => {
      timing.pauses.push(ms);
      timing.now += ms;
    },
  };
  return timing;
}

async function run(
  results: readonly unknown[],
  timing = fakeTiming(),
  tookMs = 0,
  options: Pick<Parameters<typeof resend>[1], 'settledBy' | 'waitedMs'> = {},
): Promise<{ result: unknown; tries: number; pauses: number[] }> {
  let tries = 0;
  const attempt = async (number: number): Promise<unknown> => {
    const result = results[tries];
    tries += 1;
    expect(number).toBe(tries);
    timing.now += tookMs;
    if (result instanceof Error) throw result;
    return result;
  };
  const result = await resend(attempt, { request, signal: new AbortController().signal, timing, ...options }).catch(
    (error: unknown) => error,
  );
  return { result, tries, pauses: timing.pauses };
}

describe('resend', () => {
  const flaky = api(-4);

  it('returns a success or a lasting error without another try', async () => {
    expect(await run(['fine'])).toEqual({ result: 'fine', tries: 1, pauses: [] });
    const error = api(-3);
    expect(await run([error])).toEqual({ result: error, tries: 1, pauses: [] });
  });

  it('tries three times, with growing random pauses', async () => {
    expect(await run([flaky, flaky, 'fine'])).toEqual({ result: 'fine', tries: 3, pauses: [150, 300] });
    expect(await run([flaky, flaky, flaky, 'never'])).toEqual({ result: flaky, tries: 3, pauses: [150, 300] });
    expect((await run([flaky, 'fine'], fakeTiming(0))).pauses).toEqual([0]);
  });

  it('waits as long as the service asks, and a little more', async () => {
    const away = new HttpError({ status: 503, retryAfterMs: 7_000 });
    expect(await run([away, 'fine'])).toEqual({ result: 'fine', tries: 2, pauses: [7_150] });
  });

  it('leaves the wait for a limit to the next try, which keeps its place meanwhile', async () => {
    const busy = new HttpError({ status: 429, retryAfterMs: 7_000 });
    const timing = fakeTiming();
    const refusals: unknown[] = [];
    const attempt = async (number: number, _leftMs: () => number, refusal?: { readonly waitMs: number }): Promise<string> => {
      refusals.push(refusal);
      return number === 1 ? Promise.reject(busy) : 'fine';
    };
    expect(await resend(attempt, { request, signal: new AbortController().signal, timing })).toBe('fine');
    expect([refusals, timing.pauses]).toEqual([[undefined, { waitMs: 7_000 }], []]);
  });

  it('does not begin a wait that would go beyond 45 s in total', async () => {
    const later = new HttpError({ status: 503, retryAfterMs: 60_000 });
    expect(await run([later, 'never'])).toEqual({ result: later, tries: 1, pauses: [] });
    expect(await run([flaky, flaky, 'never'], fakeTiming(), 22_500)).toEqual({ result: flaky, tries: 2, pauses: [150] });
  });

  it('gives each try what is left of 45 s, not counting the waits for the limits of the service', async () => {
    const left: number[] = [];
    let waited = 0;
    const timing = fakeTiming(0);
    const attempt = async (number: number, leftMs: () => number): Promise<string> => {
      left.push(leftMs());
      timing.now += 20_000;
      if (number === 2) {
        waited += 10_000;
        timing.now += 10_000;
      }
      return number < 3 ? Promise.reject(flaky) : 'fine';
    };
    const options = { request, signal: new AbortController().signal, timing, waitedMs: () => waited };
    expect(await resend(attempt, options)).toBe('fine');
    expect(left).toEqual([45_000, 25_000, 5_000]);
  });

  it('does not try again after a code that the caller handles itself', async () => {
    const refused = api(-5);
    expect(await run([refused, 'never'], fakeTiming(), 0, { settledBy: new Set([-5]) })).toEqual({ result: refused, tries: 1, pauses: [] });
    expect(await run([flaky, 'fine'], fakeTiming(), 0, { settledBy: new Set([-5]) })).toMatchObject({ result: 'fine', tries: 2 });
  });

  it('reports a timeout when the time runs out in a pause', async () => {
    const limit = new AbortController();
    const attempt = vi.fn(async () => Promise.reject(flaky));
    const timing = { ...fakeTiming(), sleep: async () => limit.abort(new DOMException('late', 'TimeoutError')) };
    await expect(resend(attempt, { request, signal: limit.signal, timing })).rejects.toMatchObject({ code: 'timed-out', request });
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  it('ends at once when cancelled in a pause', async () => {
    const cancel = new AbortController();
    const attempt = vi.fn(async () => Promise.reject(flaky));
    const timing = { ...machineTiming, random: () => 0.999 };
    const result = resend(attempt, { request, signal: cancel.signal, timing });
    setTimeout(() => cancel.abort(), 20);
    const before = performance.now();
    await expect(result).rejects.toMatchObject({ code: 'aborted', request });
    expect(performance.now() - before).toBeLessThan(1000);
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  it('does not pause when cancelled before', async () => {
    const before = performance.now();
    await machineTiming.sleep(5_000, AbortSignal.abort());
    expect(performance.now() - before).toBeLessThan(1000);
  });
});
