import * as vscode from 'vscode';
import type { OrderJournal, Verification } from '../../../app/orders/journal/orderJournal';
import type { FoundFault } from '../../../domain/orders/journalCheck';
import { refusesToShare } from '../../platform/say/refusesToShare';
import { askCarefully } from '../../platform/say/askCarefully';
import { faultText, journalText, mostLinesShown, verdictText } from './journalText';
import { sayError, sayInfo } from '../../platform/say/messages';
import { runCommand } from '../../platform/runCommand';
import type { UiPorts } from '../../platform/ports';

/** *Show Order Journal as Text*: the verified journal, as it is now, as a read-only document. */
export async function showJournalText(
  dependencies: Pick<UiPorts, 'documents' | 'clock' | 'timeZone' | 'privacy'> & { readonly journal: OrderJournal },
): Promise<void> {
  const { journal, documents } = dependencies;
  const verification = await journal.verify(mostLinesShown);
  await documents.show(vscode.l10n.t('Order Journal'), await textOf(verification, dependencies));
  if (verification.fault !== undefined) await offerAcknowledgment(journal, verification.fault);
}

/** Renders an open journal document again, because privacy mode changed. */
export async function refreshJournal(
  dependencies: Pick<UiPorts, 'documents' | 'clock' | 'timeZone' | 'privacy'> & { readonly journal: OrderJournal },
): Promise<void> {
  const { journal, documents } = dependencies;
  const title = vscode.l10n.t('Order Journal');
  if (documents.isOpen(title)) documents.put(title, await textOf(await journal.verify(mostLinesShown), dependencies));
}

/** What is wrong with the journal, and what that blocks. */
export function damageText({ line, fault }: FoundFault): string {
  return vscode.l10n.t(
    'The order journal was modified outside Market Desk. {0} Order changes are blocked until you acknowledge this.',
    vscode.l10n.t('Line {0}: {1}.', line, faultText(fault)),
  );
}

/** Shows what is wrong with the journal and that order changes are blocked; the user can acknowledge it. */
export async function offerAcknowledgment(journal: Pick<OrderJournal, 'acknowledge'>, found: FoundFault): Promise<void> {
  const show = vscode.l10n.t('Show Order Journal');
  const acknowledge = vscode.l10n.t('Acknowledge…');
  const chosen = await sayError(damageText(found), show, acknowledge);
  if (chosen === show) await runCommand('marketDesk.orders.showJournal');
  if (chosen === acknowledge) await askAcknowledgment(journal, found);
}

/** Asks whether the user acknowledges what is wrong with the journal. */
export async function askAcknowledgment(journal: Pick<OrderJournal, 'acknowledge'>, found: FoundFault): Promise<void> {
  const show = vscode.l10n.t('Show Order Journal');
  const what = vscode.l10n.t('Line {0}: {1}.', found.line, faultText(found.fault));
  const yes = vscode.l10n.t('Acknowledge');
  const detail = [
    what,
    vscode.l10n.t(
      'Check your orders with your broker first. Your acknowledgment is recorded. Orders can then be modified again; locked orders stay locked.',
    ),
  ];
  const question = vscode.l10n.t('Acknowledge that the order journal was modified?');
  const answer = await askCarefully(question, detail.join('\n'), { safe: show, yes });
  if (answer === 'safe') await runCommand('marketDesk.orders.showJournal');
  if (answer === 'yes') await journal.acknowledge();
}

async function textOf(
  verification: Verification,
  { clock, timeZone, privacy }: Pick<UiPorts, 'clock' | 'timeZone' | 'privacy'>,
): Promise<string> {
  return journalText(verification, timeZone(), clock.wallMs(), privacy.isOn);
}

/**
 * *Export Order Journal…*: to a CSV or JSON file, chosen by the file's extension.
 *
 * @param target - Where to write without asking the user.
 */
export async function exportJournal(
  { journal, clock, privacy }: Pick<UiPorts, 'clock' | 'privacy'> & { readonly journal: OrderJournal },
  target: vscode.Uri | undefined,
): Promise<void> {
  if (refusesToShare(privacy)) return;
  const verification = await journal.verify();
  if (verification.lines.length === 0) {
    void sayInfo(vscode.l10n.t('The order journal is empty.'));
    return;
  }
  const uri = target ?? (await askForFile(clock.wallMs()));
  if (uri === undefined) return;
  const { journalCsv, journalJson } = await import('../../../app/orders/journal/orderJournalExport');
  const text = uri.path.toLowerCase().endsWith('.json') ? journalJson(verification) : journalCsv(verification);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  if (target === undefined) void sayInfo(vscode.l10n.t('Order journal exported. {0}', verdictText(verification)));
}

async function askForFile(nowMs: number): Promise<vscode.Uri | undefined> {
  const name = `order-journal-${new Date(nowMs).toISOString().slice(0, 10)}.csv`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Order Journal'),
    filters: { CSV: ['csv'], JSON: ['json'] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
}
