import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Identifies a process without doubt: IDs are reused, the pair of ID and start time is not. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When the process started, comparable only on the same machine: letters, digits and `-`. */
  readonly start: string;
}

const unknownStart = 'unknown';
/** So soon, no ID is used again, and whether there is a process with it is asked every time. */
const believedMs = 2_000;
const mostKnown = 200;

/** The processes of this machine. What cannot change while this one runs is read once: windows that wait for a lock ask again and again. */
export class Processes {
  #own: Promise<ProcessIdentity> | undefined;
  #boot: Promise<string> | undefined;
  /** When processes were last found alive. */
  readonly #alive = new Map<string, number>();

  /** The process that runs this code. */
  async own(): Promise<ProcessIdentity> {
    this.#own ??= this.#startOf(process.pid).then((start) => ({ pid: process.pid, start }));
    return this.#own;
  }

  /**
   * Whether exactly that process still runs. In doubt it does: a lock that stays too long is a nuisance, but breaking the lock of a live
   * owner is dangerous.
   */
  async isAlive(identity: ProcessIdentity): Promise<boolean> {
    if (!Number.isInteger(identity.pid) || identity.pid <= 0) return false;
    if (!respondsToSignals(identity.pid)) return false;
    if (identity.pid === process.pid) return identity.start === (await this.own()).start;
    const key = `${identity.pid}.${identity.start}`;
    const nowMs = performance.now();
    if (nowMs - (this.#alive.get(key) ?? -Infinity) < believedMs) return true;
    const start = await this.#startOf(identity.pid);
    const isAlive = start === identity.start || (start !== 'gone' && [start, identity.start].includes(unknownStart));
    if (this.#alive.size >= mostKnown) this.#alive.clear();
    if (isAlive) this.#alive.set(key, nowMs);
    return isAlive;
  }

  async #startOf(pid: number): Promise<string> {
    if (process.platform === 'linux') return this.#startOnLinux(pid);
    if (process.platform === 'darwin') return startFromCommand('/bin/ps', ['-o', 'lstart=', '-p', String(pid)]);
    return unknownStart;
  }

  /** Clock ticks since boot, with the ID of the boot: exact, and not affected by changes of the wall clock. */
  async #startOnLinux(pid: number): Promise<string> {
    try {
      const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8');
      // The name in parentheses may contain anything, so fields are counted from the last parenthesis: state is field 3, start field 22.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // A zombie runs no code any more; it only waits for its parent to collect it.
      if (fields[0] === 'Z' || fields[0] === 'X') return 'gone';
      this.#boot ??= readFile('/proc/sys/kernel/random/boot_id', 'utf8').then((text) => text.slice(0, 8));
      return `${await this.#boot}-${fields[19] ?? unknownStart}`;
    } catch (error) {
      return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH') ? 'gone' : unknownStart;
    }
  }
}

function respondsToSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

async function startFromCommand(file: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(file, [...args], { timeout: 2000, env: { LC_ALL: 'C', TZ: 'UTC' } });
    const text = stdout.trim().replace(/[^A-Za-z0-9]+/g, '-');
    return text === '' ? unknownStart : text;
  } catch {
    return unknownStart;
  }
}
