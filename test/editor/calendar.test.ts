import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TestHook } from '../../src/ui/api/publicFace';
import { extensionId } from '../../src/ui/platform/ids';

/** Tabs of the calendar; the editor adds its own prefix to the type. */
function calendarTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter((tab) => tab.input instanceof vscode.TabInputWebview && tab.input.viewType.endsWith('marketDesk.calendar'));
}

async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!holds()) {
    if (Date.now() > deadline) assert.fail(`${what} did not happen`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('the calendar panel', () => {
  before(async () => {
    await vscode.extensions.getExtension<TestHook>(extensionId)?.activate();
  });

  afterEach(async () => {
    await vscode.window.tabGroups.close(calendarTabs());
    await until(() => calendarTabs().length === 0, 'closing');
  });

  it('opens once, however often it is requested', async () => {
    await vscode.commands.executeCommand('marketDesk.calendar.open');
    await until(() => calendarTabs().length === 1, 'opening');
    await vscode.commands.executeCommand('marketDesk.calendar.open', { tab: 'hot', date: '20250102' });
    await vscode.commands.executeCommand('marketDesk.calendar.search', 'CPI', 1);
    assert.equal(calendarTabs().length, 1);
    assert.equal(calendarTabs()[0]?.isActive, true);
  });

  it('opens again after it was closed', async () => {
    await vscode.commands.executeCommand('marketDesk.calendar.search', 'CPI');
    await until(() => calendarTabs().length === 1, 'opening');
    await vscode.window.tabGroups.close(calendarTabs());
    await until(() => calendarTabs().length === 0, 'closing');
    await vscode.commands.executeCommand('marketDesk.calendar.open');
    await until(() => calendarTabs().length === 1, 'opening again');
  });

  it('opens whatever its arguments are', async () => {
    for (const argument of [null, 1, 'x', {}, { tab: 'hot', date: 5 }, { tab: 'other' }, { tab: 'hot', date: '20250230' }]) {
      await vscode.commands.executeCommand('marketDesk.calendar.open', argument);
    }
    await until(() => calendarTabs().length === 1, 'opening');
  });
});
