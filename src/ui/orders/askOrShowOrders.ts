import * as vscode from 'vscode';
import { runCommand } from '../platform/runCommand';
import { askCarefully } from '../platform/say/askCarefully';

/**
 * Asks whether to do something with orders. Enter shows the orders and does nothing else; there is one button that keeps things as they are,
 * because of several nobody knows which one does not.
 */
export async function askOrShowOrders(question: string, detail: string, yes: string, keep: string): Promise<boolean> {
  const answer = await askCarefully(question, detail, { safe: vscode.l10n.t('Show Orders'), yes, close: keep });
  if (answer === 'safe') await runCommand('marketDesk.orders.show');
  return answer === 'yes';
}
