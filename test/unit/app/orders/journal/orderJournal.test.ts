import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrderJournal } from '../../../../../src/app/orders/journal/orderJournal';
import type { AttemptRecord } from '../../../../../src/domain/orders/orderAttempts';
import { chainStart, sealLine } from '../../../../../src/domain/orders/orderJournalChain';
import { MemoryAnchor, MemoryJournalFiles, MemoryLocks, sha256 } from '../../../../support/orders/orderFakes';

const target = { service: 'https://api.example.test', isSandbox: false, accountId: '8001', orderId: 'OK-1', exchange: 'SEHK' };
const intent = (root: string, over: Partial<typeof target> = {}): AttemptRecord => ({
  kind: 'intent',
  attempt: `${root}.1`,
  root,
  action: 'modify',
  target: { ...target, ...over },
  body: '{"qty":"1"}',
  fields: [],
});
const accepted = (root: string): AttemptRecord => ({ kind: 'outcome', attempt: `${root}.1`, root, outcome: { kind: 'accepted' } });

function journalOn(
  files: MemoryJournalFiles,
  over: { readonly locks?: MemoryLocks; readonly anchor?: MemoryAnchor; readonly maxFileBytes?: number } = {},
): OrderJournal {
  const { locks = new MemoryLocks(), anchor = new MemoryAnchor(), maxFileBytes } = over;
  const options = {
    files,
    locks,
    anchor,
    sha256,
    clock: { wallMs: () => 0 },
    redact: (text: string) => text.replaceAll('TOKEN', '[secret]'),
  };
  return new OrderJournal(maxFileBytes === undefined ? options : { ...options, maxFileBytes });
}

const onlyFile = 'orders-000000000001.jsonl';

