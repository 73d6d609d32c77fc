import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryAnchor } from '../../support/orders/orderFakes';
import { FaultServer } from '../net/faultServer';
import type { Breach } from '../proof';
import type { Random } from '../random';
import { createOrderProcess } from './orderProcess';

/** A journal of several files as the program wrote it, and the stored end of it. */
export interface WrittenJournal {
  readonly folder: string;
  readonly anchor: MemoryAnchor;
  readonly lines: number;
  dispose(): void;
}

/** Enough for three files, given the file size in the proof's processes. */
const changes = 12;

export async function writeJournal(): Promise<WrittenJournal> {
  const folder = mkdtempSync(join(tmpdir(), 'market-desk-journal-'));
  const server = await FaultServer.start();
  server.begin({
    keepsRequests: false,
    onRequest: ({ socket }) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{"s":"ok"}'),
  });
  const anchor = new MemoryAnchor();
  const window = createOrderProcess({ folder, origin: server.origin, step: () => undefined, anchor });
  for (let count = 0; count < changes; count += 1) await window.change(`J-${count}`);
  await server.close();
  const { lines } = await window.journal.verify();
  return { folder, anchor, lines: lines.length, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}

type Edit = readonly [name: string, edit: (journal: string, random: Random) => void];

const names = (journal: string): readonly string[] => readdirSync(journal).sort();

function onLines(change: (lines: string[], at: number) => void): Edit[1] {
  return (journal, random) => {
    const name = random.pick(names(journal));
    const lines = readFileSync(join(journal, name), 'utf8').trimEnd().split('\n');
    change(lines, random.integer(0, lines.length - 1));
    writeFileSync(join(journal, name), lines.map((line) => `${line}\n`).join(''));
  };
}

/** Edits by hand that hide or invent something. */
const edits: readonly Edit[] = [
  ['a changed byte', (journal, random) => changeByte(join(journal, random.pick(names(journal))), random)],
  ['a removed line', onLines((lines, at) => lines.splice(at, 1))],
  ['a repeated line', onLines((lines, at) => lines.splice(at, 0, lines[at] ?? ''))],
  [
    'two lines swapped',
    onLines((lines, at) => {
      const other = at === 0 ? 1 : at - 1;
      [lines[at], lines[other]] = [lines[other] ?? '', lines[at] ?? ''];
    }),
  ],
  ['an invented line', onLines((lines, at) => lines.splice(at, 0, (lines[at] ?? '').replace('"seq":', '"seq":9')))],
  [
    'the tail removed',
    (journal, random) => {
      const last = join(journal, names(journal).at(-1) ?? '');
      const text = readFileSync(last, 'utf8');
      const lines = text.trimEnd().split('\n');
      const kept = lines.slice(0, random.integer(0, lines.length - 1));
      truncateSync(last, Buffer.byteLength(kept.map((line) => `${line}\n`).join('')));
    },
  ],
  [
    'two files swapped',
    (journal) => {
      const [first = '', second = ''] = names(journal);
      renameSync(join(journal, first), join(journal, 'aside'));
      renameSync(join(journal, second), join(journal, first));
      renameSync(join(journal, 'aside'), join(journal, second));
    },
  ],
  ['a file removed', (journal, random) => rmSync(join(journal, random.pick(names(journal))))],
];

function changeByte(path: string, random: Random): void {
  const bytes = readFileSync(path);
  const at = random.integer(0, bytes.length - 1);
  const old = bytes[at] ?? 0;
  let fresh = old;
  while (fresh === old) fresh = random.integer(0x20, 0x7e);
  bytes[at] = fresh;
  writeFileSync(path, bytes);
}

/** Edits a copy of the journal by hand and expects the program to notice. */
export async function tryEdit(written: WrittenJournal, random: Random): Promise<readonly Breach[]> {
  const folder = mkdtempSync(join(tmpdir(), 'market-desk-journal-'));
  const [name, edit] = random.pick(edits);
  try {
    cpSync(written.folder, folder, { recursive: true });
    edit(join(folder, 'journal'), random);
    const { fault } = await createOrderProcess({
      folder,
      origin: 'http://127.0.0.1:1',
      step: () => undefined,
      anchor: written.anchor,
    }).journal.verify();
    return fault === undefined ? [{ summary: `${name} is not noticed`, replay: { name } }] : [];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A complete line is valid JSON; none of its prefixes is. */
function isWhole(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** Cuts off a copy of the journal at a byte, as a crash might, and expects the program to continue without losing any complete line. */
export async function tryCut(written: WrittenJournal, server: FaultServer, random: Random): Promise<readonly Breach[]> {
  const folder = mkdtempSync(join(tmpdir(), 'market-desk-journal-'));
  try {
    cpSync(written.folder, folder, { recursive: true });
    const journal = join(folder, 'journal');
    const last = join(journal, names(journal).at(-1) ?? '');
    const text = readFileSync(last, 'utf8');
    const at = random.integer(text.lastIndexOf('\n', text.length - 2) + 1, text.length);
    truncateSync(last, at);
    const whole = names(journal)
      .flatMap((name) => readFileSync(join(journal, name), 'utf8').split('\n'))
      .filter(isWhole).length;
    server.begin({
      keepsRequests: false,
      onRequest: ({ socket }) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{"s":"ok"}'),
    });
    const window = createOrderProcess({ folder, origin: server.origin, step: () => undefined });
    const before = await window.journal.verify();
    const result = await window.change('J-new');
    const after = await window.journal.verify();
    const problems = [
      ...(before.fault === undefined ? [] : [`the chain is broken: ${before.fault.fault}`]),
      ...(result.kind === 'settled' ? [] : [`another order cannot be changed: ${result.reason}`]),
      ...(after.fault === undefined ? [] : [`the chain breaks when it goes on: ${after.fault.fault}`]),
      ...(after.lines.length === whole + 2 ? [] : [`${after.lines.length} lines are read of ${whole + 2}`]),
    ];
    return problems.slice(0, 1).map((summary) => ({ summary: `cut off at byte ${at}: ${summary}`, replay: { at } }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
