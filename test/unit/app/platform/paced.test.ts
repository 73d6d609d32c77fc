import { describe, expect, it } from 'vitest';
import { Paced } from '../../../../src/app/platform/paced';
import { FakeTime } from '../../../support/machine/fakeTime';

function setUp() {
  const time = new FakeTime();
  const done: number[] = [];
  const paced = new Paced(
    time,
    () => 100,
    () => done.push(time.monotonicMs()),
  );
  const startedMs = time.monotonicMs();
  return { time, paced, done: () => done.map((at) => at - startedMs) };
}

describe('Paced work', () => {
  it('is done at once, and then once after each pause in which it was asked for', async () => {
    const { time, paced, done } = setUp();
    for (let asked = 0; asked < 7; asked += 1) {
      paced.ask();
      await time.advance(30);
    }
    await time.advance(1_000);
    paced.ask();
    expect(done()).toEqual([0, 100, 200, 1_210]);
  });

  it('is done before its pause is over if that is wanted, and not again after it', async () => {
    const { time, paced, done } = setUp();
    paced.flush();
    paced.ask();
    paced.ask();
    await time.advance(10);
    paced.flush();
    await time.advance(1_000);
    expect(done()).toEqual([0, 10]);
  });

  it('pauses for as long as is right when its pause begins', async () => {
    const time = new FakeTime();
    const [done, pause]: [number[], { ms: number }] = [[], { ms: 500 }];
    const paced = new Paced(
      time,
      () => pause.ms,
      () => done.push(time.monotonicMs() - startedMs),
    );
    const startedMs = time.monotonicMs();
    for (let asked = 0; asked < 9; asked += 1) {
      paced.ask();
      if (asked === 3) pause.ms = 100;
      await time.advance(100);
    }
    expect(done).toEqual([0, 500, 600, 700, 800, 900]);
  });

  it('is not done once it is disposed', async () => {
    const { time, paced, done } = setUp();
    paced.ask();
    paced.ask();
    paced.dispose();
    await time.advance(1_000);
    expect(done()).toEqual([0]);
  });
});
