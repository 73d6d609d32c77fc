import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { OrderWriter } from '../../../src/app/orders/modifyOrder';
import { FaultServer } from '../net/faultServer';
import { createHarness, shortDeadlines } from './harness';

/** A fault server and the write path pointed at it, with patience and without, at a port where nobody listens, and at it with TLS. */
export interface OrderWorker {
  readonly server: FaultServer;
  readonly writers: Readonly<Record<'server' | 'hurried' | 'closedPort' | 'tlsOnPlain', OrderWriter>>;
  readonly close: () => Promise<void>;
}

export async function startOrderWorker(): Promise<OrderWorker> {
  const server = await FaultServer.start();
  const direct = createHarness(server.origin);
  const hurried = createHarness(server.origin, shortDeadlines);
  const closedPort = createHarness(await closedOrigin());
  const tlsOnPlain = createHarness(server.origin.replace('http:', 'https:'), { ...shortDeadlines, connectMs: 300 });
  return {
    server,
    writers: { server: direct.writer, hurried: hurried.writer, closedPort: closedPort.writer, tlsOnPlain: tlsOnPlain.writer },
    close: async () => {
      await Promise.all([direct, hurried, closedPort, tlsOnPlain].map(async ({ transport }) => transport.close()));
      await server.close();
    },
  };
}

async function closedOrigin(): Promise<string> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return `http://127.0.0.1:${port}`;
}
