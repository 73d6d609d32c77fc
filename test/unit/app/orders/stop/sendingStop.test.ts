import { describe, expect, it } from 'vitest';
import { SendingStopped } from '../../../../../src/app/orders/stop/passage';
import { MemorySwitch, memoryStop } from '../../../../support/orders/memorySwitch';

const turn = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('stopping', () => {
  it('closes every window, also those that open later, until it is released', async () => {
    const shared = new MemorySwitch();
    const [one, other] = [memoryStop(shared), memoryStop(shared)];
    await one.stop();
    expect([one.isStopped, other.isStopped, memoryStop(shared).isStopped]).toEqual([true, true, true]);
    expect(await other.enter()).toBeUndefined();
    await other.release();
    expect(await one.enter()).toBeDefined();
  });

  it('waits for what another window has on its way, and ends it before its first byte', async () => {
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

  it('is over only after the step in which a first byte leaves', async () => {
    const shared = new MemorySwitch();
    const way = await memoryStop(shared).enter();
    expect(way?.mayStart()).toBe(true);
    expect(shared.marks).toBe(1);
    await turn();
    await turn();
    expect(shared.marks).toBe(0);
    expect(await memoryStop(shared).stop()).toEqual({ pending: 0 });
    // What has left is not given up: its outcome would be unknown.
    expect(way?.signal.aborted).toBe(false);
  });

  it('looks at the disk right before the first byte, whatever was seen before', async () => {
    const shared = new MemorySwitch();
    const way = await memoryStop(shared).enter();
    shared.text = 'damaged';
    expect(way?.mayStart()).toBe(false);
  });

  it('leaves nothing behind of a request that was turned away', async () => {
    const shared = new MemorySwitch();
    await memoryStop(shared).stop();
    await memoryStop(shared).enter();
    expect(shared.marks).toBe(0);
  });

  it('names requests that do not answer instead of waiting for ever', async () => {
    const shared = new MemorySwitch();
    shared.marks = 2;
    let nowMs = 0;
    const stop = memoryStop(shared, { wallMs: () => Date.now(), monotonicMs: () => (nowMs += 1000) });
    expect(await stop.stop()).toEqual({ pending: 2 });
    expect(nowMs).toBeGreaterThan(9_000);
  });

  it('counts as stopped where the file can’t be read', () => {
    const shared = new MemorySwitch();
    shared.canRead = false;
    expect(memoryStop(shared).state).toEqual({ kind: 'stopped', atMs: undefined, isDamaged: true });
  });

  it('leaves a damaged file where nothing can be written, which stops as well', async () => {
    const shared = new MemorySwitch();
    const stop = memoryStop(shared);
    Object.assign(shared.file, { write: async () => Promise.reject(new Error('ENOSPC')) });
    await stop.stop();
    expect(stop.isStopped).toBe(true);
    expect(shared.text).toBe('');
  });

  it('fails where nothing at all can be left, so that nobody believes it', async () => {
    const shared = new MemorySwitch();
    const fail = async (): Promise<never> => Promise.reject(new Error('EROFS'));
    Object.assign(shared.file, { write: fail, spoil: fail });
    await expect(memoryStop(shared).stop()).rejects.toThrow('EROFS');
  });

  it('tells a window that another one turned the switch, once', async () => {
    const shared = new MemorySwitch();
    const told: boolean[] = [];
    const stop = memoryStop(shared);
    stop.onDidChange(() => told.push(stop.isStopped));
    await memoryStop(shared).stop();
    stop.look();
    expect(told).toEqual([true]);
  });
});
