import { describe, expect, it, vi } from 'vitest';
import { TransportError } from '../../../../../src/service/errors';
import { FakeMachine, MemoryLog } from '../../../../support/fakeMachine';
import { settle } from '../../../../support/fakeTime';

const shown: { readonly text: string; readonly buttons: readonly string[] }[] = [];
const answers: string[] = [];

vi.mock('vscode', async () => {
  const message = async (text: string, ...buttons: string[]): Promise<string | undefined> => {
    shown.push({ text, buttons });
    return answers.shift();
  };
  return {
    ...(await import('../../../../support/fakeVscode')),
    window: { showErrorMessage: message, showWarningMessage: message },
    commands: { executeCommand: async () => undefined },
  };
});

const { createErrorReporter, reporting } = await import('../../../../../src/ui/platform/errors/reportError');
const down = new TransportError('connect-failed', { sent: 'no' });

function setUp(): { readonly report: ReturnType<typeof createErrorReporter>; readonly machine: FakeMachine } {
  shown.length = 0;
  answers.length = 0;
  const machine = new FakeMachine();
  return { report: createErrorReporter(new MemoryLog(), machine), machine };
}

describe('a command that fails', () => {
  it('is shown in words and not raw', async () => {
    const { report } = setUp();
    const handler = reporting(report)(async () => Promise.reject(down));
    expect(await handler()).toBeUndefined();
    expect(shown).toEqual([{ text: expect.stringContaining('Can’t reach the service'), buttons: ['Show Log'] }]);
  });

  it('keeps its result and gets its argument when it succeeds', async () => {
    const { report } = setUp();
    expect(await reporting(report)(async (argument) => `${String(argument)} done`)('this')).toBe('this done');
    expect(shown).toEqual([]);
  });
});

describe('an error that is reported', () => {
  it('is shown once in a burst, and tried again when the user says so', async () => {
    const { report, machine } = setUp();
    answers.push('Try Again');
    let tries = 0;
    const retry = (): void => void (tries += 1);
    report(down, { retry });
    report(down, { retry });
    await settle();
    expect([shown.length, tries]).toEqual([1, 1]);
    machine.advance(2000);
    report(down, { retry });
    await settle();
    expect([shown.length, tries]).toEqual([2, 1]);
  });
});
