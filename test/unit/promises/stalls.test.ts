import { describe, expect, it } from 'vitest';
import { withoutStalls } from '../../promises/reads/stalls';

describe('time without stalls of the machine', () => {
  it('counts waiting', async () => {
    const took: number[] = [];
    // A machine that stalls takes its part of one or another.
    for (let turn = 0; turn < 5; turn++) took.push(await withoutStalls(async () => new Promise((resolve) => setTimeout(resolve, 60))));
    expect(Math.max(...took)).toBeGreaterThan(25);
  });

  it('counts own work that blocks everything', async () => {
    const took = await withoutStalls(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      const used = process.cpuUsage();
      while (process.cpuUsage(used).user < 60_000);
    });
    expect(took).toBeGreaterThan(40);
  });

  it('leaves out what the process slept through', async () => {
    const took = await withoutStalls(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
    });
    expect(took).toBeLessThan(120);
  });
});
