import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startSandbox } from 'market-desk-sandbox';
import { signIn } from 'market-desk-sandbox/test/sandboxHarness';
import { openAgentDesk } from '../../support/agents/agentDesk';
import type { AgentDesk } from '../../support/agents/agentDesk';
import { createServiceClient } from '../../../src/service/client';
import { createTransport } from '../../../src/service/transport/transport';
import type { Breach, Proof, ProofContext, ProofResult } from '../proof';
import { Random } from '../random';
import { answerAsUser, beginSession, sendHostile } from './hostileCaller';
import type { HostileAnswer } from './hostileCaller';
import { agents, hostileRequest, without } from './hostileRequests';
import type { Agent, HostileRequest } from './hostileRequests';

/** Account numbers of the sandbox's user; an agent without permission must never learn one. */
const accountNumbers = /\b8001\b|SIM-1001/;

/** A planted fault that must be noticed. */
type Plant = 'sends' | 'numbers' | 'letsAllIn';

export const proof18: Proof = {
  number: 18,
  promise: 'No proposal is sent without you',
  quickRuns: 400,
  fullRuns: 10_000,
  run: async (context) => {
    const overlooked: Breach[] = [];
    for (const plant of ['sends', 'numbers', 'letsAllIn'] as const) {
      // Calls that are known to meet the fault: in another seed's first calls no agent may ask for what it hides.
      const found = await tried({ ...context, seed: 1, runs: 120, from: 0, progress: () => undefined }, plant);
      if (found.breaches.length === 0) overlooked.push({ summary: `the proof overlooks a planted fault: ${plant}`, replay: { plant } });
    }
    const result = await tried(context, undefined);
    return { ...result, breaches: [...overlooked, ...result.breaches] };
  },
};

/** Plays hostile calls against the server of one window, whose user opens tickets and sends none. */
async function tried({ seed, runs, from, progress }: ProofContext, plant: Plant | undefined): Promise<ProofResult> {
  const sandbox = await startSandbox({ port: 0, tokenLifetimeSeconds: 10_000_000 });
  const transport = createTransport({ settings: () => ({}) });
  const { tokens } = await signIn(sandbox, { user: 'ada' });
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const authenticator = { method: 'bearer', headersFor: async () => headers, recover: async () => false } as const;
  let nowMs = 0;
  // The clock advances enough for the call limit to be free for each request; only a flood runs into it.
  const desk = await openAgentDesk(createServiceClient({ baseUrl: sandbox.url, transport, authenticator }), {
    nowMs: () => (nowMs += 100),
    plants: { numbers: plant === 'numbers', ...(plant === 'sends' ? { sends: sandbox.url } : {}) },
  });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const breaches: Breach[] = [];
  const counts = new Map<string, number>();
  try {
    answerAsUser(desk);
    const secrets = [desk.bearer.reveal(), tokens.access_token, tokens.refresh_token ?? tokens.access_token];
    const sessions = new Map<Agent, string>();
    for (const agent of agents) sessions.set(agent, await beginSession(desk.url, desk.bearer.reveal(), agent));
    for (let at = from; at < from + runs; at += 1) {
      const random = Random.forCase(seed, at);
      const hostile = hostileRequest(random, { bearer: desk.bearer.reveal(), sessions });
      counts.set(hostile.kind, (counts.get(hostile.kind) ?? 0) + 1);
      const answers = await Promise.all(
        Array.from({ length: hostile.times }, async () =>
          sendHostile(desk.url, plant === 'letsAllIn' ? letIn(hostile, desk, sessions) : hostile),
        ),
      );
      for (const answer of answers) {
        const wrong = wrongWith(answer, hostile, secrets);
        if (wrong !== undefined)
          breaches.push({ summary: wrong, replay: { case: at, kind: hostile.kind, body: hostile.body.slice(0, 400) } });
      }
      if (breaches.length > 20) break;
      progress(at - from + 1);
    }
    const writes = sandbox.ledger.entries.filter(
      ({ method, path }) => method === 'PUT' || method === 'DELETE' || /orders$|order_confirm$/.test(method === 'POST' ? path : ''),
    );
    for (const { method, path } of writes) breaches.push({ summary: `sent: ${method} ${path}`, replay: { method, path } });
    if (desk.opened.length === 0) breaches.push({ summary: 'no proposal reached the user: the proof tries nothing', replay: {} });
  } finally {
    delay.disable();
    await desk.close();
    await transport.close();
    await sandbox.close();
  }
  const kinds = [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ');
  return {
    tried: `${runs} hostile calls (${kinds}); ${desk.opened.length} proposals opened`,
    found: `${breaches.length} breaches; longest pause of the process ${(delay.max / 1e6).toFixed(0)} ms, the service’s own work included`,
    breaches,
  };
}

function wrongWith(
  { status, text }: HostileAnswer,
  { isOutside, agent, kind }: HostileRequest,
  secrets: readonly string[],
): string | undefined {
  if (isOutside && status < 400) return `${kind}: answered with ${status}`;
  if (agent?.access !== 'numbers' && accountNumbers.test(text)) return `${kind}: an account number was given away`;
  return secrets.some((secret) => text.includes(secret)) ? `${kind}: a secret was given away` : undefined;
}

/** The request as it would look if the server didn't check the sender. */
function letIn(hostile: HostileRequest, { bearer }: AgentDesk, sessions: ReadonlyMap<Agent, string>): HostileRequest {
  const headers = without(hostile.headers, 'Origin', 'Host');
  const session = [...sessions.values()][1] ?? '';
  return { ...hostile, headers: { ...headers, Authorization: `Bearer ${bearer.reveal()}`, 'Mcp-Session-Id': session } };
}
