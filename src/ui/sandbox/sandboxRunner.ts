import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Log } from '../../app/platform/ports';
import type { SandboxRunner } from '../../app/sandbox/sandboxControl';

/** Runs the sandbox inside the extension; its code is loaded when it is first started. */
export function createSandboxRunner(stateFile: string, log: Log): SandboxRunner {
  return {
    start: async ({ port, instanceId }) => {
      const { startSandbox } = await import('../../sandbox/embedded');
      await mkdir(dirname(stateFile), { recursive: true, mode: 0o700 });
      return startSandbox({ port, instanceId, stateFile, alwaysOpen: true, warn: (message) => log.warn(`sandbox: ${message}`) });
    },
  };
}
