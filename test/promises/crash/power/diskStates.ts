import { dirname } from 'node:path';
import type { DiskStep } from './recordedDisk';

/** A possible content of the disk after a power failure: the files that exist, with their bytes. */
export type DiskState = ReadonlyMap<string, Buffer>;

interface File {
  bytes: Buffer;
  /** How many bytes are durable. */
  synced: number;
}

/** A disk that guarantees no more than POSIX: bytes are durable after fsync of the file, names after fsync of their folder. */
class Disk {
  readonly files = new Map<string, File>();
  /** Names that may be lost. */
  readonly uncertain = new Set<string>();
  lastWritten = '';

  apply(step: DiskStep): void {
    if (step.kind === 'folder' || step.kind === 'file') this.uncertain.add(step.path);
    if (step.kind === 'file') this.files.set(step.path, { bytes: Buffer.alloc(0), synced: 0 });
    if (step.kind === 'syncFolder') for (const path of [...this.uncertain]) if (dirname(path) === step.path) this.uncertain.delete(path);
    if (step.kind === 'syncFile') this.#fileAt(step.path).synced = this.#fileAt(step.path).bytes.length;
    if (step.kind !== 'write') return;
    const file = this.#fileAt(step.path);
    file.bytes = Buffer.concat([file.bytes, step.bytes]);
    this.lastWritten = step.path;
  }

  #fileAt(path: string): File {
    const file = this.files.get(path);
    if (file === undefined) throw new Error(`${path} was not there when the recording began`);
    return file;
  }
}

/** Possible contents of a file: every prefix that includes the durable part, with and without zeros where data did not arrive. */
function contentsOf({ bytes, synced }: File, isLast: boolean): readonly Buffer[] {
  const open = bytes.length - synced;
  if (open === 0) return [bytes];
  // If two files are open at once, every length of one is combined with three lengths of the other.
  const lengths = isLast
    ? Array.from({ length: open + 1 }, (_, extra) => synced + extra)
    : [synced, synced + Math.floor(open / 2), bytes.length];
  return lengths.flatMap((length) => {
    const prefix = bytes.subarray(0, length);
    const zeros = length < bytes.length && isLast ? [Buffer.concat([prefix, Buffer.alloc(bytes.length - length)])] : [];
    return [prefix, ...zeros];
  });
}

function isReachable(path: string, missing: ReadonlySet<string>, root: string): boolean {
  for (let at = path; at.length >= root.length; at = dirname(at)) if (missing.has(at)) return false;
  return true;
}

function subsetsOf(names: readonly string[]): readonly ReadonlySet<string>[] {
  return Array.from({ length: 2 ** names.length }, (_, bits) => new Set(names.filter((_name, index) => (bits >> index) % 2 === 1)));
}

/** Every possible state of the disk if the power fails right after the given steps; each occurs once. */
export function* statesAfter(steps: readonly DiskStep[], root: string): Generator<DiskState> {
  const disk = new Disk();
  for (const step of steps) disk.apply(step);
  const visibleSets = new Set<string>();
  for (const missing of subsetsOf([...disk.uncertain])) {
    const visible = [...disk.files].filter(([path]) => isReachable(path, missing, root));
    const key = visible.map(([path]) => path).join('\n');
    if (visibleSets.has(key)) continue;
    visibleSets.add(key);
    yield* combine(visible.map(([path, file]) => [path, contentsOf(file, path === disk.lastWritten)]));
  }
}

function* combine(choices: readonly (readonly [path: string, contents: readonly Buffer[]])[]): Generator<DiskState> {
  const [first, ...rest] = choices;
  if (first === undefined) {
    yield new Map();
    return;
  }
  for (const others of combine(rest)) for (const content of first[1]) yield new Map([[first[0], content], ...others]);
}
