import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServerClock, driftAllowance, maximumAgeMs, sampleCapacity, toSample } from '../../../src/service/clock';
import type { ClockSample } from '../../../src/service/clock';

const epoch = Date.UTC(2026, 10, 21);
const sampleAt = (takenAt: number, offsetMs: number, roundTripMs = 40): ClockSample => ({
  offsetMs,
  boundMs: (roundTripMs + 1) / 2,
  roundTripMs,
  takenAt,
  wallMinusMonotonicMs: 0,
});
const at = (monotonicMs: number, wallMinusMonotonicMs = 0) => ({ monotonicMs, wallMinusMonotonicMs });

describe('one sample of server time (Spec, GET /api/v1.0/server-time)', () => {
  it('contains the true offset within its bound, whenever the server read its clock between the two instants', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 5000, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: -86_400_000, max: 86_400_000 }),
        (roundTrip, where, skew) => {
          const sentAt = 1000;
          const trueOffset = epoch + skew;
          const serverTime = Math.floor(sentAt + roundTrip * where + trueOffset);
          const sample = toSample({ serverTime, sentAt, receivedAt: sentAt + roundTrip }, 0);
          expect(sample).toBeDefined();
          if (sample !== undefined) expect(Math.abs(sample.offsetMs - trueOffset)).toBeLessThanOrEqual(sample.boundMs + 1e-3);
        },
      ),
    );
  });

  it.each([0, -1, Number.NaN, Date.UTC(2014, 11, 31), Date.UTC(2100, 0, 2)])('rejects the implausible server time %s', (serverTime) => {
    expect(toSample({ serverTime, sentAt: 0, receivedAt: 10 }, 0)).toBeUndefined();
  });

  it('rejects an answer that is older than its request', () => {
    expect(toSample({ serverTime: epoch, sentAt: 10, receivedAt: 9 }, 0)).toBeUndefined();
  });
});

it('a clock sample allows for a clock that is slewed as fast as systems do, in proportion to the elapsed time', () => {
  expect(driftAllowance).toBeCloseTo(1 / 1999, 12);
});

it('a clock sample uses the middle between the two instants, plus half a millisecond for the digits that the service cut', () => {
  expect(toSample({ serverTime: epoch, sentAt: 100, receivedAt: 140 }, 7)).toEqual({
    offsetMs: epoch + 0.5 - 120,
    boundMs: 20.5,
    roundTripMs: 40,
    takenAt: 100,
    wallMinusMonotonicMs: 7,
  });
});

it.each([Date.UTC(2015, 0, 1), Date.UTC(2100, 0, 1)])(
  'a clock sample with the server time %s is accepted as just plausible',
  (serverTime) => {
    expect(toSample({ serverTime, sentAt: 0, receivedAt: 0 }, 0)).toBeDefined();
  },
);

describe('the server clock', () => {
  it('trusts the sample with the shortest round trip and keeps eight samples', () => {
    const clock = new ServerClock();
    for (let index = 0; index < 12; index += 1) clock.add(sampleAt(index, epoch + index, 100 - index));
    expect(clock.samples).toHaveLength(sampleCapacity);
    expect(clock.estimate(at(12))?.offsetMs).toBe(epoch + 11);
  });

  it('widens the bound by the drift allowance as the sample ages', () => {
    const clock = new ServerClock();
    clock.add(sampleAt(0, epoch, 40));
    expect(clock.estimate(at(60_000))?.boundMs).toBeCloseTo(20.5 + 60_000 * driftAllowance, 6);
    expect(clock.estimate(at(60_000))?.ageMs).toBe(60_000);
  });

  it('prefers a new sample once the old one has drifted further', () => {
    const clock = new ServerClock();
    clock.add(sampleAt(0, epoch, 40));
    clock.add(sampleAt(600_000, epoch + 100, 60));
    expect(clock.estimate(at(600_000))?.offsetMs).toBe(epoch + 100);
  });

  it('holds back a contradicting sample until a second one agrees', () => {
    const clock = new ServerClock();
    clock.add(sampleAt(0, epoch));
    expect(clock.add(sampleAt(10, epoch + 60_000))).toBe(false);
    expect(clock.estimate(at(10))?.offsetMs).toBe(epoch);
    expect(clock.add(sampleAt(20, epoch + 60_001))).toBe(true);
    expect(clock.samples.map((sample) => sample.offsetMs)).toEqual([epoch + 60_000, epoch + 60_001]);
  });

  it('believes neither of two odd answers that contradict each other', () => {
    const clock = new ServerClock();
    clock.add(sampleAt(0, epoch));
    clock.add(sampleAt(10, epoch + 60_000));
    expect(clock.add(sampleAt(20, epoch - 60_000))).toBe(false);
    expect(clock.add(sampleAt(30, epoch))).toBe(true);
    expect(clock.add(sampleAt(40, epoch - 60_000))).toBe(false);
    expect(clock.estimate(at(40))?.offsetMs).toBe(epoch);
  });

  it('becomes stale when the wall clock steps away from the monotonic clock by more than a second', () => {
    const clock = new ServerClock();
    expect(clock.trust(at(0))).toBe('unknown');
    clock.add(sampleAt(0, epoch));
    expect(clock.trust(at(1, 1000))).toBe('good');
    expect(clock.trust(at(1, 1001))).toBe('stale');
    expect(clock.trust(at(1, -1001))).toBe('stale');
  });

  it('widens the bound when the clocks step apart by less than a second', () => {
    const clock = new ServerClock();
    clock.add(sampleAt(0, epoch, 39));
    expect(clock.estimate(at(0, 700))?.boundMs).toBe(720);
  });

  it('forgets older samples once it has become stale', () => {
    const clock = new ServerClock();
    clock.add(sampleAt(0, epoch, 10));
    clock.markStale();
    expect(clock.trust(at(1))).toBe('stale');
    clock.add(sampleAt(5, epoch + 3_600_000, 500));
    expect(clock.samples).toHaveLength(1);
    expect(clock.trust(at(5))).toBe('good');
    expect(clock.estimate(at(5))?.offsetMs).toBe(epoch + 3_600_000);
  });

  it('is stale by age and unknown after a reset, and marking nothing stale changes nothing', () => {
    const clock = new ServerClock();
    clock.markStale();
    expect(clock.trust(at(0))).toBe('unknown');
    clock.add(sampleAt(0, epoch));
    expect(clock.trust(at(maximumAgeMs))).toBe('good');
    expect(clock.trust(at(maximumAgeMs + 1))).toBe('stale');
    clock.reset();
    expect(clock.trust(at(0))).toBe('unknown');
    expect(clock.estimate(at(0))).toBeUndefined();
  });

  it('keeps the better of two samples, and of two equal ones the first', () => {
    const clock = new ServerClock();
    clock.add(sampleAt(0, epoch, 10));
    clock.add(sampleAt(0, epoch + 3, 100));
    expect(clock.estimate(at(0))?.roundTripMs).toBe(10);
    clock.reset();
    clock.add(sampleAt(0, epoch, 40));
    clock.add(sampleAt(0, epoch + 3, 40));
    expect(clock.estimate(at(0))?.offsetMs).toBe(epoch);
  });

  it('measures age from the sample, not from the start of the machine', () => {
    const clock = new ServerClock();
    clock.add(sampleAt(10 * maximumAgeMs, epoch));
    expect(clock.trust(at(10 * maximumAgeMs))).toBe('good');
  });
});

