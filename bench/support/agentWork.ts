/**
 * The process that agents call: with the MCP server of a window (`ours`), or a bare server that reads and parses the same requests
 * (`bare`). Reports its address, and on each message the longest block of its thread since the last one.
 *
 * agentWork.ts ours|bare SERVICE TOKEN
 */
import { createServer } from 'node:http';
import { answerAsUser } from '../../test/promises/agents/hostileCaller';
import { openAgentDesk } from '../../test/support/agents/agentDesk';
import { createServiceClient } from '../../src/service/client';
import type { ServiceClient } from '../../src/service/serviceClient';
import { createTransport } from '../../src/service/transport/transport';
import { mainThreadMs } from './processorTime';

/** What the process reports when asked. */
export interface AgentFigures {
  /** Processor time between two consecutive checks in its thread: nothing else could run in between. */
  readonly blockMs: number;
  /** Of the whole process. */
  readonly processorMs: number;
}

const lookEveryMs = 1;

/** Starts the MCP server of a window. */
async function ours(serviceUrl: string, token: string): Promise<{ readonly url: string; readonly bearer: string }> {
  let nowMs = 0;
  // The call limit is always free: calls that are rejected at once would cost nothing.
  const desk = await openAgentDesk(clientOf(serviceUrl, token), { nowMs: () => (nowMs += 100) });
  answerAsUser(desk);
  return { url: desk.url, bearer: desk.bearer.reveal() };
}

function clientOf(baseUrl: string, token: string): ServiceClient {
  const headers = { authorization: `Bearer ${token}` };
  const authenticator = { method: 'bearer', headersFor: async () => headers, recover: async () => false } as const;
  return createServiceClient({ baseUrl, transport: createTransport({ settings: () => ({}) }), authenticator });
}

async function bare(): Promise<{ readonly url: string; readonly bearer: string }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      let isJson = true;
      try {
        JSON.parse(Buffer.concat(parts).toString('utf8'));
      } catch {
        isJson = false;
      }
      response.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' }).end(JSON.stringify({ isJson }));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}/mcp`, bearer: 'x'.repeat(20) };
}

/** Monitors the thread and answers messages. */
function follow(): void {
  let [lastMs, blockMs, cpu] = [mainThreadMs(), 0, process.cpuUsage()];
  setInterval(() => {
    const now = mainThreadMs();
    blockMs = Math.max(blockMs, now - lastMs);
    lastMs = now;
  }, lookEveryMs);
  process.on('message', () => {
    const { user, system } = process.cpuUsage(cpu);
    const figures: AgentFigures = { blockMs, processorMs: (user + system) / 1000 };
    process.send?.(figures);
    [lastMs, blockMs, cpu] = [mainThreadMs(), 0, process.cpuUsage()];
  });
}

/** How long the first read of quotes takes through the client alone. */
async function direct(serviceUrl: string, token: string): Promise<number> {
  const client = clientOf(serviceUrl, token);
  const begun = performance.now();
  await client.beyond.snapshot({ codes: ['HK.00700'] }, { signal: AbortSignal.timeout(20_000) });
  return performance.now() - begun;
}

async function main(): Promise<void> {
  const [mode = '', serviceUrl = '', token = ''] = process.argv.slice(2);
  if (mode === 'direct') {
    process.send?.({ ms: await direct(serviceUrl, token) });
    return;
  }
  const begun = performance.now();
  const at = mode === 'ours' ? await ours(serviceUrl, token) : await bare();
  process.send?.({ ...at, startMs: performance.now() - begun });
  follow();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
process.on('disconnect', () => process.exit());
