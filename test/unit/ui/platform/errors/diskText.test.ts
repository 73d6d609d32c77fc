import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JournalBusy, JournalError } from '../../../../../src/app/orders/journal/journalErrors';
import { TransportError } from '../../../../../src/service/errors';
import { presentError } from '../../../../../src/ui/platform/errors/presentError';
import { createStoredFiles } from '../../../../../src/ui/platform/files/storedFiles';
import { createSwitchFile } from '../../../../../src/ui/platform/files/switchFile';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'market-desk-disk-'));
});
afterEach(async () => {
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true, force: true });
});

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => {
      throw new Error('It did not fail.');
    },
    (error: unknown) => error,
  );
}

/** The message names only the disk. */
function expectDisk(error: unknown, message: string): void {
  expect(presentError(error)).toMatchObject({ message, severity: 'error', actions: [{ id: 'showLog' }] });
  expect(presentError(error).message).not.toMatch(/service|sign|network/i);
}

describe('the message when a file of Market Desk cannot be written', () => {
  it.runIf(existsSync('/dev/full'))('names a full disk', async () => {
    expectDisk(await failureOf(writeFile('/dev/full', 'x')), 'Saving failed. The disk is full.');
  });

  it.runIf(process.getuid?.() !== 0 && process.platform !== 'win32')('names a folder without write permission', async () => {
    await chmod(folder, 0o500);
    for (const work of [
      createStoredFiles(folder).write('state', 'x'),
      createSwitchFile(folder, 'switch', () => ({ dispose: () => undefined })).write('x'),
    ])
      expectDisk(await failureOf(work), 'Saving failed. Market Desk isn’t allowed to write to the disk.');
  });

  it('names a path that is not a folder', async () => {
    await writeFile(join(folder, 'file'), '');
    const error = await failureOf(createStoredFiles(join(folder, 'file', 'below')).write('state', 'x'));
    expectDisk(error, 'Saving failed. The disk can’t be used (ENOTDIR).');
  });

  it('names the disk when the journal cannot be read or written, by the system’s error', async () => {
    await mkdir(join(folder, 'journal'));
    const cause = await failureOf(writeFile(join(folder, 'journal'), 'x'));
    expectDisk(new JournalError('cannot be written', cause), 'Market Desk can’t use the order journal. The disk can’t be used (EISDIR).');
    expectDisk(new JournalError('cannot be written'), 'Market Desk can’t use the order journal. Check the disk.');
  });

  it('names the other window, not the disk, when that window holds the journal', () => {
    const { message } = presentError(new JournalBusy());
    expect(message).toBe('Another window is using the order journal. Try again.');
  });

  it('names a full disk when the editor’s own files cannot be written', () => {
    const cause = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      name: 'Unknown (FileSystemError)',
      code: 'Unknown',
    });
    expectDisk(cause, 'Saving failed. The disk is full.');
  });

  it('does not name the disk for an error of the network or of the program', () => {
    const refused = Object.assign(new Error('connect EACCES 1.2.3.4:443'), { code: 'EACCES', syscall: 'connect', address: '1.2.3.4' });
    for (const error of [refused, new TransportError('connect-failed', { sent: 'no', cause: refused }), new Error('x is not a function')])
      expect(presentError(error).message).not.toMatch(/disk|saving/i);
  });
});
