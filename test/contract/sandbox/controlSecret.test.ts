import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox } from 'market-desk-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandboxProbe } from '../../../src/app/sandbox/sandboxProbe';
import { OAuthService } from '../../../src/service/auth/oauth';
import { Secret } from '../../../src/service/secret';
import { createTransport } from '../../../src/service/transport/transport';

const controls = [
  'GET requests',
  'GET faults',
  'DELETE faults',
  'POST faults',
  'POST reset',
  'POST consent',
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

  it('gives the consent of its page to its windows, for a registered client and its own address alone', async () => {
    const probe = createSandboxProbe(transport);
    const redirectUri = 'http://127.0.0.1:4000/callback';
    const service = new OAuthService(sandbox.url, transport);
    const client = await service.register(
      { clientName: 'a window', redirectUris: [redirectUri], authMethod: 'none' },
      { signal: AbortSignal.timeout(5_000) },
    );
    const attempt = service.prepareAuthorization(client, redirectUri);
    const query = new URL(attempt.url).search.slice(1);
    const location = new URL(await probe.allow(sandbox.url, 'of the windows', query));
    expect(location.href.startsWith(`${redirectUri}?`)).toBe(true);
    const tokens = await service.exchange(attempt, new Secret(location.search.slice(1)), { signal: AbortSignal.timeout(5_000) });
    expect(tokens.accessToken.reveal()).not.toBe('');
    for (const wrong of [query.replace('4000', '4001'), query.replace('client_id=', 'client_id=x'), query.replace('S256', 'plain'), ''])
      await expect(probe.allow(sandbox.url, 'of the windows', wrong)).rejects.toThrow('400');
    await expect(probe.allow(sandbox.url, 'guessed', query)).rejects.toThrow('403');
  });

  it('offers no consent without a secret', async () => {
    const open = await startSandbox({ port: 0 });
    try {
      expect((await fetch(`${open.url}/sandbox/consent`, { method: 'POST' })).status).toBe(404);
    } finally {
      await open.close();
    }
  });

  it('is found and reset by other windows of the extension', async () => {
    const probe = createSandboxProbe(transport);
    expect(await probe.identify(sandbox.url)).toBe('sandbox_of_a_window');
    await probe.reset(sandbox.url, 'of the windows');
    await expect(probe.reset(sandbox.url, 'guessed')).rejects.toThrow('403');
  });
});
