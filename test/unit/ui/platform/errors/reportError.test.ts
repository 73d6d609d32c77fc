import { describe, expect, it } from 'vitest';
import { createErrorReporter } from '../../../../../src/ui/platform/errors/reportError';
import { editor } from '../../../../support/editor/editor';
import { FakeShell } from '../../../../support/editor/fakeShell';
import { TransportError } from '../../../../../src/service/errors';
import { commands } from '../../../../../src/ui/platform/ids';
import { FakeMachine, MemoryLog } from '../../../../support/machine/fakeMachine';
import { settle } from '../../../../support/machine/fakeTime';

const down = new TransportError('connect-failed', { sent: 'no' });

function setUp(): { readonly report: ReturnType<typeof createErrorReporter>; readonly machine: FakeMachine } {
  const machine = new FakeMachine();
  return { report: createErrorReporter(new MemoryLog(), machine), machine };
}

describe('a command of the extension', () => {
  it('shows its failure in words, not raw', async () => {
    const { report } = setUp();
    const shell = new FakeShell();
    shell.forFeatures(report).handle('marketDesk.diagnose', async () => Promise.reject(down));
    expect(await shell.run('marketDesk.diagnose')).toBeUndefined();
    expect(editor.messages).toMatchObject([{ message: expect.stringContaining('Can’t reach the service'), buttons: ['Show Log'] }]);
  });

  it('offers to try again, with the same arguments, when it only reads', async () => {
    const { report } = setUp();
    const shell = new FakeShell();
    const asked: unknown[] = [];
    shell.forFeatures(report).handle('marketDesk.tradingDays.show', (months) => {
      asked.push(months);
      throw down;
    });
    editor.answer('Try Again');
    await shell.run('marketDesk.tradingDays.show', { market: 'HK', from: '2026-11' });
    await settle();
    expect(asked).toEqual([
      { market: 'HK', from: '2026-11' },
      { market: 'HK', from: '2026-11' },
    ]);
  });

  it('never offers to try again when it may change an order', () => {
    const risky = Object.entries(commands).filter(([id, row]) => id.startsWith('marketDesk.orders.') && 'retries' in row);
    expect(risky).toEqual([]);
  });

  it('returns its result, and gets only its valid arguments', async () => {
    const { report } = setUp();
    const shell = new FakeShell();
    shell.forFeatures(report).handle('marketDesk.plates.add', (plate) => `${plate ?? 'nothing'} done`);
    expect(await shell.run('marketDesk.plates.add', 'HK.BK1000')).toBe('HK.BK1000 done');
    expect(await shell.run('marketDesk.plates.add', { id: 1 })).toBe('nothing done');
    expect(editor.messages).toEqual([]);
  });
});

describe('a reported error', () => {
  it('is shown once in a burst, and tried again on request', async () => {
    const { report, machine } = setUp();
    editor.answer('Try Again');
    let tries = 0;
    const retry = (): void => void (tries += 1);
    report(down, { retry });
    report(down, { retry });
    await settle();
    expect([editor.messages.length, tries]).toEqual([1, 1]);
    machine.advance(2000);
    report(down, { retry });
    await settle();
    expect([editor.messages.length, tries]).toEqual([2, 1]);
  });
});
