import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AlertStore } from '../../../../src/app/alerts/alertStore';
import type { Alert } from '../../../../src/domain/alerts/alert';
import { SharedMemory } from '../../../support/feed/liveWindows';
import { MemoryLocks } from '../../../support/orders/orderFakes';

const alertOf = (id: string): Alert => ({
  id,
  rule: { kind: 'above', symbol: 'HK.00700', price: '400' },
  firedAtMs: undefined,
  quietUntilMs: 0,
});

/** Reads and writes take a turn of the event loop, as on a disk: what is read before the lock is old when it is written. */
class SlowFile extends SharedMemory {
  override async read(): Promise<string | undefined> {
    const text = await super.read();
    await new Promise((resolve) => setImmediate(resolve));
    return text;
  }
}

/** The stores of several windows, on one file and with one lock. */
function windows(count: number): readonly AlertStore[] {
  const [file, locks] = [new SlowFile(), new MemoryLocks()];
  return Array.from({ length: count }, () => new AlertStore(file, locks));
}

describe('the alerts of several windows', () => {
  it('lose none of the changes that windows make at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 5 }), async (count, each) => {
        const stores = windows(count);
        const ids = stores.flatMap((store, window) => Array.from({ length: each }, (_, at) => ({ store, id: `${window}-${at}` })));
        expect(await Promise.all(ids.map(async ({ store, id }) => store.add(alertOf(id))))).not.toContain(false);
        expect((await stores[0]?.all())?.map(({ id }) => id).toSorted()).toEqual(ids.map(({ id }) => id).toSorted());
        await Promise.all(ids.map(async ({ id }, at) => stores[at % count]?.rearm(id, 7)));
        expect((await stores[0]?.all())?.every(({ quietUntilMs }) => quietUntilMs === 7)).toBe(true);
        await Promise.all(ids.map(async ({ id }, at) => stores[(at + 1) % count]?.remove(id)));
        expect(await stores[1]?.all()).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('are told at once to the window that changes them, even if the editor never tells of the file', async () => {
    class Untold extends SharedMemory {
      override readonly onDidChange = () => ({ dispose: () => undefined });
    }
    const store = new AlertStore(new Untold(), new MemoryLocks());
    const seen: Promise<readonly Alert[]>[] = [];
    store.onDidChange(() => void seen.push(store.all()));
    await store.add(alertOf('one'));
    expect(await Promise.all(seen)).toEqual([[alertOf('one')]]);
  });

  it('are claimed by one window, however many see the price at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const stores = windows(4);
      await stores[0]?.add(alertOf('one'));
      const claims = await Promise.all(stores.map(async (store) => store.claim('one', 1)));
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect((await stores[3]?.all())?.[0]?.firedAtMs).toBe(1);
    }
  });

  it('are settled by one window for one order event', async () => {
    const stores = windows(3);
    const next = { atMs: 1, became: 'FILLED_ALL', updatedAt: '', readMs: 1, isUnseen: false };
    const verdicts = await Promise.all(
      stores.map(async (store) =>
        store.settle('order', 1, (told) => (told === undefined ? { verdict: 'tell', next } : { verdict: 'known' })),
      ),
    );
    expect(verdicts.toSorted()).toEqual(['known', 'known', 'tell']);
  });
});
