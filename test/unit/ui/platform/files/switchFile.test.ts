import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type * as fs from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSendMarks } from '../../../../../src/ui/platform/files/sendMarks';
import { createSwitchFile } from '../../../../../src/ui/platform/files/switchFile';

/** What happens after a read has failed, before it is known why. */
const meanwhile = vi.hoisted(() => ({ happens: (): void => undefined }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  const lstatSync = (path: string, options: fs.StatSyncOptions): fs.Stats | undefined => {
    meanwhile.happens();
    return real.lstatSync(path, options) as fs.Stats | undefined;
  };
  return { ...real, lstatSync };
});

const never = () => ({ dispose: () => undefined });
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'market-desk-switch-'));
});
afterEach(async () => {
  meanwhile.happens = () => undefined;
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true, force: true });
});

describe('the file of the sending switch', () => {
  it('is written completely, readable only by its owner, and leaves no draft', async () => {
    const file = createSwitchFile(join(folder, 'new'), 'sending.json', never);
    expect(file.readNow()).toBeUndefined();
    await file.write('one');
    await file.write('two');
    expect(file.readNow()).toBe('two');
    expect(await readdir(join(folder, 'new'))).toEqual(['sending.json']);
    expect((await stat(join(folder, 'new', 'sending.json'))).mode & 0o777).toBe(0o600);
  });

  it('throws when it exists and can’t be read', async () => {
    await mkdir(join(folder, 'sending.json'));
    expect(() => createSwitchFile(folder, 'sending.json', never).readNow()).toThrow();
  });

  it('is not made where something has its name, and a link to nothing counts as something', async () => {
    const file = createSwitchFile(join(folder, 'new'), 'sending.json', never);
    await file.create('one');
    await file.create('two');
    expect(file.readNow()).toBe('one');
    expect(await readdir(join(folder, 'new'))).toEqual(['sending.json']);
    expect((await stat(join(folder, 'new', 'sending.json'))).mode & 0o777).toBe(0o600);
    await rm(join(folder, 'new', 'sending.json'));
    await symlink(join(folder, 'nothing'), join(folder, 'new', 'sending.json'));
    expect(() => file.readNow()).toThrow();
    await file.create('three');
    expect(() => file.readNow()).toThrow();
    await file.write('four');
    expect([file.readNow(), await readdir(folder)]).toEqual(['four', ['new']]);
  });

  it('is read when it is made during the first look', () => {
    meanwhile.happens = () => writeFileSync(join(folder, 'sending.json'), 'released');
    expect(createSwitchFile(folder, 'sending.json', never).readNow()).toBe('released');
  });

  it('can be spoiled when it can’t be replaced', async () => {
    const file = createSwitchFile(folder, 'sending.json', never);
    await file.write('released');
    await file.spoil();
    expect(file.readNow()).toBe('');
  });
});

describe('the marks of requests in progress', () => {
  it('are counted across all windows, until they are removed', async () => {
    const [one, other] = [createSendMarks(folder), createSendMarks(folder)];
    const takeDown = [await one.put(), await other.put(), await other.put()];
    expect(await one.count()).toBe(3);
    for (const take of takeDown) await take();
    await takeDown[0]?.();
    expect(await one.count()).toBe(0);
  });

  it('do not count when their process has ended', async () => {
    const marks = createSendMarks(folder);
    await marks.put();
    const [own = ''] = await readdir(folder);
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    const [host = '', , start = ''] = own.split('.');
    await writeFile(join(folder, [host, String(child.pid), start, 'x'].join('.')), '');
    expect(await marks.count()).toBe(1);
    expect(await readdir(folder)).toEqual([own]);
  });

  it('are none when their folder is missing, and unknown when it can’t be read', async () => {
    expect(await createSendMarks(join(folder, 'none')).count()).toBe(0);
    await writeFile(join(folder, 'file'), '');
    await expect(createSendMarks(join(folder, 'file')).count()).rejects.toThrow();
  });
});
