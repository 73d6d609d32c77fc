import * as vscode from 'vscode';
import { sentences } from '../../domain/text/sentences';
import { seen } from '../../service/lists/list';
import { positionsLack } from '../platform/lists/positionsLack';
import type { PositionsState } from '../../app/positions/positionsBook';
import { positionsCsv, positionsJson } from '../../app/positions/positionsExport';
import { sayInfo, sayWarning } from '../platform/say/messages';

/**
 * Writes positions to a file that the user chooses; the file's extension decides between CSV and JSON.
 *
 * @param target - Where to write without asking the user.
 */
export async function exportPositions(state: PositionsState, nowMs: number, target: vscode.Uri | undefined): Promise<void> {
  const count = (state.accounts ?? []).reduce((sum, { list }) => sum + (list === undefined ? 0 : seen(list).items.length), 0);
  const lacks = positionsLack(state);
  if (count === 0) {
    const none = vscode.l10n.t('No positions to export.');
    if (lacks === '') void sayInfo(none);
    else void sayWarning(sentences(none, lacks));
    return;
  }
  const uri = target ?? (await askForFile(nowMs));
  if (uri === undefined) return;
  const text = uri.path.toLowerCase().endsWith('.json') ? positionsJson(state, nowMs) : positionsCsv(state);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  if (target !== undefined) return;
  const open = vscode.l10n.t('Open');
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const done = vscode.l10n.t('Positions exported to {1}: {0}.', count, name);
  const chosen =
    lacks === '' ? await sayInfo(done, open) : await sayWarning(vscode.l10n.t('{0} The list is incomplete: {1}', done, lacks), open);
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', uri);
}

async function askForFile(nowMs: number): Promise<vscode.Uri | undefined> {
  const name = `positions-${new Date(nowMs).toISOString().slice(0, 10)}.csv`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Positions'),
    filters: { CSV: ['csv'], JSON: ['json'] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
}
