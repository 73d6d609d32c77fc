import { MemoryState } from '../secrets/sharedSecrets';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { RunningSandbox } from 'market-desk-sandbox';
import { signIn } from 'market-desk-sandbox/test/sandboxHarness';
import { ClockMonitor } from '../../../src/app/clock/clockMonitor';
import { FollowUp } from '../../../src/app/orders/eye/followUp';
import type { FollowedEnd } from '../../../src/app/orders/eye/judge';
import { OrderJournal } from '../../../src/app/orders/journal/orderJournal';
import { OrderWriter } from '../../../src/app/orders/write/orderWriter';
import { createOrderGates } from '../../../src/app/orders/write/orderGates';
import { OrderReadBack } from '../../../src/app/orders/eye/orderReadBack';
import { OrderCheck } from '../../../src/app/orders/eye/orderCheck';
import type { Connection } from '../../../src/app/session/connection';
import type { Authenticator } from '../../../src/service/auth/authenticator';
import { BearerAuthenticator } from '../../../src/service/auth/bearerAuthenticator';
import { createServiceClient } from '../../../src/service/client';
import { prepareModification } from '../../../src/service/endpoints/orders/changes';
import type { OrderRecord } from '../../../src/service/records';
import type { ServiceClient } from '../../../src/service/serviceClient';
import type { Transport } from '../../../src/service/transport/types';
import { Secret } from '../../../src/service/secret';
import { FileLock } from '../../../src/ui/platform/files/fileLock';
import { SendingStop } from '../../../src/app/orders/write/stop/sendingStop';
import { machineTimers } from '../../../src/ui/platform/machineTime';
import { createSendMarks } from '../../../src/ui/platform/files/sendMarks';
import { createSwitchFile } from '../../../src/ui/platform/files/switchFile';
import { createJournalFiles, sha256 } from '../../../src/ui/platform/files/journalFiles';
import { FakeAccess } from '../fakeAccess';
import { MemoryLog } from '../machine/fakeMachine';
import { booksOf } from '../builders/books';
import { itemsOf } from '../builders/lists';
import { live, MemoryAnchor } from './orderFakes';

export const machine = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };
export const noTimers = { after: () => ({ dispose: () => undefined }) };

/** Where a desk keeps its files, what carries its requests, and how far the sandbox's clock was advanced. */
export interface DeskPlace {
  readonly folder: string;
  readonly transport: Transport;
  readonly clockOffset: { ms: number };
}

/** Signs in to the sandbox and keeps the token. */
export async function bearer(service: RunningSandbox, user: string, accounts: readonly string[]): Promise<Authenticator> {
  const { tokens } = await signIn(service, { user, accounts });
  return new BearerAuthenticator(service.url, {
    accessToken: async () => new Secret(tokens.access_token),
    replaceToken: async () => false,
  });
}

/** One window of a user: the real write path on a real disk, with the real sandbox. */
export function openOrderDesk(
  { folder, transport, clockOffset }: DeskPlace,
  service: RunningSandbox,
  authenticator: Authenticator,
  method: 'oauth' | 'apiKey',
  monitor = new ClockMonitor({ clock: machine, timers: noTimers, log: new MemoryLog() }),
) {
  const client = createServiceClient({ baseUrl: service.url, transport, authenticator });
  const access = new FakeAccess(client);
  const connection: Connection = { kind: 'sandbox', id: 'c1', baseUrl: service.url, origin: service.url, authentication: method };
  access.become({ connection, session: { kind: 'signedIn', id: 's1', accountLabel: 'ada', scopes: [] } });
  const log = new MemoryLog();
  const locks = new FileLock(join(folder, 'locks'));
  const journal = new OrderJournal({
    files: createJournalFiles(join(folder, 'journal')),
    anchor: new MemoryAnchor(),
    locks,
    clock: machine,
    sha256,
    redact: (text) => text,
  });
  const gates = createOrderGates({
    access,
    monitor,
    isReadOnly: () => false,
    isAllowed: () => true,
    toleranceMs: () => 5000,
    ensureTokenLife: async () => undefined,
  });
  const check = new OrderCheck({ access, journal, locks, clock: machine });
  const sending = new SendingStop({
    file: createSwitchFile(folder, 'sending.json', () => ({ dispose: () => undefined })),
    marks: createSendMarks(join(folder, 'sending')),
    journal: () => journal,
    clock: machine,
    timers: machineTimers,
  });
  const writer = new OrderWriter({
    access,
    journal,
    locks,
    gates,
    sending,
    limits: { breach: async () => undefined, isCounting: false },
    check,
    log,
    prepare: prepareModification,
    newId: randomUUID,
    protect: () => undefined,
  });
  // Time passes only at the service, so that waiting costs nothing.
  const timers = {
    after: (ms: number, callback: () => void) => {
      clockOffset.ms += ms;
      setImmediate(callback);
      return { dispose: () => undefined };
    },
  };
  const clock = { wallMs: () => machine.wallMs() + clockOffset.ms, monotonicMs: () => machine.monotonicMs() + clockOffset.ms };
  const readBack = new OrderReadBack({ access, journal, locks, clock });
  const { orders: book, paperOrders: paperBook } = booksOf({ access, time: machine });
  return { client, access, journal, sending, writer, readBack, book, paperBook, locks, check, timers, log };
}
export type OrderDesk = ReturnType<typeof openOrderDesk>;

/** Follows what was sent until its end is reported. */
export async function followed({ access, journal, locks, timers, log, readBack }: OrderDesk): Promise<FollowedEnd> {
  const follower = new FollowUp({ access, journal, locks, timers, clock: machine, log, state: new MemoryState(), readBack });
  try {
    return await new Promise((resolve) => {
      follower.onDidEnd(resolve);
      void follower.start();
    });
  } finally {
    follower.dispose();
  }
}

/** An order as the sandbox shows it now. */
export async function orderNow(client: ServiceClient, accountId: string, orderId: string, exchange: string): Promise<OrderRecord> {
  const [order] = await itemsOf(client.beyond.orderDetails({ accountId, exchange, orderIds: [orderId] }, live));
  if (order === undefined) throw new Error(`no order ${orderId}`);
  return order;
}
