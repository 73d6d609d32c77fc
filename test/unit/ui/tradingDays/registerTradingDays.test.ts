import { describe, expect, it, vi } from 'vitest';
import { TransportError } from '../../../../src/service/errors';
import type { CommandHandler } from '../../../../src/ui/platform/shell';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeTime } from '../../../support/fakeTime';

vi.mock('vscode', async () => ({
  ...(await import('../../../support/fakeVscode')),
  ProgressLocation: { Notification: 15 },
  window: {
    withProgress: async (_options: unknown, run: (progress: unknown, token: unknown) => Promise<unknown>) => run({}, { onCancellationRequested: () => ({ dispose: () => undefined }) }),
  },
}));

const { registerTradingDays } = await import('../../../../src/ui/tradingDays/registerTradingDays');

describe('showing trading days', () => {
  it('says again what is wrong when it fails once more', async () => {
    const handlers = new Map<string, CommandHandler>();
    const reports: { readonly error: unknown; readonly retry: (() => unknown) | undefined }[] = [];
    registerTradingDays({
      shell: { handle: (id: string, handler: CommandHandler) => void handlers.set(id, handler) },
      access: new FakeAccess(fakeClient({ tradingDays: async () => Promise.reject(new TransportError('timed-out', { sent: 'maybe' })) })),
      clock: new FakeTime(),
      report: (error, options) => void reports.push({ error, retry: options?.retry }),
    });
    await handlers.get('marketDesk.tradingDays.show')?.({ market: 'HK', from: '2026-11' });
    expect(reports).toMatchObject([{ error: { code: 'timed-out' } }]);
    await reports[0]?.retry?.();
    expect(reports).toMatchObject([{ error: { code: 'timed-out' } }, { error: { code: 'timed-out' } }]);
  });
});
