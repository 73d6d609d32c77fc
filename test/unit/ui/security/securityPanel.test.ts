import { expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { Emitter } from '../../../../src/app/platform/emitter';
import { PrivacyMode } from '../../../../src/app/privacy/privacyMode';
import { booksOf } from '../../../support/builders/books';
import { Uri } from '../../../support/editor/values';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeMarket, MemoryState } from '../../../support/feed/liveWindows';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime } from '../../../support/machine/fakeTime';

vi.mock('vscode', async () => ({
  ...(await import('../../../support/editor/fakeVscode')),
  workspace: { getConfiguration: () => ({ inspect: () => undefined }), onDidChangeConfiguration: () => ({ dispose: () => undefined }) },
}));

const { SecurityPanel } = await import('../../../../src/ui/security/securityPanel');
const { ChartStudies } = await import('../../../../src/ui/security/chartStudies');
const { RecentSecurities } = await import('../../../../src/ui/security/recentSecurities');

it('tells a restored page of the service’s time when it has been measured', () => {
  const time = new FakeTime();
  const access = new FakeAccess(fakeClient({}));
  const state = new MemoryState();
  const measured = new Emitter<undefined>();
  let offset = 0;
  const offsets: unknown[] = [];
  let hear: (message: unknown) => void = () => undefined;
  const webview = {
    asWebviewUri: (uri: vscode.Uri) => uri,
    onDidReceiveMessage: (listener: typeof hear) => {
      hear = listener;
      return { dispose: () => undefined };
    },
    postMessage: async ({ type, body }: { readonly type: string; readonly body: { readonly clockOffset?: number } }) => {
      if (type === 'settings') offsets.push(body.clockOffset);
      return true;
    },
  };
  const panel = { visible: true, title: '', webview } as unknown as vscode.WebviewPanel;
  const dependencies = {
    ...{ access, state, clock: time, timers: time, log: new MemoryLog() },
    books: booksOf({ access, time }),
    market: new FakeMarket(time).open().market,
    privacy: new PrivacyMode(state),
    monitor: { nowMs: () => time.wallMs() + offset, onDidChange: measured.event },
    timeZone: () => 'UTC',
    extensionUri: Uri.file('/extension'),
    journal: () => ({ attempts: async () => [] }),
    recent: new RecentSecurities(state),
    studies: new ChartStudies(state),
    ask: async () => undefined,
  };
  const page = new SecurityPanel(panel, dependencies, { symbol: 'HK.00700' });
  hear({ type: 'ready', body: null });
  expect(offsets.at(-1)).toBe(0);
  offset = -3_600_000;
  measured.fire(undefined);
  expect(offsets.at(-1)).toBe(-3_600_000);
  page.dispose();
});
