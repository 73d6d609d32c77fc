import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../run';

/**
 * Unpacks Debian packages, and any dependencies missing on this machine, into `root`. Installs nothing, so it needs no privileges, and
 * downloads the package lists, because a minimal machine has none.
 *
 * @param options.areAll - Whether dependencies are left out.
 * @throws an error with the output of apt-get or dpkg-deb.
 */
export async function unpackFromDebian(
  root: string,
  packages: readonly string[],
  { areAll = false }: { readonly areAll?: boolean } = {},
): Promise<void> {
  const scratch = `${root}.download`;
  const [lists, cache] = [path.join(scratch, 'lists'), path.join(scratch, 'cache')];
  await Promise.all([
    mkdir(path.join(lists, 'partial'), { recursive: true }),
    mkdir(path.join(cache, 'archives/partial'), { recursive: true }),
  ]);
  const own = ['-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${cache}`, '-o', 'APT::Sandbox::User='];
  const apt = async (...args: string[]): Promise<string> => run('apt-get', [...own, ...args], { cwd: scratch });
  try {
    await apt('update');
    const wanted = areAll ? packages : neededPackages(await apt('install', '--simulate', '--no-install-recommends', ...packages));
    await apt('download', ...wanted);
    await mkdir(root, { recursive: true });
    const files = (await readdir(scratch)).filter((name) => name.endsWith('.deb'));
    for (const file of files) await run('dpkg-deb', ['--extract', path.join(scratch, file), root]);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Names with versions, from lines such as `Inst chromium (150.0-1 Debian:12/stable [amd64])` of a simulated installation. */
export function neededPackages(simulation: string): string[] {
  return [...simulation.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+) /gm)].map(([, name, version]) => `${String(name)}=${String(version)}`);
}
