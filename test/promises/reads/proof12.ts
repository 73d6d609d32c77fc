import { getEventListeners } from 'node:events';
import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createServiceClient } from '../../../src/service/client';
import { createTransport } from '../../../src/service/transport/transport';
import type { ServiceClient } from '../../../src/service/serviceClient';
import type { Transport } from '../../../src/service/transport/types';
import { FaultServer } from '../net/faultServer';
import { bearer } from '../orders/writePath';
import type { Breach, Proof, ProofContext } from '../proof';
import { Random } from '../random';
import { withoutStalls } from './stalls';

const faultShare = 0.05;
const parallel = 16;
const longestCancelMs = 200;
const mostAmplification = 1.5;
const leastSuccess = 0.999;
/** Growth of the heap that a flat line may show, whatever the number of reads. */
const heapSlackBytes = 24 * 1024 * 1024;

const page = '{"ret_code":0,"ret_msg":"","data":[],"pagination":{"has_more":false,"next_key":"-1"}}';
const good = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${page.length}\r\n\r\n${page}`;
const empty = (status: number, header = ''): string => `HTTP/1.1 ${status} X\r\n${header}Content-Length: 0\r\n\r\n`;
const failure = (code: number): string => {
  const body = `{"ret_code":${code},"ret_msg":"x"}`;
  return `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

/** Faults that a read may be sent again after. */
const passing: readonly (readonly [name: string, play: (socket: Socket) => void])[] = [
  ['reset', (socket) => void socket.resetAndDestroy()],
  ['closed', (socket) => void socket.end()],
  ['silence', () => undefined],
  ['truncated', (socket) => void socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n${page}`)],
  ['garbage', (socket) => void socket.end('garbage\r\n\r\n')],
  ['stalled body', (socket) => void socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n${page}`)],
  ...[429, 502, 503, 504].map((status) => [`status ${status}`, (socket: Socket) => void socket.write(empty(status))] as const),
  ['status 429 with Retry-After', (socket) => void socket.write(empty(429, 'Retry-After: 0\r\n'))],
  ...[-2, -4, -5].map((code) => [`ret_code ${code}`, (socket: Socket) => void socket.write(failure(code))] as const),
  // The connection goes away right after an answer, when the next read may already be on it.
  ['keep-alive race', (socket) => void socket.write(good, () => socket.destroy())],
];

/** Promise 12: reads survive and cancelling is prompt. */
export const proof12: Proof = {
  number: 12,
  promise: 'reads survive and cancelling is prompt',
  quickRuns: 3_000,
  fullRuns: 60_000,
  run: async (context) => {
    const server = await FaultServer.start();
    const transport = createTransport({ settings: () => settings, deadlines: { read: deadlines, write: deadlines } });
    const client = createServiceClient({ baseUrl: server.origin, transport, authenticator: bearer });
    try {
      const reads = await readMany(context, server, client);
      const cancels = await cancelMany(context, server, client);
      return judge(context, reads, cancels);
    } finally {
      await close(transport, server);
    }
  },
};

const settings = {};
/** Long enough that a busy machine adds no fault of its own, short enough for the silent ones. */
const deadlines = { connectMs: 2_000, headersMs: 400, bodyMs: 400, totalMs: 3_000 };

async function close(transport: Transport, server: FaultServer): Promise<void> {
  await transport.close();
  await server.close();
}

interface Reads {
  readonly count: number;
  readonly requests: number;
  readonly faults: number;
  readonly failures: readonly string[];
  readonly heapGrowth: number;
  /** What still listens to the signal that all reads shared. */
  readonly listeners: number;
}

async function readMany(context: ProofContext, server: FaultServer, client: ServiceClient): Promise<Reads> {
  const random = new Random(context.seed);
  const signal = new AbortController().signal;
  const failures: string[] = [];
  let requests = 0;
  let faulty = 0;
  server.begin({
    keepsRequests: false,
    onRequest: ({ socket }) => {
      requests += 1;
      if (!random.chance(faultShare)) return void socket.write(good);
      faulty += 1;
      random.pick(passing)[1](socket);
    },
  });
  let done = 0;
  let heapAtFirst = 0;
  const quarter = Math.floor(context.runs / 4);
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      while (done < context.runs) {
        done += 1;
        if (done === quarter) heapAtFirst = heapInUse();
        try {
          await client.searchCalendar({ keyword: 'x', searchType: 1 }, { signal });
        } catch (error) {
          failures.push(error instanceof Error ? error.message : 'unknown');
        }
        context.progress(done);
      }
    }),
  );
  return {
    count: context.runs,
    requests,
    faults: faulty,
    failures,
    heapGrowth: heapInUse() - heapAtFirst,
    listeners: getEventListeners(signal, 'abort').length,
  };
}

/** Milliseconds from the cancel to the rejection, for cancels at every moment of a read. */
async function cancelMany(context: ProofContext, server: FaultServer, client: ServiceClient): Promise<readonly number[]> {
  const random = new Random(context.seed + 1);
  const times: number[] = [];
  server.begin({ keepsRequests: false, onRequest: ({ socket }) => (random.chance(0.5) ? undefined : void socket.write(empty(503))) });
  const count = context.quick ? 60 : 600;
  for (let index = 0; index < count; index += 1) {
    const controller = new AbortController();
    const reading = client.searchCalendar({ keyword: 'x', searchType: 1 }, { signal: controller.signal }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, random.between(0, 60)));
    const took = await withoutStalls(async () => {
      controller.abort();
      return reading;
    });
    times.push(took);
  }
  return times;
}

function judge(
  context: ProofContext,
  reads: Reads,
  cancels: readonly number[],
): { readonly tried: string; readonly found: string; readonly breaches: readonly Breach[] } {
  const share = 1 - reads.failures.length / reads.count;
  const amplification = reads.requests / reads.count;
  const slowest = Math.max(...cancels);
  const breaches: Breach[] = [];
  const claim = (holds: boolean, summary: string): void => {
    if (!holds) breaches.push({ summary, replay: { seed: context.seed, runs: context.runs, failures: reads.failures.slice(0, 20) } });
  };
  claim(share >= leastSuccess, `${(share * 100).toFixed(3)} % of the reads succeeded`);
  claim(amplification <= mostAmplification, `${amplification.toFixed(3)} requests a read`);
  claim(slowest <= longestCancelMs, `a cancel took ${slowest.toFixed(0)} ms`);
  claim(reads.heapGrowth <= heapSlackBytes, `the heap grew by ${megabytes(reads.heapGrowth)} over three quarters of the reads`);
  claim(reads.listeners === 0, `${reads.listeners} listeners stay on the signal that the reads shared`);
  return {
    tried: `${reads.count} reads of which ${reads.faults} requests met one of ${passing.length} faults; ${cancels.length} cancels`,
    found: `${(share * 100).toFixed(3)} % succeeded, ${amplification.toFixed(3)} requests a read, slowest cancel ${slowest.toFixed(0)} ms, heap ${megabytes(reads.heapGrowth)}, ${reads.listeners} listeners left on the shared signal`,
    breaches,
  };
}

/** Bytes that are still in use once everything else was thrown away. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  return process.memoryUsage().heapUsed;
}

function megabytes(bytes: number): string {
  return `${bytes < 0 ? '−' : '+'}${(Math.abs(bytes) / 1024 / 1024).toFixed(1)} MB`;
}
