import { describe, expect, it } from 'vitest';
import { RequestBudget } from '../../../../src/app/platform/requestBudget';
import type { CrossProcessLock } from '../../../../src/app/platform/ports';
import type { Limit } from '../../../../src/service/requests/limits';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime } from '../../../support/machine/fakeTime';

const limit = { key: 'trading', count: 3, withinMs: 30_000, apartMs: 20, lineMs: 60 };
const rate = [limit];

/** A machine on which windows open and close; they share a file and a lock. */
function machine() {
  const time = new FakeTime();
  const log = new MemoryLog();
  const disk: { text: string | undefined; isFull: boolean; writes: number } = { text: undefined, isFull: false, writes: 0 };
  const held = { isHeld: false };
  const locks: CrossProcessLock = {
    tryAcquire: async (name) => {
      if (held.isHeld) return undefined;
      held.isHeld = true;
      return { name, release: async () => void (held.isHeld = false) };
    },
    acquire: async () => Promise.reject(new Error('waits too long')),
  };
  const open = (key = 'https://a.example'): RequestBudget =>
    new RequestBudget({
      file: {
        read: async () => disk.text,
        write: async (text) => {
          if (disk.isFull) throw new Error('ENOSPC');
          disk.text = text;
          disk.writes += 1;
        },
      },
      locks,
      timers: time,
      clock: time,
      log,
      key,
    });
  return { time, log, disk, held, open };
}

/** The longest wait of these limits; 0 if the request was counted. */
async function waitOf(budget: RequestBudget, limits: readonly Limit[]): Promise<number> {
  return Math.max(0, ...(await budget.take(limits)).values());
}

describe('the requests of all windows', () => {
  it('are counted together, including those of a window that opened later', async () => {
    const { time, open } = machine();
    const [one, two] = [open(), open()];
    expect(await waitOf(one, rate)).toBe(0);
    await time.advance(100);
    expect(await waitOf(two, rate)).toBe(0);
    await time.advance(100);
    expect(await waitOf(one, rate)).toBe(0);
    await time.advance(100);
    // The first of the three is 300 ms old.
    expect(await waitOf(two, rate)).toBe(29_700);
    expect(await waitOf(open(), rate)).toBe(29_700);
    await time.advance(29_700);
    expect(await waitOf(open(), rate)).toBe(0);
    expect(await waitOf(one, rate)).toBe(100);
  });

  it('are as far apart as the rate says, whichever windows they come from', async () => {
    const { time, open } = machine();
    expect(await waitOf(open(), rate)).toBe(0);
    await time.advance(15);
    expect(await waitOf(open(), rate)).toBe(65);
  });

  it('leave room for a request that may use more of the rate', async () => {
    const { time, open } = machine();
    const budget = open();
    for (let count = 0; count < 3; count += 1) {
      await budget.take(rate);
      await time.advance(80);
    }
    expect(await waitOf(budget, rate)).toBeGreaterThan(0);
    expect(await waitOf(budget, [{ ...limit, count: 4 }])).toBe(0);
  });

  it('are always counted once they are sent', async () => {
    const { time, open } = machine();
    const [one, two] = [open(), open()];
    for (let count = 0; count < 3; count += 1) one.add(rate);
    await time.advance(100);
    expect(await waitOf(two, rate)).toBeGreaterThan(29_000);
  });

  it('are counted for each service separately, and forgotten after a minute', async () => {
    const { time, disk, open } = machine();
    await open().take(rate);
    expect(await waitOf(open('https://b.example'), rate)).toBe(0);
    expect(Object.keys(JSON.parse(disk.text ?? '') as object)).toEqual(['https://a.example', 'https://b.example']);
    await time.advance(60_000);
    await open('https://b.example').take(rate);
    expect(Object.keys(JSON.parse(disk.text ?? '') as object)).toEqual(['https://b.example']);
  });

  it('are all counted when two windows count at once', async () => {
    const { time, disk, open } = machine();
    const windows = [open(), open()];
    const taken = Promise.all(
      Array.from({ length: 20 }, async (_, index) => (await windows[index % 2]?.take([{ ...limit, count: 50, apartMs: 0 }]))?.size),
    );
    await time.advance(1_000);
    expect(await taken).toEqual(Array.from({ length: 20 }, () => 0));
    expect(JSON.parse(disk.text ?? '')).toMatchObject({ 'https://a.example': { trading: { sent: { length: 20 } } } });
  });

  it.each(['not JSON', '{"https://a.example":{"trading":{"sent":["x"]}}}', '[]'])(
    'are counted from zero when the file says %s',
    async (text) => {
      const { disk, open } = machine();
      disk.text = text;
      expect(await waitOf(open(), rate)).toBe(0);
    },
  );

  it('do not wait after the clock was set back', async () => {
    const { time, disk, open } = machine();
    const future = [1, 2, 3].map((minute) => time.wallMs() + minute * 60_000);
    disk.text = JSON.stringify({ 'https://a.example': { trading: { sent: future, until: time.wallMs() + 3_600_000 } } });
    expect(await waitOf(open(), rate)).toBe(0);
  });

  it('are counted by each window alone when the disk or the lock fails, which is logged once', async () => {
    const { time, log, disk, held, open } = machine();
    const budget = open();
    disk.isFull = true;
    expect([await waitOf(budget, rate), await waitOf(budget, rate)]).toEqual([0, 0]);
    expect(log.lines.filter((line) => line.includes('ENOSPC'))).toHaveLength(1);
    disk.isFull = false;
    held.isHeld = true;
    const waiting = budget.take(rate);
    await time.advance(1_100);
    expect((await waiting).size).toBe(0);
  });
});
