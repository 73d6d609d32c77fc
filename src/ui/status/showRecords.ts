import * as vscode from 'vscode';
import { commandOf } from '../platform/runCommand';
import { actionItem, chooseAction, separator } from './actions';

/** *Show Records*: everything that is kept or can be shown as evidence, of orders, of requests, and of programs. */
export async function showRecords(): Promise<void> {
  await chooseAction(
    [
      separator(vscode.l10n.t('Order Records')),
      actionItem('history', commandOf('marketDesk.orders.showJournal', vscode.l10n.t('Show Order Journal'))),
      actionItem('export', commandOf('marketDesk.orders.exportJournal', vscode.l10n.t('Export Order Journal…'))),
      actionItem('export', commandOf('marketDesk.orders.exportReceipt', vscode.l10n.t('Export Order Receipt…'))),
      actionItem('verified', commandOf('marketDesk.orders.verifyReceipt', vscode.l10n.t('Verify Order Receipt…'))),
      actionItem('question', commandOf('marketDesk.orders.resolve', vscode.l10n.t('Resolve Order Change…'))),
      separator(vscode.l10n.t('Requests')),
      actionItem('output', commandOf('marketDesk.showLog', vscode.l10n.t('Show Log'))),
      actionItem('shield', commandOf('marketDesk.explainSignature', vscode.l10n.t('Explain Request Signature…'))),
      actionItem('copy', commandOf('marketDesk.copyRequest', vscode.l10n.t('Copy Request As…'))),
      separator(vscode.l10n.t('Programs')),
      actionItem('hubot', commandOf('marketDesk.agents.showLog', vscode.l10n.t('Show Agent Log'))),
    ],
    vscode.l10n.t('Records'),
  );
}
