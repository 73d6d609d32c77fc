import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { allow } from './consent';
import type { Desk } from './desk';

/**
 * Starts the sandbox in a window that never used the program, and signs in there.
 *
 * The first sign-in ends in the calendar, which takes the focus when it appears: a quick input that is open at that moment closes. So this
 * waits until the calendar has the focus.
 *
 * @param command - The title of the command in the window's language.
 * @returns the calendar's page.
 */
export async function enterSandbox(
  { workbench, host }: Pick<Desk, 'workbench' | 'host'>,
  command = 'Market Desk: Start Sandbox',
): Promise<Frame> {
  await workbench.runCommand(command);
  await allow(host.page);
  const calendar = await workbench.webview('.tabs[role=tablist]');
  await host.page.waitForFunction('document.activeElement?.matches("iframe.webview")', undefined, { timeout: 20_000 });
  return calendar;
}

/** The headers that the controls of a window's own sandbox require: its secret is in the file that the windows share. */
export async function controlHeaders(dataDir: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const shared = entries.find((entry) => entry.isFile() && entry.name === 'sandbox.json');
  if (shared === undefined) throw new Error('No sandbox of a window was found.');
  const { controlSecret } = JSON.parse(await readFile(path.join(shared.parentPath, shared.name), 'utf8')) as {
    readonly controlSecret: string;
  };
  return { 'Content-Type': 'application/json', 'X-Sandbox-Secret': controlSecret };
}
