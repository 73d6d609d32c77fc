import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../host/run';

const tsx = path.resolve('node_modules', '.bin', process.platform === 'win32' ? 'tsx.cmd' : 'tsx');
const windows = process.platform === 'win32';

/** As received by someone else: an empty folder, an empty cache, and no network. */
describe('the packed sandbox', () => {
  let folder = '';
  let file = '';
  let installed = '';
  const npm: readonly string[] = ['--offline', '--no-audit', '--no-fund'];
  const environment = (): NodeJS.ProcessEnv => ({ ...process.env, npm_config_cache: path.join(folder, 'cache') });

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'market-desk-sandbox-test-'));
    await run(tsx, ['scripts/build/packSandbox.ts', '--out', folder]);
    file = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
    const project = path.join(folder, 'project');
    await mkdir(project);
    await run('npm', ['install', ...npm, path.join('..', file)], { cwd: project, env: environment() });
    installed = path.join(project, 'node_modules', 'market-desk-sandbox');
  }, 120_000);
  afterAll(async () => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  it('needs no other package, and contains nothing of the extension', async () => {
    expect((await readdir(path.dirname(installed))).filter((name) => !name.startsWith('.'))).toEqual(['market-desk-sandbox']);
    expect((await readdir(installed)).toSorted()).toEqual([
      'LICENSE',
      'NOTICES.txt',
      'README.md',
      'package.json',
      'sandbox.cjs',
      'sandbox.md',
    ]);
    const code = await readFile(path.join(installed, 'sandbox.cjs'), 'utf8');
    const required = [...code.matchAll(/\brequire\([`'"]([^`'"]+)[`'"]\)/g)].map(([, name = '']) => name);
    expect(required.length).toBeGreaterThan(3);
    // ws uses these two if they are installed, and works without them.
    expect(required.filter((name) => !isBuiltin(name) && !['bufferutil', 'utf-8-validate'].includes(name))).toEqual([]);
    expect(code).not.toMatch(/registerCommand|globalState|marketDesk\./);
  });

  it('has the licenses of the packages in it, and lists them', async () => {
    const licences = await readFile(path.join(installed, 'NOTICES.txt'), 'utf8');
    const listed = JSON.parse(await readFile(path.join(folder, file.replace('.tgz', '.cdx.json')), 'utf8')) as {
      readonly components: readonly { readonly name: string; readonly version: string }[];
    };
    expect(listed.components.map(({ name }) => name)).toEqual(expect.arrayContaining(['hono', 'ws', 'lossless-json']));
    for (const { name, version } of listed.components) expect(licences).toContain(`${name} ${version} (`);
  });

  it('begins with its README, whose links lead to files that came with it', async () => {
    const readme = await readFile(path.join(installed, 'README.md'), 'utf8');
    expect(readme.slice(0, readme.indexOf('\n'))).toBe('# market-desk-sandbox');
    const reference = await readFile(path.join(installed, 'sandbox.md'), 'utf8');
    const links = [readme, reference].map((text) => [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, to = '']) => to));
    expect(links).toEqual([['sandbox.md'], []]);
  });

  it('explains itself', async () => {
    const command = path.join(installed, '..', '.bin', windows ? 'market-desk-sandbox.cmd' : 'market-desk-sandbox');
    const help = await run(command, ['--help']);
    expect(help).toContain('  market-desk-sandbox [options]');
    expect(help).toContain('--like-live');
    await expect(run(command, ['--like-life'])).rejects.toThrow('exit code 2');
  });

  it('can be started from the file with npx, answers, and ends when told to', async () => {
    const child = spawn(windows ? 'npx.cmd' : 'npx', ['--yes', '--offline', `./${file}`, '--port', '0', '--like-live'], {
      cwd: folder,
      env: environment(),
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: windows,
      // So that a signal reaches npx and its child processes, as Ctrl+C does.
      detached: !windows,
    });
    const ended = once(child, 'exit');
    let url = '';
    for await (const chunk of child.stdout) {
      url = /http:\S+/.exec(String(chunk))?.[0] ?? '';
      if (url !== '') break;
    }
    try {
      const answer = await fetch(`${url}/api/v1.0/server-time`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toMatch(/\d{13}/);
    } finally {
      if (windows) child.kill();
      else process.kill(-(child.pid ?? 0), 'SIGTERM');
      await ended;
    }
    // What npx started ends with it.
    await expect
      .poll(
        async () =>
          fetch(url).then(
            () => 'answers',
            () => 'is gone',
          ),
        { timeout: 10_000 },
      )
      .toBe('is gone');
  });
});
