import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { resolve } from 'node:path';
import { SignedKeyAuthenticator } from '../../../../src/service/auth/signedKey';
import { prepareModification } from '../../../../src/service/endpoints/orders/changes';
import { ServiceError } from '../../../../src/service/errors';
import type { ServiceClient } from '../../../../src/service/serviceClient';
import type { WireRequest } from '../../../../src/service/transport/types';
import type { Breach } from '../../proof';
import { Random } from '../../random';
import { createClient } from '../calls';
import { hostileText } from '../hostileText';
import { MemoryTransport } from '../memoryTransport';

const signal = new AbortController().signal;
const algorithms = ['ed25519', 'rsa-sha256'] as const;
type Algorithm = (typeof algorithms)[number];

/** Programs in other languages that build the string and verify the signature; the first one that is installed is used. */
const verifiers = [
  { words: 'Python 3, standard library', command: 'python3', script: 'verifySignatures.py' },
  { words: 'Perl and openssl', command: 'perl', script: 'verifySignatures.pl' },
] as const;

export interface SigningResult {
  readonly requests: number;
  readonly language: string;
  readonly breaches: readonly Breach[];
}

interface Signed {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string | null;
  readonly timestamp: string;
  readonly signature: string;
  readonly algorithm: Algorithm;
  readonly publicKey: string;
}

/** Sends requests of every kind to an independent implementation of the specification, which verifies their signatures. */
export async function proveSigning(seed: number, count: number, only?: (typeof verifiers)[number]['command']): Promise<SigningResult> {
  const signed = await signRequests(seed, count);
  const input = signed.map((request) => JSON.stringify(request)).join('\n');
  for (const { words, command, script } of verifiers.filter((verifier) => only === undefined || verifier.command === only)) {
    const { status, stdout } = spawnSync(command, [resolve('test/promises/fuzz/signing', script)], {
      input: `${input}\n`,
      // Otherwise Python would write its compiled files next to the sources.
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    if (status !== 0) continue;
    const right = Number(/^right (\d+)$/m.exec(stdout)?.[1] ?? 0);
    const wrong = [...stdout.matchAll(/^wrong (\d+)$/gm)].map((match) => Number(match[1]));
    const breaches = wrong.slice(0, 3).map((index) => ({
      summary: `${words} does not accept a signature by ${signed[index]?.algorithm ?? '?'}`,
      replay: { seed, request: signed[index] },
    }));
    if (right + wrong.length !== signed.length)
      breaches.push({
        summary: `${words} looked at ${right + wrong.length} of ${signed.length} signatures`,
        replay: { seed, request: undefined },
      });
    return { requests: signed.length, language: words, breaches };
  }
  return {
    requests: 0,
    language: 'none',
    breaches: [{ summary: 'neither python3 nor perl with openssl could be run: nothing was verified', replay: { seed } }],
  };
}

async function signRequests(seed: number, count: number): Promise<readonly Signed[]> {
  const random = new Random(seed);
  const pairs = new Map<Algorithm, { readonly privateKey: KeyObject; readonly publicKey: KeyObject }>([
    ['ed25519', generateKeyPairSync('ed25519')],
    ['rsa-sha256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ]);
  const transport = new MemoryTransport();
  const clock = {
    nowMs: () => random.between(1.7e12, 1.9e12),
    ensureFresh: async () => Promise.resolve(),
    resynchronize: async () => Promise.resolve(true),
  };
  const signed: Signed[] = [];
  while (signed.length < count) {
    const algorithm = algorithms[signed.length % 2] ?? 'ed25519';
    const pair = pairs.get(algorithm);
    if (pair === undefined) break;
    const key = { appKeyId: 'app', algorithm, privateKey: pair.privateKey };
    const client = createClient(transport, new SignedKeyAuthenticator('http://127.0.0.1:1', async () => Promise.resolve(key), clock));
    transport.answerWith(200, '{}');
    await send(client, random);
    const [request] = transport.sent;
    if (request !== undefined) signed.push(describe(request, algorithm, pair.publicKey));
  }
  return signed;
}

/** A request with any values that a user or a service may put into it. The answer does not matter. */
async function send(client: ServiceClient, random: Random): Promise<void> {
  const text = (): string => hostileText(random, 4);
  const calls: readonly (() => Promise<unknown>)[] = [
    async () =>
      client.searchCalendar(
        { keyword: text(), searchType: 2, order: 'descending', limit: random.integer(1, 30), nextKey: text() },
        { signal },
      ),
    async () =>
      client.hotCalendar(
        { timeZone: random.pick(['Asia/Shanghai', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5']), nextKey: text() },
        { signal },
      ),
    async () => client.plateConstituents({ plateId: `HK.${text()}`, limit: 50, nextKey: text() }, { signal }),
    async () => client.simulatedPositions({ accountId: text(), market: random.integer(-5, 5) }, { signal }),
    async () => client.simulatedPositions({ accountId: 'SIM-1001' }, { signal }),
    async () => client.tradingDays({ market: text(), start: '2026-11-01', end: '2026-11-30' }, { signal }),
    async () =>
      client.modifyOrder(
        prepareModification({
          accountId: text(),
          orderId: text(),
          exchange: 'US',
          quantity: String(random.integer(1, 1e9)),
          price: `${random.integer(0, 999)}.${random.integer(1, 9999)}`,
        }),
        { signal },
      ),
    async () => client.beyond.orderDetails({ accountId: text(), exchange: 'US', orderIds: [text(), text()] }, { signal }),
    async () => client.beyond.confirmOrder({ accountId: '1', orderId: '2', confirmId: text() }, { signal }),
  ];
  try {
    await random.pick(calls)();
  } catch (error) {
    if (!ServiceError.is(error)) throw error;
  }
}

function describe(request: WireRequest, algorithm: Algorithm, publicKey: KeyObject): Signed {
  return {
    method: request.method,
    path: request.path,
    query: request.query,
    body: request.body === undefined ? null : Buffer.from(request.body).toString('base64'),
    timestamp: request.headers['X-Timestamp'] ?? '',
    signature: request.headers['Authorization'] ?? '',
    algorithm,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}
