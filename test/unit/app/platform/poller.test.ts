import { askerOf } from '../../../../src/domain/orders/orderOrigin';
import type { Asker } from '../../../../src/service/requests/asker';
import { describe, expect, it } from 'vitest';
import { Poller } from '../../../../src/app/platform/poller';
import { HttpError } from '../../../../src/service/errors';
import { FakeTime, settle } from '../../../support/machine/fakeTime';

interface Harness {
  readonly time: FakeTime;
  readonly poller: Poller;
  readonly signals: AbortSignal[];
  interval: number;
  answer: (signal: AbortSignal) => Promise<void>;
}

function harness(): Harness {
  const time = new FakeTime();
  const signals: AbortSignal[] = [];
  const self: { interval: number; answer: Harness['answer'] } = { interval: 30_000, answer: () => Promise.resolve() };
  const poller = new Poller({
    timers: time,
    clock: time,
    intervalMs: () => self.interval,
    run: async (signal) => {
      signals.push(signal);
      await self.answer(signal);
    },
  });
  return Object.assign(self, { time, poller, signals });
}

const until = (signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });

describe('Poller', () => {
  it('does nothing while hidden and refreshes at once when first shown, then at the interval', async () => {
    const it = harness();
    await it.time.advance(120_000);
    expect(it.signals).toHaveLength(0);
    it.poller.setVisible(true);
    await settle();
    expect(it.signals).toHaveLength(1);
    await it.time.advance(29_999);
    expect(it.signals).toHaveLength(1);
    await it.time.advance(1);
    expect(it.signals).toHaveLength(2);
  });

  it('does nothing when hidden and waits out the rest of the interval when shown again', async () => {
    const it = harness();
    it.poller.setVisible(true);
    await it.time.advance(10_000);
    it.poller.setVisible(false);
    expect(it.time.pendingTimers).toBe(0);
    await it.time.advance(10_000);
    it.poller.setVisible(true);
    await it.time.advance(9_999);
    expect(it.signals).toHaveLength(1);
    await it.time.advance(1);
    expect(it.signals).toHaveLength(2);
  });

  it('refreshes at once when shown with data older than the interval', async () => {
    const it = harness();
    it.poller.setVisible(true);
    await it.time.advance(1_000);
    it.poller.setVisible(false);
    await it.time.advance(600_000);
    it.poller.setVisible(true);
    await settle();
    expect(it.signals).toHaveLength(2);
  });

  it('polls only once by itself with interval 0', async () => {
    const it = harness();
    it.interval = 0;
    it.poller.setVisible(true);
    await it.time.advance(3_600_000);
    expect(it.signals).toHaveLength(1);
    await it.poller.refresh();
    expect(it.signals).toHaveLength(2);
  });

  it('doubles the wait after failures, up to five minutes, and recovers', async () => {
    const it = harness();
    it.answer = () => Promise.reject(new Error('down'));
    it.poller.setVisible(true);
    await settle();
    const gaps: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const before = it.signals.length;
      let waited = 0;
      while (it.signals.length === before) {
        await it.time.advance(10_000);
        waited += 10_000;
      }
      gaps.push(waited);
    }
    expect(gaps).toEqual([60_000, 120_000, 240_000, 300_000, 300_000, 300_000]);
    it.answer = () => Promise.resolve();
    await it.poller.refresh();
    const before = it.signals.length;
    await it.time.advance(30_000);
    expect(it.signals.length).toBe(before + 1);
  });

  it('waits at least as long as the service asks for', async () => {
    const it = harness();
    it.answer = () => Promise.reject(new HttpError({ status: 503, retryAfterMs: 200_000 }));
    it.poller.setVisible(true);
    await it.time.advance(199_999);
    expect(it.signals).toHaveLength(1);
    await it.time.advance(1);
    expect(it.signals).toHaveLength(2);
  });

  it('cancels an automatic refresh when hidden, but not one that the user requested', async () => {
    const automatic = harness();
    automatic.answer = until;
    automatic.poller.setVisible(true);
    await settle();
    automatic.poller.setVisible(false);
    expect(automatic.signals[0]?.aborted).toBe(true);

    const joined = harness();
    joined.answer = until;
    joined.poller.setVisible(true);
    await settle();
    void joined.poller.refresh();
    joined.poller.setVisible(false);
    expect(joined.signals).toHaveLength(1);
    expect(joined.signals[0]?.aborted).toBe(false);
  });

  it('reads outdated data again once: after the current run, at once without one, or when shown again', async () => {
    const it = harness();
    let end: () => void = () => undefined;
    it.answer = async () => new Promise<void>((resolve) => (end = resolve));
    it.poller.setVisible(true);
    await settle();
    it.poller.readAgain();
    it.poller.readAgain();
    expect(it.signals).toHaveLength(1);
    end();
    await settle();
    expect(it.signals).toHaveLength(2);
    end();
    await settle();
    expect(it.signals).toHaveLength(2);
    it.poller.readAgain();
    await settle();
    expect(it.signals).toHaveLength(3);
    end();
    await settle();
    it.poller.setVisible(false);
    it.poller.readAgain();
    await settle();
    expect(it.signals).toHaveLength(3);
    it.poller.setVisible(true);
    await settle();
    expect(it.signals).toHaveLength(4);
  });

  it('restarts with a fresh run and ignores the end of the cancelled one', async () => {
    const it = harness();
    let release: () => void = () => undefined;
    it.answer = () => new Promise((resolve) => (release = resolve));
    it.poller.setVisible(true);
    await settle();
    const releaseFirst = release;
    it.poller.restart();
    await settle();
    expect(it.signals.map((signal) => signal.aborted)).toEqual([true, false]);
    releaseFirst();
    await it.time.advance(600_000);
    expect(it.signals).toHaveLength(2);
    release();
    await it.time.advance(30_000);
    expect(it.signals).toHaveLength(3);
  });

  it('stops for good when disposed', async () => {
    const it = harness();
    it.poller.setVisible(true);
    await settle();
    it.poller.dispose();
    await it.poller.refresh();
    await it.time.advance(600_000);
    expect(it.signals).toHaveLength(1);
    expect(it.time.pendingTimers).toBe(0);
  });

  it('refreshes a view when it would have been, however often a program has asked in vain', async () => {
    const time = new FakeTime();
    const runs: { readonly atMs: number; readonly askedBy: Asker | undefined }[] = [];
    const poller = new Poller({
      timers: time,
      clock: time,
      intervalMs: () => 30_000,
      run: async (_signal, _isByHand, forProgram) => {
        runs.push({ atMs: time.monotonicMs(), askedBy: forProgram?.askedBy });
        if (forProgram !== undefined) throw new Error('failed');
        return Promise.resolve();
      },
    });
    poller.setVisible(true);
    for (let second = 0; second < 65; second += 5) {
      await time.advance(5_000);
      void poller.refresh(askerOf({ kind: 'agent', name: 'one' }));
    }
    expect(runs.filter(({ askedBy }) => askedBy === undefined).map(({ atMs }) => atMs)).toEqual([0, 30_000, 60_000]);
    expect(runs.length).toBeGreaterThan(10);
    poller.dispose();
  });
});
