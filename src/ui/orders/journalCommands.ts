import * as vscode from 'vscode';
import type { OrderJournal } from '../../app/orders/journal/orderJournal';
import { journalCsv, journalJson } from '../../app/orders/journal/orderJournalExport';
import type { MachineClock } from '../../app/platform/ports';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import type { ReadOnlyDocuments } from '../platform/readOnlyDocuments';
import { refusesToShare } from '../privacy/registerPrivacy';
import { journalText, verdictText } from './journalText';

export interface JournalDependencies {
  readonly journal: OrderJournal;
  readonly documents: ReadOnlyDocuments;
  readonly clock: Pick<MachineClock, 'wallMs'>;
  /** IANA zone of all times shown. */
  readonly timeZone: () => string;
  readonly privacy: PrivacyMode;
}

/** *Show Order Journal*: the journal, verified, as a document that cannot be edited. */
export async function showJournal({ journal, documents, clock, timeZone, privacy }: JournalDependencies): Promise<void> {
  const verification = await journal.verify();
  await documents.show(vscode.l10n.t('Order Journal'), journalText(verification, timeZone(), clock.wallMs(), privacy.isOn));
  if (verification.fault === undefined) return;
  void vscode.window.showErrorMessage(vscode.l10n.t('The order journal was modified outside Market Desk. {0}', verdictText(verification)));
}

/** Writes a journal that is on the screen anew, because what may be seen of it changed. */
export async function refreshJournal({ journal, documents, clock, timeZone, privacy }: JournalDependencies): Promise<void> {
  const title = vscode.l10n.t('Order Journal');
  if (!documents.isOpen(title)) return;
  const verification = await journal.verify();
  documents.put(title, journalText(verification, timeZone(), clock.wallMs(), privacy.isOn));
}

/**
 * *Export Order Journal…*: to a CSV or JSON file, by the extension of the name.
 *
 * @param target - Where to write without asking.
 */
export async function exportJournal(
  { journal, clock, privacy }: Pick<JournalDependencies, 'journal' | 'clock' | 'privacy'>,
  target: vscode.Uri | undefined,
): Promise<void> {
  if (refusesToShare(privacy)) return;
  const verification = await journal.verify();
  if (verification.lines.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The order journal is empty.'));
    return;
  }
  const uri = target ?? (await askForFile(clock.wallMs()));
  if (uri === undefined) return;
  const text = uri.path.toLowerCase().endsWith('.json') ? journalJson(verification) : journalCsv(verification);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  if (target === undefined)
    void vscode.window.showInformationMessage(vscode.l10n.t('Order journal exported. {0}', verdictText(verification)));
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
