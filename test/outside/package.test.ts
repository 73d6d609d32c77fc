import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { missingFiles } from '../support/packed/missingFiles';
import { packedFile, packedFolder } from '../support/packed/packedFolder';

describe('the files of the package', () => {
  const files = new Map<string, string>();
  /** Files read by people, and the manifest, which names the others. */
  const notLoaded = /\.(md|txt)$|^package\.json$|^api\.d\.ts$/;

  beforeAll(async () => {
    for (const entry of await readdir(packedFolder, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isFile()) files.set(path.relative(packedFolder, file).replaceAll('\\', '/'), await readFile(file, 'utf8'));
    }
  });

  it('include every file that another one needs', () => {
    expect(missingFiles(files)).toEqual([]);
  });

  it('are all needed, so that a missing one would be noticed', () => {
    const notMissed = [...files.keys()].filter((file) => !notLoaded.test(file) && missingFiles(without(file)).length === 0);
    expect(files.size).toBeGreaterThan(50);
    expect(notMissed).toEqual([]);
  });

  it('include a list of the bundled packages, the same ones whose licenses are listed', async () => {
    const Bill = v.object({ components: v.array(v.object({ group: v.optional(v.string()), name: v.string(), version: v.string() })) });
    const { components } = v.parse(Bill, JSON.parse(await readFile(packedFile.replace('.vsix', '.cdx.json'), 'utf8')));
    const listed = components.map(({ group, name, version }) => `${group === undefined ? '' : `${group}/`}${name} ${version}`);
    const licensed = [...(files.get('NOTICES.txt') ?? '').matchAll(/^(\S+ \d\S*) \([^)]+\)$/gm)].map(([, name]) => name);
    expect(listed.length).toBeGreaterThan(15);
    expect(licensed.toSorted()).toEqual(listed.toSorted());
  });

  function without(file: string): ReadonlyMap<string, string> {
    const fewer = new Map(files);
    fewer.delete(file);
    return fewer;
  }
});
