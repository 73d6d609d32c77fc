import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaultServer } from '../net/faultServer';
import type { Breach } from '../proof';
import type { Random } from '../random';
import { ended, onMessage } from './children';
import type { ChildProgram } from './children';
import { readJournal } from './journalText';
import { createOrderProcess } from './orderProcess';

export interface DiskTally {
  refused: number;
  unrecorded: number;
  recorded: number;
}

/** Limits of the file size, in bytes: at the smallest the first change fails, at the largest everything passes. */
const limits = { least: 150, most: 1_700 };

export const canLimitFiles = spawnSync('prlimit', ['--version']).status === 0;

/** A disk that fills up somewhere within the two lines of one change. */
export async function tryLimit(random: Random, program: ChildProgram, server: FaultServer, tally: DiskTally): Promise<readonly Breach[]> {
  const folder = mkdtempSync(join(tmpdir(), 'market-desk-full-'));
  const limit = random.integer(limits.least, limits.most);
  const problems: string[] = [];
  try {
    const ledger = server.begin({ onRequest: ({ socket, process }) => (process(), void socket.write(accepted)) });
    const child = spawn(
      'prlimit',
      [`--fsize=${limit}`, process.execPath, program.file, JSON.stringify({ folder, origin: server.origin, orderId: 'D-1' })],
      { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    );
    const said = { word: '', isRecorded: false };
    onMessage(child, 'result', (message) => {
      said.word = String(message['word']);
      said.isRecorded = message['isRecorded'] === true;
    });
    await ended(child);
    const { word, isRecorded } = said;
    const intents = readJournal(folder)
      .split('\n')
      .filter((line) => line.includes('"kind":"intent"') && line.endsWith('}')).length;
    if (ledger.requests.length > intents) problems.push(`${ledger.requests.length} requests were sent with ${intents} intents on the disk`);
    if (word === 'journal' && ledger.bytes > 0) problems.push('something was sent though the journal could not be written');
    if (word === '') problems.push('the window died');
    tally[word === 'accepted' ? (isRecorded ? 'recorded' : 'unrecorded') : 'refused'] += 1;
    problems.push(...(await restart(folder, server, word === 'accepted' && !isRecorded)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return problems.slice(0, 1).map((summary) => ({ summary: `disk full at ${limit} bytes: ${summary}`, replay: { limit } }));
}

/** The disk has room again: the chain continues, and a change whose outcome was lost is shown as unknown. */
async function restart(folder: string, server: FaultServer, lostOutcome: boolean): Promise<readonly string[]> {
  const problems: string[] = [];
  const window = createOrderProcess({ folder, origin: server.origin, step: () => undefined });
  const { fault } = await window.journal.verify();
  if (fault !== undefined) problems.push(`the chain is broken: ${fault.fault}`);
  const open = (await window.journal.attempts()).filter(({ state }) => state === 'pending' || state === 'unknown').length;
  if (lostOutcome && open !== 1) problems.push('a change whose outcome could not be written is not shown as unknown');
  const other = await window.change('D-2');
  if (other.kind !== 'settled' || other.outcome.kind !== 'accepted') problems.push('no other order can be changed after it');
  const again = await window.journal.verify();
  if (again.fault !== undefined) problems.push(`the chain breaks when it goes on: ${again.fault.fault}`);
  return problems;
}

const accepted = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{"s":"ok"}';

/** Places where nothing can be written. Permissions are not among them, because they do not apply to an administrator. */
const obstacles: readonly (readonly [name: string, put: (folder: string) => unknown])[] = [
  ['a file in place of the folder', (folder) => writeFileSync(join(folder, 'journal'), 'x')],
  ['a folder in place of the file', (folder) => mkdirSync(join(folder, 'journal', 'orders-000000000001.jsonl'), { recursive: true })],
  [
    'a pipe in place of the file',
    (folder) => {
      const pipe = join(folder, 'journal', 'orders-000000000001.jsonl');
      mkdirSync(join(folder, 'journal'));
      spawnSync('mkfifo', [pipe]);
      // Opening it for writing would block until there is a reader.
      return openSync(pipe, 'r+');
    },
  ],
  ['a link to nowhere in place of the folder', (folder) => symlinkSync('/nowhere/at/all', join(folder, 'journal'))],
];

/** Nothing may be sent while the journal cannot be written, whatever blocks it; once the obstacle is gone, sending works. */
export async function tryObstacles(server: FaultServer, tally: DiskTally): Promise<readonly Breach[]> {
  const breaches: Breach[] = [];
  for (const [name, put] of obstacles) {
    const folder = mkdtempSync(join(tmpdir(), 'market-desk-full-'));
    let kept: unknown;
    try {
      kept = put(folder);
      const ledger = server.begin({ onRequest: ({ socket, process }) => (process(), void socket.write(accepted)) });
      const result = await createOrderProcess({ folder, origin: server.origin, step: () => undefined }).change('D-1');
      const word = result.kind === 'blocked' ? result.reason : result.outcome.kind;
      if (word !== 'journal' || ledger.bytes > 0)
        breaches.push({ summary: `${name}: ${word}, ${ledger.bytes} bytes were sent`, replay: { name } });
      else tally.refused += 1;
      rmSync(join(folder, 'journal'), { recursive: true, force: true });
      const later = await createOrderProcess({ folder, origin: server.origin, step: () => undefined }).change('D-1');
      if (later.kind !== 'settled') breaches.push({ summary: `${name}: ${later.reason} when it was gone`, replay: { name } });
    } finally {
      if (typeof kept === 'number') closeSync(kept);
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return breaches;
}
