import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignedKeyAuthenticator } from '../../../src/service/auth/signedKey';
import type { SigningKey } from '../../../src/service/auth/signature';
import { createServiceClient } from '../../../src/service/client';
import { prepareModification } from '../../../src/service/endpoints/orders/modifyOrder';
import { createTransport } from '../../../src/service/transport/transport';
import type { Transport } from '../../../src/service/transport/types';
import { Pacer } from '../../../src/service/requests/pacer';
import { Random } from '../random';

/** No stamp may be older than this at its first byte; what a loaded machine takes from the first byte to its arrival is not the client's. */
const oldestMs = 1_000;
const arrivalMs = 250;
const { privateKey } = generateKeyPairSync('ed25519');
const key: SigningKey = { appKeyId: 'app', algorithm: 'ed25519', privateKey };

export interface QueueRun {
  readonly seed: number;
  readonly requests: number;
  /** The planted fault: everything is signed before it queues, and nobody looks at the stamp again. */
  readonly stampsBeforeQueue?: boolean;
}

export interface QueueResult {
  readonly arrived: number;
  readonly oldestMs: number;
  readonly stale: number;
}

/** Lets everybody go at once, so that they queue for a connection with their stamps made. */
class NoQueue extends Pacer {
  override async enter(): Promise<() => void> {
    return () => undefined;
  }
}

function withoutFreshness(transport: Transport): Transport {
  return { send: async (request, { signal }) => transport.send(request, { signal }), close: async () => transport.close() };
}

/**
 * Many signed reads and some changes at once through the real client and transport against a service that takes its time,
 * with the age of each stamp as the service sees it arrive.
 */
export async function runThroughQueue({ seed, requests, stampsBeforeQueue = false }: QueueRun): Promise<QueueResult> {
  const random = Random.forCase(seed, 0);
  const ages: number[] = [];
  const server = createServer((request, response) => {
    ages.push(Date.now() - Number(request.headers['x-timestamp']));
    request.resume();
    const body = request.method === 'PUT' ? '{"s":"ok"}' : '{"ret_code":0,"data":{"positions":[]}}';
    setTimeout(() => response.setHeader('content-type', 'application/json').end(body), random.between(150, 450));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = {};
  const plain = createTransport({ settings: () => settings });
  const timing = { monotonicMs: () => performance.now(), sleep: async () => Promise.resolve() };
  const clock = { nowMs: () => Date.now(), ensureFresh: async () => Promise.resolve(), resynchronize: async () => Promise.resolve(false) };
  const client = createServiceClient({
    baseUrl,
    transport: stampsBeforeQueue ? withoutFreshness(plain) : plain,
    authenticator: new SignedKeyAuthenticator(baseUrl, async () => Promise.resolve(key), clock),
    ...(stampsBeforeQueue ? { pacer: new NoQueue({ timing }) } : {}),
  });
  const { signal } = new AbortController();
  const prepared = prepareModification({ accountId: '1', orderId: 'o', exchange: 'US', quantity: '1', price: '1' });
  const asked: Promise<unknown>[] = [];
  for (let index = 0; index < requests; index += 1) {
    asked.push(random.chance(0.1) ? client.modifyOrder(prepared, { signal }) : client.simulatedPositions({ accountId: '1' }, { signal }));
  }
  await Promise.allSettled(asked);
  await plain.close();
  await new Promise((resolve) => server.close(resolve));
  return { arrived: ages.length, oldestMs: Math.max(0, ...ages), stale: ages.filter((age) => age > oldestMs + arrivalMs).length };
}
