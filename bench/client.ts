/**
 * Signed reads through the client compared with bare undici and bare node:crypto: processor time per read, and throughput over 4
 * connections. To run it alone: `npm run bench -- client`.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { median } from './support/measurement';
import type { Measurement } from './support/measurement';
import { inRound } from './support/rounds';
import type { bareReader, clientReader } from './support/clientReads';

const connections = 4;
const requests = inRound(1_000, 50);
const rounds = inRound(15, 1);

interface Readers {
  readonly bareReader: typeof bareReader;
  readonly clientReader: typeof clientReader;
}

/** Processor time of one request in microseconds, and requests per second. */
interface Cost {
  readonly cpuUs: number;
  readonly perSecond: number;
}

export async function benchClient(): Promise<readonly Measurement[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'market-desk-bench-'));
  try {
    return await measureAnswers(await load(path.join(folder, 'reads.cjs')));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Bundled like the extension, so that the code under test is the code that ships. */
async function load(outfile: string): Promise<Readers> {
  const entry = path.join(import.meta.dirname, 'support/clientReads.ts');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minify: true,
    keepNames: true,
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
  return createRequire(import.meta.url)(outfile) as Readers;
}

async function measureAnswers(readers: Readers): Promise<readonly Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [name, body, limited] of answers()) {
    const server = fork(path.join(import.meta.dirname, 'support/answerServer.mjs'), {
      env: { ...process.env, BENCH_BODY: body },
      execArgv: [],
    });
    try {
      measurements.push(...(await compare(readers, name, `http://127.0.0.1:${await portOf(server)}`, limited)));
    } finally {
      server.disconnect();
    }
  }
  return measurements;
}

/**
 * A small answer, which shows the cost of the client itself, and a full page. The baseline parses JSON without looking at it; the client
 * proves that no number loses a digit, checks every field of every record, renames it, and keeps unknown fields. That work grows with the
 * page, so the limits apply to the small answer, and the page is only reported.
 */
function answers(): readonly (readonly [name: string, body: string, limited: boolean])[] {
  const position = (index: number): object => ({
    pstn_id: `p${index}`,
    pstn_type: index % 2,
    market: 1,
    symbol: `HK.${index}`,
    stock_name: 'Company',
    qty: '100',
    qty_avbl: '80',
    cost_price: '300.10',
    buy_avg_price: '301.25',
    cur_price: '310.50',
    mv: '31050.00',
    profit: '1040.00',
    profit_ratio: '3.46',
  });
  const list = (count: number): string =>
    JSON.stringify({ ret_code: 0, ret_msg: '', data: { positions: Array.from({ length: count }, (_, index) => position(index)) } });
  return [
    ['1 position', list(1), true],
    ['20 positions', list(20), false],
  ];
}

async function portOf(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('message', (port) => resolve(Number(port)));
    server.once('exit', () => reject(new Error('the server of the benchmark ended')));
  });
}

async function compare(readers: Readers, name: string, origin: string, limited: boolean): Promise<readonly Measurement[]> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const bare = readers.bareReader(origin, privateKey, connections);
  const ours = readers.clientReader(origin, privateKey);
  const costs: { readonly bare: Cost; readonly ours: Cost }[] = [];
  await measure(bare.read);
  await measure(ours.read);
  // Alternating, so that other load on the machine affects both.
  for (let round = 0; round < rounds; round += 1) costs.push({ bare: await measure(bare.read), ours: await measure(ours.read) });
  await Promise.all([bare.close(), ours.close()]);
  const ratio = (pick: (cost: Cost) => number): number => median(costs.map((cost) => pick(cost.ours) / pick(cost.bare)));
  return [
    {
      name: `baseline: bare undici, node:crypto and JSON.parse, ${name}`,
      value: median(costs.map((cost) => cost.bare.cpuUs)),
      unit: 'µs',
      limit: undefined,
    },
    { name: `signed read through the client, ${name}`, value: median(costs.map((cost) => cost.ours.cpuUs)), unit: 'µs', limit: undefined },
    {
      name: `processor time against the baseline, ${name}`,
      value: ratio(({ cpuUs }) => cpuUs),
      unit: '×',
      limit: limited ? 1.25 : undefined,
    },
    {
      name: `time for the same number over ${connections} connections, ${name}`,
      value: 1 / ratio(({ perSecond }) => perSecond),
      unit: '×',
      limit: limited ? 1 / 0.85 : undefined,
    },
  ];
}

async function measure(read: () => Promise<unknown>): Promise<Cost> {
  let left = requests;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await read();
    }
  };
  const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
  await Promise.all(Array.from({ length: connections }, worker));
  const used = process.cpuUsage(cpu);
  return { cpuUs: (used.user + used.system) / requests, perSecond: (1000 * requests) / (performance.now() - startedAt) };
}
