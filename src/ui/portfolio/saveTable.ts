import * as vscode from 'vscode';
import { sayInfo } from '../platform/say/messages';

/** Writes a table to a file that the user chooses, and offers to open it. */
export async function saveTable(name: string, text: string, nowMs: number): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = `${name}-${new Date(nowMs).toISOString().slice(0, 10)}.csv`;
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Rows as CSV…'),
    filters: { CSV: ['csv'] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, file) }),
  });
  if (uri === undefined) return;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  const open = vscode.l10n.t('Open');
  const chosen = await sayInfo(vscode.l10n.t('Saved {0}.', uri.path.slice(uri.path.lastIndexOf('/') + 1)), open);
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', uri);
}
