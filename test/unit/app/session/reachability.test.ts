import { describe, expect, it } from 'vitest';
import { Poller } from '../../../../src/app/platform/poller';
import { Reachability } from '../../../../src/app/session/reachability';
import { HttpError, TransportError } from '../../../../src/service/errors';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime, settle } from '../../../support/machine/fakeTime';

const baseUrl = 'https://service.example';
const { signal } = new AbortController();
const refused = { status: undefined, outcome: 'connect-failed' } as const;
const answered = { status: 200, outcome: 'ok' } as const;

function harness() {
  const time = new FakeTime();
  const reach = new Reachability({ timers: time, clock: time, random: () => 0.5, log: new MemoryLog() });
  const probes: number[] = [];
  const returns: number[] = [];
  const service: { answer: (signal: AbortSignal) => Promise<unknown> } = {
    answer: async () => Promise.reject(new TransportError('connect-failed', { sent: 'no' })),
  };
  reach.setService({
    baseUrl,
    probe: async (probe) => {
      probes.push(time.monotonicMs());
      return service.answer(probe);
    },
  });
  reach.onDidReturn(() => returns.push(time.monotonicMs()));
  return { time, reach, probes, returns, service };
}

const http = (status: number, retryAfterMs?: number) => async (): Promise<never> =>
  Promise.reject(new HttpError({ status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }));

