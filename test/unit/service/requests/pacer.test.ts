import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError, HttpError } from '../../../../src/service/errors';
import { publishedRates } from '../../../../src/service/requests/limits';
import { Pacer } from '../../../../src/service/requests/pacer';
import { readRanks } from '../../../../src/service/requests/readRank';
import { VirtualTime } from '../../../support/machine/virtualTime';
import type { Limit, Rates, Turn } from '../../../../src/service/requests/limits';

const trading = { method: 'GET', route: '/api/v1.0/accounts/{acc_id}/orders' };
const paper = { method: 'GET', route: '/api/v1.0/sim-trade/{acc_id}/positions' };
const quote = { method: 'POST', route: '/api/v1.0/quote/snapshot' };
const time = { method: 'GET', route: '/api/v1.0/server-time' };
const live = new AbortController().signal;

function setUp(rates: Rates = publishedRates): {
  readonly time: VirtualTime;
  readonly pacer: Pacer;
  readonly log: { readonly name: string; readonly atMs: number }[];
  readonly ask: (name: string, request: typeof trading, turn?: Turn, tookMs?: number) => Promise<void>;
} {
  const clock = new VirtualTime();
  const pacer = new Pacer({ timing: clock.timing, rates });
  const log: { name: string; atMs: number }[] = [];
  const ask = async (name: string, request: typeof trading, turn: Turn = 'refresh', tookMs = 0): Promise<void> => {
    const { leave } = await pacer.enter(request, turn, live);
    log.push({ name, atMs: clock.nowMs });
    if (tookMs > 0) await clock.timing.sleep(tookMs, live);
    leave();
  };
  return { time: clock, pacer, log, ask };
}

const most = (atMs: readonly number[], withinMs: number): number =>
  Math.max(0, ...atMs.map((from) => atMs.filter((at) => at >= from && at < from + withinMs).length));

