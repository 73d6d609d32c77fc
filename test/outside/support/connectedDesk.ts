import { afterAll, beforeAll } from 'vitest';
import type { StartOptions } from '../../../src/sandbox/options';
import { startSandbox } from '../../../src/sandbox/server';
import type { RunningSandbox } from '../../../src/sandbox/server';
import type { HostOptions } from '../../host/host';
import { useDesk } from './desk';
import type { Desk } from './desk';
import { connect } from './service';

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
