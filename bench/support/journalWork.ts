import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createJournalAnchor } from '../../src/app/orders/journal/journalAnchor';
import { OrderJournal } from '../../src/app/orders/journal/orderJournal';
import { chainStart, sealLine } from '../../src/domain/orders/orderJournalChain';
import type { AttemptRecord, IntentRecord } from '../../src/domain/orders/orderAttempts';
import { createJournalFiles } from '../../src/ui/platform/files/journalFiles';
import type { Disposable } from '../../src/app/platform/ports';
import type { RecordRow, RecordsPart } from '../../src/panel/records/recordsProtocol';
import { OrderRecords } from '../../src/ui/orders/journal/orderRecords';
import { machineTimers } from '../../src/ui/platform/machineTime';

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
const fileBytes = 256 * 1024;
const startMs = Date.UTC(2026, 0, 5);

/** A journal of many changes on disk, and what a window does with it. */
export class JournalWork {
  readonly #state = new Map<string, unknown>();

  constructor(private readonly folder: string) {}

  /** Writes a journal with this many lines, two for each change, in files of the program's size. */
  write(lines: number): void {
    mkdirSync(this.folder, { recursive: true });
    let head = { seq: 0, hash: chainStart };
    let file: string[] = [];
    let size = 0;
    let first = 1;
    const flush = (): void => {
      if (file.length > 0) writeFileSync(path.join(this.folder, `orders-${String(first).padStart(12, '0')}.jsonl`), file.join(''));
      [file, size, first] = [[], 0, head.seq + 1];
    };
    for (let seq = 1; seq <= lines; seq += 1) {
      const at = new Date(startMs + seq * 1000).toISOString();
      const { line, hash } = sealLine({ seq, at, prev: head.hash, record: recordOf(seq) }, sha256);
      head = { seq, hash };
      file.push(`${line}\n`);
      size += line.length + 1;
      if (size >= fileBytes) flush();
    }
    flush();
    this.#state.set('marketDesk.orderJournalHead', head);
  }

  /** The journal as a window that was just started has it. */
  open(): OrderJournal {
    const anchor = createJournalAnchor({
      get: (key) => this.#state.get(key),
      set: async (key, value) => void this.#state.set(key, value),
    });
    const lock = { name: '', release: async () => undefined };
    return new OrderJournal({
      files: createJournalFiles(this.folder),
      anchor,
      sha256,
      locks: { tryAcquire: async () => lock, acquire: async () => lock },
      clock: { wallMs: () => Date.now() },
      redact: (text) => text,
    });
  }

  /** What the Records page is told until all of the journal is there: its last verdict, and how many records. */
  async view(journal: OrderJournal): Promise<string> {
    return this.#told(journal, ({ facts }) => !facts.isReading);
  }

  /** What it is told first. */
  async newest(journal: OrderJournal): Promise<string> {
    return this.#told(journal, () => true);
  }

  async #told(journal: OrderJournal, isEnd: (part: RecordsPart) => boolean): Promise<string> {
    const records = new OrderRecords({
      journal,
      privacy: { isOn: false },
      timers: machineTimers,
      log: console,
      timeZone: () => 'Asia/Hong_Kong',
    });
    const rows = new Map<string, RecordRow>();
    return new Promise((resolve) => {
      const following: Disposable = records.follow((part) => {
        for (const row of part.rows) rows.set(row.id, row);
        if (!isEnd(part)) return;
        const newest = [...rows.values()].toSorted((one, other) => other.order - one.order)[0];
        resolve([part.facts.verdict, part.facts.damage, newest?.id ?? '', `${String(rows.size)} records`].join('; '));
        setImmediate(() => {
          following.dispose();
        });
      });
    });
  }

  /** One change: its intent, whose time is returned, and its outcome. */
  async change(journal: OrderJournal, number: number): Promise<number> {
    const intent = intentOf(`new-${String(number)}`, number);
    const begun = performance.now();
    await journal.append(intent);
    const ms = performance.now() - begun;
    await journal.append({ kind: 'outcome', attempt: intent.attempt, root: intent.root, outcome: { kind: 'accepted' } });
    return ms;
  }

  /** Compares the whole journal with what was written, as every intent does first. */
  async check(journal: OrderJournal): Promise<number> {
    const begun = performance.now();
    const fault = await journal.fault();
    if (fault !== undefined) throw new Error(`the journal of the benchmark is ${fault.fault}`);
    return performance.now() - begun;
  }
}

function recordOf(seq: number): AttemptRecord {
  const number = Math.ceil(seq / 2);
  const intent = intentOf(`root-${String(number)}`, number);
  if (seq % 2 === 1) return intent;
  return { kind: 'outcome', attempt: intent.attempt, root: intent.root, outcome: { kind: 'accepted' } };
}

function intentOf(root: string, number: number): IntentRecord {
  const [old, price] = [(500 + (number % 50)).toFixed(2), (501 + (number % 50)).toFixed(2)];
  return {
    kind: 'intent',
    attempt: `${root}-attempt`,
    root,
    action: 'modify',
    target: {
      service: 'https://api.example.test',
      isSandbox: false,
      accountId: '281756479864562681',
      orderId: `ORDER-${String(number % 900)}`,
      exchange: 'SEHK',
    },
    body: `{"exchange":"SEHK","qty":"200","price":"${price}"}`,
    fields: [
      { field: 'qty', old: '300', typed: '200', kept: '200', isCut: false, isChanged: true },
      { field: 'price', old, typed: price, kept: price, isCut: false, isChanged: true },
    ],
    order: {
      code: 'HK.00700',
      name: 'Tencent',
      side: 'BUY',
      orderType: 'LIMIT',
      status: 'SUBMITTED',
      filled: '0',
      lastError: '',
    },
  };
}
