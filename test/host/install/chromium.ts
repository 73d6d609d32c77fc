import { existsSync } from 'node:fs';
import { chmod, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { ensureInstalled } from './cache';
import { unpackFromDebian } from './debian';
import { findOnPath, isExecutable } from './executables';

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
 * Path of a Chromium: `CHROME_PATH`, else one on PATH, else Playwright's own, else one that is unpacked from Debian's packages.
 *
 * @throws an error that says what to do if there is none.
 */
export async function findChromium(log: (line: string) => void): Promise<string> {
  const given = process.env['CHROME_PATH'];
  if (given !== undefined && given !== '') {
    if (isExecutable(given)) return given;
    throw new Error(`CHROME_PATH is set to ${given}, which is not an executable file.`);
  }
  const found = findOnPath(namesOnPath) ?? playwrightOwn() ?? (await unpackedFromDebian(log));
  if (found !== undefined) return found;
  throw new Error(
    'No Chromium was found. Set CHROME_PATH to the path of a Chrome or Chromium, or install one: `apt-get install chromium` on Debian, ' +
      'or `npx playwright-core install chromium` on any system.',
  );
}

function playwrightOwn(): string | undefined {
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

const programs = 'root/usr/lib/chromium';
/** The shell without a user interface, which takes a fifth less of the processor, comes first; older systems don’t have it. */
const debianPackages = ['chromium-headless-shell', 'chromium'] as const;

/** Finds the libraries that were unpacked next to it. */
const starter = `#!/bin/sh
root=$(dirname "$(readlink -f "$0")")/root
for folder in "$root"/usr/lib/*-linux-gnu "$root"/usr/lib/*-linux-gnu/*/ "$root"/lib/*-linux-gnu; do
  LD_LIBRARY_PATH=$LD_LIBRARY_PATH\${LD_LIBRARY_PATH:+:}$folder
done
export LD_LIBRARY_PATH
exec "$root/usr/lib/chromium/browser" "$@"
`;

async function unpackedFromDebian(log: (line: string) => void): Promise<string | undefined> {
  if (findOnPath(['apt-get']) === undefined || findOnPath(['dpkg-deb']) === undefined) return undefined;
  try {
    const folder = await ensureInstalled({
      name: 'chromium-headless-debian',
      files: ['chromium', `${programs}/browser`],
      install: async (draft) => {
        log('Unpacking Chromium from Debian (once) …');
        const [shell, whole] = debianPackages;
        const unpack = async (name: string): Promise<void> => {
          await unpackFromDebian(path.join(draft, 'root'), [name]);
          await rename(path.join(draft, programs, name), path.join(draft, programs, 'browser'));
        };
        await unpack(shell).catch(async () => unpack(whole));
        await writeFile(path.join(draft, 'chromium'), starter);
        await chmod(path.join(draft, 'chromium'), 0o755);
      },
    });
    return path.join(folder, 'chromium');
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
