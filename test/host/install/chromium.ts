import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { withLock } from './cache';
import { run } from '../run';

const chineseFont = 'fonts-wqy-zenhei';
const namesOnPath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];

/** Flags that let Chromium run in a container and keep it from calling home. */
export const chromiumFlags: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/**
 * Path of a Chromium: `CHROME_PATH`, else one on PATH, else Playwright's own; on Debian as root it is installed.
 *
 * @throws An error that says what to do when there is none.
 */
export async function findChromium(log: (line: string) => void): Promise<string> {
  const given = process.env['CHROME_PATH'];
  if (given !== undefined && given !== '') {
    if (isExecutable(given)) return given;
    throw new Error(`CHROME_PATH is set to ${given}, which is not an executable file.`);
  }
  const found = findOnPath(namesOnPath) ?? playwrightOwn();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && findOnPath(['apt-get']) !== undefined) {
    await installFromDebian(log).catch((error: unknown) => log(error instanceof Error ? error.message : String(error)));
    const installed = findOnPath(namesOnPath);
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'No Chromium was found. Set CHROME_PATH to the path of a Chrome or Chromium, or install one: `apt-get install chromium` on Debian, ' +
      'or `npx playwright-core install chromium` on any system.',
  );
}

/** The first of the names that is an executable file in a folder of PATH. */
export function findOnPath(names: readonly string[]): string | undefined {
  for (const name of names) {
    for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
      const file = path.join(folder, process.platform === 'win32' ? `${name}.exe` : name);
      if (folder !== '' && isExecutable(file)) return file;
    }
  }
  return undefined;
}

function playwrightOwn(): string | undefined {
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function installFromDebian(log: (line: string) => void): Promise<void> {
  await withLock('chromium', async () => {
    if (findOnPath(namesOnPath) !== undefined) return;
    log('Installing Chromium with apt-get (once) …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { env });
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core', chineseFont], { env });
  });
}

/** For pictures with Chinese text in them: installs a font on Debian as root where there is none, and does without elsewhere. */
export async function ensureChineseFont(log: (line: string) => void): Promise<void> {
  if (process.getuid?.() !== 0 || findOnPath(['apt-get']) === undefined || findOnPath(['fc-list']) === undefined) return;
  if ((await run('fc-list', [':lang=zh'])).trim() !== '') return;
  await withLock('chinese-font', async () => {
    log('Installing a Chinese font with apt-get (once) …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { env });
    await run('apt-get', ['install', '-y', '--no-install-recommends', chineseFont], { env });
  }).catch((error: unknown) => log(`Chinese text will show as boxes: ${error instanceof Error ? error.message : String(error)}`));
}
