import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { AlertMarks } from '../../../../src/app/alerts/alertMarks';
import { AlertStore } from '../../../../src/app/alerts/alertStore';
import type { AlertRule } from '../../../../src/domain/alerts/alert';
import { mostFired } from '../../../../src/domain/alerts/firedAlert';
import type { FiredAlert } from '../../../../src/domain/alerts/firedAlert';
import { SharedMemory } from '../../../support/feed/liveWindows';
import { settle } from '../../../support/machine/fakeTime';
import { MemoryLocks } from '../../../support/orders/orderFakes';
import { MemoryLog } from '../../../support/machine/fakeMachine';

const rule = { kind: 'above', symbol: 'HK.00700', price: '560' } as const;
const fired = (id: string, fields: Partial<FiredAlert> = {}): FiredAlert => ({
  id,
  atMs: 1_000,
  isSeen: false,
  facts: { kind: 'price', rule, name: 'TENCENT', lastPrice: '560.5', previousClose: '550' },
  ...fields,
});
const release = { kind: 'release', name: 'U.S. CPI', atMs: 600_000, minutesBefore: 5 } as const;

describe('triggered alerts of a window', () => {
  it('are gone from its list as soon as the user has cleared it', async () => {
    const store = new AlertStore(new SharedMemory(), new MemoryLocks());
    const facts = { kind: 'release', rule: { kind: 'release', name: 'CPI', atMs: 1, minutesBefore: 5 } } as const;
    await store.note({ id: 'one', atMs: 1, isSeen: true, facts });
    const cleared = store.forget(['one']);
    expect(await store.fired()).toEqual([]);
    expect(await cleared).toBe(true);
  });
});

describe('a triggered alert', () => {
  let file: SharedMemory;
  let store: AlertStore;
  beforeEach(() => {
    file = new SharedMemory();
    store = new AlertStore(file, new MemoryLocks());
  });

  it('is kept as it was, whatever its subject, latest first', async () => {
    const all: readonly FiredAlert[] = [
      fired('price'),
      fired('extended', {
        facts: { kind: 'price', rule: { ...rule, extended: true }, name: '', lastPrice: '1', previousClose: '', session: 'overnight' },
      }),
      fired('release', { facts: { kind: 'release', rule: release } }),
      fired('order', {
        isSeen: true,
        facts: {
          ...{ kind: 'order', event: 'filled', feedEvent: 'EVENT_FILL', orderId: 'OK-1' },
          order: { dealtQuantity: '100', quantity: '300' },
        },
      }),
      fired('hearsay', { facts: { kind: 'order', event: 'changed', feedEvent: 'EVENT_REPLACED', orderId: 'OK-1', order: undefined } }),
    ];
    for (const one of all) expect(await store.note(one)).toBe(true);
    // Another window reads the same file.
    expect(await new AlertStore(file, new MemoryLocks()).fired()).toEqual(all.toReversed());
  });

  it('is stored next to the rules without either overwriting the other', async () => {
    await store.add({ id: 'a', rule, firedAtMs: undefined, quietUntilMs: 0 });
    await store.note(fired('one'));
    await store.claim('a', 5);
    await store.settle('order', 0, () => ({ verdict: 'x', next: { atMs: 1, became: '', updatedAt: '', readMs: 0, isUnseen: false } }));
    expect((await store.fired()).map(({ id }) => id)).toEqual(['one']);
    expect(await store.all()).toMatchObject([{ id: 'a', firedAtMs: 5 }]);
    expect(await store.toldOf('order')).toMatchObject({ atMs: 1 });
  });

  it('makes room for newer ones when there are too many', async () => {
    for (let count = 0; count < mostFired + 7; count += 1) await store.note(fired(String(count)));
    const kept = await store.fired();
    expect(kept).toHaveLength(mostFired);
    expect([kept[0]?.id, kept.at(-1)?.id]).toEqual([String(mostFired + 6), '7']);
  });

  it('is marked as seen or removed by its ID, so newer ones stay', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 0, max: 9 })),
        fc.uniqueArray(fc.integer({ min: 0, max: 9 })),
        async (read, cleared) => {
          const own = new AlertStore(new SharedMemory(), new MemoryLocks());
          for (let id = 0; id < 8; id += 1) await own.note(fired(String(id)));
          await own.markSeen(read.map(String));
          await own.forget(cleared.map(String));
          const left = await own.fired();
          expect(left.map(({ id }) => Number(id))).toEqual([7, 6, 5, 4, 3, 2, 1, 0].filter((id) => !cleared.includes(id)));
          for (const { id, isSeen } of left) expect(isSeen).toBe(read.includes(Number(id)));
        },
      ),
    );
  });

  it.each(['{"alerts":[],"fired":7}', '{"alerts":[],"fired":[7,{"id":"x"}]}', '{"alerts":[]}', 'x'])(
    'is not read from a file that says %s',
    async (text) => {
      await file.write(text);
      expect(await store.fired()).toEqual([]);
      await store.note(fired('one'));
      expect(await store.fired()).toHaveLength(1);
    },
  );
});

describe('the marks of alerts', () => {
  const marksOf = async (rules: readonly AlertRule[], history: readonly FiredAlert[], nowMs = 0) => {
    const store = new AlertStore(new SharedMemory(), new MemoryLocks());
    for (const [at, one] of rules.entries()) await store.add({ id: String(at), rule: one, firedAtMs: undefined, quietUntilMs: 0 });
    for (const one of history) await store.note(one);
    const marks = new AlertMarks({ store, serverMs: () => nowMs, log: new MemoryLog() });
    await settle();
    return { marks, store };
  };

  it('show waiting and unseen alerts by symbol', async () => {
    const other = { kind: 'dayChange', symbol: 'US.AAPL', percent: '5' } as const;
    const { marks, store } = await marksOf(
      [rule, other, { kind: 'order', event: 'filled' }],
      [fired('old', { isSeen: true }), fired('new')],
    );
    expect([...marks.symbols]).toEqual(['HK.00700', 'US.AAPL']);
    expect(marks.of('HK.00700').waiting.map(({ id }) => id)).toEqual(['0']);
    expect(marks.of('HK.00700').unseen.map(({ id }) => id)).toEqual(['new']);
    expect(marks.of('US.AAPL')).toMatchObject({ waiting: [{ rule: other }], unseen: [] });
    expect(marks.of('HK.00001')).toEqual({ waiting: [], unseen: [] });
    let changes = 0;
    marks.onDidChange(() => (changes += 1));
    await store.markSeen(['new']);
    await store.claim('0', 1);
    await settle();
    expect(changes).toBeGreaterThan(0);
    expect([...marks.symbols]).toEqual(['US.AAPL']);
    expect(marks.unseen).toEqual([]);
    marks.dispose();
  });

  it('show the reminder of a release while it waits, and after it was reported until the user sees it', async () => {
    const event = { text: 'U.S. <em>CPI</em>', time: 600 };
    const { marks, store } = await marksOf([release], []);
    expect(marks.release(event)).toEqual({ minutesBefore: 5, isUnseen: false });
    expect(marks.release({ ...event, time: 601 })).toEqual({ minutesBefore: undefined, isUnseen: false });
    await store.claim('0', 300_000);
    await store.note(fired('told', { facts: { kind: 'release', rule: release } }));
    await settle();
    expect(marks.release(event)).toEqual({ minutesBefore: undefined, isUnseen: true });
    await store.markSeen(['told']);
    await settle();
    expect(marks.release(event)).toEqual({ minutesBefore: undefined, isUnseen: false });
    marks.dispose();
  });
});
