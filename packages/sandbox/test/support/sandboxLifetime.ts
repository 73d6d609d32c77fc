import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox, StartOptions } from 'market-desk-sandbox';
import { afterEach } from 'vitest';

/** Starts sandboxes that are closed after each test. Call once at the top of a test file. */
export function useSandbox(): (options?: StartOptions) => Promise<RunningSandbox> {
  const running: RunningSandbox[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map(async (sandbox) => sandbox.close()));
  });
  return async (options = {}) => {
    const sandbox = await startSandbox({ port: 0, ...options });
    running.push(sandbox);
    return sandbox;
  };
}