describe('the request pacer at published rates', () => {
  it('sends at most 30 trading requests in any 30 s and 20 ms apart, however many are requested at once', async () => {
    const { time: clock, log, ask } = setUp();
    const asked = Array.from({ length: 100 }, async (_, index) => ask(String(index), index % 2 === 0 ? trading : paper));
    await clock.pass(200_000);
    await Promise.all(asked);
    const at = log.map(({ atMs }) => atMs);
    expect(log.map(({ name }) => Number(name))).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect(most(at, 30_000)).toBeLessThanOrEqual(30);
    for (let index = 1; index < at.length; index += 1) expect((at[index] ?? 0) - (at[index - 1] ?? 0)).toBeGreaterThanOrEqual(20);
    expect(at.at(-1)).toBeLessThan(130_000);
  });

  it('sends ten quote requests a second and five at once', async () => {
    const { time: clock, log, ask } = setUp({ quotes: { count: 5, withinMs: 500, apartMs: 0 } });
    const asked = Array.from({ length: 40 }, async (_, index) => ask(String(index), quote));
    await clock.pass(10_000);
    await Promise.all(asked);
    const at = log.map(({ atMs }) => atMs);
    expect(at.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(most(at, 1000)).toBe(10);
    expect(at.at(-1)).toBe(3_500);
  });

  it('keeps room for a change when reads have used up theirs, and sends it before waiting reads', async () => {
    const { time: clock, log, ask } = setUp();
    const asked = Array.from({ length: 60 }, async () => ask('read', trading));
    await clock.pass(1_000);
    const write = ask('write', trading, 'urgent');
    await clock.pass(1_000);
    expect(log.at(-1)).toEqual({ name: 'write', atMs: 1_000 });
    await clock.pass(100_000);
    await Promise.all([...asked, write]);
  });

  it('sends a read of one order before waiting lists, and leaves room for a change', async () => {
    const { time: clock, log, ask } = setUp();
    const look = { method: 'POST', route: '/api/v1.0/accounts/{acc_id}/orders/detail' };
    const asked = Array.from({ length: 60 }, async () => ask('list', trading));
    await clock.pass(1_000);
    expect(log).toHaveLength(23);
    const looks = Array.from({ length: 6 }, async () => ask('look', look, 'look'));
    await clock.pass(1_000);
    expect(log.slice(23).map(({ name }) => name)).toEqual(Array.from({ length: 5 }, () => 'look'));
    const write = ask('write', trading, 'urgent');
    await clock.pass(100);
    expect(log.at(-1)).toMatchObject({ name: 'write' });
    await clock.pass(100_000);
    await Promise.all([...asked, ...looks, write]);
    expect(log[29]).toMatchObject({ name: 'look' });
  });

  it('sends first loads in their order before refreshes, what programs ask for after them, and decoration when it is quiet', async () => {
    const { time: clock, log, ask } = setUp({ trading: { count: 14, withinMs: 1_000, apartMs: 10 } });
    const asked = [...readRanks.toReversed(), ...readRanks.toReversed()].map(async (turn) => ask(turn, trading, turn));
    await clock.pass(10_000);
    await Promise.all(asked);
    // The first one was sent before the others waited.
    const [first, ...others] = log.map(({ name }) => name);
    expect(first).toBe('program');
    const ranks = readRanks.filter((turn) => turn !== 'program' && turn !== 'decoration');
    expect(others).toEqual([...ranks.flatMap((turn) => [turn, turn]), 'program', 'decoration', 'decoration']);
  });

  it.each(['refresh', 'followed'] as const)('lets first loads use the room that %s reads leave for others', async (turn) => {
    const { time: clock, log, ask } = setUp();
    const refreshes = Array.from({ length: 40 }, async () => ask(turn, trading, turn));
    await clock.pass(5_000);
    expect(log).toHaveLength(23);
    const first = Array.from({ length: 6 }, async () => ask('first', trading, 'livePositions'));
    await clock.pass(5_000);
    expect(log.slice(23).map(({ name }) => name)).toEqual(Array.from({ length: 5 }, () => 'first'));
    const write = ask('write', trading, 'urgent');
    await clock.pass(1_000);
    expect(log.at(-1)).toMatchObject({ name: 'write' });
    await clock.pass(100_000);
    await Promise.all([...refreshes, ...first, write]);
  });

  it('keeps to the limits for any mixture of requests, and sends every request', async () => {
    const requests = fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 3_000 }),
        request: fc.constantFrom(trading, quote, time),
        turn: fc.constantFrom<Turn>('refresh', 'urgent'),
      }),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(requests, async (plan) => {
        const rate = { count: 7, withinMs: 700, apartMs: 30 };
        const { time: clock, log, ask } = setUp({ trading: rate });
        const all = plan.map(async ({ at, request, turn }) =>
          clock.timing.sleep(at, live).then(async () => ask(request.route, request, turn, 5)),
        );
        await clock.pass(60_000);
        await Promise.all(all);
        expect(log).toHaveLength(plan.length);
        const at = log.filter(({ name }) => name === trading.route).map(({ atMs }) => atMs);
        expect(most(at, rate.withinMs)).toBeLessThanOrEqual(rate.count);
        for (let index = 1; index < at.length; index += 1)
          expect((at[index] ?? 0) - (at[index - 1] ?? 0)).toBeGreaterThanOrEqual(rate.apartMs);
      }),
      { numRuns: 50 },
    );
  });
});

