// Finds the packages in a bundle, and what the lock file says about each.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';

const Lock = v.object({
  packages: v.record(
    v.string(),
    v.object({ version: v.optional(v.string()), license: v.optional(v.string()), integrity: v.optional(v.string()) }),
  ),
});

/** A package of which at least one line ships. */
export interface BundledPackage {
  /** Where it is installed, such as `node_modules/lit`. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** As in its manifest, such as `MIT`. */
  readonly license: string;
  /** Hash of its archive, such as `sha512-…`, in Base64. */
  readonly integrity: string;
}

/**
 * The packages that these modules come from, by name. Modules of the project and of the bundler itself are left out.
 *
 * @param modules - Paths below the root or absolute ones, as bundlers name them.
 * @throws if the lock file does not know a package, or lacks details about it.
 */
export async function bundledPackages(root: string, modules: readonly string[]): Promise<readonly BundledPackage[]> {
  const { packages } = v.parse(Lock, JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')));
  const folders = new Set(modules.flatMap((module) => folderOf(module) ?? []));
  return [...folders]
    .map((folder) => {
      const { version, license, integrity } = packages[folder] ?? {};
      if (version === undefined || license === undefined || integrity === undefined)
        throw new Error(`${folder} is in a bundle, and package-lock.json does not say all about it`);
      return { folder, name: folder.split('node_modules/').at(-1) ?? folder, version, license, integrity };
    })
    .sort((one, other) => (`${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1));
}

/** For `…/node_modules/a/node_modules/@b/c/d.js` it is `node_modules/a/node_modules/@b/c`. */
function folderOf(module: string): string | undefined {
  return /(?:^|\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(module.replaceAll('\\', '/'))?.[1];
}
