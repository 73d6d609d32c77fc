import { randomUUID } from 'node:crypto';
import type { ConnectionState } from '../../../src/app/session/connection';
import { OrderWriter } from '../../../src/app/orders/write/orderWriter';
import { OrderCheck } from '../../../src/app/orders/eye/orderCheck';
import { OrderJournal } from '../../../src/app/orders/journal/orderJournal';
import type { JournalAnchor, JournalFiles } from '../../../src/app/orders/journal/orderJournalPorts';
import type { CrossProcessLock } from '../../../src/app/platform/ports';
import { createServiceClient } from '../../../src/service/client';
import { prepareModification } from '../../../src/service/endpoints/orders/changes';
import type { Authenticator } from '../../../src/service/auth/authenticator';
import type { Transport } from '../../../src/service/transport/types';
import { MemoryLog } from '../../support/machine/fakeMachine';
import { memoryStop } from '../../support/orders/memorySwitch';
import { sha256 } from '../../support/orders/orderFakes';

/** What differs between the proofs: where the journal is, who else holds locks, what carries the requests. */
export interface WritePathOptions {
  readonly origin: string;
  readonly transport: Transport;
  readonly files: JournalFiles;
  readonly anchor: JournalAnchor;
  readonly locks: CrossProcessLock;
  readonly maxFileBytes?: number;
}

export interface WritePath {
  readonly journal: OrderJournal;
  readonly writer: OrderWriter;
}

const bearer: Authenticator = {
  method: 'bearer',
  headersFor: async () => Promise.resolve({ Authorization: 'Bearer of-the-proof' }),
  recover: async () => Promise.resolve(false),
};

/** Certificates are checked, and there is no proxy. */
export const plainSettings = {};

/** The real write path on the real client, signed in, with every gate open. */
export function createWritePath({ origin, transport, files, anchor, locks, maxFileBytes }: WritePathOptions): WritePath {
  const client = createServiceClient({ baseUrl: origin, transport, authenticator: bearer });
  const journal = new OrderJournal({
    files,
    anchor,
    locks,
    sha256,
    clock: { wallMs: () => Date.now() },
    redact: (text) => text,
    ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
  });
  const current: ConnectionState = {
    connection: { kind: 'service', id: '1', baseUrl: origin, origin, authentication: 'oauth' },
    session: { kind: 'signedIn', id: 's', accountLabel: 'proof', scopes: ['trade:write'] },
  };
  const access = { current, onDidChange: () => ({ dispose: () => undefined }), client: async () => Promise.resolve(client) };
  const writer = new OrderWriter({
    access,
    journal,
    locks,
    check: new OrderCheck({ access, journal, locks, clock: { wallMs: () => Date.now() } }),
    gates: {
      isReadOnly: () => false,
      isAllowed: () => true,
      ensureCredential: async () => Promise.resolve(),
      isClockGood: async () => Promise.resolve(true),
      resynchronize: async () => Promise.resolve(true),
    },
    sending: memoryStop(),
    limits: { breach: async () => undefined, isCounting: false },
    log: new MemoryLog(),
    prepare: prepareModification,
    newId: randomUUID,
    protect: () => undefined,
  });
  return { journal, writer };
}
