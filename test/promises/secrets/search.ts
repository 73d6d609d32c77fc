import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Finder } from '../credentials/secrets/finder';
import type { Canary } from './ledger';

export interface Hit {
  readonly file: string;
  /** `stage kind in encoding`; never the value. */
  readonly what: string;
}

export interface SearchResult {
  readonly hits: readonly Hit[];
  readonly files: number;
  readonly bytes: number;
}

/** Pictures contain no text; what they show was searched as text before it was drawn. */
const leftOut = /\.(?:png|jpg)$/;
/** Larger than any output of the run; a file above this size is a finding. */
const mostBytes = 256 * 1024 * 1024;

/** Searches every file below the given paths for every canary, in all encodings of the finder. */
export async function search(
  canaries: readonly Canary[],
  paths: readonly string[],
  without: readonly string[] = [],
): Promise<SearchResult> {
  const finder = new Finder();
  for (const { stage, kind, value } of canaries) finder.add(`${stage}: ${kind}`, value);
  const hits: Hit[] = [];
  let files = 0;
  let bytes = 0;
  for (const path of paths) {
    for await (const { file, size } of filesBelow(path, without)) {
      files += 1;
      bytes += size;
      if (size > mostBytes) hits.push({ file, what: 'too large to be searched' });
      else
        hits.push(
          ...finder.find(await readFile(file)).map((what) => ({ file, what })),
          ...finder.find(file).map((what) => ({ file, what: `${what}, in the name` })),
        );
    }
  }
  return { hits, files, bytes };
}

async function* filesBelow(path: string, without: readonly string[]): AsyncGenerator<{ readonly file: string; readonly size: number }> {
  if (without.includes(path)) return;
  const found = await lstat(path).catch(() => undefined);
  if (found?.isFile() === true && !leftOut.test(path)) yield { file: path, size: found.size };
  if (found?.isDirectory() !== true) return;
  for (const name of (await readdir(path)).sort()) yield* filesBelow(join(path, name), without);
}
