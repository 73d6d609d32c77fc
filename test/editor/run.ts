/**
 * Runs the mocha suites of this folder inside a real VS Code: `npm run test:editor`, with `-- --grep TEXT` for some of them, `--engine
 * minimum` for the oldest VS Code, `--desktop` to refuse the server, and `--results FILE` to keep the counts. MARKET_DESK_TRACE=1 also
 * shows the console of the extension host.
 */
import { copyFile, cp, mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { findDesktop, serverExecutable } from '../host/desktop';
import { run } from '../host/run';
import { quietSettings } from '../host/server/server';
import { ensurePacked } from '../support/packed/ensurePacked';
import { packedFolder } from '../support/packed/packedFolder';

const root = path.resolve(import.meta.dirname, '..', '..');
/** For this process alone, so that two runs do not collide; inside the project, so that the suites find its packages. */
const output = path.join(root, 'dist-test', String(process.pid));

async function bundleSuites(): Promise<void> {
  const suites = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.test.ts'));
  await build({
    entryPoints: [path.join(import.meta.dirname, 'index.ts'), ...suites.map((name) => path.join(import.meta.dirname, name))],
    outdir: output,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
}

/**
 * Prints the suite's report as it grows. It comes through a file because in the extension host's console it would be mixed with everything
 * else that VS Code prints.
 */
async function followReport(file: string): Promise<() => Promise<void>> {
  await writeFile(file, '');
  const handle = await open(file, 'r');
  const buffer = Buffer.alloc(64 * 1024);
  const print = async (): Promise<void> => {
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return;
      process.stdout.write(buffer.toString('utf8', 0, bytesRead));
    }
  };
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(print);
  }, 200);
  return async () => {
    clearInterval(timer);
    await last;
    await print();
    await handle.close();
  };
}

async function executable(desktopOnly: boolean): Promise<string> {
  const found = await findDesktop((line) => console.log(line));
  if (found === undefined && desktopOnly) throw new Error('There is no desktop VS Code here.');
  return found ?? serverExecutable;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      grep: { type: 'string' },
      results: { type: 'string' },
      'no-build': { type: 'boolean' },
      engine: { type: 'string' },
      desktop: { type: 'boolean' },
    },
  });
  if (values.engine !== undefined) process.env['MARKET_DESK_ENGINE'] = values.engine;
  if (values['no-build'] !== true) await run('node', ['esbuild.mjs'], { cwd: root });
  await ensurePacked();
  await bundleSuites();
  const stopFollowing = await followReport(path.join(output, 'report.txt'));
  const scratch = await mkdtemp(path.join(tmpdir(), 'market-desk-editor-'));
  try {
    const userDataDir = path.join(scratch, 'user');
    const workspace = path.join(scratch, 'workspace');
    await mkdir(path.join(userDataDir, 'User'), { recursive: true });
    await mkdir(workspace);
    // Another extension, which uses the API.
    const extensions = path.join(scratch, 'extensions');
    await cp(path.join(import.meta.dirname, 'consumer'), path.join(extensions, 'market-desk-tests.market-desk-consumer-0.0.1'), {
      recursive: true,
    });
    await writeFile(path.join(userDataDir, 'User', 'settings.json'), JSON.stringify(quietSettings));
    await runTests({
      vscodeExecutablePath: await executable(values.desktop === true),
      extensionDevelopmentPath: packedFolder,
      extensionTestsPath: path.join(output, 'index.js'),
      extensionTestsEnv: values.grep === undefined ? {} : { MOCHA_GREP: values.grep },
      launchArgs: [workspace, `--user-data-dir=${userDataDir}`, `--extensions-dir=${extensions}`],
    });
  } finally {
    await stopFollowing();
    if (values.results !== undefined) await copyFile(path.join(output, 'results.json'), values.results).catch(() => undefined);
    await rm(output, { recursive: true, force: true });
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