describe('the steps between the wall clock and the monotonic clock', () => {
  const stepped = (takenAt: number, offsetMs: number, wallMinusMonotonicMs: number): ClockSample => ({
    ...sampleAt(takenAt, offsetMs),
    wallMinusMonotonicMs,
  });

  it('add up, even when they go back and forth', () => {
    const clock = new ServerClock();
    clock.add(sampleAt(0, epoch));
    clock.estimate(at(0, 400));
    expect(clock.estimate(at(0, 0))?.boundMs).toBe(20.5 + 800);
    expect(clock.trust(at(0, 0))).toBe('good');
    clock.estimate(at(0, -300));
    expect(clock.trust(at(0, 0))).toBe('stale');
  });

  it('are not detected when the clocks merely differ', () => {
    const clock = new ServerClock();
    clock.add(stepped(0, epoch, 5000));
    expect(clock.estimate(at(0, 5000))?.boundMs).toBe(20.5);
    expect(clock.trust(at(0, 5000))).toBe('good');
  });

  it('are not counted again for a sample that was taken after them', () => {
    const clock = new ServerClock();
    clock.add(sampleAt(0, epoch));
    clock.estimate(at(0, 600));
    clock.add(stepped(0, epoch, 600));
    expect(clock.estimate(at(0, 600))?.boundMs).toBe(20.5);
    expect(clock.trust(at(0, 600))).toBe('good');
  });

  it('are distinguished from the noise of reading two clocks, which does not add up', () => {
    const clock = new ServerClock();
    clock.add(sampleAt(0, epoch));
    for (let count = 0; count < 2000; count += 1) clock.estimate(at(0, count % 2 === 0 ? 2 : 0));
    expect(clock.estimate(at(0, 0))?.boundMs).toBe(20.5);
    expect(clock.estimate(at(0, 2))?.boundMs).toBe(22.5);
    expect(clock.trust(at(0, 2))).toBe('good');
  });
});

describe('a contradiction between clock samples', () => {
  const wall = (takenAt: number, offsetMs: number, wallMinusMonotonicMs: number): ClockSample => ({
    ...sampleAt(takenAt, offsetMs),
    wallMinusMonotonicMs,
  });

  it.each([
    ['samples far apart in time', sampleAt(0, epoch), sampleAt(100_000, epoch + 60_000)],
    ['samples taken long after the start', sampleAt(1e9, epoch), sampleAt(1e9 + 10, epoch + 60_000)],
    ['clocks that differ', wall(0, epoch, 40_000), wall(10, epoch + 60_000, 40_000)],
    ['offsets just beyond both bounds', sampleAt(0, epoch), sampleAt(0, epoch + 41.5)],
  ])('is seen in %s', (_, first, second) => {
    const clock = new ServerClock();
    clock.add(first);
    expect(clock.add(second)).toBe(false);
  });

  it.each([
    ['offsets as far apart as both bounds', sampleAt(0, epoch), sampleAt(0, epoch + 41)],
    ['offsets apart by a step', sampleAt(0, epoch), wall(0, epoch + 400, 500)],
    ['offsets apart by drift', sampleAt(0, epoch), sampleAt(600_000, epoch + 300)],
  ])('is not seen in %s', (_, first, second) => {
    const clock = new ServerClock();
    clock.add(first);
    expect(clock.add(second)).toBe(true);
  });
});
