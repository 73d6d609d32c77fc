/**
 * Takes the command line of desktop VS Code and runs it with the VS Code server and a headless Chromium, so that it can be passed as
 * `vscodeExecutablePath` to `runTests` of @vscode/test-electron. Exits with the suite's exit code.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { answerConsentPages } from './consent';
import { startHost } from './host';
import type { HostOptions } from './host';

const suiteTimeout = 10 * 60_000;

function flag(name: string): string | undefined {
  const prefix = `--${name}=`;
  return process.argv.find((argument) => argument.startsWith(prefix))?.slice(prefix.length);
}

async function settingsOf(userDataDir: string | undefined): Promise<Record<string, unknown>> {
  if (userDataDir === undefined) return {};
  const text = await readFile(path.join(userDataDir, 'User', 'settings.json'), 'utf8').catch(() => '{}');
  const settings: unknown = JSON.parse(text);
  return typeof settings === 'object' && settings !== null ? { ...settings } : {};
}

/** Shows the extension host's console, for troubleshooting; suites have their own reports. */
function printConsole(type: string, args: readonly unknown[]): void {
  const text = args.map((argument) => (typeof argument === 'string' ? argument : JSON.stringify(argument))).join(' ');
  process.stderr.write(`[${type}] ${text}\n`);
}

async function main(): Promise<number> {
  const extensionPath = flag('extensionDevelopmentPath');
  const testsPath = flag('extensionTestsPath');
  const folder = process.argv.slice(2).find((argument) => !argument.startsWith('-'));
  const extensionsFrom = flag('extensions-dir');
  const locale = flag('locale');
  const options: HostOptions = {
    settings: await settingsOf(flag('user-data-dir')),
    ...(process.env['MARKET_DESK_TRACE'] === undefined ? {} : { onTestOutput: printConsole }),
    workspaceTrust: !process.argv.includes('--disable-workspace-trust'),
    ...(extensionPath === undefined ? {} : { extensionPath }),
    ...(extensionsFrom === undefined ? {} : { extensionsFrom }),
    ...(testsPath === undefined ? {} : { testsPath }),
    ...(folder === undefined ? {} : { workspaceFolder: folder }),
    ...(locale === undefined ? {} : { locale }),
  };
  const host = await startHost(options);
  answerConsentPages(host.browserContext);
  const interrupted = new Promise<number>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(130));
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(() => {
      console.error(`The suite did not end in ${String(suiteTimeout / 1000)} seconds.`);
      resolve(1);
    }, suiteTimeout);
  });
  try {
    return await Promise.race([host.tested, interrupted, late]);
  } finally {
    clearTimeout(timer);
    await host.close();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
