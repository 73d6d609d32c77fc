import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TestHook } from '../../src/ui/api/publicFace';
import { commandIds, extensionId, viewIds } from '../../src/ui/platform/ids';

function extension(): vscode.Extension<TestHook> {
  const found = vscode.extensions.getExtension<TestHook>(extensionId);
  assert.ok(found, `${extensionId} is not installed`);
  return found;
}

describe('activation', () => {
  it('ends without an error', async () => {
    await extension().activate();
    assert.equal(extension().isActive, true);
  });

  it('registers every contributed command', async () => {
    await extension().activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      commandIds.filter((id) => !registered.has(id)),
      [],
    );
  });

  it('creates every view', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      viewIds.filter((id) => !registered.has(`${id}.focus`)),
      [],
    );
  });

  it('implements everything that is registered', async () => {
    const api = await extension().activate();
    assert.deepEqual((await api.load()).unattached, []);
  });
});
