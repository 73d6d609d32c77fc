import { describe, expect, it } from 'vitest';
import { SendingStopped } from '../../../../../../src/app/orders/write/stop/passage';
import { MemorySwitch, memoryStop } from '../../../../../support/orders/memorySwitch';

const turn = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the stop of all sending', () => {
  it('closes every window, including those that open later, until it is released', async () => {
    const shared = new MemorySwitch();
    const [one, other] = [memoryStop(shared), memoryStop(shared)];
    await one.stop();
    expect([one.isStopped, other.isStopped, memoryStop(shared).isStopped]).toEqual([true, true, true]);
    expect(await other.enter()).toBeUndefined();
    await other.release();
    expect(await one.enter()).toBeDefined();
  });

  it('waits for a request of another window, or ends it before its first byte', async () => {
    const shared = new MemorySwitch();
    const way = await memoryStop(shared).enter();
    let isStopped = false;
    const stopping = memoryStop(shared)
      .stop()
      .then((result) => {
        isStopped = true;
        return result;
      });
    await turn();
    expect(isStopped).toBe(false);
    await new Promise((resolve) => way?.signal.addEventListener('abort', resolve));
    expect(way?.signal.reason).toBeInstanceOf(SendingStopped);
    expect(way?.mayStart()).toBe(false);
    await way?.leave();
    expect(await stopping).toEqual({ pending: 0 });
  });

  it('does not count a request as in progress after the step in which its first byte leaves', async () => {
    const shared = new MemorySwitch();
    const way = await memoryStop(shared).enter();
    expect(way?.mayStart()).toBe(true);
    expect(shared.marks).toBe(1);
    await turn();
    await turn();
    expect(shared.marks).toBe(0);
    expect(await memoryStop(shared).stop()).toEqual({ pending: 0 });
    // A request that has left is not aborted: its outcome would be unknown.
    expect(way?.signal.aborted).toBe(false);
  });

  it('is read from the disk right before the first byte, whatever was read before', async () => {
    const shared = new MemorySwitch();
    const way = await memoryStop(shared).enter();
    shared.text = 'damaged';
    expect(way?.mayStart()).toBe(false);
  });

  it('has nothing to wait for after a request was turned away', async () => {
    const shared = new MemorySwitch();
    await memoryStop(shared).stop();
    await memoryStop(shared).enter();
    expect(shared.marks).toBe(0);
  });

  it('names requests that do not answer instead of waiting forever', async () => {
    const shared = new MemorySwitch();
    shared.marks = 2;
    let nowMs = 0;
    const stop = memoryStop(shared, { wallMs: () => Date.now(), monotonicMs: () => (nowMs += 1000) });
    expect(await stop.stop()).toEqual({ pending: 2 });
    expect(nowMs).toBeGreaterThan(9_000);
  });

  it('is in force when its file can’t be read', () => {
    const shared = new MemorySwitch();
    shared.canRead = false;
    expect(memoryStop(shared).state).toEqual({ kind: 'stopped', atMs: undefined, isDamaged: true });
  });

  it('leaves a damaged file when nothing can be written, which stops sending as well', async () => {
    const shared = new MemorySwitch();
    const stop = memoryStop(shared);
    Object.assign(shared.file, { write: async () => Promise.reject(new Error('ENOSPC')) });
    await stop.stop();
    expect(stop.isStopped).toBe(true);
    expect(shared.text).toBe('');
  });

  it('fails when no file can be left at all, so that the user does not rely on it', async () => {
    const shared = new MemorySwitch();
    const fail = async (): Promise<never> => Promise.reject(new Error('EROFS'));
    Object.assign(shared.file, { write: fail, spoil: fail });
    await expect(memoryStop(shared).stop()).rejects.toThrow('EROFS');
  });

  it('is announced once in a window when another one sets or releases it', async () => {
    const shared = new MemorySwitch();
    const told: boolean[] = [];
    const stop = memoryStop(shared);
    stop.onDidChange(() => told.push(stop.isStopped));
    await memoryStop(shared).stop();
    stop.look();
    expect(told).toEqual([true]);
  });
});
