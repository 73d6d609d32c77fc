import { afterAll, beforeAll } from 'vitest';
import type { StartOptions } from '../../../src/sandbox/options';
import { startSandbox } from '../../../src/sandbox/server';
import type { RunningSandbox } from '../../../src/sandbox/server';
import type { HostOptions } from '../../host/host';
import { allow } from './consent';
import { useDesk } from './desk';
import type { Desk } from './desk';

/** Connects a window that never used the program to a service that the test holds in its hands, and signs in there. */
export async function connect({ workbench, host }: Pick<Desk, 'workbench' | 'host'>, service: RunningSandbox): Promise<void> {
  await workbench.showContainer();
  await workbench.runCommand('Market Desk: Connect to a Service…');
  await workbench.quickInput.enter(service.url);
  await workbench.pressInDialog('Connect');
  await workbench.quickInput.pick('Sign in with your browser');
  await allow(host.page);
  // The browser is done before the window is: only then commands have somebody to ask for.
  const positions = await workbench.view('Positions');
  await positions.pane.locator('.monaco-list-row').first().waitFor({ timeout: 20_000 });
}

interface ConnectedDesk {
  readonly desk: () => Desk;
  readonly service: () => RunningSandbox;
}

/**
 * A wide, dark window that asks for nothing by itself and shows UTC, connected to a service of its own, for all tests of the
 * surrounding `describe`; both are closed after the last one. Call what it gives inside tests only.
 */
export function useConnectedDesk(offered: StartOptions = {}, options: HostOptions = {}): ConnectedDesk {
  const settings = { 'marketDesk.refresh.intervalSeconds': 0, 'marketDesk.calendar.timeZone': 'UTC', ...options.settings };
  const desk = useDesk({ theme: 'dark', viewport: { width: 1440, height: 900 }, ...options, settings });
  let running: RunningSandbox | undefined;
  beforeAll(async () => {
    running = await startSandbox({ port: 0, ...offered });
    await connect(desk(), running);
  });
  afterAll(async () => running?.close());
  const service = (): RunningSandbox => {
    if (running === undefined) throw new Error('The service does not run yet.');
    return running;
  };
  return { desk, service };
}
