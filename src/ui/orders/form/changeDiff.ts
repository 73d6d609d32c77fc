import * as vscode from 'vscode';
import type { ChangePreview } from '../../../app/orders/request/orderRequest';
import type { FieldChange } from '../../../domain/orders/orderDraft';
import { idText } from '../../../domain/text/visibleText';
import type { ReadOnlyDocuments } from '../../platform/readOnlyDocuments';
import { factsText, fieldName, hostOf, realMoneyText } from '../orderText';

/** Shows the current and the new values in the diff editor, below lines that name the order. */
export async function showDiff({ target, change, facts }: ChangePreview, documents: Pick<ReadOnlyDocuments, 'put'>): Promise<void> {
  const name = idText(target.orderId);
  const named = target.exchange === '' ? vscode.l10n.t('order {0}', name) : vscode.l10n.t('order {0} on {1}', name, target.exchange);
  const order = `${vscode.l10n.t('Account {0}', idText(target.accountId))} · ${named}`;
  const text = (value: (field: FieldChange) => string): string =>
    [
      realMoneyText(target),
      hostOf(target.service),
      order,
      ...(facts === undefined ? [] : [factsText(facts)]),
      '',
      ...change.fields.map((field) => vscode.l10n.t('{0}: {1}', fieldName(field.field), value(field))),
      '',
    ].join('\n');
  const before = documents.put(
    diffNames(target.orderId).before,
    text(({ old }) => old ?? vscode.l10n.t('(not available)')),
  );
  const after = documents.put(
    diffNames(target.orderId).after,
    text(({ kept }) => kept),
  );
  const title = vscode.l10n.t('Order {0}: current ↔ new ({1})', name, realMoneyText(target));
  await vscode.commands.executeCommand('vscode.diff', before, after, title, { preview: true });
}

function diffNames(orderId: string): { readonly before: string; readonly after: string } {
  const name = idText(orderId);
  return { before: vscode.l10n.t('{0} (current)', name), after: vscode.l10n.t('{0} (new)', name) };
}

/** The diff is useless once the ticket is closed, and soon out of date. */
export async function closeDiff(orderId: string): Promise<void> {
  const { before, after } = diffNames(orderId);
  const isOurs = (uri: vscode.Uri, name: string): boolean =>
    uri.scheme === 'market-desk' && uri.path.slice(1) === name.replaceAll('/', '∕');
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputTextDiff && isOurs(input.original, before) && isOurs(input.modified, after));
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}
