import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JournalDamage } from '../../../../../src/app/orders/journal/journalErrors';
import { OrderJournal } from '../../../../../src/app/orders/journal/orderJournal';
import { createJournalAnchor } from '../../../../../src/app/orders/journal/journalAnchor';
import type { IntentRecord, OutcomeRecord, StoredOutcome } from '../../../../../src/domain/orders/orderAttempts';
import type { JournalFault } from '../../../../../src/domain/orders/journalCheck';
import { createJournalFiles, sha256 } from '../../../../../src/ui/platform/files/journalFiles';
import { MemoryLocks } from '../../../../support/orders/orderFakes';

const onlyFile = 'orders-000000000001.jsonl';
let folder: string;
let state: Map<string, unknown>;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-desk-guard-'));
  state = new Map();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The journal as a window that was just started has it: real files, and a state that outlives windows. */
function restart(maxFileBytes?: number): OrderJournal {
  const anchor = createJournalAnchor({
    get: (key) => structuredClone(state.get(key)),
    set: async (key, value) => void state.set(key, structuredClone(value)),
  });
  const options = { files: createJournalFiles(folder), anchor, sha256, locks: new MemoryLocks(), clock: { wallMs: () => 0 } };
  const redact = (text: string): string => text;
  return new OrderJournal({ ...options, redact, ...(maxFileBytes === undefined ? {} : { maxFileBytes }) });
}

const target = (orderId: string, service = 'https://api.example.test') => ({
  service,
  isSandbox: false,
  accountId: '8001',
  orderId,
  exchange: 'SEHK',
});
const intent = (root: string): IntentRecord => ({
  kind: 'intent',
  attempt: `${root}.1`,
  root,
  action: 'modify',
  target: target(root),
  body: '{}',
  fields: [{ field: 'qty', old: '100', typed: '200', kept: '200', isCut: false, isChanged: true }],
});
const outcome = (root: string, what: StoredOutcome): OutcomeRecord => ({ kind: 'outcome', attempt: `${root}.1`, root, outcome: what });
const file = (name = onlyFile): string => path.join(folder, name);
const lines = (): string[] => readFileSync(file(), 'utf8').trimEnd().split('\n');
const write = (kept: readonly string[]): void => writeFileSync(file(), kept.map((line) => `${line}\n`).join(''));

/** Four changes; the outcome of the third is unknown, so its order is locked. */
async function written(journal = restart()): Promise<OrderJournal> {
  for (const root of ['A', 'B', 'LOCKED', 'D']) {
    await journal.append(intent(root));
    await journal.append(outcome(root, root === 'LOCKED' ? { kind: 'unknown', reason: 'reset' } : { kind: 'accepted' }));
  }
  return journal;
}

const damages: readonly (readonly [what: string, fault: JournalFault, damage: () => void])[] = [
  ['the last line removed', 'shortened', () => write(lines().slice(0, -1))],
  ['all lines but one removed', 'shortened', () => write(lines().slice(0, 1))],
  ['everything removed from it', 'emptied', () => truncateSync(file())],
  ['the file deleted', 'missing', () => rmSync(file())],
  ['the folder deleted', 'missing', () => rmSync(folder, { recursive: true })],
  ['the file renamed', 'renamed', () => renameSync(file(), file('orders-old.jsonl'))],
  ['the file given another number', 'renamed', () => renameSync(file(), file('orders-000000009999.jsonl'))],
  ['a byte changed', 'altered', () => write(lines().map((line, at) => (at === 4 ? line.replace('LOCKED', 'LUCKED') : line)))],
  ['an outcome rewritten', 'altered', () => write(lines().map((line) => line.replace('"unknown","reason":"reset"', '"accepted"')))],
  ['a line in the middle removed', 'not-linked', () => write(lines().filter((_, at) => at !== 5))],
  ['the lines of one change removed', 'not-linked', () => write(lines().filter((_, at) => at !== 4 && at !== 5))],
  ['a line of something else', 'unreadable', () => write([...lines(), 'by hand'])],
  ['all of it replaced', 'unreadable', () => write(Array.from({ length: 20 }, () => 'by hand'))],
];

