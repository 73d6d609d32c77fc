import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Delay } from '../../../../src/webview/shared/delay';

describe('work that waits', () => {
  const work = vi.fn();
  let delay: Delay;

  beforeEach(() => {
    vi.useFakeTimers();
    work.mockClear();
    delay = new Delay(100, work);
  });
  afterEach(() => vi.useRealTimers());

  it('is done once, when the time from the first call is over', () => {
    delay.start();
    vi.advanceTimersByTime(60);
    delay.start();
    vi.advanceTimersByTime(39);
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(work).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1000);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('is put off by a restart', () => {
    delay.restart();
    vi.advanceTimersByTime(60);
    delay.restart();
    vi.advanceTimersByTime(99);
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('is not done once it was stopped, and can be asked for again', () => {
    delay.start();
    delay.stop();
    vi.advanceTimersByTime(1000);
    expect(work).not.toHaveBeenCalled();
    delay.start();
    vi.advanceTimersByTime(100);
    expect(work).toHaveBeenCalledTimes(1);
    delay.start();
    vi.advanceTimersByTime(100);
    expect(work).toHaveBeenCalledTimes(2);
  });
});
