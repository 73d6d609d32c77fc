import { join } from 'node:path';
import type { ChangeResult } from '../../../src/app/orders/request/orderRequest';
import type { OrderJournal } from '../../../src/app/orders/journal/orderJournal';
import type { JournalAnchor, JournalFiles } from '../../../src/app/orders/journal/orderJournalPorts';
import type { CrossProcessLock } from '../../../src/app/platform/ports';
import { checkDraft } from '../../../src/domain/orders/orderDraft';
import { createTransport } from '../../../src/service/transport/transport';
import type { Transport } from '../../../src/service/transport/types';
import { FileLock } from '../../../src/ui/platform/files/fileLock';
import { createJournalFiles } from '../../../src/ui/platform/files/journalFiles';
import { createWritePath, plainSettings } from './writePath';
import { nothingSeen } from '../../../src/app/orders/request/basis';

export interface OrderProcessOptions {
  readonly folder: string;
  readonly origin: string;
  /** Called around every step with its name; a proof ends the process in one of them. */
  readonly step: (name: string) => void;
  readonly files?: JournalFiles;
  /** Where the end of the journal is stored; by default nowhere. */
  readonly anchor?: JournalAnchor;
  /** Carries the requests; its own connections by default. */
  readonly transport?: Transport;
  /** Locks shared by this window and all others; by default files in the folder. */
  readonly locks?: CrossProcessLock;
}

export interface OrderProcess {
  readonly journal: OrderJournal;
  change(orderId: string): Promise<ChangeResult>;
}

/** Small, so that a few changes produce several files. */
const maxFileBytes = 4096;

/** The write path as a window has it: real files, real locks, real connections. */
export function createOrderProcess(options: OrderProcessOptions): OrderProcess {
  const { folder, origin, step, files = createJournalFiles(join(folder, 'journal')), anchor = new NoAnchor() } = options;
  const transport = steppedTransport(options.transport ?? createTransport({ settings: () => plainSettings }), step);
  const locks = steppedLocks(options.locks ?? new FileLock(join(folder, 'locks')), step);
  const { journal, writer } = createWritePath({ origin, transport, files, anchor, locks, maxFileBytes });
  return {
    journal,
    change: async (orderId) => {
      const check = checkDraft({
        accountId: '8001',
        orderId,
        traits: { exchange: 'US', orderType: 'LIMIT', securityType: '', code: '' },
        current: {},
        typed: { qty: '1', price: '2.5' },
      });
      if (!check.ok) throw new Error('the draft is refused');
      step('before the lock');
      const result = await writer.submit(writer.preview(check.change, nothingSeen), { signal: new AbortController().signal });
      step('after everything');
      return result;
    },
  };
}

function steppedTransport(transport: Transport, step: (name: string) => void): Transport {
  return {
    close: async () => transport.close(),
    send: async (request, options) => {
      step('before sending');
      const sending = transport.send(request, options);
      step('while connecting');
      const answer = await sending;
      step('after the answer');
      return answer;
    },
  };
}

function steppedLocks(locks: CrossProcessLock, step: (name: string) => void): CrossProcessLock {
  return {
    tryAcquire: async (name) => {
      const lock = await locks.tryAcquire(name);
      step(name.startsWith('order:') ? 'after the order lock' : 'after the journal lock');
      return lock;
    },
    acquire: async (name, options) => {
      const lock = await locks.acquire(name, options);
      step('after the journal lock');
      return lock;
    },
  };
}

class NoAnchor implements JournalAnchor {
  read(): undefined {
    return undefined;
  }
  async write(): Promise<void> {
    return Promise.resolve();
  }
  locks(): readonly [] {
    return [];
  }
  async keepLocks(): Promise<void> {
    return Promise.resolve();
  }
}
