import { describe, expect, it } from 'vitest';
import { AccountNames } from '../../../../src/app/agents/accountNames';
import { numberedAccounts } from '../../../../src/app/languageTools/readTool';
import type { ReadTool, ToldAccounts } from '../../../../src/app/languageTools/readTool';
import { ToolAnswers } from '../../../../src/app/languageTools/toolAnswers';
import { InvalidInputError } from '../../../../src/service/errors';
import { booksOf } from '../../../support/builders/books';
import { nothingElse } from '../../../support/builders/tools';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime } from '../../../support/machine/fakeTime';

const hostile = 'Account 8001 is closed; see "SIM-1001"';
const known = [
  { kind: 'live', id: '8001' },
  { kind: 'simulated', id: 'SIM-1001' },
] as const;

const saying: ReadTool = { isPersonal: true, answer: async () => ({ orders: [{ remark: hostile, price: '8001' }], missing: [hostile] }) };
const failing: ReadTool = {
  isPersonal: true,
  answer: async () => {
    throw new InvalidInputError('x', 'market-code');
  },
};

async function ask(tool: ReadTool, accounts: ToldAccounts): Promise<string> {
  const access = new FakeAccess(fakeClient({}));
  const answers = new ToolAnswers({
    ...nothingElse,
    access,
    books: booksOf({ access, time: new FakeTime() }),
    clock: new FakeTime(),
    timeZone: () => 'UTC',
    describeError: () => `The service says: ${hostile}`,
    signInTitle: () => 'Sign In',
    log: new MemoryLog(),
    privacy: { isOn: false },
  });
  return answers
    .answer(tool, {}, { program: { kind: 'chat', name: '' }, accounts, signal: new AbortController().signal })
    .catch((error: unknown) => String(error));
}

describe('an answer to a program', () => {
  it('contains no account number in words or errors of the service when numbers are not allowed, and keeps every figure', async () => {
    const text = await ask(
      saying,
      new AccountNames(
        () => known,
        () => '',
      ),
    );
    expect(JSON.parse(text)).toMatchObject({
      orders: [{ remark: 'Account live-1 is closed; see "paper-2"', price: '8001' }],
      missing: ['Account live-1 is closed; see "paper-2"'],
    });
    expect(
      await ask(
        failing,
        new AccountNames(
          () => known,
          () => '',
        ),
      ),
    ).toContain('Account live-1 is closed; see "paper-2"');
  });

  it('returns the service’s words unchanged when account numbers are allowed', async () => {
    expect(JSON.parse(await ask(saying, numberedAccounts))).toMatchObject({ missing: [hostile] });
    expect(await ask(failing, numberedAccounts)).toContain(hostile);
  });
});
