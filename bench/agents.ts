/**
 * The MCP server under 10,000 hostile calls, in its own process, compared with a bare server that gets the same calls; and the first answer
 * that an agent gets from a server that was just started, compared with the client’s own first read. To run it alone: `npm run bench --
 * agents`.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox } from 'market-desk-sandbox';
import { signIn } from 'market-desk-sandbox/test/sandboxHarness';
import { beginSession, sendHostile } from '../test/promises/agents/hostileCaller';
import { agents, hostileRequest } from '../test/promises/agents/hostileRequests';
import type { Agent, HostileRequest } from '../test/promises/agents/hostileRequests';
import { Random } from '../test/promises/random';
import { load } from './support/loadFiles';
import { machineNoise, median } from './support/measurement';
import type { Measurement } from './support/measurement';
import { inRound } from './support/rounds';
import type { AgentFigures } from './support/agentWork';

const [calls, atOnce, seed] = [inRound(10_000, 200), 4, 1];
const starts = inRound(7, 1);
const dist = path.resolve(import.meta.dirname, '..', 'dist');

interface Callee {
  readonly process: ChildProcess;
  readonly url: string;
  readonly bearer: string;
  /** Until it listened. */
  readonly startMs: number;
}

export async function benchAgents(): Promise<readonly Measurement[]> {
  const sandbox = await startSandbox({ port: 0, tokenLifetimeSeconds: 10_000_000 });
  try {
    const { tokens } = await signIn(sandbox, { user: 'ada' });
    return [...(await firstAnswers(sandbox, tokens.access_token)), ...(await hostileCalls(sandbox, tokens.access_token))];
  } finally {
    await sandbox.close();
  }
}

async function firstAnswers(sandbox: RunningSandbox, token: string): Promise<readonly Measurement[]> {
  const [alone, asked, loads]: [number[], number[], number[]] = [[], [], []];
  for (let run = 0; run < starts; run += 1) {
    const reader = start('direct', sandbox, token);
    alone.push((await told<{ readonly ms: number }>(reader)).ms);
    reader.disconnect();
    const callee = await open('ours', sandbox, token);
    const begun = performance.now();
    const session = await beginSession(callee.url, callee.bearer, { name: 'reads accounts' });
    const { status, text } = await sendHostile(callee.url, quotesCall(callee.bearer, session));
    if (status !== 200 || !text.includes('HK.00700')) throw new Error(`No quotes were answered: ${status} ${text.slice(0, 200)}`);
    asked.push(callee.startMs + performance.now() - begun);
    callee.process.disconnect();
    loads.push(await loadOfServer());
  }
  const service = median(alone);
  const all = median(asked) + median(loads);
  return [
    { name: `baseline: quotes by the client alone, first read of ${starts} processes`, value: service, unit: 'ms', limit: undefined },
    { name: 'first answer to an agent, from the start of the server', value: all, unit: 'ms', limit: undefined },
    { name: '  of it, loading the library (processor time)', value: median(loads), unit: 'ms', limit: undefined },
    { name: 'first answer beyond the service', value: all - service, unit: 'ms', limit: 150 * machineNoise() },
  ];
}

/** The built files that *Start MCP Server* loads in addition to those of a signed-in window. */
async function loadOfServer(): Promise<number> {
  const names = await readdir(dist);
  const file = names.find((name) => /^agentServer-.*\.js$/.test(name));
  if (file === undefined) throw new Error('The server was not built.');
  const files = ['main.js', file].map((name) => path.join(dist, name));
  const { times } = await load(files);
  return times[1] ?? Number.NaN;
}

async function hostileCalls(sandbox: RunningSandbox, token: string): Promise<readonly Measurement[]> {
  const [bare, ours] = [await open('bare', sandbox, token), await open('ours', sandbox, token)];
  try {
    const sessions = new Map<Agent, string>();
    for (const agent of agents) sessions.set(agent, await beginSession(ours.url, ours.bearer, agent));
    // Compilation during the first calls is not measured.
    for (const callee of [bare, ours]) await play(callee, sessions, 0, 200);
    await Promise.all([bare, ours].map(figures));
    const noise: number[] = [];
    const took: { readonly bare: AgentFigures; readonly ours: AgentFigures }[] = [];
    for (let from = 0; from < calls; from += calls / 10) {
      noise.push(machineNoise());
      await play(bare, sessions, from, calls / 10);
      await play(ours, sessions, from, calls / 10);
      took.push({ bare: await figures(bare), ours: await figures(ours) });
    }
    const writes = sandbox.ledger.entries.filter(({ method, path: at }) => method !== 'GET' && /orders|order_confirm/.test(at));
    const blocks = (of: 'bare' | 'ours'): number => Math.max(...took.map((round) => round[of].blockMs));
    const costOf = (of: 'bare' | 'ours'): number => took.reduce((sum, round) => sum + round[of].processorMs, 0) / calls;
    return [
      {
        name: `baseline: a bare server that parses the same ${calls} calls, longest block`,
        value: blocks('bare'),
        unit: 'ms',
        limit: undefined,
      },
      { name: `the MCP server under ${calls} hostile calls, longest block`, value: blocks('ours'), unit: 'ms', limit: 50 * median(noise) },
      { name: '  processor time of a call, of the baseline', value: costOf('ours') / costOf('bare'), unit: '×', limit: undefined },
      { name: '  requests about orders that reached the service', value: writes.length, unit: '', limit: 0 },
    ];
  } finally {
    bare.process.disconnect();
    ours.process.disconnect();
  }
}

/** Plays the calls of the given numbers, several at a time. */
async function play({ url, bearer }: Callee, sessions: ReadonlyMap<Agent, string>, from: number, count: number): Promise<void> {
  let next = from;
  const worker = async (): Promise<void> => {
    while (next < from + count) {
      const hostile = hostileRequest(Random.forCase(seed, next), { bearer, sessions });
      next += 1;
      await Promise.all(Array.from({ length: hostile.times }, async () => sendHostile(url, hostile)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

function quotesCall(bearer: string, session: string): HostileRequest {
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    Authorization: `Bearer ${bearer}`,
    'Mcp-Session-Id': session,
  };
  const params = { name: 'marketDesk_getQuotes', arguments: { codes: ['HK.00700'] } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return { kind: 'read', isOutside: false, agent: undefined, method: 'POST', path: '/mcp', headers, body, times: 1 };
}

function start(mode: string, { url }: RunningSandbox, token: string): ChildProcess {
  return fork(path.join(import.meta.dirname, 'support/agentWork.ts'), [mode, url, token], { execArgv: ['--import', 'tsx'] });
}

async function open(mode: 'bare' | 'ours', sandbox: RunningSandbox, token: string): Promise<Callee> {
  const process = start(mode, sandbox, token);
  return { process, ...(await told<Omit<Callee, 'process'>>(process)) };
}

async function figures({ process }: Callee): Promise<AgentFigures> {
  process.send('figures');
  return told(process);
}

async function told<T>(process: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('the process of the benchmark ended'));
    process.once('exit', ended);
    process.once('message', (message) => {
      process.off('exit', ended);
      resolve(message as T);
    });
  });
}
