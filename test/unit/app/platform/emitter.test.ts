import { afterEach, describe, expect, it, vi } from 'vitest';
import { Emitter, listenerFailures } from '../../../../src/app/platform/emitter';

const { report } = listenerFailures;
afterEach(() => {
  listenerFailures.report = report;
});

describe('an event of the emitter', () => {
  it('reaches every listener and never throws to its sender when one fails', () => {
    const reported = vi.fn();
    listenerFailures.report = reported;
    const failure = new Error('a view could not draw');
    const heard: number[] = [];
    const emitter = new Emitter<number>();
    emitter.event((value) => heard.push(value));
    emitter.event(() => {
      throw failure;
    });
    emitter.event((value) => heard.push(value * 10));
    emitter.fire(7);
    expect(heard).toEqual([7, 70]);
    expect(reported).toHaveBeenCalledExactlyOnceWith(failure);
  });

  it('reaches a listener once for each time it was added, until it is disposed', () => {
    const heard: string[] = [];
    const listener = (value: string): void => void heard.push(value);
    const emitter = new Emitter<string>();
    const first = emitter.event(listener);
    emitter.event(listener);
    first.dispose();
    emitter.fire('a');
    emitter.dispose();
    emitter.fire('b');
    expect(heard).toEqual(['a']);
  });
});
