import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { createServiceClient } from '../../src/service/client';
import { machineTiming, resendLimits } from '../../src/service/requests/resend';
import { createTransport } from '../../src/service/transport/transport';
import { directSettings } from '../support/network/clientHarness';
import { none } from '../support/network/clientSetUp';
import { listening } from '../support/network/listening';

/** Milliseconds of one try, and what is left of the whole time for the third. */
const [oneTry, rest] = [3_000, 700];

it('a read whose answers trickle ends within the stated time, over all its tries', async () => {
  const answers: ServerResponse[] = [];
  let aheadMs = 0;
  const now = (): number => performance.now() + aheadMs;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    // While the second one trickles, the clock leaves little of the time for a third.
    if (answers.push(response) === 2) aheadMs = resendLimits.totalMs - 2 * oneTry - rest;
  });
  const dripping = setInterval(() => answers.forEach((response) => response.write(' ')), 100);
  const { origin: baseUrl, close } = await listening(server);
  const limits = { connectMs: oneTry, headersMs: oneTry, bodyMs: oneTry, totalMs: oneTry };
  const transport = createTransport({ settings: directSettings, deadlines: { read: limits, write: limits } });
  const timing = { ...machineTiming, monotonicMs: now, random: () => 0 };
  const client = createServiceClient({ baseUrl, transport, authenticator: none, timing });
  const startedAt = now();
  try {
    const call = client.tradingDays({ market: 'HK', start: '2026-11-01', end: '2026-11-30' }, { signal: new AbortController().signal });
    await expect(call).rejects.toMatchObject({ code: 'timed-out' });
    expect(answers).toHaveLength(resendLimits.tries);
    // A third try of full length would end 2.3 s later.
    expect(now() - startedAt).toBeLessThan(resendLimits.totalMs + 2_000);
  } finally {
    clearInterval(dripping);
    await transport.close();
    await close();
  }
});
