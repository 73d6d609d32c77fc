import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandboxProbe } from '../../../src/app/sandbox/sandboxProbe';
import { startSandbox } from '../../../src/sandbox/server';
import type { RunningSandbox } from '../../../src/sandbox/server';
import { createTransport } from '../../../src/service/transport/transport';

const controls = [
  'GET requests',
  'GET faults',
  'DELETE faults',
  'POST faults',
  'POST reset',
  'POST clock',
  'POST orders',
  'GET feeds',
  'POST orders/fill',
];

describe('a sandbox with a secret', () => {
  let sandbox: RunningSandbox;
  const transport = createTransport({ settings: () => ({}) });

  beforeAll(async () => {
    sandbox = await startSandbox({ instanceId: 'sandbox_of_a_window', controlSecret: 'of the windows' });
  });
  afterAll(async () => {
    await transport.close();
    await sandbox.close();
  });

  const ask = async (control: string, headers: Readonly<Record<string, string>>): Promise<number> => {
    const [method = '', path = ''] = control.split(' ');
    const body =
      method === 'POST' ? { body: '{"action":{"kind":"hang"}}', headers: { ...headers, 'content-type': 'application/json' } } : { headers };
    return (await fetch(`${sandbox.url}/sandbox/${path}`, { method, ...body })).status;
  };

  it.each(controls)('refuses %s to requests without it', async (control) => {
    expect(await ask(control, {})).toBe(403);
    expect(await ask(control, { 'X-Sandbox-Secret': 'guessed' })).toBe(403);
    expect(sandbox.faults.waiting).toBe(0);
    expect(await ask(control, { 'X-Sandbox-Secret': 'of the windows' })).not.toBe(403);
    sandbox.reset();
  });

  it('refuses another spelling of the path as well', async () => {
    for (const path of ['%73andbox/requests', 'sandbox//requests', 'sandbox/./requests', 'sandbox/info/../requests', 'SANDBOX/requests'])
      expect((await fetch(`${sandbox.url}/${path}`)).status).not.toBe(200);
  });

  it('is found and reset by other windows of the extension', async () => {
    const probe = createSandboxProbe(transport);
    expect(await probe.identify(sandbox.url)).toBe('sandbox_of_a_window');
    await probe.reset(sandbox.url, 'of the windows');
    await expect(probe.reset(sandbox.url, 'guessed')).rejects.toThrow('403');
  });
});
