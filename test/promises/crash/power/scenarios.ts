import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JournalAnchor, JournalFiles } from '../../../../src/app/orders/journal/orderJournalPorts';
import type { Transport } from '../../../../src/service/transport/types';
import { createJournalFiles } from '../../../../src/ui/platform/files/journalFiles';
import type { FaultServer } from '../../net/faultServer';
import { createOrderProcess } from '../orderProcess';
import { life, recorder } from './recordedDisk';
import type { DiskStep } from './recordedDisk';

const answers = {
  accepted: '{"s":"ok"}',
  refused: '{"s":"error","errcode":-1200,"errmsg":"no"}',
  asked: '{"s":"error","errcode":-2100,"errmsg":"sure?","need_order_confirm":true,"confirm_id":"c-1"}',
  garbled: '{"s":',
} as const;

export type Answer = keyof typeof answers;

/** A history of windows up to the power failure. */
export interface Scenario {
  /** The number of changes that ended long before. */
  readonly before: number;
  readonly answer: Answer;
  /** After this many disk steps the window that changes the order is killed, and another window changes a second order. */
  readonly killedAfter?: number;
}

export interface Recording {
  /** The folder that existed before the program. */
  readonly root: string;
  /** The program's own folder in it. */
  readonly storage: string;
  readonly steps: readonly DiskStep[];
  /** The first step at which the power may fail. */
  readonly from: number;
  /** False if the window reached its end before the step at which it was to be killed. */
  readonly wasKilled: boolean;
}

export function answerWith(server: FaultServer, answer: Answer): ReturnType<FaultServer['begin']> {
  const body = answers[answer];
  return server.begin({
    onRequest: ({ socket, process }) => {
      process();
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${String(body.length)}\r\n\r\n${body}`);
    },
  });
}

/** Runs the program through a scenario and records in order what reaches the disk. */
export async function record({ before, answer, killedAfter }: Scenario, server: FaultServer, transport: Transport): Promise<Recording> {
  const root = mkdtempSync(join(tmpdir(), 'market-desk-power-'));
  const storage = join(root, 'market-desk');
  try {
    recorder.begin(root);
    const world = { storage, server, transport, anchor: new MarkedAnchor() };
    answerWith(server, 'accepted');
    for (let count = 0; count < before; count += 1) await live(world, `B-${String(count)}`);
    const from = recorder.steps.length;
    answerWith(server, answer);
    const wasKilled = await live(world, 'P-1', killedAfter);
    if (wasKilled) {
      // Removes the lock of the killed window: its owner would seem to be alive, since it ran in this process.
      rmSync(join(storage, 'locks'), { recursive: true, force: true });
      await live(world, 'P-2');
    }
    return { root, storage, steps: [...recorder.steps], from, wasKilled };
  } finally {
    recorder.root = undefined;
    rmSync(root, { recursive: true, force: true });
  }
}

interface World {
  readonly storage: string;
  readonly server: FaultServer;
  readonly transport: Transport;
  readonly anchor: JournalAnchor;
}

/** Runs a window that changes one order. @returns true if it was killed on the way. */
async function live(
  { storage, server, transport, anchor }: World,
  orderId: string,
  stepsLeft = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const step = (name: string): void => {
    if (name === 'before sending') recorder.mark('sent', orderId);
  };
  return new Promise((resolve, reject) => {
    life.run({ stepsLeft, onEnd: () => resolve(true) }, () => {
      const window = createOrderProcess({
        folder: storage,
        origin: server.origin,
        step,
        files: acknowledging(join(storage, 'journal')),
        anchor,
        transport,
      });
      window.change(orderId).then(() => resolve(false), reject);
    });
  });
}

/** Records which lines the program was told are on disk. */
function acknowledging(folder: string): JournalFiles {
  const real = createJournalFiles(folder);
  return {
    list: async () => real.list(),
    read: async (name, offset) => real.read(name, offset),
    append: async (name, bytes) => {
      await real.append(name, bytes);
      recorder.mark('acknowledged', new TextDecoder().decode(bytes).trim());
    },
  };
}

class MarkedAnchor implements JournalAnchor {
  read(): undefined {
    return undefined;
  }

  async write(head: { readonly seq: number; readonly hash: string }): Promise<void> {
    recorder.mark('anchored', JSON.stringify(head));
    return Promise.resolve();
  }

  locks(): readonly [] {
    return [];
  }

  async keepLocks(): Promise<void> {
    return Promise.resolve();
  }
}
