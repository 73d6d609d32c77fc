import { describe, expect, it } from 'vitest';
import { TransportError } from '../../../../src/service/errors';
import type { TradingDaysQuery } from '../../../../src/service/records';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeTime } from '../../../support/machine/fakeTime';
import { Uri } from '../../../support/editor/values';
import { FakeShell } from '../../../support/editor/fakeShell';
import { registerTradingDays } from '../../../../src/ui/tradingDays/registerTradingDays';
import { editor } from '../../../support/editor/editor';

const html = (): string => editor.webviews.at(-1)?.webview.html ?? '';
const context = { extensionUri: Uri.file('/extension') };

describe('showing trading days', () => {
  it('marks the current date at the market, whatever the user’s time zone', async () => {
    for (const [zone, market, today] of [
      ['America/New_York', 'HK', '2026-11-22'],
      ['Asia/Hong_Kong', 'US', '2026-11-21'],
      ['Asia/Hong_Kong', 'MOON', '2026-11-22'],
    ] as const) {
      const shell = new FakeShell();
      registerTradingDays({
        shell: shell.forFeatures(),
        access: new FakeAccess(
          fakeClient({ tradingDays: async () => Promise.resolve({ kind: 'days', days: [{ date: '2026-11-20', session: 'whole' }] }) }),
        ),
        clock: new FakeTime(Date.UTC(2026, 10, 21, 20)),
        timeZone: () => zone,
        context,
      });
      await shell.run('marketDesk.tradingDays.show', { market, from: '2026-11' });
      expect(shell.reports).toEqual([]);
      expect([...html().matchAll(/title="([\d-]+): [^"]*, today"/g)].map(([, date]) => date)).toEqual([today]);
    }
  });

  it('requests the days in its argument, and shows only those', async () => {
    const asked: TradingDaysQuery[] = [];
    const shell = new FakeShell();
    registerTradingDays({
      shell: shell.forFeatures(),
      access: new FakeAccess(
        fakeClient({
          tradingDays: async (query) => {
            asked.push(query);
            return Promise.resolve({ kind: 'days', days: [{ date: '2026-12-24', session: 'morning' }] });
          },
        }),
      ),
      clock: new FakeTime(Date.UTC(2026, 10, 21, 20)),
      timeZone: () => 'UTC',
      context,
    });
    await shell.run('marketDesk.tradingDays.show', { market: 'HK', from: '2026-12-22', to: '2026-12-28' });
    expect(asked).toEqual([{ market: 'HK', start: '2026-12-22', end: '2026-12-28' }]);
    expect([...html().matchAll(/title="2026-12-(\d\d)/g)].map(([, day]) => day)).toEqual(['22', '23', '24', '25', '26', '27', '28']);
    expect(html()).toContain('2026-12-22 – 2026-12-28');
    await shell.run('marketDesk.tradingDays.show', { market: 'HK', from: '2026-12' });
    expect(asked.at(-1)).toEqual({ market: 'HK', start: '2026-12-01', end: '2026-12-31' });
    expect(html()).toContain('December 2026');
  });

  it('names the error again if it fails once more', async () => {
    const shell = new FakeShell();
    registerTradingDays({
      shell: shell.forFeatures(),
      access: new FakeAccess(fakeClient({ tradingDays: async () => Promise.reject(new TransportError('timed-out', { sent: 'maybe' })) })),
      clock: new FakeTime(),
      timeZone: () => 'UTC',
      context,
    });
    await shell.run('marketDesk.tradingDays.show', { market: 'HK', from: '2026-11' });
    expect(shell.reports).toMatchObject([{ error: { code: 'timed-out' } }]);
    await shell.reports[0]?.retry?.();
    expect(shell.reports).toMatchObject([{ error: { code: 'timed-out' } }, { error: { code: 'timed-out' } }]);
  });
});
