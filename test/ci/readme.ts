/**
 * Runs the commands of README.md exactly as written, in a copy of the repository's files. The last line counts them: "N passed, N failed".
 * A new command in README.md fails until this script knows how to run it.
 */
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBrowser } from '../host/install/browser';
import { cacheRoot } from '../host/install/cache';
import { Workbench } from '../outside/support/workbench';
import { readmeCommands } from './readmeCommands';

const root = path.resolve(import.meta.dirname, '..', '..');
const patience = 10 * 60_000;
/** The steps of the main workflow, each with its picture. */
const fewestPictures = 9;

type Way = ((command: string, clone: string) => Promise<void>) | { readonly notHere: string };

const ways: Readonly<Record<string, Way>> = {
  // What `npm ci` installs is linked, because .ci/run has just installed the same.
  'npm ci && npm start': async (command, clone) => openAndStop(command.replace('npm ci && ', ''), clone),
  'npm start -- --screenshots DIR': takePictures,
  'npm run sandbox': async (command, clone) => stopWhen(command, clone, /http:\/\/127\.0\.0\.1:\d+/, async () => Promise.resolve()),
  'npm ci && npm test': { notHere: '.ci/run does it' },
  'npm run package': { notHere: 'a stage of npm test' },
  'npm run package:sandbox': { notHere: 'test/ci/sandboxPackage.test.ts does it' },
  'npm run promises -- --quick': { notHere: 'a stage of npm test' },
  'npm run bench': { notHere: 'it takes half an hour; a short round is a stage of npm test' },
};

/** Opens the printed address, checks that the product is there, and presses Ctrl+C. */
async function openAndStop(command: string, clone: string): Promise<void> {
  await stopWhen(command, clone, /http:\/\/127\.0\.0\.1:\d+\/\?\S*folder=\S+/, async (url) => {
    const { browser, close } = await startBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(url);
      await new Workbench(page).waitForWelcome('Try the Sandbox');
    } finally {
      await close();
    }
  });
}

async function takePictures(command: string, clone: string): Promise<void> {
  const folder = path.join(clone, 'test-results', 'readme');
  const { child, output } = start(command.replace('DIR', folder), clone);
  const code = await endOf(child);
  const pictures = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.png'));
  if (code !== 0 || pictures.length < fewestPictures)
    throw new Error(`exit code ${String(code)}, ${String(pictures.length)} pictures\n${output().slice(-2000)}`);
}

/** Waits for output of the command, acts on it, and ends the command as Ctrl+C does. */
async function stopWhen(command: string, clone: string, wanted: RegExp, act: (found: string) => Promise<void>): Promise<void> {
  const { child, output } = start(command, clone);
  try {
    const deadline = Date.now() + patience;
    let found: string | undefined;
    while ((found = wanted.exec(output())?.[0]) === undefined) {
      if (child.exitCode !== null) throw new Error(`exit code ${String(child.exitCode)}\n${output().slice(-2000)}`);
      if (Date.now() > deadline) throw new Error(`it does not print ${String(wanted)}\n${output().slice(-2000)}`);
      await sleep(200);
    }
    await act(found);
  } finally {
    if (child.exitCode === null) signal(child, 'SIGINT');
    const isLate = await Promise.race([endOf(child).then(() => false), sleep(20_000, true, { ref: false })]);
    if (isLate) signal(child, 'SIGKILL');
    if (isLate) throw new Error('Ctrl+C does not end it');
  }
}

/** In its own process group, which gets the signal of Ctrl+C as a whole. */
function start(command: string, clone: string): { readonly child: ChildProcess; readonly output: () => string } {
  // A desktop VS Code would open a window here.
  const child = spawn('sh', ['-c', command], { cwd: clone, env: { ...process.env, MARKET_DESK_HOST: 'server' }, detached: true });
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => parts.push(part));
  return { child, output: () => parts.join('') };
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, name);
}

async function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve));
  return child.exitCode;
}

/** Copies what a fresh clone has, with what was installed, and the editors that were downloaded before. */
async function copyRepository(clone: string): Promise<void> {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\0').filter((name) => name !== ''))
    await cp(path.join(root, file), path.join(clone, file), { force: true }).catch((error: unknown) => {
      // Deleted here but not committed yet.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  const modules = [path.join(root, 'node_modules'), clone];
  try {
    execFileSync('cp', ['-al', ...modules], { stdio: 'ignore' });
  } catch {
    // On another disk.
    execFileSync('cp', ['-a', ...modules]);
  }
  const cache = path.join(clone, path.basename(cacheRoot));
  await mkdir(cache);
  for (const name of await readdir(cacheRoot).catch(() => []))
    if (/^(code-server|node)-[\w.-]+$/.test(name) && !/\.(lock|draft)/.test(name))
      await symlink(path.join(cacheRoot, name), path.join(cache, name));
}

async function main(): Promise<void> {
  const commands = readmeCommands(await readFile(path.join(root, 'README.md'), 'utf8'));
  const clone = await mkdtemp(path.join(tmpdir(), 'market-desk-readme-'));
  const failed: string[] = [];
  let passed = 0;
  try {
    await copyRepository(clone);
    for (const command of commands) {
      const way = ways[command];
      if (typeof way === 'object') console.log(`- ${command}: not here, ${way.notHere}`);
      if (typeof way === 'object') continue;
      const began = performance.now();
      try {
        if (way === undefined) throw new Error('test/ci/readme.ts does not know how to run it');
        await way(command, clone);
        passed += 1;
        console.log(`✓ ${command}, ${((performance.now() - began) / 1000).toFixed(1)} s`);
      } catch (error) {
        failed.push(command);
        console.log(`× ${command}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    const gone = Object.keys(ways).filter((command) => !commands.includes(command));
    for (const command of gone) console.log(`× ${command}: README.md does not have it any more`);
    failed.push(...gone);
  } finally {
    await rm(clone, { recursive: true, force: true, maxRetries: 5 });
  }
  console.log(`\n${String(passed)} passed, ${String(failed.length)} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

void main();
