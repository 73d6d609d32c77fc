/**
 * `npm start`: builds and packs the extension, and opens a real VS Code with the package installed, until Ctrl+C.
 *
 * `-- --screenshots DIR` performs the main workflow automatically instead and takes pictures of it; `-- --port N` fixes the port of the VS
 * Code server, `-- --no-build` uses what is in dist/.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cacheRoot } from './install/cache';
import { findDesktop, installInDesktop } from './desktop';
import { run } from './run';
import { quietSettings, startServer } from './server/server';
import { takeScreenshots } from './screenshots';
import { ensurePacked } from '../support/packed/ensurePacked';
import { packedFile } from '../support/packed/packedFolder';
import { workbenchUrl } from './server/workbenchUrl';

const root = path.resolve(import.meta.dirname, '..', '..');
const opener = path.join(import.meta.dirname, 'opener');
/** Kept between starts, so that sessions and settings stay. */
const home = path.join(cacheRoot, 'start');
/** The address stays the same if possible, because the browser stores data by address. */
const preferredPort = 4180;

const log = (line: string): void => console.log(line);

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { screenshots: { type: 'string' }, port: { type: 'string' }, 'no-build': { type: 'boolean' } } });
  if (values['no-build'] !== true) {
    log('Building …');
    await run('npm', ['run', '--silent', 'build'], { cwd: root });
  }
  await ensurePacked();
  if (values.screenshots !== undefined) return takeScreenshots(path.resolve(values.screenshots), log);
  const workspace = path.join(home, 'workspace');
  await mkdir(workspace, { recursive: true });
  const desktop = await findDesktop(log);
  return desktop === undefined
    ? serve(workspace, values.port === undefined ? undefined : Number(values.port))
    : openDesktop(desktop, workspace);
}

async function serve(workspace: string, wantedPort: number | undefined): Promise<number> {
  const dataDir = path.join(home, 'server');
  await copyOpener(path.join(dataDir, 'extensions'));
  const port = wantedPort ?? ((await isFree(preferredPort)) ? preferredPort : 0);
  const server = await startServer({
    dataDir,
    port,
    vsix: [packedFile],
    settings: await keptSettings(path.join(dataDir, 'data', 'User', 'settings.json')),
    log,
  });
  log(`\nMarket Desk is ready in VS Code at\n\n    ${workbenchUrl(server, workspace)}\n`);
  log('Choose “Try the Sandbox” in the Market Desk side bar. Ctrl+C ends everything.');
  try {
    const code = await Promise.race([interrupted(), server.ended.then(() => undefined)]);
    if (code === undefined) log('The VS Code server has ended by itself.');
    return code ?? 1;
  } finally {
    await server.close();
  }
}

async function openDesktop(executable: string, workspace: string): Promise<number> {
  const userDataDir = path.join(home, 'desktop');
  const settingsFile = path.join(userDataDir, 'User', 'settings.json');
  await mkdir(path.dirname(settingsFile), { recursive: true });
  if (!existsSync(settingsFile)) await writeFile(settingsFile, JSON.stringify(quietSettings, undefined, 2));
  const extensionsDir = path.join(home, 'desktop-extensions');
  await copyOpener(extensionsDir);
  const folders = [`--user-data-dir=${userDataDir}`, `--extensions-dir=${extensionsDir}`];
  await installInDesktop(executable, packedFile, folders);
  const child = spawn(executable, [...folders, '--new-window', '--wait', workspace], { stdio: 'ignore' });
  log('Market Desk is ready in the window of VS Code that opens now. Ctrl+C ends everything.');
  const closed = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve(0));
  });
  try {
    return await Promise.race([closed, interrupted()]);
  } finally {
    child.kill();
  }
}

/** The editor finds it by itself next to the installed extensions. */
async function copyOpener(extensionsDir: string): Promise<void> {
  await cp(opener, path.join(extensionsDir, 'market-desk-development.opener-1.0.0'), { recursive: true });
}

async function keptSettings(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const kept: unknown = JSON.parse(text);
  return typeof kept === 'object' && kept !== null ? { ...kept } : {};
}

/** One Ctrl+C may arrive twice, from the terminal and from npm; the second does not cut the end short. */
function interrupted(): Promise<number> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(0));
  });
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
