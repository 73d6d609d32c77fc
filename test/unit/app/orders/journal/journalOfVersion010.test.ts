import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJournalAnchor } from '../../../../../src/app/orders/journal/journalAnchor';
import { OrderJournal } from '../../../../../src/app/orders/journal/orderJournal';
import { journalCsv, journalJson } from '../../../../../src/app/orders/journal/orderJournalExport';
import type { IntentRecord, OrderTarget } from '../../../../../src/domain/orders/orderAttempts';
import { createJournalFiles, sha256 } from '../../../../../src/ui/platform/files/journalFiles';
import { MemoryLocks } from '../../../../support/orders/orderFakes';

const { journalText } = await import('../../../../../src/ui/orders/journal/journalText');

/**
 * What version 0.1.0 wrote to disk, byte for byte: its write path with its sandbox, files of 6 kB, a window that was killed while writing,
 * and the end of the journal as remembered in its state. There are no backup locks, because it had none.
 */
const written = path.join(import.meta.dirname, 'version010');
const known = JSON.parse(readFileSync(path.join(written, 'attempts.json'), 'utf8')) as [string, string, string][];
const headKey = 'marketDesk.orderJournalHead';

let folder: string;
let state: Map<string, unknown>;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-desk-010-'));
  cpSync(written, folder, { recursive: true, filter: (file) => !file.endsWith('.json') });
  state = new Map([[headKey, JSON.parse(readFileSync(path.join(written, 'anchor.json'), 'utf8')) as unknown]]);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(): OrderJournal {
  const anchor = createJournalAnchor({
    get: (key) => structuredClone(state.get(key)),
    set: async (key, value) => void state.set(key, structuredClone(value)),
  });
  const options = { files: createJournalFiles(folder), anchor, sha256, locks: new MemoryLocks(), clock: { wallMs: () => 0 } };
  return new OrderJournal({ ...options, redact: (text) => text });
}
const target = (orderId: string, service = 'http://127.0.0.1:8087'): OrderTarget => ({
  service,
  isSandbox: true,
  accountId: '8001',
  orderId,
  exchange: 'SEHK',
});
const intent = (orderId: string): IntentRecord => ({
  kind: 'intent',
  attempt: `${orderId}.1`,
  root: orderId,
  action: 'modify',
  target: target(orderId),
  body: '{}',
  fields: [],
});
const last = (): string => path.join(folder, readdirSync(folder).sort().at(-1) ?? '');

describe('a journal that version 0.1.0 wrote', () => {
  it('is verified from its first line to the remembered end, across a line that a crash left unfinished', async () => {
    const { fault, lines, unreadable } = await open().verify();
    expect([fault, lines.length, unreadable]).toEqual([undefined, 22, 1]);
    expect(lines.every(({ record }) => record !== undefined)).toBe(true);
  });

  it('gives the outcome of every change as that version did', async () => {
    const attempts = await open().attempts();
    expect(attempts.map(({ root, target: { orderId }, state: now }) => [root, orderId, now])).toEqual(known);
    expect(attempts.map(({ order }) => order)).toEqual(known.map(() => undefined));
  });

  it('keeps its locks, by every spelling of the address, even if it is lost afterwards', async () => {
    for (const service of ['http://127.0.0.1:8087', 'http://localhost:8087/', 'http://LOCALHOST:8087']) {
      expect((await open().unresolvedFor(target('OK-5', service)))?.state).toBe('unknown');
      expect((await open().unresolvedFor(target('BROWSER-2', service)))?.state).toBe('needsBrowser');
    }
    for (const free of ['OK-1', 'ERR-1', 'CONFIRM-1', 'CONFIRM-2', 'OK-4', 'SLOW-1'])
      expect(await open().unresolvedFor(target(free))).toBeUndefined();
    await open().attempts();
    rmSync(folder, { recursive: true });
    expect((await open().unresolvedFor(target('OK-5')))?.root).toBe(known.find(([, orderId]) => orderId === 'OK-5')?.[0]);
  });

  it('is continued: the next lines link to its last', async () => {
    const journal = open();
    await journal.append(intent('OK-1'));
    await journal.append({ kind: 'outcome', attempt: 'OK-1.1', root: 'OK-1', outcome: { kind: 'accepted' } });
    const { fault, lines } = await open().verify();
    expect([fault, lines.length]).toEqual([undefined, 24]);
    expect(lines.at(-2)?.raw).toContain(`"prev":"${(JSON.parse(lines.at(-3)?.raw ?? '') as { hash: string }).hash}"`);
  });

  it.each([
    ['shortened', () => writeFileSync(last(), readFileSync(last(), 'utf8').split('\n').slice(0, -2).join('\n') + '\n')],
    ['altered', () => writeFileSync(last(), readFileSync(last(), 'utf8').replace('OK-4', 'OK-9'))],
    ['renamed', () => renameSync(last(), path.join(folder, 'orders-000000000013.jsonl'))],
    ['missing', () => readdirSync(folder).forEach((name) => rmSync(path.join(folder, name)))],
  ] as const)('stops every change and keeps its locks when its last file is %s', async (fault, damage) => {
    await open().attempts();
    damage();
    await expect(open().append(intent('OK-1'))).rejects.toMatchObject({ found: { fault } });
    expect(await open().unresolvedFor(target('OK-5'))).toBeDefined();
  });

  it('is verified by its own chain when its end was never remembered', async () => {
    state.delete(headKey);
    expect((await open().verify()).fault).toBeUndefined();
    writeFileSync(last(), readFileSync(last(), 'utf8').replace('"OK-5"', '"OK-6"'));
    expect((await open().verify()).fault).toMatchObject({ fault: 'altered' });
  });

  it('is shown and exported line by line', async () => {
    const verification = await open().verify();
    const shown = await journalText(verification, 'UTC', 0, false);
    expect(shown).not.toContain('newer version');
    for (const [, orderId] of known) expect(shown).toContain(orderId);
    expect(shown).toContain('Verified: 22 lines, none altered or missing');
    expect(journalCsv(verification).trimEnd().split('\n')).toHaveLength(23);
    expect((JSON.parse(journalJson(verification)) as { lines: unknown[] }).lines).toHaveLength(22);
  });
});
