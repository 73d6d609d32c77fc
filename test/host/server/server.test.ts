import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

const supervisor = path.join(import.meta.dirname, 'supervisor.mjs');
const remover = path.join(import.meta.dirname, 'remover.mjs');

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

describe('the remover of a folder', () => {
  it('leaves it until its owner lets go of it, also by being killed', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'market-desk-removed-'));
    // An owner that starts the remover, says so, and does nothing else. No process group has the ID 2 ** 22.
    const owning = `const child = require('node:child_process').spawn(process.execPath, process.argv.slice(1), { detached: true });
      child.once('spawn', () => console.log('started')); setInterval(() => {}, 1000)`;
    const owner = spawn(process.execPath, ['-e', owning, remover, String(2 ** 22), folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await new Promise((resolve) => owner.stdout.once('data', resolve));
      await sleep(500);
      expect(existsSync(folder)).toBe(true);
      owner.kill('SIGKILL');
      for (let attempt = 0; existsSync(folder) && attempt < 200; attempt++) await sleep(50);
      expect(existsSync(folder)).toBe(false);
    } finally {
      owner.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });
});
