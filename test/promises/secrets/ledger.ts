import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A credential that a process of the run created, sent, or received. */
export interface Canary {
  readonly stage: string;
  readonly kind: string;
  readonly value: string;
}

/** Reads what the tap recorded; an unfinished line of a killed process is ignored. */
export async function readLedger(folder: string): Promise<readonly Canary[]> {
  const canaries = new Map<string, Canary>();
  for (const name of (await readdir(folder)).filter((name) => name.endsWith('.jsonl'))) {
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n')) {
      const canary = parse(line);
      if (canary !== undefined && !canaries.has(canary.value)) canaries.set(canary.value, canary);
    }
  }
  return [...canaries.values()];
}

function parse(line: string): Canary | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('stage' in value) || !('kind' in value) || !('value' in value)) return undefined;
    return typeof value.value === 'string' ? { stage: String(value.stage), kind: String(value.kind), value: value.value } : undefined;
  } catch {
    return undefined;
  }
}
