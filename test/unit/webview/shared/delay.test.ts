import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Delay } from '../../../../src/webview/shared/delay';

describe('delayed work', () => {
  const work = vi.fn();
  let delay: Delay;

  beforeEach(() => {
    vi.useFakeTimers();
    work.mockClear();
    delay = new Delay(100, work);
  });
  afterEach(() => vi.useRealTimers());

  it('is done once, when the time since the first call is over', () => {
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

  it('is delayed again by a restart', () => {
    delay.restart();
    vi.advanceTimersByTime(60);
    delay.restart();
    vi.advanceTimersByTime(99);
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('is not done once it was stopped, and can be requested again', () => {
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
