import { describe, expect, it } from 'vitest';
import { Attention } from '../../../../src/app/platform/attention';
import { Emitter } from '../../../../src/app/platform/emitter';
import { FakeTime } from '../../../support/machine/fakeTime';

describe('the attention of a window', () => {
  it('lasts for half a minute after the focus is lost, and returns with the focus at once', async () => {
    const time = new FakeTime();
    const changed = new Emitter<undefined>();
    const focus = { isFocused: true, onDidChange: changed.event };
    const attention = new Attention(focus, time);
    const heard: boolean[] = [];
    attention.onDidChange(() => heard.push(attention.isWatched));
    const set = (isFocused: boolean): void => {
      focus.isFocused = isFocused;
      changed.fire(undefined);
    };
    set(false);
    await time.advance(29_000);
    expect([attention.isWatched, heard]).toEqual([true, [true]]);
    set(true);
    await time.advance(60_000);
    expect([attention.isWatched, heard]).toEqual([true, [true, true]]);
    set(false);
    await time.advance(31_000);
    expect([attention.isWatched, heard]).toEqual([false, [true, true, true, false]]);
    set(true);
    expect(attention.isWatched).toBe(true);
  });

  it('is no longer tracked after it was disposed', async () => {
    const time = new FakeTime();
    const changed = new Emitter<undefined>();
    const attention = new Attention({ isFocused: false, onDidChange: changed.event }, time);
    let count = 0;
    attention.onDidChange(() => (count += 1));
    changed.fire(undefined);
    attention.dispose();
    changed.fire(undefined);
    await time.advance(60_000);
    expect(count).toBe(1);
  });
});
