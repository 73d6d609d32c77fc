import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { underSignals, untilAborted } from '../../../src/service/abortable';
import { Turns } from '../../../src/service/lists/turns';

const never = async (): Promise<never> => new Promise(() => undefined);

describe('work until a signal is aborted', () => {
  it('lets go of the signal when it is aborted, although the work never ends', async () => {
    const user = new AbortController();
    const signal = AbortSignal.any([user.signal]);
    const ended = untilAborted(never, signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    user.abort();
    await expect(ended).rejects.toMatchObject({ code: 'aborted', sent: 'no' });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('lets go of the signal when the work ends', async () => {
    const { signal } = new AbortController();
    expect(await untilAborted(async () => Promise.resolve(7), signal)).toBe(7);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('fails with the error of the work when the work fails', async () => {
    const { signal } = new AbortController();
    const own = new Error('own');
    await expect(untilAborted(async () => Promise.reject(own), signal)).rejects.toBe(own);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('does not begin the work when the signal is already aborted', async () => {
    let begun = 0;
    await expect(untilAborted(async () => Promise.resolve((begun += 1)), AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
    expect(begun).toBe(0);
  });
});

describe('work under several signals', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  /** Memory is collected while the work waits, as it is in a busy window. */
  const ended = async (signal: AbortSignal): Promise<unknown> =>
    new Promise((resolve) => {
      const collecting = setInterval(collect, 5);
      const end = (): void => {
        clearInterval(collecting);
        resolve(signal.reason);
      };
      signal.addEventListener('abort', end, { once: true });
    });

  it('ends with a timeout although memory was collected meanwhile', async () => {
    const { signal } = new AbortController();
    const reasons = [1, 2, 3].map(async () => underSignals([signal, AbortSignal.timeout(60)], ended));
    for (const reason of await Promise.all(reasons)) expect(reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('ends with a source that nobody else holds any more', async () => {
    const cancelSoon = (): AbortSignal => {
      const user = new AbortController();
      setTimeout(() => user.abort('user'), 60);
      return user.signal;
    };
    expect(await underSignals([cancelSoon(), new AbortController().signal], ended)).toBe('user');
    expect(await ended(new Turns().begin(cancelSoon()).signal)).toBe('user');
  });

  it('is aborted from the start when one of them is', async () => {
    const { signal } = new AbortController();
    const seen = underSignals([signal, AbortSignal.abort('before')], async ({ aborted, reason }) => Promise.resolve({ aborted, reason }));
    expect(await seen).toEqual({ aborted: true, reason: 'before' });
  });

  it('lets go of them when it ends, or fails', async () => {
    const [one, other] = [new AbortController().signal, new AbortController().signal];
    await underSignals([one, other], async () => Promise.resolve());
    await expect(underSignals([one, other], async () => Promise.reject(new Error('own')))).rejects.toThrow('own');
    expect([one, other].flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([]);
  });

  it('of a list lets go of the signal of its caller with the next turn', () => {
    const { signal } = new AbortController();
    const turns = new Turns();
    for (let turn = 0; turn < 3; turn += 1) turns.begin(signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    turns.end();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
