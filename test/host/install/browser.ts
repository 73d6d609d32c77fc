import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { chromiumFlags, findChromium } from './chromium';
import { fontEnvironment } from './fonts';

export interface BrowserOptions {
  readonly headless?: boolean;
  /** In addition to those of every Chromium in this project. */
  readonly flags?: readonly string[];
  readonly log?: (line: string) => void;
}

export interface RunningBrowser {
  readonly browser: Browser;
  /** Ends the browser and removes its files. */
  close(): Promise<void>;
}

/** Starts Chromium so that it writes nothing into the user’s home folder. */
export async function startBrowser({ headless = true, flags = [], log = () => undefined }: BrowserOptions = {}): Promise<RunningBrowser> {
  const executablePath = await findChromium(log);
  const fonts = await fontEnvironment(log);
  const scratch = await mkdtemp(path.join(tmpdir(), 'market-desk-browser-'));
  const remove = async (): Promise<void> => rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  try {
    const browser = await chromium.launch({
      executablePath,
      headless,
      args: [...chromiumFlags, ...flags],
      env: { ...definedEnvironment(), ...fonts, ...ownFolders(scratch) },
    });
    const close = async (): Promise<void> => {
      await browser.close().catch(() => undefined);
      await remove();
    };
    return { browser, close };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Environment variables that redirect sockets, caches, and settings of programs to a folder that can be removed. */
export function ownFolders(folder: string): Readonly<Record<string, string>> {
  return { TMPDIR: folder, XDG_RUNTIME_DIR: folder, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder };
}

function definedEnvironment(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) env[name] = value;
  return env;
}
