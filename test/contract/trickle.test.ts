import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createServiceClient } from '../../src/service/client';
import { resendLimits } from '../../src/service/requests/resend';
import { createTransport } from '../../src/service/transport/transport';
import { directSettings } from '../support/network/clientHarness';
import { none } from '../support/network/clientSetUp';

it('a read whose answers trickle ends within the stated time, over all its tries', { timeout: 60_000 }, async () => {
  const answers: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    answers.push(response);
  });
  const dripping = setInterval(() => answers.forEach((response) => response.write(' ')), 500);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const transport = createTransport({ settings: directSettings });
  const client = createServiceClient({ baseUrl: `http://127.0.0.1:${String(port)}`, transport, authenticator: none });
  const startedAt = performance.now();
  try {
    const call = client.tradingDays({ market: 'HK', start: '2026-11-01', end: '2026-11-30' }, { signal: new AbortController().signal });
    await expect(call).rejects.toMatchObject({ code: 'timed-out' });
    expect(answers).toHaveLength(resendLimits.tries);
    expect(performance.now() - startedAt).toBeLessThan(resendLimits.totalMs + 1_500);
  } finally {
    clearInterval(dripping);
    await transport.close();
    server.closeAllConnections();
    server.close();
  }
});
