import { statSync } from 'node:fs';
import type { promises, StatOptions } from 'node:fs';
import { beforeAll, expect, it, vi } from 'vitest';
import { World } from '../../promises/desk/world';
import { ensurePacked } from '../../support/packed/ensurePacked';

// Packing takes a while.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
beforeAll(ensurePacked);

it('shows what the first window of the packed extension has just read, without asking the service', async () => {
  const settings = { 'marketDesk.accounts': [{ id: '8001', name: 'Desk', kind: 'live' }] };
  // Files are as old as the simulated clock says.
  const stat = async (file: string, { bigint = false }: StatOptions = {}): Promise<unknown> => {
    if (bigint) return statSync(file, { bigint: true });
    const found = statSync(file);
    return Object.assign(found, { mtimeMs: world.machine.wallMs - (Date.now() - found.mtimeMs) });
  };
  const world: World = new World({ settings, files: { stat: stat as typeof promises.stat } });
  world.broker.hasLive('8001');
  try {
    (await world.open()).setVisible('marketDesk.orders', true);
    await world.machine.pass(10_000);
    const reads = (): number => world.broker.arrivals.filter(({ path }) => path.endsWith('/8001/orders')).length;
    const first = reads();
    expect(first).toBeGreaterThan(1);
    for (let opened = 0; opened < 2; opened += 1) {
      const later = await world.open();
      later.setVisible('marketDesk.orders', true);
      await world.machine.pass(2_000);
    }
    expect(reads()).toBe(first);
  } finally {
    await world.close();
  }
});
