import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { SendMarks } from '../../../app/orders/write/stop/sendingPorts';
import { Processes } from './processIdentity';

/** No request waits longer than this for its first byte: an older mark of another machine was left behind. */
const foreignHostPatienceMs = 3 * 60_000;

/** One file for each request, named after its owner: `host.pid.start.nonce`, as for a lock. */
export function createSendMarks(folder: string): SendMarks {
  const processes = new Processes();
  const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
  const isLive = async (name: string): Promise<boolean> => {
    const [otherHost, pid, start, nonce] = name.split('.');
    if (otherHost === undefined || start === undefined || nonce === undefined) return false;
    if (otherHost === host) return processes.isAlive({ pid: Number(pid), start });
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: 0 }));
    return Date.now() - mtimeMs < foreignHostPatienceMs;
  };
  return {
    put: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { pid, start } = await processes.own();
      const path = join(folder, [host, String(pid), start, randomBytes(9).toString('base64url')].join('.'));
      await (await open(path, 'wx', 0o600)).close();
      return async () => unlink(path).catch(() => undefined);
    },
    count: async () => {
      const names = await readdir(folder).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
        throw error;
      });
      let live = 0;
      for (const name of names) {
        if (await isLive(name)) live += 1;
        else await unlink(join(folder, name)).catch(() => undefined);
      }
      return live;
    },
  };
}
