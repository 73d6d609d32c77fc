import { beforeEach, describe, expect, it } from 'vitest';
import { ClockMonitor, renewalIntervalMs } from '../../../../src/app/clock/clockMonitor';
import type { ServerTimeSample } from '../../../../src/service/records';
import { FakeMachine, MemoryLog, settle } from '../../../support/machine/fakeMachine';

const signal = new AbortController().signal;

describe('the clock monitor', () => {
  let machine: FakeMachine;
  let monitor: ClockMonitor;
  let skewMs: number;
  let requests: number;
  let answer: () => Promise<ServerTimeSample>;

  beforeEach(() => {
    machine = new FakeMachine();
    skewMs = 2500;
    requests = 0;
    answer = () => {
      const sentAt = machine.monotonicMs();
      machine.advance(20);
      const serverTime = machine.wallMs() + skewMs;
      machine.advance(20);
      return Promise.resolve({ serverTime, sentAt, receivedAt: machine.monotonicMs() });
    };
    monitor = new ClockMonitor({ clock: machine, timers: machine, log: new MemoryLog() });
    monitor.setSource(() => {
      requests += 1;
      return answer();
    });
  });

  it('sends nothing while no view is open and nothing is signed', async () => {
    machine.advance(3_600_000);
    await settle();
    expect(requests).toBe(0);
    expect(monitor.snapshot()).toMatchObject({ trust: 'unknown', skewMs: undefined });
    expect(machine.scheduledCount).toBe(0);
  });

  it('finds the skew within its bound and gives the server’s time', async () => {
    expect(await monitor.resynchronize({ signal })).toBe(true);
    const { skewMs: found, boundMs, trust } = monitor.snapshot();
    expect(trust).toBe('good');
    expect(Math.abs((found ?? Number.NaN) - 2500)).toBeLessThanOrEqual(boundMs ?? 0);
    expect(Math.abs(monitor.nowMs() - (machine.wallMs() + 2500))).toBeLessThanOrEqual(boundMs ?? 0);
  });

  it('keeps giving server time when the wall clock jumps, and measures again before it is relied on', async () => {
    await monitor.resynchronize({ signal });
    machine.stepWall(3_600_000);
    expect(monitor.snapshot().trust).toBe('stale');
    skewMs -= 3_600_000;
    const before = requests;
    await monitor.ensureFresh({ signal });
    expect(requests).toBeGreaterThan(before);
    expect(monitor.snapshot().skewMs).toBeCloseTo(2500 - 3_600_000, -2);
  });

  it('doesn’t send requests in the background while the service is down, but does on request', async () => {
    let outage: Error | undefined = new Error('away');
    monitor.setSource(
      () => {
        requests += 1;
        return answer();
      },
      () => outage,
    );
    monitor.setWatched(true);
    machine.advance(1);
    await settle();
    expect([requests, monitor.snapshot().lastFailure]).toEqual([0, outage]);
    await monitor.ensureFresh({ signal });
    expect(requests).toBeGreaterThan(0);
    expect(monitor.snapshot()).toMatchObject({ trust: 'good', lastFailure: undefined });
    outage = undefined;
    expect(await monitor.resynchronize({ signal })).toBe(true);
  });

  it('does not measure when the estimate is fresh', async () => {
    await monitor.ensureFresh({ signal });
    const before = requests;
    await monitor.ensureFresh({ signal });
    expect(requests).toBe(before);
  });

  it('shares one measurement between all callers', async () => {
    await Promise.all([monitor.resynchronize({ signal }), monitor.resynchronize({ signal }), monitor.ensureFresh({ signal })]);
    expect(requests).toBe(5);
  });

  it('keeps a good offset when a measurement fails, and says why', async () => {
    await monitor.resynchronize({ signal });
    const good = monitor.snapshot().skewMs;
    const failure = new Error('unreachable');
    answer = () => Promise.reject(failure);
    expect(await monitor.resynchronize({ signal })).toBe(false);
    expect(monitor.snapshot()).toMatchObject({ skewMs: good, trust: 'good', lastFailure: failure });
  });

  it('rejects an implausible time', async () => {
    answer = () => Promise.resolve({ serverTime: 0, sentAt: 0, receivedAt: 1 });
    expect(await monitor.resynchronize({ signal })).toBe(false);
    expect(monitor.snapshot().trust).toBe('unknown');
  });

  it('drops a sample if the machine slept between request and answer', async () => {
    const honest = answer;
    answer = async () => {
      const sample = await honest();
      machine.stepWall(60_000);
      return sample;
    };
    expect(await monitor.resynchronize({ signal })).toBe(false);
    expect(monitor.snapshot().trust).toBe('unknown');
  });

  it('renews in the background only while a view watches it', async () => {
    monitor.setWatched(true);
    machine.advance(0);
    await settle();
    expect(requests).toBe(5);
    machine.advance(renewalIntervalMs + 1000);
    await settle();
    expect(requests).toBe(8);
    monitor.setWatched(false);
    machine.advance(10 * renewalIntervalMs);
    await settle();
    expect(requests).toBe(8);
  });

  it.each([true, false])('measures again when the time is asked for after the machine slept, watched: %s', async (watched) => {
    await monitor.resynchronize({ signal });
    monitor.setWatched(watched);
    const before = requests;
    const honest = answer;
    machine.stepWall(9 * 3_600_000);
    answer = () => Promise.reject(new Error('the network is not up yet'));
    monitor.nowMs();
    machine.advance(1000);
    await settle();
    expect(requests).toBe(before + 1);
    monitor.nowMs();
    machine.advance(30_000);
    await settle();
    expect(requests).toBe(before + 1);
    answer = honest;
    machine.advance(30_000);
    await settle();
    expect(Math.abs(monitor.nowMs() - (machine.wallMs() + 2500))).toBeLessThan(100);
    expect(monitor.snapshot().trust).toBe('good');
    const after = requests;
    monitor.nowMs();
    machine.advance(60_000);
    await settle();
    expect(requests).toBe(after);
  });

  it('waits before it sends another request to a failing service', async () => {
    answer = () => Promise.reject(new Error('unreachable'));
    monitor.setWatched(true);
    machine.advance(60_000);
    await settle();
    const early = requests;
    await monitor.ensureFresh({ signal });
    expect(early).toBeLessThanOrEqual(2);
    for (let minute = 0; minute < 10; minute += 1) {
      machine.advance(60_000);
      await settle();
    }
    expect(requests).toBeLessThanOrEqual(12);
  });

  it('treats a late timer as a sleep of the machine', async () => {
    await monitor.resynchronize({ signal });
    monitor.heartbeatWasLate(900);
    expect(monitor.snapshot().trust).toBe('good');
    monitor.heartbeatWasLate(5000);
    expect(monitor.snapshot().trust).toBe('stale');
  });

  it('forgets the clock of the previous service, even if its answer is still on the way', async () => {
    let release: (sample: ServerTimeSample) => void = () => undefined;
    answer = () => new Promise((resolve) => (release = resolve));
    const first = monitor.resynchronize({ signal });
    monitor.setSource(undefined);
    release({ serverTime: machine.wallMs() + 999_000, sentAt: 0, receivedAt: 0 });
    expect(await first).toBe(false);
    expect(monitor.snapshot()).toMatchObject({ trust: 'unknown', synchronizing: false });
    expect(await monitor.resynchronize({ signal })).toBe(false);
  });

  it('returns to the caller as soon as it cancels', async () => {
    answer = () => new Promise(() => undefined);
    const controller = new AbortController();
    const waiting = monitor.resynchronize({ signal: controller.signal });
    controller.abort();
    expect(await waiting).toBe(false);
    expect(await monitor.resynchronize({ signal: controller.signal })).toBe(false);
  });
});