describe('Reachability', () => {
  it.each([
    ['refused', refused],
    ['too late', { status: undefined, outcome: 'timed-out' }],
    ['502', { status: 502, outcome: 'http' }],
    ['503', { status: 503, outcome: 'http' }],
    ['504', { status: 504, outcome: 'api' }],
  ] as const)('doubts the service after a request that ends %s, and considers it down once a probe fails as well', async (_, event) => {
    const { time, reach, probes } = harness();
    reach.heard(baseUrl, event);
    expect(reach.isAway).toBe(false);
    await time.advance(1_000);
    expect(reach.isAway).toBe(true);
    expect(probes).toHaveLength(1);
  });

  it('knows since when there has been no answer: not since it was noticed', async () => {
    const { time, reach } = harness();
    reach.heard(baseUrl, answered);
    await time.advance(30_000);
    expect(reach.silentForMs).toBeUndefined();
    reach.heard(baseUrl, refused);
    await time.advance(1_000);
    expect([reach.isAway, reach.silentForMs]).toEqual([true, 31_000]);
    await time.advance(60_000);
    expect(reach.silentForMs).toBe(91_000);
    reach.heard(baseUrl, answered);
    expect(reach.silentForMs).toBeUndefined();
  });

  it.each([
    ['an answer', answered],
    ['a refusal', { status: 404, outcome: 'http' }],
    ['an error of its own', { status: 500, outcome: 'api' }],
    ['an abort', { status: undefined, outcome: 'aborted' }],
  ] as const)('sends no probe after %s', async (_, event) => {
    const { time, reach, probes } = harness();
    reach.heard(baseUrl, event);
    await time.advance(60_000);
    expect([reach.isAway, probes.length]).toEqual([false, 0]);
  });

  it('reports the failure to other requests for a minute only, because it may concern one question', async () => {
    const { time, reach } = harness();
    reach.heard(baseUrl, refused);
    expect(reach.failure).toBeUndefined();
    await time.advance(1_000);
    expect(reach.failure).toBeInstanceOf(TransportError);
    await time.advance(55_000);
    expect(reach.failure).toBeInstanceOf(TransportError);
    await time.advance(5_000);
    expect([reach.isAway, reach.failure]).toEqual([true, undefined]);
    reach.heard(baseUrl, answered);
    expect([reach.isAway, reach.failure]).toEqual([false, undefined]);
  });

  it('is in doubt after a second failed request without any answer, and reports the verdict', async () => {
    const { time, reach, service } = harness();
    const verdicts: (Error | undefined)[] = [];
    const suspected: string[] = [];
    reach.onDidSuspect(({ baseUrl: url, verdict }) => {
      suspected.push(url);
      void verdict.then((failure) => verdicts.push(failure));
    });
    reach.heard(baseUrl, refused);
    expect(suspected).toEqual([]);
    reach.heard(baseUrl, refused);
    reach.heard(baseUrl, refused);
    expect(suspected).toEqual([baseUrl]);
    await time.advance(1_000);
    expect(verdicts).toEqual([expect.any(TransportError)]);
    reach.heard(baseUrl, answered);
    await time.advance(6_000);
    service.answer = async () => Promise.resolve();
    reach.heard(baseUrl, refused);
    reach.heard(baseUrl, answered);
    reach.heard(baseUrl, refused);
    await time.advance(6_000);
    expect(suspected).toHaveLength(1);
    reach.heard(baseUrl, refused);
    reach.heard(baseUrl, refused);
    await time.advance(1_000);
    expect([suspected.length, verdicts.length, verdicts[1]]).toEqual([2, 2, undefined]);
  });

  it('listens only to requests of the service in use', async () => {
    const { time, reach } = harness();
    reach.heard('https://another.example', refused);
    await time.advance(5_000);
    expect(reach.isAway).toBe(false);
  });

  it('probes once every three to five seconds until there is an answer, and reports it once', async () => {
    const { time, reach, probes, returns, service } = harness();
    for (let count = 0; count < 10; count += 1) reach.heard(baseUrl, refused);
    await time.advance(60_000);
    const pauses = probes.slice(1).map((at, index) => at - (probes[index] ?? 0));
    expect(pauses.length).toBeGreaterThanOrEqual(12);
    expect(pauses.every((ms) => ms >= 4_000 && ms < 5_000)).toBe(true);
    service.answer = http(404);
    await time.advance(5_000);
    expect(reach.isAway).toBe(false);
    expect(returns).toHaveLength(1);
    const before = probes.length;
    await time.advance(60_000);
    expect(probes).toHaveLength(before);
  });

  it('waits as long as the service asks for', async () => {
    const { time, reach, probes, service } = harness();
    service.answer = http(503, 20_000);
    reach.heard(baseUrl, refused);
    await time.advance(20_000);
    expect(probes).toHaveLength(1);
    await time.advance(1_000);
    expect(probes).toHaveLength(2);
  });

  it('stays reachable when one request fails while others are answered, and not when none is', async () => {
    const { time, reach, service } = harness();
    service.answer = http(503);
    const ill = { status: 502, outcome: 'http' } as const;
    reach.heard(baseUrl, answered);
    reach.heard(baseUrl, ill);
    await time.advance(1_000);
    expect(reach.isAway).toBe(true);
    await time.advance(10_000);
    expect(reach.isAway).toBe(true);
    for (let count = 0; count < 10; count += 1) {
      reach.heard(baseUrl, answered);
      await time.advance(10_000);
      reach.heard(baseUrl, ill);
      await time.advance(5_000);
      expect(reach.isAway).toBe(false);
    }
    await time.advance(60_000);
    reach.heard(baseUrl, ill);
    await time.advance(1_000);
    expect(reach.isAway).toBe(true);
  });

  it('is down at once when nothing answers at all', async () => {
    const { time, reach } = harness();
    reach.heard(baseUrl, answered);
    reach.heard(baseUrl, refused);
    await time.advance(1_000);
    expect(reach.isAway).toBe(true);
  });

  it('does not probe a service if only one endpoint fails', async () => {
    const { time, reach, probes, service } = harness();
    service.answer = async () => 'now';
    for (let count = 0; count < 20; count += 1) {
      reach.heard(baseUrl, { status: 503, outcome: 'http' });
      await time.advance(250);
    }
    expect(reach.isAway).toBe(false);
    expect(probes).toHaveLength(1);
  });

  it('takes any answer as the return of the service', async () => {
    const { time, reach, returns } = harness();
    reach.heard(baseUrl, refused);
    await time.advance(1_000);
    reach.heard(baseUrl, { status: 404, outcome: 'http' });
    expect([reach.isAway, returns.length]).toEqual([false, 1]);
    await time.advance(60_000);
    expect(time.pendingTimers).toBe(0);
  });

  it('gives up a probe without an answer, so that the next one may succeed', async () => {
    const { time, reach, probes, service } = harness();
    service.answer = async (probe) =>
      new Promise((_, reject) => {
        probe.addEventListener('abort', () => reject(new TransportError('timed-out', { sent: 'maybe' })));
      });
    reach.heard(baseUrl, refused);
    await time.advance(13_000);
    expect(reach.isAway).toBe(true);
    expect(probes).toHaveLength(2);
  });

  it('lets requests that would be sent again wait until the doubt is resolved', async () => {
    const { time, reach, service } = harness();
    const verdicts: boolean[] = [];
    const ask = (): unknown => reach.isAwayAt(baseUrl, signal).then((isAway) => verdicts.push(isAway));
    reach.heard(baseUrl, refused);
    ask();
    await settle();
    expect(verdicts).toEqual([]);
    await time.advance(1_000);
    expect(verdicts).toEqual([true]);
    service.answer = async () => 'now';
    await time.advance(5_000);
    ask();
    await settle();
    expect(verdicts).toEqual([true, false]);
    await expect(reach.isAwayAt('https://another.example', signal)).resolves.toBe(false);
  });

  it('forgets everything when another service is chosen', async () => {
    const { time, reach, probes } = harness();
    reach.heard(baseUrl, refused);
    await time.advance(1_000);
    reach.setService(undefined);
    await time.advance(60_000);
    expect([reach.isAway, probes.length]).toEqual([false, 1]);
  });
});

