import * as vscode from 'vscode';
import type * as executions from '../../../app/orders/lists/executionForms';
import type { ExecutionFile } from '../../../app/orders/lists/executionForms';
import type { ExportedList } from '../../../app/orders/lists/ordersExport';
import { sentences } from '../../../domain/text/sentences';
import type { ListFacts } from '../../../panel/orders/ordersPageProtocol';
import type { FillRecord } from '../../../service/endpoints/tradingRecords';
import { seen } from '../../../service/lists/list';
import type { OrderRecord } from '../../../service/records';
import { chooseOne } from '../../platform/say/ask';
import { sayInfo, sayWarning } from '../../platform/say/messages';

/** One of the page's lists, with the rows that are visible there. */
export type ShownList =
  | { readonly kind: 'orders'; readonly list: ExportedList<OrderRecord> }
  | { readonly kind: 'fills'; readonly list: ExportedList<FillRecord> };

interface Form {
  readonly label: string;
  readonly description: string;
  readonly extension: string;
  readonly text: () => Promise<ExecutionFile>;
}

/** Writes a list to a file in a format that the user chooses, and reports what the list lacks. */
export async function exportList(shown: ShownList, { missing, notes }: Pick<ListFacts, 'missing' | 'notes'>): Promise<void> {
  const { list } = shown;
  const count = list.accounts.reduce((sum, { rows }) => sum + rows.length, 0);
  const isAwaited = list.accounts.some((each) => each.list !== undefined && seen(each.list).gaps.some(({ kind }) => kind === 'awaited'));
  const all = isAwaited ? [...missing, vscode.l10n.t('It is still being loaded.')] : missing;
  const lacks = all.length === 0 ? '' : vscode.l10n.t('The list is incomplete: {0}', sentences(...all));
  if (count === 0) {
    const none = vscode.l10n.t('There are no rows to export.');
    void (lacks === '' ? sayInfo(sentences(none, ...notes)) : sayWarning(sentences(none, lacks, ...notes)));
    return;
  }
  const form = await chooseOne(formsOf(shown), { title: vscode.l10n.t('Export Rows'), placeHolder: vscode.l10n.t('File format') });
  if (form === undefined) return;
  const uri = await askForFile(list, form);
  if (uri === undefined) return;
  const { text, leftOut, undone } = await form.text();
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  const open = vscode.l10n.t('Open');
  const done = vscode.l10n.t('Rows exported to {1}: {0}.', count - leftOut - undone, uri.path.slice(uri.path.lastIndexOf('/') + 1));
  const left = leftOut === 0 ? '' : vscode.l10n.t('Left out, because this format can’t take them: {0}.', leftOut);
  const busted = undone === 0 ? '' : vscode.l10n.t('Left out, because they were canceled or changed afterwards: {0}.', undone);
  const told = sentences(done, left, busted, lacks, ...notes);
  const chosen = left === '' && busted === '' && lacks === '' ? await sayInfo(told, open) : await sayWarning(told, open);
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', uri);
}

const load = async () => import('../../../app/orders/lists/ordersExport');

function formsOf(shown: ShownList): readonly Form[] {
  const csv = async (): Promise<ExecutionFile> => {
    const { ordersCsv, fillsCsv } = await load();
    return { text: shown.kind === 'orders' ? ordersCsv(shown.list) : fillsCsv(shown.list), leftOut: 0, undone: 0 };
  };
  return [
    { label: 'CSV', description: vscode.l10n.t('A table for spreadsheets'), extension: 'csv', text: csv },
    {
      label: 'JSON',
      description: vscode.l10n.t('All fields, by account'),
      extension: 'json',
      text: async () => ({ text: (await load()).listJson(shown.list), leftOut: 0, undone: 0 }),
    },
    ...(shown.kind === 'fills' ? executionForms(shown.list) : []),
  ];
}

/** Formats that other programs import. */
function executionForms(list: ExportedList<FillRecord>): readonly Form[] {
  const forms = async (): Promise<typeof executions> => import('../../../app/orders/lists/executionForms');
  const description = vscode.l10n.t('For import, without fees and taxes: the service doesn’t tell them');
  return [
    { label: 'Ghostfolio', description, extension: 'json', text: async () => (await forms()).ghostfolioJson(list) },
    { label: 'Portfolio Performance', description, extension: 'csv', text: async () => (await forms()).portfolioPerformanceCsv(list) },
    { label: 'beancount', description, extension: 'beancount', text: async () => (await forms()).beancountText(list) },
  ];
}

async function askForFile({ name, exportedAtMs }: ShownList['list'], { label, extension }: Form): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const words = { openOrders: 'open-orders', pastOrders: 'orders', fills: 'fills' };
  const file = `${words[name]}-${new Date(exportedAtMs).toISOString().slice(0, 10)}.${extension}`;
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Rows'),
    filters: { [label]: [extension] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, file) }),
  });
}
