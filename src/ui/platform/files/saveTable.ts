import * as vscode from 'vscode';
import { sayInfo, sayWarning } from '../say/messages';

export interface SavedTable {
  readonly text: string;
  readonly lacks: string;
}

/**
 * Writes a table to a file that the user chooses, and offers to open it.
 *
 * @param table - `lacks` is what the table is missing, in words; empty if it is complete.
 */
export async function saveTable(name: string, { text, lacks }: SavedTable, nowMs: number): Promise<void> {
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
  const done = vscode.l10n.t('Saved {0}.', uri.path.slice(uri.path.lastIndexOf('/') + 1));
  const chosen =
    lacks === '' ? await sayInfo(done, open) : await sayWarning(vscode.l10n.t('{0} The list is incomplete: {1}', done, lacks), open);
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', uri);
}
