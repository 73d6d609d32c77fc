import * as assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';

/** Signs in to the sandbox and waits for positions; the host of these tests accepts the consent page by itself. */
export async function signIn(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'market-desk-signed-in-'));
  const probe = path.join(folder, 'probe.csv');
  try {
    await vscode.commands.executeCommand('marketDesk.sandbox.start');
    for (let attempt = 0; attempt < 50; attempt += 1) {
      await vscode.commands.executeCommand('marketDesk.positions.refresh');
      await vscode.commands.executeCommand('marketDesk.positions.export', vscode.Uri.file(probe));
      if (existsSync(probe)) return;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    assert.fail('no positions came');
  } finally {
    await rm(folder, { recursive: true });
  }
}