describe('the check of the journal before every intent', () => {
  it.each(damages)('notices %s and names it: %s', async (_, fault, damage) => {
    await written();
    damage();
    const journal = restart();
    const error = await journal.append(intent('E')).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(JournalDamage);
    expect(error).toMatchObject({ found: { fault } });
    expect((await journal.verify()).fault).toMatchObject({ fault });
    // Nothing that the guard itself did may make the damage look intact later.
    expect((await restart().verify()).fault).toMatchObject({ fault });
  });

  it.each(damages)('notices %s in a window that has already read the whole journal', async (_, fault, damage) => {
    const journal = await written();
    damage();
    await expect(journal.append(intent('E'))).rejects.toMatchObject({ found: { fault } });
  });

  it.each(damages)('keeps the order of an unknown change locked after %s, acknowledged and restarted', async (_, _fault, damage) => {
    await written();
    damage();
    for (let window = 0; window < 2; window += 1) {
      const journal = restart();
      expect((await journal.unresolvedFor(target('LOCKED')))?.root).toBe('LOCKED');
      await journal.acknowledge();
      expect((await journal.unresolvedFor(target('LOCKED')))?.root).toBe('LOCKED');
      expect((await journal.verify()).fault).toBeUndefined();
      await journal.append(intent(`N${String(window)}`));
      await journal.append(outcome(`N${String(window)}`, { kind: 'accepted' }));
    }
    const journal = restart();
    expect((await journal.attempts()).some(({ root, state: now }) => root === 'LOCKED' && now !== 'accepted')).toBe(true);
    // The user's decision ends it, even if the journal no longer knows it.
    await journal.append({ kind: 'resolved', root: 'LOCKED', by: 'user', verdict: 'notChanged' });
    expect(await restart().unresolvedFor(target('LOCKED'))).toBeUndefined();
  });

  it('records an outcome although the journal was damaged meanwhile, and leaves the anchor as it is', async () => {
    const journal = await written();
    await journal.append(intent('E'));
    const before = structuredClone(state.get('marketDesk.orderJournalHead'));
    write(lines().slice(0, 3));
    await journal.append(outcome('E', { kind: 'accepted' }));
    expect(state.get('marketDesk.orderJournalHead')).toEqual(before);
    expect((await restart().verify()).fault).toBeDefined();
  });

  it('writes the acknowledgment as a separate line, and none when nothing is wrong', async () => {
    const journal = await written();
    await journal.acknowledge();
    expect(lines()).toHaveLength(8);
    write(lines().slice(0, 6));
    await restart().acknowledge();
    const { lines: found } = await restart().verify();
    expect(found.map(({ record }) => record).at(-1)).toEqual({ kind: 'acknowledged', line: 7, fault: 'shortened' });
  });

  it('does not accept an acknowledgment that was written into the file from outside', async () => {
    await written();
    const before = structuredClone([...state]);
    write(lines().slice(0, 7));
    await restart().acknowledge();
    // The line is in the file, but the remembered end is still the previous one.
    state = new Map(before);
    expect((await restart().verify()).fault).toMatchObject({ fault: 'anchor-mismatch' });
  });

  it('notices an edit that keeps size and time of a file that was read long ago', async () => {
    const journal = restart(600);
    await written(journal);
    await journal.append(intent('E'));
    await journal.append(outcome('E', { kind: 'accepted' }));
    expect(readdirSync(folder).length).toBeGreaterThan(3);
    const { atime, mtime } = statSync(file());
    writeFileSync(file(), readFileSync(file(), 'utf8').replace('"qty"', '"qtY"'));
    utimesSync(file(), atime, mtime);
    await expect(journal.append(intent('F'))).rejects.toMatchObject({ found: { line: 1, fault: 'altered' } });
  });

  it('accepts a file if only its times have changed', async () => {
    const journal = await written();
    utimesSync(file(), new Date(), new Date());
    await journal.append(intent('E'));
    expect((await journal.verify()).fault).toBeUndefined();
  });

  it('locks an order that a journal of the previous version left open, and keeps the lock in the backup location', async () => {
    await written();
    state.delete('marketDesk.orderLocks');
    expect((await restart().attempts()).map(({ root }) => root)).toEqual(['A', 'B', 'LOCKED', 'D']);
    rmSync(file());
    expect((await restart().unresolvedFor(target('LOCKED')))?.root).toBe('LOCKED');
  });

  it('clears the backup lock once the journal has the outcome', async () => {
    const journal = restart();
    await journal.append(intent('A'));
    const kept = structuredClone(state.get('marketDesk.orderLocks'));
    await journal.append(outcome('A', { kind: 'accepted' }));
    state.set('marketDesk.orderLocks', kept);
    expect(await journal.unresolvedFor(target('A'))).toBeUndefined();
    await journal.attempts();
    expect(state.get('marketDesk.orderLocks')).toEqual([]);
  });

  it('sends nothing when the backup location cannot store the lock', async () => {
    const set = state.set.bind(state);
    state.set = (key, value) => {
      if (key === 'marketDesk.orderLocks') throw new Error('no state');
      return set(key, value);
    };
    await expect(restart().append(intent('A'))).rejects.toMatchObject({ name: 'JournalError' });
  });

  it('recognizes a service by every spelling of its address', async () => {
    await written();
    for (const service of ['https://API.example.test', 'https://api.example.test:443/', 'https://api.example.test./'])
      expect((await restart().unresolvedFor(target('LOCKED', service)))?.root).toBe('LOCKED');
    expect(await restart().unresolvedFor(target('LOCKED', 'http://api.example.test'))).toBeUndefined();
  });
});
