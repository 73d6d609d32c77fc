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

/** The process that runs this code. */
export async function ownProcess(): Promise<ProcessIdentity> {
  return { pid: process.pid, start: await startOf(process.pid) };
}

/**
 * Whether exactly that process still runs. In doubt it does: a lock that stays too long is a nuisance, but breaking the lock of a live
 * owner is dangerous.
 */
export async function isProcessAlive(identity: ProcessIdentity): Promise<boolean> {
  if (!Number.isInteger(identity.pid) || identity.pid <= 0) return false;
  if (!respondsToSignals(identity.pid)) return false;
  if (identity.pid === process.pid) return identity.start === (await startOf(process.pid));
  const start = await startOf(identity.pid);
  if (start === 'gone') return false;
  return start === unknownStart || identity.start === unknownStart || start === identity.start;
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

async function startOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return startOnLinux(pid);
  if (process.platform === 'darwin') return startFromCommand('/bin/ps', ['-o', 'lstart=', '-p', String(pid)]);
  return unknownStart;
}

/** Clock ticks since boot, with the ID of the boot: exact, and not affected by changes of the wall clock. */
async function startOnLinux(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8');
    // The name in parentheses may contain anything, so fields are counted from the last parenthesis: state is field 3, start field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie runs no code any more; it only waits for its parent to collect it.
    if (fields[0] === 'Z' || fields[0] === 'X') return 'gone';
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).slice(0, 8);
    return `${boot}-${fields[19] ?? unknownStart}`;
  } catch (error) {
    return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH') ? 'gone' : unknownStart;
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
