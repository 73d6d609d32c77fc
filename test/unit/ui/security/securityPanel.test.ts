import { expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { Emitter } from '../../../../src/app/platform/emitter';
import { PrivacyMode } from '../../../../src/app/privacy/privacyMode';
import { booksOf } from '../../../support/builders/books';
import { Uri } from '../../../support/editor/values';
import { WebviewPanel } from '../../../support/editor/webviewPanel';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeMarket, MemoryState } from '../../../support/feed/liveWindows';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime } from '../../../support/machine/fakeTime';
import { SecurityPanel } from '../../../../src/ui/security/securityPanel';
import { ChartStudies } from '../../../../src/ui/security/chartStudies';
import { RecentSecurities } from '../../../../src/ui/security/recentSecurities';

function setUp(stored: unknown) {
  const time = new FakeTime();
  const access = new FakeAccess(fakeClient({}));
  const state = new MemoryState();
  const measured = new Emitter<undefined>();
  let offset = 0;
  const panel = new WebviewPanel('marketDesk.security');
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
  const page = new SecurityPanel(panel as unknown as vscode.WebviewPanel, dependencies, stored);
  const measure = (newOffset: number): void => {
    offset = newOffset;
    measured.fire(undefined);
  };
  return { page, panel, measure };
}

it('tells a restored page of the service’s time when it has been measured', () => {
  const { page, panel, measure } = setUp({ symbol: 'HK.00700' });
  const told = (): unknown => (panel.bodies('settings').at(-1) as { readonly clockOffset?: number } | undefined)?.clockOffset;
  panel.say('ready');
  expect(told()).toBe(0);
  measure(-3_600_000);
  expect(told()).toBe(-3_600_000);
  page.dispose();
});

it.each([
  [undefined, true],
  [{ symbol: 'HK.00700' }, false],
  [{ symbol: 'HK.00700', isKept: true }, false],
  [{ symbol: 'HK.00700', isKept: false }, true],
])('a page that has stored %o follows: %s', (stored, follows) => {
  const { page } = setUp(stored);
  expect(page.follows).toBe(follows);
  page.dispose();
});