describe('windows that share the limits', () => {
  /** Counts for all windows, and answers a moment later, as a file does. */
  function budgetOf(clock: VirtualTime, sent: number[] = []) {
    return {
      sent,
      add: () => void sent.push(clock.nowMs),
      giveBack: (_limits: readonly Limit[], agoMs: number) => void sent.splice(sent.indexOf(clock.nowMs - agoMs), 1),
      pause: () => undefined,
      take: async ([limit]: readonly Limit[]): Promise<ReadonlyMap<string, number>> => {
        await clock.timing.sleep(3, live);
        if (limit === undefined) return new Map();
        const inTheWay = sent.toSorted((one, other) => one - other)[sent.length - limit.count];
        const apartMs = Math.max(...sent, -Infinity) + limit.apartMs - clock.nowMs;
        const waitMs = Math.max(0, (inTheWay ?? -Infinity) + limit.withinMs - clock.nowMs, apartMs);
        if (waitMs === 0) sent.push(clock.nowMs);
        return new Map(waitMs === 0 ? [] : [[limit.key, waitMs]]);
      },
    };
  }

  function windowsOf(count: number) {
    const clock = new VirtualTime();
    const shared = budgetOf(clock);
    const log: { readonly name: string; readonly atMs: number }[] = [];
    const windows = Array.from({ length: count }, () => new Pacer({ timing: clock.timing, rates: publishedRates, shared }));
    const ask = async (window: number, name: string, turn: Turn = 'refresh'): Promise<void> => {
      const passage = await windows[window]?.enter(trading, turn, live);
      log.push({ name, atMs: clock.nowMs });
      passage?.leave();
    };
    return { clock, shared, log, windows, ask };
  }

  it('together send no more than one window may alone, equally far apart, and leave no request unsent', async () => {
    const { clock, log, ask } = windowsOf(3);
    const asked = Array.from({ length: 90 }, async (_, index) => ask(index % 3, String(index)));
    await clock.pass(300_000);
    await Promise.all(asked);
    const at = log.map(({ atMs }) => atMs);
    expect(at).toHaveLength(90);
    expect(most(at, 30_000)).toBeLessThanOrEqual(23);
    for (let index = 1; index < at.length; index += 1) expect((at[index] ?? 0) - (at[index - 1] ?? 0)).toBeGreaterThanOrEqual(20);
  });

  it('report a wait that requests of other windows cause', async () => {
    const { clock, windows, ask } = windowsOf(2);
    const others = Array.from({ length: 23 }, async () => ask(0, 'other'));
    await clock.pass(5_000);
    const own = ask(1, 'own');
    await clock.pass(10);
    expect(windows[1]?.heldMs()).toBeGreaterThan(20_000);
    // A first load may use more of the limit.
    await Promise.all([ask(1, 'first', 'orders'), clock.pass(100)]);
    await clock.pass(60_000);
    await Promise.all([...others, own]);
  });

  it('count a change but do not hold it back', async () => {
    const { clock, shared, log, ask } = windowsOf(2);
    const reads = Array.from({ length: 40 }, async () => ask(0, 'read'));
    await clock.pass(5_000);
    await ask(1, 'change', 'urgent');
    expect(log.at(-1)).toEqual({ name: 'change', atMs: 5_000 });
    expect(shared.sent).toContain(5_000);
    await clock.pass(100_000);
    await Promise.all(reads);
  });

  it('lose no place to a request that is aborted while waiting', async () => {
    const { clock, windows, log, ask } = windowsOf(1);
    const cancel = new AbortController();
    const given = windows[0]?.enter(trading, 'refresh', cancel.signal);
    const next = ask(0, 'next');
    cancel.abort();
    await expect(given).rejects.toMatchObject({ code: 'aborted' });
    await clock.pass(100);
    await next;
    expect(log).toHaveLength(1);
  });
});

describe('the connections of the request pacer', () => {
  it('serve five reads at a time, while an urgent request needs none of them', async () => {
    const { time: clock, log, ask } = setUp({});
    const asked = Array.from({ length: 7 }, async (_, index) => ask(`read ${index}`, trading, 'refresh', 1_000));
    await clock.pass(10);
    const urgent = ask('urgent', time, 'urgent');
    await clock.pass(10);
    expect(log.map(({ name }) => name)).toEqual(['read 0', 'read 1', 'read 2', 'read 3', 'read 4', 'urgent']);
    await clock.pass(5_000);
    await Promise.all([...asked, urgent]);
    expect(log.slice(6)).toEqual([
      { name: 'read 5', atMs: 1_000 },
      { name: 'read 6', atMs: 1_000 },
    ]);
  });

  it('are free again when a read is aborted', async () => {
    const { time: clock, pacer, log, ask } = setUp({});
    const held = Array.from({ length: 5 }, async () => ask('held', trading, 'refresh', 1_000));
    await clock.settle();
    const cancel = new AbortController();
    const waiting = pacer.enter(trading, 'refresh', cancel.signal);
    cancel.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted', sent: 'no' });
    await expect(pacer.enter(trading, 'refresh', AbortSignal.timeout(0))).rejects.toMatchObject({ code: 'timed-out' });
    const next = ask('next', trading);
    await clock.pass(1_000);
    await Promise.all([...held, next]);
    expect(log.at(-1)).toEqual({ name: 'next', atMs: 1_000 });
  });
});

