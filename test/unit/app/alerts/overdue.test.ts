import { beforeEach, describe, expect, it } from 'vitest';
import { Overdue } from '../../../../src/app/alerts/overdue';
import { FakeTime } from '../../../support/machine/fakeTime';

describe('what no read has shown', () => {
  let time: FakeTime;
  let overdue: Overdue;
  let calls: number;
  const heard = (): void => overdue.heard(time.wallMs());
  const looked = (lateMs: number): void => overdue.looked(time.wallMs(), lateMs);

  beforeEach(() => {
    time = new FakeTime();
    calls = 0;
    overdue = new Overdue(time, time, { afterMs: 1_700, call: () => (calls += 1) });
  });

  it('is called after its time, and not if a read has shown it', async () => {
    heard();
    await time.advance(1_699);
    expect(calls).toBe(0);
    await time.advance(1);
    expect(calls).toBe(1);
    heard();
    await time.advance(500);
    looked(0);
    await time.advance(5_000);
    expect(calls).toBe(1);
  });

  it('waits for one more read where the service shows things late, and no longer', async () => {
    heard();
    await time.advance(900);
    looked(1_000);
    await time.advance(1_700);
    expect(calls).toBe(0);
    await time.advance(100);
    expect(calls).toBe(1);
    heard();
    await time.advance(900);
    looked(1_000);
    await time.advance(1_000);
    looked(1_000);
    await time.advance(5_000);
    expect(calls).toBe(1);
  });

  it('is not put off by a read from before it was heard', async () => {
    looked(1_000);
    await time.advance(10);
    heard();
    await time.advance(1_700);
    expect(calls).toBe(1);
  });
});
