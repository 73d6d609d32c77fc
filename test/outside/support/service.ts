import type { RunningSandbox } from 'market-desk-sandbox';
import { allow } from './consent';
import type { Desk } from './desk';

/** Connects a window that never used the program to a service that the test controls, and signs in there. */
export async function connect({ workbench, host }: Pick<Desk, 'workbench' | 'host'>, service: RunningSandbox): Promise<void> {
  await workbench.showContainer();
  await workbench.runCommand('Market Desk: Accounts and Services…');
  await workbench.quickInput.pick('Connect to a Service…');
  await workbench.quickInput.enter(service.url);
  await workbench.pressInDialog('Connect');
  await workbench.quickInput.pick('Sign in with your browser');
  await allow(host.page);
  // The browser is done before the window is: only then do commands have a session.
  const positions = await workbench.view('Positions');
  await positions.pane.locator('.monaco-list-row').first().waitFor({ timeout: 20_000 });
}
