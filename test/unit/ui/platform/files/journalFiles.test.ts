import { execFileSync } from 'node:child_process';
import type * as Files from 'node:fs/promises';
import { chmod, mkdir, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJournalFiles } from '../../../../../src/ui/platform/files/journalFiles';

const synced = vi.hoisted((): string[] => []);

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof Files>();
  return {
    ...real,
    open: async (...args: Parameters<typeof real.open>) => {
      const handle = await real.open(...args);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        synced.push(String(args[0]));
        return sync();
      };
      return handle;
    },
  };
});

describe.skipIf(process.platform === 'win32')('the sync of the journal to the disk', () => {
  const first = 'orders-000000000001.jsonl';
  const second = 'orders-000000000002.jsonl';
  const line = new TextEncoder().encode('{}\n');
  let scratch = '';
  let folder = '';
  const names = (): readonly string[] => synced.splice(0).map((path) => (path === scratch ? 'scratch' : basename(path)));

  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'market-desk-files-'));
    folder = join(scratch, 'storage', 'journal');
    synced.length = 0;
  });
  afterEach(async () => rm(scratch, { recursive: true, force: true }));

  it('covers file, folder and parent folders for the first line', async () => {
    await createJournalFiles(folder).append(first, line);
    expect(names()).toEqual([first, 'journal', 'storage', 'scratch']);
  });

  it('is a single one for another line', async () => {
    const files = createJournalFiles(folder);
    await files.append(first, line);
    names();
    await files.append(first, line);
    expect(names()).toEqual([first]);
  });

  it('covers the previous file, which a killed window may not have synced, before a new one', async () => {
    await createJournalFiles(folder).append(first, line);
    names();
    await createJournalFiles(folder).append(second, line);
    expect(names()).toEqual([first, second, 'journal', 'storage', 'scratch']);
  });

  it('covers the folder before a new window appends to an existing file', async () => {
    await createJournalFiles(folder).append(first, line);
    names();
    await createJournalFiles(folder).append(first, line);
    expect(names()).toEqual([first, 'journal', 'storage', 'scratch']);
  });

  it('treats a file that was removed meanwhile as new', async () => {
    const files = createJournalFiles(folder);
    await files.append(first, line);
    await rm(join(folder, first));
    names();
    await files.append(first, line);
    expect(names()).toEqual([first, 'journal', 'storage', 'scratch']);
  });
});

describe.skipIf(process.platform === 'win32')('the mode of a journal file', () => {
  const name = 'orders-000000000001.jsonl';
  const line = new TextEncoder().encode('{}\n');
  let folder = '';
  const path = (): string => join(folder, name);
  const mode = async (): Promise<number> => (await stat(path())).mode & 0o777;

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'market-desk-files-')), 'journal');
    await mkdir(folder);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rm(join(folder, '..'), { recursive: true, force: true });
  });

  it('becomes owner-only when the user’s own file was readable by others', async () => {
    await writeFile(path(), '');
    await chmod(path(), 0o644);
    await createJournalFiles(folder).append(name, line);
    expect(await mode()).toBe(0o600);
  });

  it('stays when the file belongs to another user', async () => {
    await writeFile(path(), '');
    await chmod(path(), 0o644);
    const own = process.getuid?.() ?? 0;
    vi.spyOn(process, 'getuid').mockReturnValue(own + 1);
    await createJournalFiles(folder).append(name, line);
    expect(await mode()).toBe(0o644);
    expect(await readFile(path(), 'utf8')).toBe('{}\n');
  });

  it('stays if it is not a regular file, and the line does not count as written', async () => {
    execFileSync('mkfifo', ['-m', '644', path()]);
    const reader = await open(path(), 'r+');
    try {
      await expect(createJournalFiles(folder).append(name, line)).rejects.toThrow('not a regular file');
      expect(await mode()).toBe(0o644);
    } finally {
      await reader.close();
    }
  });
});
