import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, stat, unlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { CrossProcessLock, Disposable, Lock } from '../../../app/platform/ports';
import { isAbsent } from './absent';
import { Processes } from './processIdentity';
import type { ProcessIdentity } from './processIdentity';

/** A holder touches its file this often, so that other hosts on a shared home directory see that it is alive. */
const heartbeatMs = 15_000;
const foreignHostPatienceMs = 3 * 60_000;
const pollMs = 250;
const attemptsWhileContended = 12;

interface Claim {
  readonly kind: 'candidate' | 'holder';
  readonly host: string;
  readonly owner: ProcessIdentity;
  readonly nonce: string;
}

/**
 * A lock made of files, each of which belongs to one contender.
 *
 * Each contender creates a file of its own, then lists the directory: it may hold the lock only if no other live
 * contender is listed, else it withdraws and tries again. Since each one creates its file before listing, two can never both
 * be alone in the list. Nothing is ever broken by force: the file of a dead process has a name that no live process uses, so
 * removing it cannot hurt a newcomer. Names contain the owner (`kind.host.pid.start.nonce`), hence a file never exists
 * without telling whose it is.
 */
export class FileLock implements CrossProcessLock, Disposable {
  readonly #held = new Map<string, readonly string[]>();
  readonly #processes = new Processes();
  readonly #host = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(private readonly directory: string) {}

  async tryAcquire(name: string): Promise<Lock | undefined> {
    for (let attempt = 0; attempt < attemptsWhileContended; attempt += 1) {
      const result = await this.#attempt(name);
      if (result === 'held') return undefined;
      if (result !== 'contended') return result;
      await pause(Math.random() * 4 * 2 ** Math.min(attempt, 5));
    }
    return undefined;
  }

  async acquire(name: string, options: { readonly signal: AbortSignal; readonly timeoutMs?: number }): Promise<Lock | undefined> {
    const deadline = options.timeoutMs === undefined ? Infinity : performance.now() + options.timeoutMs;
    while (!options.signal.aborted) {
      const lock = await this.tryAcquire(name);
      if (lock !== undefined) return lock;
      if (performance.now() >= deadline) return undefined;
      await pause(pollMs * (0.5 + Math.random()), options.signal);
    }
    return undefined;
  }

  /** Releases every lock of this window. */
  dispose(): void {
    clearInterval(this.#heartbeat);
    for (const files of this.#held.values()) for (const file of files) void unlink(file).catch(() => undefined);
    this.#held.clear();
  }

  async #attempt(name: string): Promise<Lock | 'held' | 'contended'> {
    const folder = join(this.directory, createHash('sha256').update(name).digest('hex').slice(0, 32));
    if ((await this.#othersIn(folder, undefined)).some((claim) => claim.kind === 'holder')) return 'held';
    const nonce = randomBytes(9).toString('base64url');
    const candidate = join(folder, await this.#fileName('candidate', nonce));
    const holder = join(folder, await this.#fileName('holder', nonce));
    try {
      await create(candidate);
      const others = await this.#othersIn(folder, nonce);
      if (others.length === 0) {
        await create(holder);
        return this.#hold(name, nonce, [holder, candidate]);
      }
      await unlink(candidate);
      return others.some((claim) => claim.kind === 'holder') ? 'held' : 'contended';
    } catch (error) {
      // A file left behind would lock everyone else out for as long as this process lives.
      for (const file of [holder, candidate]) await unlink(file).catch(() => undefined);
      throw error;
    }
  }

  /** Live claims in the folder, which is made if it is missing, other than our own; removes files of dead processes. */
  async #othersIn(folder: string, ownNonce: string | undefined): Promise<readonly Claim[]> {
    const live: Claim[] = [];
    for (const file of await namesIn(folder)) {
      const claim = parseClaim(file);
      if (claim === undefined || claim.nonce === ownNonce) continue;
      if (await this.#isLive(join(folder, file), claim)) live.push(claim);
      else await unlink(join(folder, file)).catch(() => undefined);
    }
    return live;
  }

  async #isLive(path: string, claim: Claim): Promise<boolean> {
    if (claim.host === this.#host) return this.#processes.isAlive(claim.owner);
    try {
      return Date.now() - (await stat(path)).mtimeMs < foreignHostPatienceMs;
    } catch {
      return false;
    }
  }

  async #fileName(kind: Claim['kind'], nonce: string): Promise<string> {
    const own = await this.#processes.own();
    return [kind, this.#host, String(own.pid), own.start, nonce].join('.');
  }

  #hold(name: string, nonce: string, files: readonly string[]): Lock {
    this.#held.set(nonce, files);
    this.#heartbeat ??= setInterval(() => this.#touch(), heartbeatMs).unref();
    return {
      name,
      release: async () => {
        if (!this.#held.delete(nonce)) return;
        // The holder mark is removed first: a candidate alone is never taken for a holder.
        for (const file of files) await unlink(file).catch(() => undefined);
      },
    };
  }

  #touch(): void {
    const now = new Date();
    for (const files of this.#held.values()) for (const file of files) void utimes(file, now, now).catch(() => undefined);
  }
}

function parseClaim(file: string): Claim | undefined {
  const [kind, host, pid, start, nonce, ...rest] = file.split('.');
  if ((kind !== 'candidate' && kind !== 'holder') || host === undefined || start === undefined || nonce === undefined || rest.length > 0)
    return undefined;
  return { kind, host, owner: { pid: Number(pid), start }, nonce };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (!isAbsent(error)) throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return [];
  }
}

async function create(path: string): Promise<void> {
  await (await open(path, 'wx', 0o600)).close();
}

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}
