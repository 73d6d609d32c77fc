import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { untilAborted } from '../../../src/service/abortable';

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