describe('the order journal', () => {
  it('returns what was written, even to a journal opened later', async () => {
    const files = new MemoryJournalFiles();
    const journal = journalOn(files);
    await journal.append(intent('a'));
    await journal.append(accepted('a'));
    await journal.append(intent('b', { orderId: 'OK-2' }));
    for (const reader of [journal, journalOn(files)]) {
      expect((await reader.attempts()).map(({ root, state }) => [root, state])).toEqual([
        ['a', 'accepted'],
        ['b', 'pending'],
      ]);
      expect((await reader.verify()).fault).toBeUndefined();
    }
  });

  it('shows an intent without an outcome as the attempt that locks its order', async () => {
    const files = new MemoryJournalFiles();
    await journalOn(files).append(intent('a'));
    const later = journalOn(files);
    expect((await later.unresolvedFor(target))?.root).toBe('a');
    expect(await later.unresolvedFor({ ...target, accountId: '8002' })).toBeUndefined();
    expect(await later.unresolvedFor({ ...target, service: 'https://other.test' })).toBeUndefined();
  });

  it('sees the lines that another window wrote, and links to them', async () => {
    const files = new MemoryJournalFiles();
    const locks = new MemoryLocks();
    const [one, two] = [journalOn(files, { locks }), journalOn(files, { locks })];
    await Promise.all(Array.from({ length: 40 }, async (_, index) => (index % 2 === 0 ? one : two).append(intent(`r${String(index)}`))));
    const seen = await one.verify();
    expect(seen.fault).toBeUndefined();
    expect(seen.lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(await two.attempts()).toHaveLength(40);
  });

  it('skips a line that a crash left unfinished, wherever it was cut', async () => {
    const whole = new MemoryJournalFiles();
    await journalOn(whole).append(intent('a'));
    const first = whole.text;
    await journalOn(whole).append(intent('b'));
    const second = whole.text.slice(first.length);
    for (let cut = 1; cut < second.length; cut += 1) {
      const files = new MemoryJournalFiles();
      files.set(onlyFile, first + second.slice(0, cut));
      const journal = journalOn(files);
      expect((await journal.attempts()).map(({ root }) => root)).toEqual(['a']);
      await journal.append(accepted('a'));
      const { fault } = await journalOn(files).verify();
      expect(fault, `cut at ${String(cut)}`).toBeUndefined();
      const roots = (await journalOn(files).attempts()).map(({ root, state }) => [root, state]);
      // If only the line feed is missing, the line is complete and counts.
      expect(roots).toEqual(
        cut === second.length - 1
          ? [
              ['a', 'accepted'],
              ['b', 'pending'],
            ]
          : [['a', 'accepted']],
      );
    }
  });

  it('continues after a write that failed halfway', async () => {
    const files = new MemoryJournalFiles();
    const journal = journalOn(files);
    await journal.append(intent('a'));
    files.failNext = { bytes: 30 };
    await expect(journal.append(accepted('a'))).rejects.toMatchObject({ name: 'JournalError' });
    expect((await journal.attempts())[0]?.state).toBe('pending');
    await journal.append(accepted('a'));
    expect((await journal.attempts())[0]?.state).toBe('accepted');
    expect((await journal.verify()).fault).toBeUndefined();
  });

  it('continues after the unfinished line of the previous file when a crash left the next file empty', async () => {
    for (const isFull of [false, true]) {
      const files = new MemoryJournalFiles();
      await journalOn(files).append(intent('a'));
      files.set(onlyFile, `${files.text}{"seq":2,"at":"19`);
      files.set('orders-000000000002.jsonl', '');
      const journal = journalOn(files, isFull ? { maxFileBytes: 1 } : {});
      expect((await journal.verify()).fault).toBeUndefined();
      await journal.append(accepted('a'));
      expect((await journal.verify()).fault).toBeUndefined();
      expect((await journalOn(files).attempts()).map(({ state }) => state)).toEqual(['accepted']);
    }
  });

  it('begins a new file when one is full and continues the chain, even across unfinished ends', async () => {
    const files = new MemoryJournalFiles();
    const options = { maxFileBytes: 700 };
    const journal = journalOn(files, options);
    for (let index = 0; index < 12; index += 1) {
      if (index % 3 === 1) {
        files.failNext = { bytes: 25 };
        await expect(journal.append(intent(`f${String(index)}`))).rejects.toThrow();
      }
      await journal.append(intent(`r${String(index)}`));
    }
    expect(files.files.size).toBeGreaterThan(4);
    const verified = await journalOn(files, options).verify();
    expect(verified.fault).toBeUndefined();
    expect(verified.lines).toHaveLength(12);
  });

  it('verifies every line when only the newest are wanted, and has the newest of a long journal at once', async () => {
    const [files, anchor] = [new MemoryJournalFiles(), new MemoryAnchor()];
    const journal = journalOn(files, { anchor, maxFileBytes: 700 });
    expect(await journal.newest()).toEqual([]);
    for (let index = 0; index < 20; index += 1) await journal.append(intent(`r${String(index)}`));
    const whole = await journal.verify();
    expect(whole).toMatchObject({ older: 0, unreadable: 0, fault: undefined, hasAcknowledgment: false });
    const newest = await journal.verify(3);
    expect(newest).toMatchObject({ older: 17, unreadable: 0, fault: undefined });
    expect(newest.lines).toEqual(whole.lines.slice(-3));
    expect(await journal.newest()).toEqual(whole.lines);
    // Damage in a line that is not shown.
    files.set(
      onlyFile,
      (files.files.get(onlyFile) === undefined ? '' : new TextDecoder().decode(files.files.get(onlyFile))).replace('r0', 'rX'),
    );
    expect((await journal.verify(3)).fault).toEqual({ line: 1, fault: 'altered' });
    await journal.acknowledge();
    expect(await journal.verify(1)).toMatchObject({ fault: undefined, hasAcknowledgment: true, older: 20 });
    await journal.append(intent('last'));
    expect(await journal.verify(1)).toMatchObject({ hasAcknowledgment: true, older: 21 });
  });

  it.each([1_000_000, 20_000])(
    'reads only the end of a long journal for its newest lines, whose files have %i bytes',
    async (maxFileBytes) => {
      const files = new MemoryJournalFiles();
      const journal = journalOn(files, { maxFileBytes });
      for (let index = 0; index < 280; index += 1) await journal.append(intent(`é${String(index)}`));
      const whole = (await journal.verify()).lines;
      let bytes = 0;
      const read = files.read.bind(files);
      files.read = async (name, offset) => {
        const part = await read(name, offset);
        bytes += part.length;
        return part;
      };
      const newest = await journal.newest();
      expect(bytes).toBeLessThanOrEqual(64 * 1024);
      expect(newest.length).toBeGreaterThan(100);
      expect(newest.length).toBeLessThan(280);
      expect(newest).toEqual(whole.slice(-newest.length));
    },
  );

  it('says which line was altered, removed, repeated, moved or added by hand', async () => {
    const files = new MemoryJournalFiles();
    const journal = journalOn(files);
    for (const root of ['a', 'b', 'c', 'd']) await journal.append(intent(root));
    const lines = files.text.trimEnd().split('\n');
    const [one = '', two = '', three = '', four = ''] = lines;
    const faultOf = async (edited: readonly string[]): Promise<unknown> => {
      const copy = new MemoryJournalFiles();
      copy.set(onlyFile, edited.map((line) => `${line}\n`).join(''));
      return (await journalOn(copy).verify()).fault;
    };
    expect(await faultOf(lines)).toBeUndefined();
    expect(await faultOf([one, two.replace('OK-1', 'OK-9'), three, four])).toEqual({ line: 2, fault: 'altered' });
    expect(await faultOf([one, three, four])).toEqual({ line: 2, fault: 'not-linked' });
    expect(await faultOf([two, three, four])).toEqual({ line: 1, fault: 'not-linked' });
    expect(await faultOf([one, two, two, three, four])).toEqual({ line: 3, fault: 'not-linked' });
    expect(await faultOf([one, three, two, four])).toEqual({ line: 2, fault: 'not-linked' });
    expect(await faultOf([one, 'by hand', two, three, four])).toEqual({ line: 2, fault: 'unreadable' });
    expect(await faultOf([one, two, three, four, 'by hand'])).toEqual({ line: 5, fault: 'unreadable' });
  });

  it('notices missing last lines by its anchor', async () => {
    const files = new MemoryJournalFiles();
    const anchor = new MemoryAnchor();
    const journal = journalOn(files, { anchor });
    for (const root of ['a', 'b', 'c']) await journal.append(intent(root));
    files.set(
      onlyFile,
      files.text
        .split('\n')
        .slice(0, 2)
        .map((line) => `${line}\n`)
        .join(''),
    );
    expect((await journal.verify()).fault).toEqual({ line: 3, fault: 'shortened' });
    expect((await journal.attempts()).map(({ root }) => root)).toEqual(['c', 'a', 'b']);
  });

  it('notices every changed character, or does not count the line', async () => {
    const files = new MemoryJournalFiles();
    const journal = journalOn(files);
    for (const root of ['a', 'b', 'c']) await journal.append(intent(root));
    const text = files.text;
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.constantFrom('x', '0', '"', ' ', '\n'), async (at, replacement) => {
        fc.pre(text[at] !== replacement);
        const copy = new MemoryJournalFiles();
        copy.set(onlyFile, text.slice(0, at) + replacement + text.slice(at + 1));
        // The very last line feed is not part of any line: without it the line is merely unfinished.
        if (at === text.length - 1) return;
        expect((await journalOn(copy).verify()).fault).toBeDefined();
      }),
      { numRuns: 400 },
    );
  });

  it('lets one window write at a time and gives up when another one holds the journal', async () => {
    const files = new MemoryJournalFiles();
    const journal = journalOn(files, {
      locks: new (class extends MemoryLocks {
        override async acquire(): Promise<undefined> {
          return undefined;
        }
      })(),
    });
    await expect(journal.append(intent('a'))).rejects.toMatchObject({ name: 'JournalBusy' });
    expect(files.text).toBe('');
  });

  it('keeps credentials that a service repeats out of the file', async () => {
    const files = new MemoryJournalFiles();
    const journal = journalOn(files);
    await journal.append({ kind: 'outcome', attempt: 'a', root: 'a', outcome: { kind: 'refused', errcode: -1200, errmsg: 'bad TOKEN' } });
    await journal.append({ kind: 'outcome', attempt: 'a', root: 'a', outcome: { kind: 'unknown', reason: 'TOKEN' } });
    expect(files.text).not.toContain('TOKEN');
  });

  it('limits how much the service’s words can add to it', async () => {
    const files = new MemoryJournalFiles();
    const journal = journalOn(files);
    await journal.append({
      kind: 'outcome',
      attempt: 'a',
      root: 'a',
      outcome: { kind: 'refused', errcode: -1200, errmsg: 'x'.repeat(1_000_000) },
    });
    expect(files.text.length).toBeLessThan(3000);
    expect(files.text).toContain('xx…');
  });

  it('stops at a line of an unknown kind, which is in the chain but not among the attempts', async () => {
    const files = new MemoryJournalFiles();
    const { line } = sealLine({ seq: 1, at: 't', prev: chainStart, record: { kind: 'later' } }, sha256);
    files.set(onlyFile, `${line}\n`);
    const journal = journalOn(files);
    await expect(journal.append(intent('a'))).rejects.toMatchObject({ found: { line: 1, fault: 'other-version' } });
    await journal.acknowledge();
    await journal.append(intent('a'));
    const { lines, fault } = await journalOn(files).verify();
    expect(fault).toBeUndefined();
    expect(lines.map(({ record }) => record?.kind)).toEqual([undefined, 'acknowledged', 'intent']);
  });
});
