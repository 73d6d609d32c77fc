import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The module that the editor gives to the program is that of the stand-in editor. */
const alias = { vscode: fileURLToPath(new URL('test/support/editor/vscode.ts', import.meta.url)) };

/** Many tests wait for servers: with one worker, which is what two processors get otherwise, one of these would have nothing to do. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/** A run of what has failed tries the inputs that failed: `npm test` gives their seed. */
const setupFiles = process.env['MARKET_DESK_SEED'] === undefined ? [] : ['test/support/seeded.ts'];

const project = (name: string, include: readonly string[], extra: object = {}) => ({
  resolve: { alias },
  test: {
    name,
    include: [...include],
    environment: 'node' as const,
    restoreMocks: true,
    setupFiles,
    // On a busy machine, what is polled comes later; only a failure waits that long.
    expect: { poll: { timeout: 30_000 } },
    ...extra,
  },
});

const contract = { testTimeout: 60_000, setupFiles: ['test/support/editor/setUp.ts'] };
const unit = { testTimeout: 120_000, setupFiles: ['test/support/editor/setUp.ts'] };

/** Folders with the tests of a kind: the extension's, and those of the packages. */
const folders = (kind: 'unit' | 'contract'): readonly string[] =>
  ['test', ...readdirSync('packages').map((name) => `packages/${name}/test`)].map((tests) => `${tests}/${kind}`).filter(existsSync);

/** The unit tests in whose file the expression finds something. */
const having = (expression: RegExp): readonly string[] =>
  folders('unit').flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
      .filter((name) => name.endsWith('.test.ts') && expression.test(readFileSync(name, 'utf8'))),
  );
/** They replace modules or count timers: what they leave behind in a process would reach the next file. */
const unitApart = having(/vi\.(mock|stubGlobal)\(|getTimerCount/);
const unitPages = having(/@vitest-environment/).filter((name) => !unitApart.includes(name));
const packed = 'test/contract/packed/**/*.test.ts';
const within = (folder: string): string => `${folder}/**/*.test.ts`;

export default defineConfig({
  test: {
    // Not in the projects: there it would count more than that of the command line.
    maxWorkers,
    projects: [
      // A process for each file takes longer than most of these tests; those of the sources would parse all of them again.
      project('unit', folders('unit').map(within), { ...unit, isolate: false, exclude: [...unitApart, ...unitPages] }),
      project('unit-pages', unitPages, { ...unit, isolate: false }),
      project('unit-apart', [...unitApart, 'test/host/**/*.test.ts', 'test/ci/**/*.test.ts'], unit),
      project('unit-sources', ['test/architecture/**/*.test.ts'], { ...unit, isolate: false }),
      project('contract', folders('contract').map(within), { ...contract, isolate: false, exclude: [packed] }),
      project('contract-packed', [packed], { ...contract, isolate: false }),
      project('outside', ['test/outside/**/*.test.ts'], {
        // Waits end by themselves, later on a busy machine: a test that is given up goes on beside the next one.
        testTimeout: 900_000,
        hookTimeout: 900_000,
        globalSetup: 'test/outside/support/setUp.ts',
        // Each file has a server and a window of its own, and waits for them most of the time.
        maxWorkers: 2,
      }),
    ],
  },
});
