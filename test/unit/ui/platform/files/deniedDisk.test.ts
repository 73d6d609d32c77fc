import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { releasedText, switchText } from '../../../../../src/domain/orders/sendingSwitch';
import { bundledWorker } from '../../../../support/machine/bundledWorker';

const isRoot = process.getuid?.() === 0;
/** Permissions mean nothing to root, unless it gives up the power to pass over them. */
const asUser = isRoot ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : [];
const canStart = process.platform !== 'win32' && (!isRoot || spawnSync('setpriv', [...asUser.slice(1), 'true']).status === 0);
const canLimitFiles = spawnSync('prlimit', ['--version']).status === 0;

let folder = '';
const children: ChildProcess[] = [];

let built = '';
let program = '';

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'market-desk-denied-worker-'));
  program = bundledWorker('deniedDiskWorker', built);
});
afterAll(async () => rm(built, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'market-desk-denied-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true, force: true });
});

type Window = (line: string) => Promise<unknown>;

/** A window of an ordinary user; `most` is how many bytes any of its files may have. */
async function openWindow(most?: number): Promise<Window> {
  const node = [process.execPath, program, folder];
  const limited = most === undefined ? node : ['prlimit', `--fsize=${String(most)}`, ...node];
  const [command = '', ...args] = [...asUser, ...limited];
  const env = { ...process.env, TMPDIR: folder };
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => JSON.parse(((await lines.next()) as { readonly value: string }).value);
  expect(await next()).toBe('ready');
  return async (line) => {
    child.stdin.write(`${line}\n`);
    return next();
  };
}

const released = switchText(releasedText, '2026-11-01T00:00:00.000Z');

describe.runIf(canStart)('a window of an ordinary user whose folder can’t be written', () => {
  it.each([
    ['has no file of the switch', undefined, false],
    ['has one that can’t be replaced, only emptied', released, true],
  ])('sends nothing, and stays stopped when the disk can be written again; it %s', async (_, text, canSpoil) => {
    if (text !== undefined) await writeFile(join(folder, 'sending.json'), text, { mode: 0o600 });
    const window = await openWindow();
    await chmod(folder, 0o500);
    expect(await window('send')).toMatch(/^failed/);
    expect(await window('stop')).toMatchObject({ pending: 0, isInJournal: false, isInFile: canSpoil, state: { kind: 'stopped' } });
    await chmod(folder, 0o700);
    expect([await window('send'), await window('state')]).toMatchObject(['stopped', { kind: 'stopped' }]);
    expect(await window('stop')).toMatchObject({ isInJournal: true, isInFile: true });
    expect(await window('send in another window')).toBe('stopped');
  });

  it('counts as stopped where the folder can’t even be read', async () => {
    await mkdir(join(folder, 'journal'));
    await writeFile(join(folder, 'sending.json'), released);
    const window = await openWindow();
    await chmod(folder, 0);
    expect(await window('state')).toMatchObject({ kind: 'stopped', file: 'damaged' });
    expect(await window('send')).toMatch(/^failed|^stopped/);
  });
});

describe.runIf(canStart && canLimitFiles)('a window on a full disk', () => {
  it.each([
    ['without a file of the switch', undefined],
    ['with one that says released', released],
  ])('sends nothing, and stops for every window by what a full disk can still do; %s', async (_, text) => {
    if (text !== undefined) await writeFile(join(folder, 'sending.json'), text, { mode: 0o600 });
    const window = await openWindow(0);
    expect(await window('send')).toMatch(/^failed/);
    expect(await window('stop')).toMatchObject({
      pending: 0,
      isInJournal: false,
      isInFile: true,
      state: { kind: 'stopped', file: 'damaged' },
    });
    const other = await openWindow();
    expect([await other('send'), await window('send')]).toEqual(['stopped', expect.stringMatching(/^failed|^stopped/)]);
  });
});
