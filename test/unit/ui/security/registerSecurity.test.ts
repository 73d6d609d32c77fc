import { beforeEach, describe, expect, it } from 'vitest';
import { Emitter } from '../../../../src/app/platform/emitter';
import { PrivacyMode } from '../../../../src/app/privacy/privacyMode';
import { registerSecurity } from '../../../../src/ui/security/registerSecurity';
import { booksOf } from '../../../support/builders/books';
import { editor } from '../../../support/editor/editor';
import { FakeShell } from '../../../support/editor/fakeShell';
import { TabInputWebview, Uri } from '../../../support/editor/values';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeMarket, MemoryState } from '../../../support/feed/liveWindows';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime } from '../../../support/machine/fakeTime';

function setUp() {
  const time = new FakeTime();
  const access = new FakeAccess(fakeClient({}));
  const state = new MemoryState();
  const shell = new FakeShell();
  const pages = registerSecurity({
    ...{ access, state, shell: shell.forFeatures(), clock: time, timers: time, log: new MemoryLog() },
    books: booksOf({ access, time }),
    market: new FakeMarket(time).open().market,
    privacy: new PrivacyMode(state),
    monitor: { nowMs: () => time.wallMs(), onDidChange: new Emitter<undefined>().event },
    timeZone: () => 'UTC',
    extensionUri: Uri.file('/extension'),
    journal: () => ({ attempts: async () => [] }),
    alerts: { of: () => ({ waiting: [], unseen: [] }), onDidChange: () => ({ dispose: () => undefined }) },
  });
  /** A click on a row, long after the one before. */
  const click = async (symbol: string, afterMs = 2_000): Promise<void> => {
    await time.advance(afterMs);
    await shell.run('marketDesk.security.open', symbol);
  };
  const shown = (): readonly string[] => editor.webviews.filter(({ isDisposed }) => !isDisposed).map(({ title }) => title);
  return { time, shell, pages, click, shown };
}

beforeEach(() => editor.reset());

describe('the page of a security', () => {
  it('follows: rows that are clicked one after the other are one tab, with the last of them', async () => {
    const { click, shown } = setUp();
    for (const symbol of ['HK.00700', 'US.AAPL', 'HK.00005', 'SG.D05']) await click(symbol);
    expect(shown()).toEqual(['SG.D05']);
  });

  it.each(['two clicks', 'to the side', 'the command', 'a comparison of days', 'a pinned tab'])(
    'stays with its security after %s',
    async (way) => {
      const { click, shown, shell } = setUp();
      await click('HK.00700');
      const [first] = editor.webviews;
      if (way === 'two clicks') await click('HK.00700', 300);
      if (way === 'to the side') await shell.run('marketDesk.security.openToSide', 'HK.00700');
      if (way === 'the command') await shell.run('marketDesk.security.keep');
      if (way === 'a comparison of days') await shell.run('marketDesk.security.reviewDay', 'HK.00700');
      if (way === 'a pinned tab')
        editor.tabGroups.push({
          ...{ viewColumn: 1, isActive: true },
          tabs: [
            {
              label: 'HK.00700',
              isPinned: true,
              group: { viewColumn: 1 },
              input: new TabInputWebview('mainThreadWebview-marketDesk.security'),
            },
          ],
        });
      if (first !== undefined) first.active = false;
      await click('US.AAPL');
      await click('HK.00005');
      expect(shown()).toEqual(['HK.00700', 'HK.00005']);
      // Its own security comes to its own tab.
      await click('HK.00700');
      expect(shown()).toEqual(['HK.00700', 'HK.00005']);
    },
  );

  it('is not kept by two slow clicks, nor by clicks on two rows', async () => {
    const { click, shown } = setUp();
    await click('HK.00700');
    await click('HK.00700', 600);
    await click('US.AAPL', 100);
    await click('HK.00005', 100);
    expect(shown()).toEqual(['HK.00005']);
  });

  it('says in what it keeps over a reload whether it follows', async () => {
    const { click, shell } = setUp();
    await click('HK.00700');
    const bodies = (): unknown => editor.webviews.at(-1)?.bodies('subject').at(-1);
    editor.webviews.at(-1)?.say('ready');
    expect(bodies()).toMatchObject({ symbol: 'HK.00700', isKept: false });
    await shell.run('marketDesk.security.keep');
    expect(bodies()).toMatchObject({ isKept: true });
  });
});
