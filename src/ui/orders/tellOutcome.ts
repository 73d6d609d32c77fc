import * as vscode from 'vscode';
import { sayError, sayInfo, sayWarning } from '../platform/say/messages';

const says = { information: sayInfo, warning: sayWarning, error: sayError } as const;

/**
 * Tells what became of an order change, and offers the journal. Does not wait for the user.
 *
 * The button also makes the editor show the whole text: it cuts off what is longer than a line where there is none.
 */
export function tellOutcome(severity: keyof typeof says, text: string): void {
  const journal = vscode.l10n.t('Show Order Journal');
  void says[severity](text, journal).then(async (chosen) => {
    if (chosen === journal) await vscode.commands.executeCommand('marketDesk.orders.showJournal');
  });
}
