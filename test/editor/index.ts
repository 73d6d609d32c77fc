import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

const resultsFile = path.join(__dirname, 'results.json');
const reportFile = path.join(__dirname, 'report.txt');

/** Called by VS Code in the extension host: runs every bundled suite of this folder and rejects if a test failed. */
export async function run(): Promise<void> {
  const grep = process.env['MOCHA_GREP'];
  const mocha = new Mocha({ ui: 'bdd', timeout: 30_000, reporter: FileReporter, ...(grep === undefined ? {} : { grep }) });
  for (const name of readdirSync(__dirname).sort()) {
    if (name.endsWith('.test.js')) mocha.addFile(path.join(__dirname, name));
  }
  const failures = await new Promise<number>((resolve) => {
    const runner = mocha.run((count) => {
      writeFileSync(resultsFile, JSON.stringify({ passed: runner.stats?.passes ?? 0, failed: count }));
      resolve(count);
    });
  });
  if (failures > 0) throw new Error(`${String(failures)} of the tests inside VS Code failed.`);
}

/** One line per test, written at once, so that a crash leaves the earlier results. */
class FileReporter extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const print = (line: string): void => appendFileSync(reportFile, `${line}\n`);
    runner.on('pass', (test) => print(` ✓ ${test.fullTitle()} ${String(test.duration ?? 0)} ms`));
    runner.on('pending', (test) => print(` - ${test.fullTitle()}`));
    runner.on('fail', (test, error: Error) => print(` × ${test.fullTitle()}\n${(error.stack ?? error.message).replace(/^/gm, '     ')}`));
    runner.once('end', () => print(` ${String(runner.stats?.passes ?? 0)} passed, ${String(runner.stats?.failures ?? 0)} failed`));
  }
}
