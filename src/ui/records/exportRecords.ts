import * as vscode from 'vscode';
import type { RecordsTab } from '../../panel/records/recordsProtocol';
import { sayInfo } from '../platform/say/messages';
import type { RecordsDependencies } from './recordsPanel';

const fileNames: Readonly<Record<RecordsTab, string>> = { orders: 'order-records', requests: 'requests', agents: 'agent-calls' };

/** Writes records to a CSV or JSON file, chosen by the file's extension. @param ids - Only these; all if null. */
export async function exportRecords(
  tab: RecordsTab,
  ids: readonly string[] | null,
  { clock, records }: Pick<RecordsDependencies, 'clock' | 'records'>,
): Promise<void> {
  if (ids?.length === 0) {
    void sayInfo(vscode.l10n.t('There are no rows to export.'));
    return;
  }
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `${fileNames[tab]}-${new Date(clock.wallMs()).toISOString().slice(0, 10)}.csv`;
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Rows'),
    filters: { CSV: ['csv'], JSON: ['json'] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (uri === undefined) return;
  const text = await records[tab].exported(ids, uri.path.toLowerCase().endsWith('.json') ? 'json' : 'csv');
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  const open = vscode.l10n.t('Open');
  const chosen = await sayInfo(vscode.l10n.t('Records exported to {0}.', uri.path.slice(uri.path.lastIndexOf('/') + 1)), open);
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', uri);
}
