import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pacedProgress } from '../../../../../src/ui/platform/say/progress';
import { editor } from '../../../../support/editor/editor';

describe('a read that waits for the limits of the service', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('shows the reason and the remaining seconds, and when it continues', async () => {
    const goesAt = Date.now() + 3200;
    const endsAt = Date.now() + 4000;
    const held = (): number | undefined => (Date.now() < goesAt ? goesAt - Date.now() : undefined);
    const result = pacedProgress('Loading', held, async () => new Promise((resolve) => setTimeout(() => resolve('read'), 4000)));
    await vi.advanceTimersByTimeAsync(250);
    expect(editor.progressed).toMatchObject([{ title: 'Loading', isCancellable: true }]);
    expect(editor.progressed[0]?.messages).toEqual(['waiting because the service limits requests, next one in 3 s']);
    await vi.advanceTimersByTimeAsync(endsAt - Date.now());
    expect(await result).toBe('read');
    const seconds = [3, 2, 1].map((left) => `waiting because the service limits requests, next one in ${String(left)} s`);
    expect(editor.progressed[0]?.messages).toEqual([...seconds, 'loading']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('shows nothing for a wait that is over at once, and ends when it is canceled', async () => {
    const quick = pacedProgress(
      'Loading',
      () => 900,
      async () => new Promise((resolve) => setTimeout(() => resolve(1), 2000)),
    );
    await vi.advanceTimersByTimeAsync(2000);
    expect([await quick, editor.progressed[0]?.messages]).toEqual([1, []]);
    const canceled = pacedProgress(
      'Loading',
      () => 20_000,
      async (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('canceled')))),
    );
    const ended = expect(canceled).rejects.toThrow('canceled');
    await vi.advanceTimersByTimeAsync(500);
    editor.progressed[1]?.cancel();
    await ended;
    expect(vi.getTimerCount()).toBe(0);
  });
});
