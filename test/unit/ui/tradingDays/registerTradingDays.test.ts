import { describe, expect, it, vi } from 'vitest';
import { TransportError } from '../../../../src/service/errors';
import type { CommandHandler } from '../../../../src/ui/platform/shell';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeTime } from '../../../support/fakeTime';

const { panel } = vi.hoisted(() => ({
  panel: { title: '', webview: { html: '' }, reveal: () => undefined, dispose: () => undefined, onDidDispose: () => undefined },
}));

vi.mock('vscode', async () => ({
  ...(await import('../../../support/fakeVscode')),
  ProgressLocation: { Notification: 15 },
  ViewColumn: { Active: -1 },
  window: {
    createWebviewPanel: () => panel,
    withProgress: async (_options: unknown, run: (progress: unknown, token: unknown) => Promise<unknown>) =>
      run({}, { onCancellationRequested: () => ({ dispose: () => undefined }) }),
  },
}));

const { registerTradingDays } = await import('../../../../src/ui/tradingDays/registerTradingDays');

describe('showing trading days', () => {
  it('marks the day that it is in the zone of the user, whatever the zone of the machine', async () => {
    for (const [zone, today] of [
      ['Asia/Hong_Kong', '2026-11-22'],
      ['America/New_York', '2026-11-21'],
    ] as const) {
      const handlers = new Map<string, CommandHandler>();
      registerTradingDays({
        shell: { handle: (id: string, handler: CommandHandler) => void handlers.set(id, handler) },
        access: new FakeAccess(
          fakeClient({ tradingDays: async () => Promise.resolve({ kind: 'days', days: [{ date: '2026-11-20', session: 'whole' }] }) }),
        ),
        clock: new FakeTime(Date.UTC(2026, 10, 21, 20)),
        timeZone: () => zone,
        report: (error) => expect.fail(String(error)),
      });
      await handlers.get('marketDesk.tradingDays.show')?.({ market: 'HK', from: '2026-11' });
      expect([...panel.webview.html.matchAll(/title="([\d-]+): [^"]*, today"/g)].map(([, date]) => date)).toEqual([today]);
    }
  });

  it('says again what is wrong when it fails once more', async () => {
    const handlers = new Map<string, CommandHandler>();
    const reports: { readonly error: unknown; readonly retry: (() => unknown) | undefined }[] = [];
    registerTradingDays({
      shell: { handle: (id: string, handler: CommandHandler) => void handlers.set(id, handler) },
      access: new FakeAccess(fakeClient({ tradingDays: async () => Promise.reject(new TransportError('timed-out', { sent: 'maybe' })) })),
      clock: new FakeTime(),
      timeZone: () => 'UTC',
      report: (error, options) => void reports.push({ error, retry: options?.retry }),
    });
    await handlers.get('marketDesk.tradingDays.show')?.({ market: 'HK', from: '2026-11' });
    expect(reports).toMatchObject([{ error: { code: 'timed-out' } }]);
    await reports[0]?.retry?.();
    expect(reports).toMatchObject([{ error: { code: 'timed-out' } }, { error: { code: 'timed-out' } }]);
  });
});
