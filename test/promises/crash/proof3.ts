import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runIsolated } from '../credentials/isolated';
import { FaultServer } from '../net/faultServer';
import type { Breach, Proof, ProofContext, ProofResult } from '../proof';
import { Random } from '../random';
import { bundleChild, ended, onMessage } from './children';
import type { ChildProgram } from './children';
import { proveDisk } from './disk';
import { readJournal } from './journalText';
import { createOrderProcess } from './orderProcess';

const parallel = 2;
const lostAnswers = ['accepted', 'silence'] as const;

interface Tally {
  kills: number;
  processed: number;
  durable: number;
  unknown: number;
  readonly steps: Set<number>;
}

interface Trial {
  readonly folder: string;
  readonly orderId: string;
  readonly durable: readonly string[];
  readonly processed: number;
}

/** Promise 3: every attempt is on disk before it is sent. */
export const proof3: Proof = {
  number: 3,
  promise: 'every attempt is on disk before it is sent, and a crash loses and repeats nothing',
  quickRuns: 10,
  fullRuns: 5_000,
  run: async (context) => {
    const program = await bundleChild('crash/crashChild.ts');
    const tally: Tally = { kills: 0, processed: 0, durable: 0, unknown: 0, steps: new Set() };
    const breaches: Breach[] = [];
    let next = context.from;
    try {
      await Promise.all(
        Array.from({ length: parallel }, async () => {
          const server = await FaultServer.start();
          while (next < context.from + context.runs && breaches.length < 5) {
            const index = next;
            next += 1;
            breaches.push(...(await runCase(context, index, program, server, tally)));
            context.progress(index);
          }
          await server.close();
        }),
      );
    } finally {
      program.dispose();
    }
    // Only part of a whole run; a run that begins elsewhere repeats single cases.
    const rest = context.from === 0 ? [await proveDisk(context.seed, context.quick), await provePower(context)] : [];
    return {
      tried: `${tally.kills} processes killed at ${tally.steps.size} steps, lines torn at every length; ${tally.processed} changes had been processed${rest.map(({ tried }) => `; ${tried}`).join('')}`,
      found: `${breaches.length} lost, resent or unnoticed; ${tally.durable} durable lines all there, ${tally.unknown} shown as unknown after the restart${rest.map(({ found }) => `; ${found}`).join('')}`,
      breaches: [...breaches, ...rest.flatMap((part) => part.breaches)],
    };
  },
};

/** Tests the same write path on a disk that loses everything not made durable. */
async function provePower(context: ProofContext): Promise<ProofResult> {
  return runIsolated(
    'crash/power/powerProof.ts',
    { ...context, progress: () => undefined },
    { 'node:fs/promises': 'crash/power/recordedDisk.ts' },
  );
}

async function runCase(
  context: ProofContext,
  index: number,
  program: ChildProgram,
  server: FaultServer,
  tally: Tally,
): Promise<readonly Breach[]> {
  const random = Random.forCase(context.seed, index);
  const folder = mkdtempSync(join(tmpdir(), 'market-desk-crash-'));
  const killAt = random.integer(1, 24);
  try {
    const answer = random.pick(lostAnswers);
    const ledger = server.begin({
      onRequest: ({ socket, process }) => {
        process();
        if (answer === 'accepted') socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{"s":"ok"}');
        else child.kill('SIGKILL');
      },
    });
    const durable: string[] = [];
    const child = program.start({ folder, origin: server.origin, orderId: 'C-1', killAt, torn: random.next() });
    onMessage(child, 'durable', ({ line }) => void durable.push(String(line)));
    await ended(child);
    if (child.signalCode === 'SIGKILL') {
      tally.kills += 1;
      tally.steps.add(killAt);
    }
    tally.processed += ledger.processed.length;
    tally.durable += durable.length;
    const problems = await judge({ folder, orderId: 'C-1', durable, processed: ledger.processed.length }, server, tally);
    return problems.slice(0, 1).map((summary) => ({ summary, replay: { seed: context.seed, case: index, killAt, answer } }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Inspects the disk independently first, then restarts the program on it. */
async function judge(trial: Trial, server: FaultServer, tally: Tally): Promise<readonly string[]> {
  const problems: string[] = [];
  const onDisk = readJournal(trial.folder);
  const missing = trial.durable.filter((line) => !onDisk.includes(line));
  if (missing.length > 0) problems.push(`${missing.length} durable lines are missing`);
  const intents = onDisk
    .split('\n')
    .filter((line) => line.includes('"intent"') && line.includes(trial.orderId) && line.endsWith('}')).length;
  if (trial.processed > intents) problems.push(`${trial.processed} changes were processed, but ${intents} intents are on disk`);
  if (trial.processed > 1) problems.push(`one confirmation was processed ${trial.processed} times`);

  const again = server.begin({
    onRequest: ({ socket, process }) => (process(), void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{"s":"ok"}')),
  });
  const restarted = createOrderProcess({ folder: trial.folder, origin: server.origin, step: () => undefined });
  const verification = await restarted.journal.verify();
  if (verification.fault !== undefined) problems.push(`the chain of a journal nobody touched is broken: ${verification.fault.fault}`);
  const attempts = await restarted.journal.attempts();
  const open = attempts.filter(({ state }) => state === 'pending' || state === 'unknown');
  tally.unknown += open.length;
  if (again.requests.length > 0) problems.push('the restart sent something by itself');
  if (trial.processed > 0 && open.length === 0 && !onDisk.includes('"accepted"'))
    problems.push('a change without a known outcome is not shown as unknown');
  const second = await restarted.change(trial.orderId);
  const obstacle = second.kind === 'blocked' ? second.reason : 'none';
  const expected = open.length > 0 ? 'unresolved' : 'none';
  if (obstacle !== expected) problems.push(`changing the order again met ${obstacle} where ${expected} was expected`);
  const after = await restarted.journal.verify();
  if (after.fault !== undefined) problems.push(`the chain breaks when it goes on after the crash: ${after.fault.fault}`);
  return problems;
}
