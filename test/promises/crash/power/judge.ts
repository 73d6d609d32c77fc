import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { MemoryAnchor, MemoryLocks } from '../../../support/orders/orderFakes';
import type { Transport } from '../../../../src/service/transport/types';
import type { FaultServer } from '../../net/faultServer';
import { createOrderProcess } from '../orderProcess';
import type { DiskState } from './diskStates';
import { readJournalLines } from './readJournalLines';
import type { DiskStep } from './recordedDisk';
import { answerWith } from './scenarios';
import type { Recording } from './scenarios';

/** After these verdicts the end of the order is unknown, or someone still has to decide it. */
const open = new Set([undefined, 'unknown', 'needsConfirmation', 'needsBrowser']);

/** What the program had done when the power failed. */
interface Past {
  readonly acknowledged: readonly string[];
  readonly sent: readonly string[];
  readonly anchor: { readonly seq: number; readonly hash: string } | undefined;
}

function pastOf(steps: readonly DiskStep[]): Past {
  const details = (wanted: string): readonly string[] =>
    steps.flatMap((step) => (step.kind === 'mark' && step.name === wanted ? [step.detail] : []));
  const head: unknown = JSON.parse(details('anchored').at(-1) ?? 'null');
  const isHead = typeof head === 'object' && head !== null && 'seq' in head && 'hash' in head;
  return {
    acknowledged: details('acknowledged'),
    sent: details('sent'),
    anchor: isHead ? { seq: Number(head.seq), hash: String(head.hash) } : undefined,
  };
}

/** What is wrong with the state of the disk, and with what the program reads from it; empty if all is well. */
export async function judgeState(
  { root }: Recording,
  steps: readonly DiskStep[],
  state: DiskState,
  server: FaultServer,
  transport: Transport,
): Promise<readonly string[]> {
  const past = pastOf(steps);
  const files = [...state].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bytes]) => bytes.toString('utf8'));
  const journal = readJournalLines(files, false);
  const lost = past.acknowledged.filter((line) => !journal.whole.has(line));
  const unwritten = past.sent.filter((order) => !journal.orders.has(order));
  const problems = [
    ...(lost.length === 0 ? [] : [`${String(lost.length)} durable lines are missing`]),
    ...(unwritten.length === 0 ? [] : [`${unwritten.join(', ')} was sent, but its intent is not on the disk`]),
    ...(journal.broken === undefined ? [] : [`the lines are not linked at ${journal.broken}`]),
  ];
  if (problems.length > 0) return problems;
  const folder = mkdtempSync(join(tmpdir(), 'market-desk-restart-'));
  try {
    for (const [path, bytes] of state) {
      const target = join(folder, relative(root, path));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, bytes);
    }
    return await restart(
      { folder: join(folder, 'market-desk'), past, now: journal.orders, continued: readJournalLines(files, true).orders },
      server,
      transport,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Orders = ReadonlyMap<string, string | undefined>;

interface Restart {
  readonly folder: string;
  readonly past: Past;
  readonly now: Orders;
  /** The orders after another line was added: a line that lacked only its line feed counts then. */
  readonly continued: Orders;
}

function isOpen(orders: Orders, order: string): boolean {
  return orders.has(order) && open.has(orders.get(order));
}

async function restart({ folder, past, now, continued }: Restart, server: FaultServer, transport: Transport): Promise<readonly string[]> {
  const ledger = answerWith(server, 'accepted');
  const anchor = new MemoryAnchor();
  anchor.head = past.anchor;
  const window = createOrderProcess({ folder, origin: server.origin, step: () => undefined, anchor, transport, locks: new MemoryLocks() });
  const problems: string[] = [];
  const before = await window.journal.verify();
  if (before.fault !== undefined) problems.push(`the chain of a journal nobody touched is broken: ${before.fault.fault}`);
  const attempts = await window.journal.attempts();
  const shown = attempts
    .filter(({ state }) => open.has(state === 'pending' ? undefined : state))
    .map(({ target }) => target.orderId)
    .sort()
    .join();
  const expected = [...now.keys()]
    .filter((order) => isOpen(now, order))
    .sort()
    .join();
  if (shown !== expected) problems.push(`open are ${expected}, but the program shows ${shown}`);
  if (ledger.requests.length > 0) problems.push('the restart sent something by itself');
  let orders = now;
  for (const order of ['P-1', 'P-2']) {
    const result = await window.change(order);
    const met = result.kind === 'blocked' ? result.reason : 'nothing';
    if (met !== (isOpen(orders, order) ? 'unresolved' : 'nothing')) problems.push(`changing ${order} again met ${met}`);
    if (result.kind === 'settled') orders = continued;
  }
  const after = await window.journal.verify();
  if (after.fault !== undefined) problems.push(`the chain breaks when it goes on: ${after.fault.fault}`);
  const kept = new Set(after.lines.map(({ raw }) => raw));
  const gone = past.acknowledged.filter((line) => !kept.has(line));
  if (gone.length > 0) problems.push(`${String(gone.length)} durable lines are not read after the restart`);
  return problems;
}
