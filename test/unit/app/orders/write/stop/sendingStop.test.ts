import { describe, expect, it } from 'vitest';
import { releasedText, switchText } from '../../../../../../src/domain/orders/sendingSwitch';
import { SendingStopped } from '../../../../../../src/app/orders/write/stop/passage';
import { MemorySwitch, memoryStop } from '../../../../../support/orders/memorySwitch';

/** An older copy of the file. */
const releasedBefore = switchText(releasedText, '2026-11-01T00:00:00.000Z');
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
    expect(await stopping).toMatchObject({ pending: 0 });
  });

  it('does not count a request as in progress after the step in which its first byte leaves', async () => {
    const shared = new MemorySwitch();
    const way = await memoryStop(shared).enter();
    expect(way?.mayStart()).toBe(true);
    expect(shared.marks).toBe(1);
    await turn();
    await turn();
    expect(shared.marks).toBe(0);
    expect(await memoryStop(shared).stop()).toMatchObject({ pending: 0 });
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
    expect(await stop.stop()).toMatchObject({ pending: 2 });
    expect(nowMs).toBeGreaterThan(9_000);
  });

  it('is in force when its file can’t be read', () => {
    const shared = new MemorySwitch();
    shared.canRead = false;
    expect(memoryStop(shared).state).toEqual({ kind: 'stopped', atMs: undefined, file: 'damaged' });
  });

  it('leaves a damaged file when nothing can be written, which stops sending as well', async () => {
    const shared = new MemorySwitch();
    const stop = memoryStop(shared);
    Object.assign(shared.file, { write: async () => Promise.reject(new Error('ENOSPC')) });
    await stop.stop();
    expect(stop.isStopped).toBe(true);
    expect(shared.text).toBe('');
  });

  it('holds in its own window when no file can be left at all, says so, and is saved when it is tried again', async () => {
    const shared = new MemorySwitch();
    const { write, spoil } = shared.file;
    const error = new Error('EROFS');
    const fail = async (): Promise<never> => Promise.reject(error);
    shared.journal = { ...shared.journal, append: fail };
    Object.assign(shared.file, { write: fail, spoil: fail });
    const [stop, other] = [memoryStop(shared), memoryStop(shared)];
    const way = await stop.enter();
    way?.signal.addEventListener('abort', () => void way.leave());
    expect(await stop.stop()).toEqual({ pending: 0, journalError: error, fileError: error });
    expect(stop.state).toEqual({ kind: 'stopped', atMs: undefined, file: 'unsaved' });
    expect([way?.mayStart(), await stop.enter(), await stop.check()]).toMatchObject([false, undefined, { kind: 'stopped' }]);
    expect(other.isStopped).toBe(false);
    // The disk can be written again: nothing is released by that.
    Object.assign(shared.file, { write, spoil });
    expect(await stop.enter()).toBeUndefined();
    expect(await stop.stop()).toMatchObject({ fileError: undefined });
    expect([stop.state, other.isStopped]).toMatchObject([{ kind: 'stopped', file: 'says' }, true]);
    shared.journal = new MemorySwitch().journal;
    await other.release();
    expect(stop.isStopped).toBe(false);
  });

  it('is released in a window that it holds in only', async () => {
    const shared = new MemorySwitch();
    const { write, spoil } = shared.file;
    const fail = async (): Promise<never> => Promise.reject(new Error('EROFS'));
    Object.assign(shared.file, { write: fail, spoil: fail });
    shared.journal = { switchWord: async () => ({ word: 'none', isSound: true }), append: fail };
    const stop = memoryStop(shared);
    await stop.stop();
    await expect(stop.release()).rejects.toThrow('EROFS');
    expect(stop.isStopped).toBe(true);
    Object.assign(shared.file, { write, spoil });
    shared.journal = new MemorySwitch().journal;
    await stop.release();
    expect(stop.isStopped).toBe(false);
  });

  it('outlives its file in this window, another, and one that opens later', async () => {
    const shared = new MemorySwitch();
    const [one, other] = [memoryStop(shared), memoryStop(shared)];
    await one.stop();
    for (const text of [undefined, releasedBefore]) {
      shared.text = text;
      expect(await one.enter()).toBeUndefined();
      expect(await other.enter()).toBeUndefined();
      const later = memoryStop(shared);
      expect(await later.check()).toMatchObject({ kind: 'stopped', file: text === undefined ? 'gone' : 'contradicts' });
      expect(await later.enter()).toBeUndefined();
    }
    expect(shared.marks).toBe(0);
    await other.release();
    expect(await one.enter()).toBeDefined();
  });

  it('is over in a window that had asked the journal when another one releases it, also without a hint', async () => {
    const shared = new MemorySwitch();
    Object.assign(shared.file, { onDidChange: () => ({ dispose: () => undefined }) });
    const [one, other] = [memoryStop(shared), memoryStop(shared)];
    await one.stop();
    await other.check();
    await one.release();
    expect([one.isStopped, other.isStopped]).toEqual([false, false]);
    shared.text = undefined;
    await one.stop();
    shared.text = undefined;
    await other.check();
    expect(other.isStopped).toBe(true);
    await one.release();
    expect(other.isStopped).toBe(false);
  });

  it('holds a request back whose file was lost or replaced after it entered', async () => {
    for (const text of [undefined, releasedBefore]) {
      const shared = new MemorySwitch();
      const way = await memoryStop(shared).enter();
      shared.text = text;
      expect(way?.mayStart()).toBe(false);
    }
  });

  it('makes a file before the first request, and looks again for a stop that came meanwhile', async () => {
    const shared = new MemorySwitch();
    expect((await memoryStop(shared).enter())?.mayStart()).toBe(true);
    expect(shared.text).toContain('released');
    const raced = new MemorySwitch();
    Object.assign(raced.file, {
      create: async (text: string) => {
        raced.word = 'stopped';
        raced.text = text;
      },
    });
    expect(await memoryStop(raced).enter()).toBeUndefined();
  });

  it('is turned again when its file is lost while the journal is written', async () => {
    const shared = new MemorySwitch();
    shared.journal = {
      ...shared.journal,
      append: async () => {
        shared.word = 'stopped';
        shared.text = releasedBefore;
      },
    };
    await memoryStop(shared).stop();
    expect(shared.text).toContain('stopped');
  });

  it('lets nothing pass without a file while the journal is damaged, and makes none', async () => {
    const shared = new MemorySwitch();
    shared.journal = { ...shared.journal, switchWord: async () => ({ word: 'none', isSound: false }) };
    expect((await memoryStop(shared).enter())?.mayStart()).toBe(false);
    expect(shared.text).toBeUndefined();
  });

  it('takes no mark for a request that can’t ask the journal', async () => {
    const shared = new MemorySwitch();
    shared.journal = { ...shared.journal, switchWord: async () => Promise.reject(new Error('EACCES')) };
    await expect(memoryStop(shared).enter()).rejects.toThrow('EACCES');
    expect(shared.marks).toBe(0);
  });

  it('says why the journal does not have it, and is in force all the same', async () => {
    const shared = new MemorySwitch();
    const error = new Error('ENOSPC');
    shared.journal = { ...shared.journal, append: async () => Promise.reject(error) };
    const stop = memoryStop(shared);
    expect(await stop.stop()).toEqual({ pending: 0, journalError: error, fileError: undefined });
    expect(stop.isStopped).toBe(true);
    await expect(stop.release()).rejects.toThrow('ENOSPC');
    expect(stop.isStopped).toBe(true);
  });

  it('is written to the journal when an earlier stop could not be', async () => {
    const shared = new MemorySwitch();
    await memoryStop(shared).stop();
    shared.word = 'none';
    await memoryStop(shared).stop();
    expect(shared.word).toBe('stopped');
  });

  it('is announced in a window that sees its file go', async () => {
    const shared = new MemorySwitch();
    const stop = memoryStop(shared);
    await stop.stop();
    const told: unknown[] = [];
    stop.onDidChange(() => told.push(stop.state));
    shared.text = undefined;
    stop.look();
    await turn();
    expect(told.at(-1)).toMatchObject({ kind: 'stopped', file: 'gone' });
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
