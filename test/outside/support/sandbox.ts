import type { Frame } from 'playwright-core';
import type { Desk } from './desk';

/**
 * Starts the sandbox in a window that never used the program, which signs in there.
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
  const calendar = await workbench.webview('.tabs[role=tablist]');
  await host.page.waitForFunction('document.activeElement?.matches("iframe.webview")', undefined, { timeout: 20_000 });
  return calendar;
}
