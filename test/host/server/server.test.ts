import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

const supervisor = path.join(import.meta.dirname, 'supervisor.mjs');

/** Prints its process ID, ignores SIGTERM, and keeps recreating its folder. */
const stubborn = `process.on('SIGTERM', () => {}); console.log(process.pid);
  setInterval(() => fs.mkdirSync(process.argv[1] + '/deep/deeper', { recursive: true }), 0)`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(process.platform === 'win32')('a supervised command', () => {
  it('ends and loses its folder when the owner disappears without notice', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'market-desk-supervised-'));
    const child = spawn(process.execPath, [supervisor, folder, process.execPath, '-e', stubborn, folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    });
    try {
      const pid = await new Promise<number>((resolve) => child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString()))));
      expect(isAlive(pid)).toBe(true);
      child.stdin.destroy();
      for (let attempt = 0; isAlive(pid) && attempt < 200; attempt++) await sleep(50);
      expect(isAlive(pid)).toBe(false);
      for (let attempt = 0; existsSync(folder) && attempt < 200; attempt++) await sleep(50);
      expect(existsSync(folder)).toBe(false);
      await sleep(200);
      expect(existsSync(folder)).toBe(false);
    } finally {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });
});