describe('a poller of a service that goes down', () => {
  const failing = async (): Promise<never> => Promise.reject(new TransportError('connect-failed', { sent: 'no' }));

  function polled(intervalMs = 30_000) {
    const held = harness();
    const runs: AbortSignal[] = [];
    const self: { answer: (signal: AbortSignal) => Promise<void> } = { answer: async () => Promise.resolve() };
    const poller = new Poller({
      timers: held.time,
      clock: held.time,
      reach: held.reach,
      intervalMs: () => intervalMs,
      run: async (run) => {
        runs.push(run);
        await self.answer(run);
      },
    });
    return { ...held, runs, poller, self };
  }

  it('pauses while it is down and reads at once afterwards', async () => {
    const { time, reach, service, runs, poller, self } = polled();
    self.answer = failing;
    reach.heard(baseUrl, refused);
    await time.advance(1_000);
    poller.setVisible(true);
    await time.advance(200_000);
    expect(runs).toHaveLength(1);
    service.answer = async () => 'now';
    self.answer = async () => Promise.resolve();
    await time.advance(5_000);
    expect(runs).toHaveLength(2);
    await time.advance(30_000);
    expect(runs).toHaveLength(3);
  });

  it('cancels an automatic read that began before, and starts again', async () => {
    const { time, reach, service, runs, poller, self } = polled();
    self.answer = async (run) => new Promise((_, reject) => run.addEventListener('abort', () => reject(new Error('aborted'))));
    poller.setVisible(true);
    await settle();
    reach.heard(baseUrl, refused);
    await time.advance(10_000);
    service.answer = async () => 'now';
    await time.advance(5_000);
    expect(runs.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it('repeats a read that the user requested if it failed while the service returned', async () => {
    const { time, reach, service, runs, poller, self } = polled();
    reach.heard(baseUrl, refused);
    await time.advance(1_000);
    let fail: (error: Error) => void = () => undefined;
    self.answer = async () => new Promise((_, reject) => (fail = reject));
    poller.setVisible(true);
    void poller.refresh();
    service.answer = async () => 'now';
    await time.advance(5_000);
    expect(runs).toHaveLength(1);
    self.answer = async () => Promise.resolve();
    fail(new TransportError('timed-out', { sent: 'maybe' }));
    await settle();
    expect(runs).toHaveLength(2);
  });
});
