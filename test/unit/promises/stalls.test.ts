import { describe, expect, it } from 'vitest';
import { withoutStalls } from '../../promises/reads/stalls';
import type { Machine } from '../../promises/reads/stalls';

/** A turn of the event loop: how long it takes, and how much of that is work of the process. */
interface Turn {
  readonly tookMs: number;
  readonly usedMs: number;
}

/** A machine that goes through given turns; what is measured ends with the last of them. */
async function measured(turns: readonly Turn[]): Promise<number> {
  let [now, used] = [0, 0];
  let end = (): void => undefined;
  const left = [...turns];
  const machine: Machine = {
    now: () => now,
    usedMs: () => used,
    nextTurn: (callback) =>
      void setImmediate(() => {
        const turn = left.shift();
        now += turn?.tookMs ?? 0;
        used += turn?.usedMs ?? 0;
        callback();
        if (left.length === 0) end();
      }),
  };
  return withoutStalls(async () => new Promise<void>((resolve) => (end = resolve)), machine);
}

const waiting: Turn = { tookMs: 1, usedMs: 0 };

describe('time without stalls of the machine', () => {
  it('counts waiting', async () => {
    expect(await measured(Array.from({ length: 60 }, () => waiting))).toBe(60);
  });

  it('counts own work that blocks everything', async () => {
    expect(await measured([waiting, { tookMs: 60, usedMs: 60 }, waiting])).toBe(62);
  });

  it('leaves out what the process slept through', async () => {
    expect(await measured([waiting, { tookMs: 150, usedMs: 0 }, waiting])).toBe(2);
    expect(await measured([waiting, { tookMs: 150, usedMs: 40 }, waiting])).toBe(42);
  });

  it('is measured on this machine, where work is never left out', async () => {
    const tookMs = await withoutStalls(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      const used = process.cpuUsage();
      while (process.cpuUsage(used).user < 60_000);
    });
    expect(tookMs).toBeGreaterThan(40);
  });
});
