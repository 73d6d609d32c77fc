import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox, StartOptions } from 'market-desk-sandbox';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { HostOptions } from '../../host/host';
import { useDesk } from './desk';
import type { Desk } from './desk';
import { connect } from './service';

export interface ConnectedDesk {
  readonly desk: () => Desk;
  readonly service: () => RunningSandbox;
}

interface ConnectedOptions extends HostOptions {
  /** The service's feeds that the window uses; by default none. */
  readonly feeds?: readonly ('quote' | 'trade')[];
}

/**
 * A wide, dark window that requests nothing by itself and shows UTC, connected to its own service, for all tests of the surrounding
 * `describe`; both are closed after the last one. Use the result inside tests only.
 */
export function useConnectedDesk(offered: StartOptions = {}, { feeds = [], ...options }: ConnectedOptions = {}): ConnectedDesk {
  let running: RunningSandbox | undefined;
  const service = (): RunningSandbox => {
    if (running === undefined) throw new Error('The service does not run yet.');
    return running;
  };
  beforeAll(async () => {
    running = await startSandbox({ port: 0, ...offered });
  });
  // Closed last: hooks of this kind run in reverse order.
  afterAll(async () => running?.close());
  // Before the window is put back, which may wait for the service.
  const clearFaults = (): void => {
    running?.faults.clear();
    running?.feeds?.faults.clear();
  };
  const desk = useDesk(() => ({
    theme: 'dark',
    viewport: { width: 1440, height: 900 },
    ...options,
    settings: {
      'marketDesk.refresh.intervalSeconds': 0,
      'marketDesk.calendar.timeZone': 'UTC',
      ...(feeds.includes('quote') ? { 'marketDesk.service.quoteFeedUrl': service().quoteFeedUrl ?? '' } : {}),
      ...(feeds.includes('trade') ? { 'marketDesk.service.tradeFeedUrl': service().tradeFeedUrl ?? '' } : {}),
      ...options.settings,
    },
  }));
  beforeAll(async () => connect(desk(), service()));
  afterEach(clearFaults);
  return { desk, service };
}
