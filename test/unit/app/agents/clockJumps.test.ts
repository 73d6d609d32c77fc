import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Proposals } from '../../../../src/app/agents/proposals';
import { ToolAnswers } from '../../../../src/app/languageTools/toolAnswers';
import { numberedAccounts } from '../../../../src/app/languageTools/readTool';
import type { ReadTool } from '../../../../src/app/languageTools/readTool';
import { Emitter } from '../../../../src/app/platform/emitter';
import type { MachineClock } from '../../../../src/app/platform/ports';
import { Front } from '../../../../src/ui/platform/say/front';
import { machineClock } from '../../../../src/ui/platform/machineTime';
import { booksOf } from '../../../support/builders/books';
import { nothingElse } from '../../../support/builders/tools';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { MemoryLog } from '../../../support/machine/fakeMachine';

/** The machine’s wall clock, which jumps, and a time that passes without it. */
let passedMs = 0;
const clock: MachineClock = { wallMs: () => machineClock.wallMs(), monotonicMs: () => passedMs };
const agent = { kind: 'agent', name: 'a' } as const;
const { signal } = new AbortController();
const jumps = [3_600_000, -7_200_000, 86_400_000, -30 * 86_400_000, 61_000] as const;

beforeEach(() => {
  passedMs = 0;
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => vi.useRealTimers());

async function afterEachJump(check: () => unknown): Promise<void> {
  for (const jumpMs of jumps) {
    vi.setSystemTime(Date.now() + jumpMs);
    await check();
  }
}

describe('a clock that jumps, forward or back', () => {
  it('neither shortens nor lengthens what a program has to wait after a refusal', async () => {
    const shown: number[] = [];
    const proposals = new Proposals({
      isFree: () => true,
      announce: async () => (shown.push(passedMs), Promise.resolve(undefined)),
      open: async () => undefined,
      stopped: async () => undefined,
      onTicket: new Emitter<never>().event,
      find: async () => undefined,
      timers: { after: () => ({ dispose: () => undefined }) },
      clock,
    });
    const propose = async (): Promise<string> =>
      (await proposals.propose({ action: 'change', accountId: '1', orderId: 'O1', qty: '5' }, agent, signal)).kind;
    for (const waitMs of [60_000, 5 * 60_000]) {
      expect(await propose()).toBe('declined');
      await afterEachJump(async () => expect(await propose()).toBe('tooSoon'));
      passedMs += waitMs - 1;
      await afterEachJump(async () => expect(await propose()).toBe('tooSoon'));
      passedMs += 1;
    }
    expect(await propose()).toBe('declined');
    passedMs += 86_400_000;
    await afterEachJump(async () => expect(await propose()).toBe('stopped'));
    expect(shown).toEqual([0, 60_000, 360_000]);
  });

  it('lets nothing of a program come sooner after a question of the user’s, and keeps nothing away for longer', async () => {
    let ms = 1_000_000;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => ms);
    const front = new Front();
    await front.question(async () => Promise.resolve(undefined));
    await afterEachJump(() => expect(front.isFree).toBe(false));
    ms += 999;
    await afterEachJump(() => expect(front.isFree).toBe(false));
    ms += 1;
    await afterEachJump(() => expect(front.isFree).toBe(true));
    now.mockRestore();
  });

  it('keeps no answer for a program longer than fifteen seconds by either clock: the machine may have slept', async () => {
    let asked = 0;
    const access = new FakeAccess(fakeClient());
    const answers = new ToolAnswers({
      ...nothingElse,
      access,
      books: booksOf({ access, time: clock }),
      clock,
      timeZone: () => 'UTC',
      describeError: String,
      signInTitle: () => 'Sign In',
      log: new MemoryLog(),
      privacy: { isOn: false },
    });
    const tool: ReadTool = { isPersonal: true, isKept: true, answer: async () => Promise.resolve({ count: (asked += 1) }) };
    const read = async (): Promise<unknown> =>
      (await answers.read(tool, {}, { program: agent, accounts: numberedAccounts, signal }))['count'];
    expect(await read()).toBe(1);
    for (const jumpMs of jumps) {
      const before = await read();
      vi.setSystemTime(Date.now() + Math.min(jumpMs, 14_999));
      expect(await read()).toBe(before);
      passedMs += 14_999;
      expect(await read()).toBe(before);
      passedMs += 1;
      expect(await read()).toBe(Number(before) + 1);
      vi.setSystemTime(Date.now() + 15_000);
      expect(await read()).toBe(Number(before) + 2);
    }
  });
});
