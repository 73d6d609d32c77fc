import { beforeEach, describe, expect, it, vi } from 'vitest';
import { OrderJournal } from '../../../../../src/app/orders/journal/orderJournal';
import type { AttemptRecord, IntentRecord, JournalRecord, StoredOutcome } from '../../../../../src/domain/orders/orderAttempts';
import type { RecordsPart, RecordRow } from '../../../../../src/panel/records/recordsProtocol';
import { OrderRecords } from '../../../../../src/ui/orders/journal/orderRecords';
import { editor } from '../../../../support/editor/editor';
import { FakeTime } from '../../../../support/machine/fakeTime';
import { MemoryLog } from '../../../../support/machine/fakeMachine';
import { MemoryAnchor, MemoryJournalFiles, MemoryLocks, sha256 } from '../../../../support/orders/orderFakes';

const target = { service: 'https://api.example.test', isSandbox: false, accountId: '8001', orderId: 'OK-1', exchange: 'SEHK' };
const order = {
  code: 'HK.00700',
  name: 'TENCENT',
  side: 'BUY',
  quantity: '300',
  orderType: 'LIMIT',
  status: '',
  filled: '0',
  lastError: '',
};
const field = (name: 'qty' | 'price', old: string, kept: string) => ({
  field: name,
  old,
  typed: kept,
  kept,
  isCut: false,
  isChanged: true,
});
const change = (root: string, over: Partial<IntentRecord> = {}): IntentRecord => ({
  ...{ kind: 'intent', attempt: `${root}.1`, root, action: 'modify', target, body: '{"qty":"7771","price":"7772"}' },
  ...{ fields: [field('qty', '300', '7771'), field('price', '562.5', '7772')], order },
  ...over,
});
const outcome = (root: string, of: StoredOutcome): AttemptRecord => ({ kind: 'outcome', attempt: `${root}.1`, root, outcome: of });

let files: MemoryJournalFiles;
let anchor: MemoryAnchor;
let journal: OrderJournal;
let time: FakeTime;
let privacy: { isOn: boolean };
let records: OrderRecords;
let told: RecordsPart[];

/** As another window, or this one after a reload. */
function open(): OrderJournal {
  return new OrderJournal({
    ...{ files, anchor, locks: new MemoryLocks(), sha256, redact: (text) => text },
    ...{ clock: time, maxFileBytes: 4_000 },
  });
}

async function write(...lines: readonly Exclude<JournalRecord, { kind: 'acknowledged' }>[]): Promise<void> {
  for (const line of lines) await journal.append(line);
}

/** The rows as a page has them, newest first. */
function shown(): readonly RecordRow[] {
  const rows = new Map<string, RecordRow>();
  for (const part of told) {
    if (part.isWhole) rows.clear();
    for (const row of part.rows) rows.set(row.id, row);
  }
  return [...rows.values()].toSorted((one, other) => other.order - one.order);
}
const facts = () => told.at(-1)?.facts;

beforeEach(() => {
  [files, anchor, time] = [new MemoryJournalFiles(), new MemoryAnchor(), new FakeTime()];
  journal = open();
  privacy = { isOn: false };
  told = [];
  records = new OrderRecords({ journal, privacy, timers: time, log: new MemoryLog(), timeZone: () => 'UTC' });
});