describe('a pause that the service asks for', () => {
  const limited = (retryAfterMs?: number): ApiError =>
    new ApiError({ envelope: 'quote', serverCode: -11, serverMessage: '', status: 200, retryAfterMs });

  it('holds back the path that it was requested for, and no other', async () => {
    const { time: clock, pacer, log, ask } = setUp({});
    pacer.failed(quote, limited(12_000));
    pacer.failed(trading, new HttpError({ status: 503, retryAfterMs: 9_000 }));
    const asked = [ask('quote', quote), ask('same family', { ...quote, route: '/api/v1.0/quote/market-state' }), ask('trading', trading)];
    await clock.pass(20_000);
    await Promise.all(asked);
    expect(log).toEqual([
      { name: 'same family', atMs: 0 },
      { name: 'trading', atMs: 0 },
      { name: 'quote', atMs: 12_000 },
    ]);
  });

  it('holds back no change if the service asked for it in answer to a read', async () => {
    const { time: clock, pacer, log, ask } = setUp({});
    pacer.failed(trading, new HttpError({ status: 429, retryAfterMs: 9_000 }));
    await ask('change', trading, 'urgent');
    await clock.settle();
    expect(log).toEqual([{ name: 'change', atMs: 0 }]);
  });

  it('holds back a whole family until its quota is renewed when the quota is used up', async () => {
    const { time: clock, pacer, log, ask } = setUp({});
    pacer.heard(quote, { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '7' }, 0);
    pacer.heard(quote, { 'x-ratelimit-remaining': '0' }, 0);
    await ask('still free', quote);
    pacer.heard(quote, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7' }, 0);
    const asked = [ask('quote', { ...quote, route: '/api/v1.0/quote/market-state' }), ask('trading', trading)];
    await clock.pass(10_000);
    await Promise.all(asked);
    expect(log.map(({ name, atMs }) => [name, atMs])).toEqual([
      ['still free', 0],
      ['trading', 0],
      ['quote', 7_000],
    ]);
  });

  it('holds back only the path when its quota is renewed later than one of the family could be', async () => {
    const { time: clock, pacer, log, ask } = setUp(publishedRates);
    pacer.heard(quote, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '40' }, 0);
    pacer.heard(trading, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '25' }, 0);
    const asked = [ask('path', quote), ask('other path', { ...quote, route: '/api/v1.0/quote/market-state' })];
    const all = [...asked, ask('trading', { ...trading, route: '/api/v1.0/accounts/{acc_id}/positions' })];
    await clock.pass(50_000);
    await Promise.all(all);
    expect(log.map(({ name, atMs }) => [name, atMs])).toEqual([
      ['other path', 0],
      ['trading', 25_000],
      ['path', 40_000],
    ]);
  });

  it('ends a read at once, with the time left, when it is too long to wait for', async () => {
    const { time: clock, pacer } = setUp({});
    pacer.failed(quote, limited(600_000));
    await clock.pass(60_000);
    await expect(pacer.enter(quote, 'refresh', live)).rejects.toMatchObject({ serverCode: -11, retryAfterMs: 540_000 });
  });

  it('is not made when the service gives no wait', async () => {
    const { pacer, log, ask } = setUp({});
    pacer.failed(quote, limited());
    await ask('quote', quote);
    expect(log).toHaveLength(1);
  });
});

