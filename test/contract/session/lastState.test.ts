import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LastState } from '../../../src/app/lastState/lastState';
import { Emitter } from '../../../src/app/platform/emitter';
import type { StoredFiles } from '../../../src/app/platform/ports';
import { positionsCsv, positionsJson } from '../../../src/app/positions/positionsExport';
import { createStoredFiles } from '../../../src/ui/platform/files/storedFiles';
import { ticketLists } from '../../../src/ui/orders/ticket/ticketLists';
import { booksOf } from '../../support/builders/books';
import { FakeAccess, signedInState } from '../../support/fakeAccess';
import { MemoryLog } from '../../support/machine/fakeMachine';
import { FakeTime } from '../../support/machine/fakeTime';
import { openClient } from '../../support/network/clientHarness';
import type { ClientAndSandbox } from '../../support/network/clientHarness';

describe('the last known state with a slow service', () => {
  let folder: string;
  let held: ClientAndSandbox;
  /** Used by one test only: a window of another test would write when it is advanced. */
  let time: FakeTime;
  /** Work that uses the folder, which is removed afterwards. */
  const using: Promise<unknown>[] = [];
  const filesOf = (path: string): StoredFiles => {
    const { names, stamp, writtenMs, read, write, remove } = createStoredFiles(path);
    const noted = async <T>(use: Promise<T>): Promise<T> => {
      using.push(use);
      return use;
    };
    return {
      names: async () => noted(names()),
      stamp: async (name) => noted(stamp(name)),
      writtenMs: async (name) => noted(writtenMs(name)),
      read: async (name) => noted(read(name)),
      write: async (name, text) => noted(write(name, text)),
      remove: async (name) => noted(remove(name)),
    };
  };

  beforeEach(async () => {
    time = new FakeTime(Date.now());
    folder = join(await mkdtemp(join(tmpdir(), 'last-state-')), 'last');
    held = await openClient('bearer');
  });
  afterEach(async () => {
    await held.close();
    while (using.length > 0) {
      await Promise.allSettled(using.splice(0));
      // After reading, a window goes on to write.
      await new Promise(setImmediate);
    }
    await rm(join(folder, '..'), { recursive: true });
  });

  async function open() {
    const access = new FakeAccess(held.client);
    const books = booksOf({ access, time, files: filesOf(folder) });
    await books.last.load();
    const watching = { maxAgeMs: () => 0, changed: () => undefined };
    return { ...books, access, shown: [books.positions.watch(watching), books.orders.watch(watching)] as const };
  }
  /** A window that read everything and was closed. */
  async function left(): Promise<void> {
    const { shown } = await open();
    await Promise.all(shown.map(async (watch) => watch.refresh()));
    for (let waits = 0; waits < 50 && (await kept()) === ''; waits += 1) {
      await time.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    for (const watch of shown) watch.dispose();
  }
  /** A file that is being written has another name for a moment. */
  const kept = async (): Promise<string> =>
    (await Promise.all((await readdir(folder).catch(() => [])).map(async (name) => readFile(join(folder, name), 'utf8').catch(() => ''))))
      .join()
      .replace(/^,+$/, '');

  it('is shown before the service answers, in no export and no ticket, and replaced by what is read', async () => {
    await left();
    expect(await kept()).toContain('OK-1');
    const slow = held.sandbox.faults.once({ match: {}, action: { kind: 'delay', ms: 400 }, times: 1_000 });
    const { shown, positions, orders } = await open();
    const [ofPositions, ofOrders] = shown;
    const reading = Promise.all(shown.map(async (watch) => watch.refresh()));
    expect(ofPositions.old.map(({ account }) => account.id)).toEqual(['SIM-1001', '8001']);
    const ids = ofOrders.old.flatMap(({ old }) => old.drawOld((rows) => rows.map(({ orderId }) => orderId)));
    expect(ids).toContain('OK-1');

    expect(positionsCsv(positions.state)).not.toContain('HK.00700');
    expect(positionsJson(positions.state, 0)).not.toContain('HK.00700');
    expect(orders.find('8001', 'OK-1')).toBeUndefined();
    const asked = ticketLists(orders, () => undefined).orders('8001', AbortSignal.timeout(5_000));
    const before = held.sandbox.ledger.count;
    slow.cancel();
    expect(JSON.stringify(await asked)).toContain('OK-1');
    expect(held.sandbox.ledger.count).toBeGreaterThan(before);
    await reading;
    expect([ofPositions.old, ofOrders.old]).toEqual([[], []]);
    expect(positionsCsv(positions.state)).toContain('HK.00700');
  });

  it('is deleted when the user signs out', async () => {
    await left();
    const sessions = { ids: ['s1'], changed: new Emitter<void>() };
    const access = new FakeAccess(held.client);
    const state = new LastState({
      access,
      files: filesOf(folder),
      clock: time,
      timers: time,
      log: new MemoryLog(),
      sessions: { all: () => sessions.ids.map((id) => ({ id, origin: 'http://127.0.0.1:1' })), onDidChange: sessions.changed.event },
    });
    await state.clean();
    expect(await kept()).not.toBe('');
    sessions.ids = [];
    access.become({ ...signedInState, session: { kind: 'signedOut' } });
    sessions.changed.fire();
    await expect.poll(kept).toBe('');
  });
});
