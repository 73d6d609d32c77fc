import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { signIn } from './signIn';

describe('a hover', () => {
  before(async function () {
    this.timeout(60_000);
    await signIn();
  });

  it('shows the price of the security under the pointer, in any file', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'python', content: 'symbol = "HK.00700"\nplate = "HK.BK1000"\n' });
    const hoverAt = async (line: number): Promise<string> => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        document.uri,
        new vscode.Position(line, 13),
      );
      return hovers
        .flatMap(({ contents }) => contents.flatMap((content) => (content instanceof vscode.MarkdownString ? [content.value] : [])))
        .join('\n');
    };
    const text = await hoverAt(0);
    assert.match(text, /HK\\.00700 .*TENCENT/);
    assert.match(text, /command:marketDesk\.orders\.buy/);
    assert.match(text, /Simulated price/);
    assert.equal(await hoverAt(1), '');
    await vscode.workspace.getConfiguration('marketDesk').update('hover.enabled', false, vscode.ConfigurationTarget.Global);
    assert.equal(await hoverAt(0), '');
    await vscode.workspace.getConfiguration('marketDesk').update('hover.enabled', undefined, vscode.ConfigurationTarget.Global);
  });
});
