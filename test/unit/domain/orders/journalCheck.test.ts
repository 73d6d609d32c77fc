import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JournalCheck } from '../../../../src/domain/orders/journalCheck';
import { chainStart, sealLine } from '../../../../src/domain/orders/orderJournalChain';
import type { ChainHead } from '../../../../src/domain/orders/orderJournalChain';
import { sha256 } from '../../../support/orders/orderFakes';

const folder = { hasFiles: true, hasStrangers: false };
interface Line extends ChainHead {
  readonly line: string;
}

const lines: readonly Line[] = Array.from({ length: 400 }).reduce<Line[]>((all) => {
  const seq = all.length + 1;
  const sealed = sealLine({ seq, at: '', prev: all.at(-1)?.hash ?? chainStart, record: { seq } }, sha256);
  return [...all, { seq, ...sealed }];
}, []);
const headAt = (seq: number): ChainHead => ({ seq, hash: lines[seq - 1]?.hash ?? chainStart });

function checked(count: number, expected?: ChainHead): JournalCheck {
  const check = new JournalCheck(sha256, expected);
  for (const { line } of lines.slice(0, count)) check.next(line, line.length);
  return check;
}

describe('a journal compared with its remembered end', () => {
  it('is intact exactly when it contains that end', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 400 }), (count, seq) => {
        const fault = checked(count, headAt(seq)).fault(headAt(seq), folder);
        expect(fault).toEqual(seq <= count ? undefined : { line: count + 1, fault: 'shortened' });
      }),
    ));

  it('has a different end when the number is the same but the line is not', () => {
    const other = { seq: 3, hash: sha256('another') };
    expect(checked(5, other).fault(other, folder)).toEqual({ line: 6, fault: 'anchor-mismatch' });
    expect(checked(3, other).fault(other, folder)).toEqual({ line: 4, fault: 'anchor-mismatch' });
    // The right hash under another number is also a different line.
    expect(checked(5).fault({ seq: 2, hash: headAt(3).hash }, folder)).toMatchObject({ fault: 'anchor-mismatch' });
  });

  it('accepts the end that another window has written meanwhile', () => {
    const check = checked(8, headAt(5));
    expect(check.fault(headAt(7), folder)).toBeUndefined();
    expect(check.fault(headAt(5), folder)).toBeUndefined();
    expect([check.head, check.lines]).toEqual([headAt(8), 8]);
  });

  it('remembers 256 ends besides the last one', () => {
    const check = checked(300, headAt(3));
    expect([3, 300, 45].map((seq) => check.canJudge(headAt(seq)))).toEqual([true, true, true]);
    expect([44, 1].map((seq) => check.canJudge(headAt(seq)))).toEqual([false, false]);
    expect(check.fault(headAt(3), folder)).toBeUndefined();
    expect(check.fault(headAt(45), folder)).toBeUndefined();
    expect(check.fault(headAt(44), folder)).toMatchObject({ fault: 'anchor-mismatch' });
  });

  it('skips the search if the remembered end is known, lies ahead, or is missing', () => {
    const missed = { seq: 2, hash: sha256('another') };
    const check = checked(5, missed);
    expect(check.canJudge(undefined)).toBe(true);
    expect(check.canJudge(missed)).toBe(true);
    expect(check.canJudge({ seq: 6, hash: sha256('ahead') })).toBe(true);
    expect(check.canJudge({ seq: 5, hash: sha256('another') })).toBe(false);
    expect(check.fault(undefined, folder)).toBeUndefined();
  });

  it('keeps the remembered ends when it finds lines that are not records', () => {
    const check = checked(2);
    for (let count = 0; count < 300; count += 1) expect(check.next('by hand', 7)).toEqual({ ok: false });
    check.acknowledge();
    expect(check.canJudge(headAt(1))).toBe(true);
  });
});

describe('a journal without any lines left', () => {
  const anchor = headAt(4);
  it.each([
    [{ hasFiles: false, hasStrangers: false }, 'missing'],
    [{ hasFiles: true, hasStrangers: false }, 'emptied'],
    [{ hasFiles: false, hasStrangers: true }, 'renamed'],
    [{ hasFiles: true, hasStrangers: true }, 'renamed'],
  ] as const)('with a folder like %j is reported as %s', (found, fault) => {
    expect(checked(0, anchor).fault(anchor, found)).toEqual({ line: 1, fault });
    expect(checked(0).fault(undefined, found)).toBeUndefined();
    expect(checked(4, anchor).fault(anchor, found)).toBeUndefined();
  });
});

describe('a fault inside the journal', () => {
  it('is found if the journal is recognized by its first line', () => {
    const check = checked(1);
    check.next(lines[1]?.line ?? '', 1);
    check.meetOtherName();
    check.next(lines[2]?.line ?? '', 1);
    check.meetUnknown();
    check.meetOtherName();
    expect(check.fault(undefined, folder)).toEqual({ line: 2, fault: 'renamed' });
    check.next('by hand', 7);
    expect(check.fault(undefined, folder)).toEqual({ line: 2, fault: 'renamed' });
    check.acknowledge();
    check.next(lines[0]?.line ?? '', 1);
    check.meetUnknown();
    // A fault of the line itself is reported before one of its content.
    expect(check.fault(undefined, folder)).toMatchObject({ line: 4, fault: 'unreadable' });
  });

  it.each([
    ['renamed', (check: JournalCheck): void => check.meetOtherName()],
    ['other-version', (check: JournalCheck): void => check.meetUnknown()],
  ] as const)('is found as %s from its first line on, until it is acknowledged', (fault, meet) => {
    const check = checked(2);
    meet(check);
    check.next(lines[2]?.line ?? '', 1);
    meet(check);
    expect(check.fault(headAt(3), folder)).toEqual({ line: 2, fault });
    check.acknowledge();
    expect(check.fault(headAt(3), folder)).toBeUndefined();
  });

  it('is reported before a wrong end, and after an altered line', () => {
    const check = checked(2);
    check.next((lines[2]?.line ?? '').replace('"record"', '"recorD"'), 1);
    expect(check.fault(headAt(9), folder)).toMatchObject({ fault: 'unreadable' });
    const other = checked(2);
    other.next((lines[2]?.line ?? '').replace('"at":""', '"at":"x"'), 1);
    other.meetUnknown();
    expect(other.fault(headAt(9), folder)).toEqual({ line: 3, fault: 'altered' });
    other.acknowledge();
    expect(other.fault(headAt(9), folder)).toEqual({ line: 4, fault: 'shortened' });
  });
});