describe('the order journal as records', () => {
  it('has a row for each request in a trader’s words, with who asked and what became of it, newest first', async () => {
    await write(
      change('p', {
        action: 'place',
        target: { ...target, orderId: '', mark: 'm1', isPaper: true },
        fields: [field('qty', '', '300'), field('price', '', '553.0')],
        origin: { kind: 'program', program: 'agent', name: 'claude' },
      }),
      outcome('p', { kind: 'accepted', orderId: 'NEW-1' }),
      change('m'),
      outcome('m', { kind: 'refused', errcode: -1200, errmsg: 'too little' }),
      change('c', { action: 'cancel', fields: [], body: '' }),
      { kind: 'stopped' },
    );
    records.follow((part) => told.push(part));
    await time.advance(0);
    expect(shown().map(({ texts, look, kinds }) => [texts.account, texts.what, texts.outcome, texts.askedBy, look, kinds.join()])).toEqual([
      [undefined, 'you stopped sending orders', undefined, undefined, 'plain', 'other'],
      ['LIVE 8001', 'Cancel “Buy 300 TENCENT”', 'no response yet', 'you', 'open', 'cancel,unresolved'],
      ['LIVE 8001', 'Change “Buy 300 TENCENT at 562.5” to 7,771 at 7,772', 'rejected (-1200): too little', 'you', 'bad', 'modify'],
      ['paper 8001', 'Buy 300 TENCENT at 553.0', 'accepted', 'the agent “claude”', 'good', 'place,program'],
    ]);
    expect(shown().map(({ texts }) => texts.orderId)).toEqual([undefined, 'OK-1', 'OK-1', 'NEW-1']);
    expect(shown().map(({ actions }) => actions)).toEqual([
      [],
      ['showReceipt', 'exportReceipt', 'resolve'],
      ['showReceipt', 'exportReceipt'],
      ['showReceipt', 'exportReceipt'],
    ]);
    expect(facts()).toMatchObject({ isReading: false, verdict: 'Verified: 6 lines, none altered or missing', damage: '' });
  });

  it.each([
    ['place', 'placed'],
    ['modify', 'applied'],
    ['cancel', 'canceled'],
  ] as const)('says of a %s that was read as done that it is %s', async (action, done) => {
    await write(change('a', { action }), outcome('a', { kind: 'accepted' }), {
      ...{ kind: 'resolved', root: 'a', by: 'readBack', verdict: 'changed' },
    });
    records.follow((part) => told.push(part));
    await time.advance(0);
    const { history } = (await records.details('a')) ?? { history: [] };
    expect(history.at(-1)?.text).toBe(`${done} (confirmed by order status check)`);
  });

  it('tells the end of a long journal before the rest of it is read, and all of it in parts', async () => {
    for (let at = 0; at < 900; at += 1) await write({ kind: at % 2 === 0 ? 'stopped' : 'released' });
    records.follow((part) => told.push(part));
    await time.advance(0);
    expect(told[0]?.facts).toMatchObject({ isReading: true, verdict: 'The newest lines. Verifying the whole journal…' });
    expect(told[0]?.rows[0]?.id).toBe('line 900');
    expect(told[0]?.rows.length).toBeLessThan(900);
    await expect.poll(() => facts()?.isReading).toBe(false);
    expect(told.slice(1).map(({ rows, isWhole }) => [rows.length, isWhole])).toEqual([
      [400, true],
      [400, false],
      [100, false],
    ]);
    expect(shown()).toHaveLength(900);
  });

  it('keeps only the requests that it shows, however many the journal has', async () => {
    await write(change('a'), outcome('a', { kind: 'accepted' }));
    const { attempts } = journal;
    vi.spyOn(journal, 'attempts').mockImplementation(async () => {
      const known = await attempts.call(journal);
      return [...known, ...known.map((attempt) => ({ ...attempt, root: 'long ago' }))];
    });
    records.follow((part) => told.push(part));
    await time.advance(0);
    await expect.poll(() => facts()?.isReading).toBe(false);
    expect([records.subject('a'), records.subject('long ago')]).toEqual([{ root: 'a' }, undefined]);
  });

  it('adds what any window writes, and changes the row of a request that goes on', async () => {
    await write(change('a'), outcome('a', { kind: 'accepted' }));
    records.follow((part) => told.push(part));
    await time.advance(0);
    expect(shown().map(({ texts }) => texts.outcome)).toEqual(['accepted']);
    const before = told.length;
    const other = open();
    await other.append({ kind: 'resolved', root: 'a', by: 'readBack', verdict: 'changed' });
    await other.append(change('b'));
    await time.advance(2_000);
    expect(told.slice(before).map(({ rows, isWhole }) => [rows.map(({ id }) => id).join(), isWhole])).toEqual([['a,b', false]]);
    expect(shown().map(({ id, texts }) => [id, texts.outcome])).toEqual([
      ['b', 'no response yet'],
      ['a', 'applied'],
    ]);
    expect(facts()?.verdict).toContain('4 lines');
    await time.advance(20_000);
    expect(told).toHaveLength(before + 1);
  });

  it('reads all of it again if more was written than its end holds', async () => {
    await write({ kind: 'stopped' });
    records.follow((part) => told.push(part));
    await time.advance(0);
    const other = open();
    for (let at = 0; at < 500; at += 1) await other.append({ kind: at % 2 === 0 ? 'released' : 'stopped' });
    await time.advance(2_000);
    await expect.poll(() => facts()?.verdict).toContain('501 lines');
    await expect.poll(() => shown().length).toBe(501);
  });

  it('says that the journal was altered and that orders are blocked, until the user acknowledges it', async () => {
    await write(change('a'), outcome('a', { kind: 'accepted' }), change('b'));
    const [[name, bytes] = ['', new Uint8Array()]] = [...files.files];
    files.set(name, new TextDecoder().decode(bytes).replace('OK-1', 'OK-9'));
    records.follow((part) => told.push(part));
    await time.advance(0);
    expect(facts()?.damage).toContain('modified outside Market Desk. Line 1: the line has changed since it was written.');
    expect(facts()?.verdict).toContain('Verification failed at line 1');
    editor.answer('Show Order Journal');
    await records.acknowledge();
    await time.advance(2_000);
    expect(facts()?.damage).not.toBe('');
    editor.answer('Acknowledge');
    await records.acknowledge();
    await time.advance(2_000);
    expect(facts()).toMatchObject({ damage: '' });
    expect(shown()[0]?.texts.what).toContain('you acknowledged that line 1');
  });

  it('shows the state that locks an order, whatever an altered journal says', async () => {
    await write(change('a'));
    const lost = anchor.kept;
    await write(outcome('a', { kind: 'accepted' }), { kind: 'resolved', root: 'a', by: 'user', verdict: 'changed' });
    await write(change('b', { target: { ...target, orderId: 'OK-2' } }), outcome('b', { kind: 'accepted' }));
    anchor.kept = lost;
    const [[name, bytes] = ['', new Uint8Array()]] = [...files.files];
    files.set(name, new TextDecoder().decode(bytes).replace('"7772\\"', '"7773\\"'));
    records.follow((part) => told.push(part));
    await time.advance(0);
    expect(shown().find(({ id }) => id === 'a')?.kinds).toContain('unresolved');
  });

  it('hides every figure and account number in privacy mode, in rows and in details', async () => {
    await write(change('a'), outcome('a', { kind: 'refused', errcode: -1200, errmsg: 'you have only 7773.5' }));
    const secrets = /777|562|300|8001/;
    const all = async (): Promise<string> => {
      told = [];
      const following = records.follow((part) => told.push(part));
      await time.advance(0);
      const text = JSON.stringify([shown().map(({ texts }) => texts), await records.details('a')]);
      following.dispose();
      return text.replaceAll(',', '');
    };
    expect(await all()).toMatch(secrets);
    privacy.isOn = true;
    const hidden = await all();
    expect(hidden).not.toMatch(secrets);
    expect(hidden).toContain('TENCENT');
    expect(hidden).toContain('rejected (-1200): •••');
  });

  it('has every line of a request among its details', async () => {
    await write(change('a'), change('b', { target: { ...target, orderId: 'OK-2' } }), outcome('a', { kind: 'accepted' }));
    records.follow((part) => told.push(part));
    await time.advance(0);
    const details = await records.details('a');
    expect(details?.history).toEqual([
      { line: '1', time: '12:00:00.000', text: 'about to send the change' },
      { line: '3', time: '12:00:00.000', text: 'accepted' },
    ]);
    expect(details?.rows).toContainEqual(['Exact request', '{"qty":"7771","price":"7772"}']);
    expect([records.subject('a'), records.subject('x')]).toEqual([{ root: 'a' }, undefined]);
  });

  it('exports the lines of the wanted requests, and of no others, with the verdict', async () => {
    await write(change('a'), change('b', { target: { ...target, orderId: 'OK-2' } }), outcome('a', { kind: 'accepted' }), {
      kind: 'stopped',
    });
    const csv = await records.exported(['a', 'line 4'], 'csv');
    expect(csv.split('\r\n').map((line) => line.split(',')[0])).toEqual(['line', '1', '3', '4']);
    const json = JSON.parse(await records.exported(['b'], 'json')) as { verified: unknown; lines: { seq: number }[] };
    expect([json.verified, json.lines.map(({ seq }) => seq)]).toEqual([{ isWhole: true }, [2]]);
    expect((await records.exported(null, 'csv')).split('\r\n')).toHaveLength(5);
  });
});
