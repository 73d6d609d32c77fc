import * as assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { TestHook } from '../../src/ui/api/publicFace';
import { extensionId } from '../../src/ui/platform/ids';

async function until(holds: () => boolean | Promise<boolean>, what: string, patienceMs = 30_000): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await holds())) {
    if (Date.now() > deadline) assert.fail(`${what} did not happen`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function shownJournal(): Promise<string> {
  await vscode.commands.executeCommand('marketDesk.orders.showJournalText');
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor);
  return editor.document.getText();
}

describe('orders', () => {
  let folder: string;
  before(async () => {
    await vscode.extensions.getExtension<TestHook>(extensionId)?.activate();
    folder = await mkdtemp(join(tmpdir(), 'market-desk-'));
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true, force: true });
  });

  it('shows the journal as text in a document that cannot be edited', async () => {
    assert.match(await shownJournal(), /^Order Journal\nVerified: \d+ lines?, none altered or missing\n/);
    const editor = vscode.window.activeTextEditor;
    assert.notEqual(editor?.document.uri.scheme, 'file');
    const before = editor?.document.getText();
    await editor?.edit((change) => change.insert(new vscode.Position(0, 0), 'x')).then(undefined, () => false);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), before);
  });

  it('writes no file for an empty journal', async () => {
    const target = vscode.Uri.file(join(folder, 'journal.csv'));
    await vscode.commands.executeCommand('marketDesk.orders.exportJournal', target);
    await assert.rejects(readFile(target.fsPath));
  });

  it('sends nothing when a complete ticket is closed without a confirmation', async () => {
    await vscode.commands.executeCommand('marketDesk.sandbox.start');
    const probe = vscode.Uri.file(join(folder, 'positions.json'));
    await until(
      async () => {
        await vscode.commands.executeCommand('marketDesk.positions.refresh');
        await vscode.commands.executeCommand('marketDesk.positions.export', probe);
        return existsSync(probe.fsPath);
      },
      'signing in',
      60_000,
    );
    const before = await shownJournal();
    await vscode.commands.executeCommand('marketDesk.orders.modify', {
      accountId: '8001',
      orderId: 'OK-2',
      exchange: 'US',
      qty: '26',
      price: '213.4',
      auxPrice: '210',
    });
    const ticket = (): vscode.Tab | undefined =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).find(({ label }) => label.includes('OK-2'));
    await until(() => ticket() !== undefined, 'opening the ticket');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until(() => ticket() === undefined, 'closing the ticket');
    assert.equal(await shownJournal(), before);
  }).timeout(120_000);
});