describe('the wait that the request pacer reports', () => {
  it('is exactly the time until the next trading request is sent', async () => {
    const { time: clock, pacer, log, ask } = setUp();
    expect(pacer.heldMs()).toBeUndefined();
    for (let count = 0; count < 30; count += 1) void ask(`r${String(count)}`, trading);
    void ask('quote', quote);
    await clock.pass(5000);
    const gone = log.filter(({ name }) => name !== 'quote').length;
    expect(gone).toBeLessThan(30);
    const held = pacer.heldMs() ?? -1;
    expect(held).toBeGreaterThan(20_000);
    await clock.pass(held - 1);
    expect([log.length, pacer.heldMs()]).toEqual([gone + 1, 1]);
    await clock.pass(1);
    expect(log).toHaveLength(gone + 2);
    await clock.pass(60_000);
    expect([log.length, pacer.heldMs()]).toEqual([31, undefined]);
  });

  it('is the pause that the service asked for, if there is one', async () => {
    const { time: clock, pacer, ask } = setUp();
    pacer.failed(trading, new HttpError({ status: 429, retryAfterMs: 12_000 }));
    void ask('r', trading);
    await clock.settle();
    expect(pacer.heldMs()).toBe(12_000);
    await clock.pass(12_000);
    expect(pacer.heldMs()).toBeUndefined();
  });
});

describe('while a service may be down, the request pacer', () => {
  const failure = new HttpError({ request: time, status: 503 });
  const verdictOf = (): { readonly verdict: Promise<Error | undefined>; readonly say: (failure?: Error) => void } => {
    let say: (failure?: Error) => void = () => undefined;
    const verdict = new Promise<Error | undefined>((resolve) => (say = resolve));
    return { verdict, say: (found) => say(found) };
  };

  it('holds every read until that is known, but not changes and the probe itself', async () => {
    const { time: clock, pacer, log, ask } = setUp();
    const { verdict, say } = verdictOf();
    pacer.holdUntil(verdict);
    const asked = [ask('list', trading), ask('prices', quote), ask('time', time), ask('change', trading, 'urgent')];
    await clock.pass(5_000);
    expect(log.map(({ name }) => name)).toEqual(['time', 'change']);
    say();
    await clock.pass(100);
    await Promise.all(asked);
    expect(log.map(({ name }) => name)).toEqual(['time', 'change', 'list', 'prices']);
  });

  it('fails waiting requests once the service is down, and sends later ones', async () => {
    const { time: clock, pacer, log, ask } = setUp();
    for (let index = 0; index < 30; index += 1) void ask(`${index}`, trading, 'accounts').catch(() => undefined);
    await clock.pass(200);
    const sent = log.length;
    expect(sent).toBeGreaterThan(2);
    expect(sent).toBeLessThan(15);
    const { verdict, say } = verdictOf();
    pacer.holdUntil(verdict);
    const late = ask('late', trading).catch((error: unknown) => error);
    await clock.pass(1_000);
    say(failure);
    expect(await late).toBe(failure);
    await clock.pass(60_000);
    expect(log).toHaveLength(sent);
    await ask('by hand', trading);
    expect(log.at(-1)?.name).toBe('by hand');
  });

  it('releases requests when one of two verdicts is there', async () => {
    const { time: clock, pacer, log, ask } = setUp();
    const [first, second] = [verdictOf(), verdictOf()];
    pacer.holdUntil(first.verdict);
    pacer.holdUntil(second.verdict);
    const asked = ask('list', trading);
    first.say();
    await clock.pass(100);
    expect(log).toEqual([]);
    second.say();
    await asked;
    expect(log).toHaveLength(1);
  });

  it('sends what a program asked for with the rank of the user as soon as they wait for it too', async () => {
    const { time: clock, pacer, log, ask } = setUp();
    const raised = new AbortController();
    const turn = { until: raised.signal, then: 'orders' } as const;
    const asked = Array.from({ length: 20 }, async () => {
      const { leave } = await pacer.enter(trading, turn, live);
      log.push({ name: 'list', atMs: clock.nowMs });
      leave();
    });
    const others = Array.from({ length: 20 }, async () => ask('refresh', trading));
    await clock.pass(5_000);
    const count = (name: string): number => log.filter((sent) => sent.name === name).length;
    // One left before the others came, and refreshes use up what is not kept for what someone waits for.
    expect([count('list') < 10, count('refresh')]).toEqual([true, 20]);
    const before = log.length;
    raised.abort();
    await clock.pass(1_000);
    expect(log.slice(before).map(({ name }) => name)).toEqual(Array.from({ length: 28 - before }, () => 'list'));
    await clock.pass(60_000);
    await Promise.all([...asked, ...others]);
    expect(count('list')).toBe(20);
  });
});
